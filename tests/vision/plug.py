"""A camera on a plug that a test pulls and puts back, while a thread of the code under test reads it."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np

from robot.clock import RealClock
from vision.cameras._live import LiveCamera
from vision.errors import CameraEnded, CameraError
from vision.types import Camera, Frame, Locked

PERIOD_S = 0.02


class Plug:
    """What is the matter with the camera: set `state` at any time; `frames` makes the pictures once it is opened again.

    "good", "missing" or "busy" (does not open), "silent" (gives no picture), "throws" (an error of the driver's own),
    "hangs" (what is called now does not come back before `free`).
    """

    def __init__(self, frames: Callable[[int], np.ndarray] | None = None) -> None:
        self.state = "good"
        self.opened = self.closed = 0
        self.stuck = threading.Event()
        self.frames = frames or noise
        self._released = threading.Event()

    def open(self) -> PluggedCamera:
        self.hang()
        if self.state in ("missing", "busy"):
            raise CameraError(f"the camera is {self.state}", "plug it in")
        self.opened += 1
        return PluggedCamera(self)

    def hang(self) -> None:
        """Do not come back while the camera hangs: until the test is over."""
        if self.state == "hangs":
            self.stuck.set()
            self._released.wait()

    def free(self) -> None:
        """Let all calls come back that hang."""
        self.state = "good"
        self._released.set()


class PluggedCamera:
    """Gives a frame every PERIOD_S."""

    name = "plugged camera"
    locked = Locked(("exposure",))

    def __init__(self, plug: Plug) -> None:
        self._plug, self._frames, self._number = plug, plug.frames, 0

    def capture(self) -> Frame:
        threading.Event().wait(PERIOD_S)
        self._plug.hang()
        if self._plug.state == "throws":
            raise ValueError("bad buffer")
        if self._plug.state != "good":
            raise CameraError("the camera gives no picture", "plug it in again")
        self._number += 1
        return Frame(self._frames(self._number), self._number, RealClock().now())

    def close(self) -> None:
        self._plug.closed += 1


class PacedFile:
    """A file for a camera: a frame every PERIOD_S on the real clock, and over again when it has ended."""

    name = "paced file"
    locked = Locked()

    def __init__(self, open_file: Callable[[], Camera]) -> None:
        self._open_file = open_file
        self._file = open_file()

    def capture(self) -> Frame:
        threading.Event().wait(PERIOD_S)
        try:
            frame = self._file.capture()
        except CameraEnded as error:
            raise CameraError("the plug is out", "put it in") from error
        return Frame(frame.image, frame.sequence, RealClock().now())

    def close(self) -> None:
        self._file.close()


def noise(number: int) -> np.ndarray:
    """A picture whose top left pixel tells its number, uint8 BGR (48, 64, 3)."""
    image = np.random.default_rng(number).integers(60, 200, (48, 64, 3)).astype(np.uint8)
    image[0, 0] = number % 256
    return image


def live(plug: Plug, name: str = "cam") -> LiveCamera:
    """The camera under test on a plug."""
    return LiveCamera(name, plug.open, RealClock().now)
