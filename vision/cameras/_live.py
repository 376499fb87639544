"""A camera that is read all the time: only the newest frame is kept, and what fails is opened again.

    opening -- frame, frame, frame ... -- failure -- closed, a pause that grows -- opening ...

One thread does all that may block; `capture` waits for it a bounded time and says what is wrong. A call of the driver
that does not come back is given up: a new thread opens the camera anew, and the old one, should it ever return, closes
what it holds and ends. Standard library only.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol

from vision.errors import CameraError, VisionError
from vision.types import Camera, Frame, Locked

DEADLINE_S = 1.0
"""So long a frame may take, and so old it may be: webcams in the dark still give five a second."""
OPEN_S = 5.0
"""So long an opening may take, the first frame with it: of webcams up to two seconds."""
TELL_S = 1.75
"""So long `capture` waits for an opening before it says so; `settle` waits on."""
SETTLE_S = 10.0
"""So long `settle` waits at most: an opening, the automatic's patience, and as much again."""
AGAIN_S = 0.25
"""So long `capture` waits before it says again what it has said."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.25, 1.0
"""Before the camera is opened again; the pause doubles up to the second."""
MOST_STUCK = 4
"""Threads that may hang in the driver; with so many no further one is started until one comes back."""
REPLUG = "unplug the camera and plug it in again; the game goes on by itself"


class Device(Camera, Protocol):
    """A camera as the thread holds it. `locked` is None until its settings are locked."""

    @property
    def locked(self) -> Locked | None: ...


class LiveCamera:
    """The newest frame of a device, which `open_device` opens, at first and after every failure.

    `open_device` raises a VisionError when it cannot; `now` gives the monotonic time with which frames are stamped;
    `remedy` is what a person does where the device itself has no word of its own.
    """

    def __init__(
        self, name: str, open_device: Callable[[], Device], now: Callable[[], float], remedy: str = REPLUG
    ) -> None:
        self._name, self._remedy = name, remedy
        self._open = open_device
        self._now = now
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._sequence = 0
        self._trouble: CameraError | None = None
        self._locked: Locked | None = None
        self._closed = False
        self._threads: list[threading.Thread] = []
        self._busy_since_s, self._patience_s = now(), OPEN_S
        self._start()

    @property
    def name(self) -> str:
        return self._name

    @property
    def locked(self) -> Locked | None:
        """What was locked since the camera was opened last; None while it settles."""
        return self._locked

    def capture(self) -> Frame:
        """Give a frame that was not given before and is at most DEADLINE_S old.

        Raises CameraError with the reason when there is none in time; the next call waits for a frame again.
        """
        with self._news:
            known = self._trouble
            self._news.wait_for(lambda: self._told(known), self._wait_s())
            if self._closed:
                raise CameraError(f"the camera {self._name} is closed", "open it again")
            frame, self._newest = self._newest, None
            if frame is not None and self._is_fresh(frame):
                return frame
            self._give_up_stuck()
            trouble = self._trouble or self._silence()
            raise CameraError(str(trouble), trouble.remedy)

    def settle(self) -> Locked | None:
        """Let frames pass until the settings are locked; None when they are not after SETTLE_S, as in the dark.

        Raises CameraError as `capture` does, but has more patience with an opening.
        """
        until_s = self._now() + SETTLE_S
        while self._locked is None and self._now() < until_s:
            try:
                self.capture()
            except CameraError:
                if self._trouble is not None or self._closed:
                    raise
        return self._locked

    def close(self) -> None:
        """Let the camera go; a thread that hangs in the driver is left to itself."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        self._threads[-1].join(DEADLINE_S)

    # -- what the caller sees ----------------------------------------------------------------------------------------

    def _told(self, known: CameraError | None) -> bool:
        """Whether there is anything to give: a frame, the end, a trouble that is not yet known."""
        fresh = self._newest is not None and self._is_fresh(self._newest)
        return fresh or self._closed or self._trouble is not known

    def _is_fresh(self, frame: Frame) -> bool:
        return self._now() - frame.time_s <= DEADLINE_S

    def _wait_s(self) -> float:
        if self._trouble is not None:
            return AGAIN_S
        return min(TELL_S, max(AGAIN_S, self._busy_since_s + self._patience_s - self._now()))

    def _silence(self) -> CameraError:
        if self._patience_s == DEADLINE_S:
            return CameraError(f"the camera {self._name} gives no picture for {DEADLINE_S:.0f} s", self._remedy)
        return CameraError(f"the camera {self._name} does not answer", self._remedy)

    def _give_up_stuck(self) -> None:
        """Put a new thread in the place of one that hangs in the driver."""
        if self._now() - self._busy_since_s < self._patience_s:
            return
        self._trouble = self._silence()
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        if len(self._threads) < MOST_STUCK:
            self._start()

    # -- the thread --------------------------------------------------------------------------------------------------

    def _start(self) -> None:
        self._begin(OPEN_S)
        thread = threading.Thread(target=self._work, name=f"camera {self._name}", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _begin(self, patience_s: float) -> None:
        self._busy_since_s, self._patience_s = self._now(), patience_s

    def _in_charge(self) -> bool:
        """Whether the calling thread is the one that counts; to be asked with the lock held."""
        return not self._closed and self._threads[-1] is threading.current_thread()

    def _work(self) -> None:
        pause_s = FIRST_PAUSE_S
        while self._go_on(OPEN_S):
            if self._read_until_it_fails():
                pause_s = FIRST_PAUSE_S
            with self._news:
                self._news.wait_for(lambda: not self._in_charge(), pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    def _go_on(self, patience_s: float) -> bool:
        """Begin a call of the driver if this thread is still in charge."""
        with self._news:
            if not self._in_charge():
                return False
            self._begin(patience_s)
            return True

    def _read_until_it_fails(self) -> bool:
        """Open the device and pass its frames on; tell whether there was any."""
        delivered = False
        try:
            device = self._open()
            try:
                while self._go_on(DEADLINE_S if delivered else OPEN_S):
                    self._deliver(device.capture(), device.locked)
                    delivered = True
            finally:
                device.close()
        except VisionError as error:
            self._fail(CameraError(str(error), error.remedy))
        except Exception as error:  # whatever a driver throws must not end the thread
            self._fail(CameraError(f"the camera {self._name} failed ({error})", self._remedy))
        return delivered

    def _deliver(self, frame: Frame, locked: Locked | None) -> None:
        with self._news:
            if self._in_charge():
                self._sequence += 1
                self._newest = Frame(frame.image, self._sequence, frame.time_s)
                self._trouble, self._locked = None, locked
                self._news.notify_all()

    def _fail(self, trouble: CameraError) -> None:
        with self._news:
            if self._in_charge():
                self._begin(LONGEST_PAUSE_S + OPEN_S)
                self._newest, self._locked = None, None
                self._trouble = trouble
                self._news.notify_all()
