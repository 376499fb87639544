"""The host's end of the line to the controller: sessions, numbers, repeats and events, as firmware/PROTOCOL.md says.

    ask("DROP", 204, 3)  ->  line 17, again every 100 ms until answered, at most five times  ->  the words of its answer
    tend()               ->  reads what the controller says by itself, and says PING before a silence grows too long

Nothing here waits for a byte: what has come is read, and the clock sleeps in between, so that the same code runs in
real time and in the simulation's.
"""

from __future__ import annotations

import contextlib
import secrets
import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import Protocol, TypeVar

from robot.clock import Clock
from robot.mechanism.errors import MechanismError
from robot.mechanism.firmware import fault
from robot.mechanism.frame import NO_SESSION, NUMBERS, Line, LineError, decode, encode

VERSION = 1
ANSWER_S, TRIES = 0.1, 5
"""How long an answer may take, and how often a line is sent."""
HELLO_S, HELLO_EVERY_S = 5.0, 0.25
"""How long a controller may take to start after its port was opened: opening resets it, and its boot loader waits."""
PING_S = 0.25
"""The host is never silent for longer; after 1 s the controller stops everything."""
POLL_S = 0.002
TRAFFIC = 20
"""So many of the last lines are kept for a report."""

T = TypeVar("T")


class Port(Protocol):
    """What is used of `serial.Serial`, opened with a time-out of 0: `read` gives what has come."""

    def read(self, size: int) -> bytes: ...

    def write(self, data: bytes) -> object: ...

    def close(self) -> None: ...


class LinkError(MechanismError):
    """The controller does not answer. `traffic` holds the last lines, the newest last."""

    def __init__(self, what: str, remedy: str, traffic: tuple[str, ...] = ()) -> None:
        super().__init__(what, remedy)
        self.traffic = traffic


class Refused(MechanismError):
    """The controller refuses a command; `word` is its fault, a word of firmware/faults.csv."""

    def __init__(self, word: str) -> None:
        known = fault(word)
        super().__init__(known.cause, known.remedy)
        self.word = word


class Link:
    """A line to a controller. `open_port` opens its port, `draw` gives a session's number, 1 to 2**32 - 1.

    Methods may be called from any thread; one command is under way at a time. `events` are what the controller said
    by itself, the oldest first: whoever waits for one takes it out. `boots` is the number of the controller's start.
    """

    def __init__(
        self,
        open_port: Callable[[], Port],
        clock: Clock,
        draw: Callable[[], int] = lambda: 1 + secrets.randbelow((1 << 32) - 1),
    ) -> None:
        self._open_port, self._clock, self._draw = open_port, clock, draw
        self._lock = threading.RLock()
        self._under_way = False
        self._port: Port | None = None
        self._rest = b""
        self._session, self._number = NO_SESSION, 0
        self._answers: dict[int, Line] = {}
        self._spoke_s = -1e9
        self._traffic: deque[str] = deque(maxlen=TRAFFIC)
        self.events: deque[tuple[str, ...]] = deque(maxlen=200)
        self.boots: int | None = None
        self.firmware = ""

    @property
    def is_open(self) -> bool:
        """Whether a session is running, as far as is known."""
        return self._session != NO_SESSION

    @property
    def is_waiting(self) -> bool:
        """Whether a command waits for its answer."""
        return self._under_way

    @property
    def traffic(self) -> tuple[str, ...]:
        """The last lines in both directions, the newest last."""
        return tuple(self._traffic)

    def connect(self) -> None:
        """Open the port and begin a session. Raises LinkError when nothing answers, or not in our version."""
        with self._alone():
            self.close()
            self.boots = None
            self._port = self._open()
            session = self._draw()
            hello = Line(0, ("HELLO", str(VERSION), f"{session:08X}"))
            until_s = self._clock.now() + HELLO_S
            while self._clock.now() < until_s:
                self._send(encode(hello, NO_SESSION))
                self._session, self._number = session, 0
                answer = self._await_answer(0, HELLO_EVERY_S)
                if answer is not None:
                    self._begin(answer)
                    return
            self.close()
            raise self._error("the controller does not answer", "see its cable; flash it: quadrow firmware flash")

    def ask(self, *words: object) -> tuple[str, ...]:
        """Send a command and give the words behind OK. Begins a session when none is running, or the last is over.

        Raises Refused, and LinkError when no answer came to any repeat.
        """
        with self._alone():
            for _ in range(2):
                if not self.is_open:
                    self.connect()
                answer = self._exchange(words)
                if answer is not None:
                    return self._words(answer)
                if self.is_open:
                    break
            self.close()
            raise self._error("the controller has stopped answering", "see its cable and power, then home the robot")

    def _exchange(self, words: tuple[object, ...]) -> Line | None:
        """Send a command until it is answered; None when it is not, or when the session turns out to be over."""
        self._number = number = (self._number + 1) % NUMBERS
        self._answers.pop(number, None)
        data = encode(Line(number, tuple(map(str, words))), self._session)
        for repeat in range(TRIES):
            self._send(b"\n" + data if repeat else data)
            answer = self._await_answer(number, ANSWER_S)
            if answer is not None or not self.is_open:
                return answer
        return None

    def tend(self) -> None:
        """Read what has come, and keep the session alive. Raises LinkError when the controller is gone."""
        with self._lock:
            if self._under_way:
                return  # called by a clock on which a command waits, which itself reads and speaks
            if self.is_open:
                self._read()
            if self.is_open and self._clock.now() - self._spoke_s >= PING_S:
                self.ask("PING")

    def close(self) -> None:
        """Let the port go; the controller stops by itself within a second."""
        with self._lock:
            self._session, self._rest = NO_SESSION, b""
            self._answers.clear()
            if self._port is not None:
                with contextlib.suppress(OSError):
                    self._port.close()
            self._port = None

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        with self._lock:
            before, self._under_way = self._under_way, True
            try:
                yield
            finally:
                self._under_way = before

    def _open(self) -> Port:
        try:
            return self._open_port()
        except OSError as error:
            raise self._error(
                f"the controller's port does not open ({error})", "plug it in; quadrow find-port names it"
            ) from error

    def _begin(self, answer: Line) -> None:
        name, _, self.firmware, boots, *_ = (*self._words(answer), *[""] * 5)
        if name != "QUADROW" or not boots.isdecimal():
            raise self._error("what answers is no Quadrow controller", "flash it: quadrow firmware flash")
        self.boots = int(boots)
        self.events.clear()

    def _words(self, answer: Line) -> tuple[str, ...]:
        kind, *words = answer.words
        if kind == "ERR" and words:
            if words[0] in ("VERSION", "SEQ", "HELLO"):
                self.close()
            raise Refused(words[0])
        if kind != "OK":
            self.close()
            raise self._error(f"the controller answers '{answer}'", "flash it: quadrow firmware flash")
        return tuple(words)

    def _send(self, data: bytes) -> None:
        self._note(">", data)
        self._spoke_s = self._clock.now()
        self._on_port(lambda port: port.write(data))

    def _await_answer(self, number: int, timeout_s: float) -> Line | None:
        until_s = self._clock.now() + timeout_s
        while True:
            self._read()
            if number in self._answers:
                return self._answers.pop(number)
            if self._clock.now() >= until_s or not self.is_open:
                return None
            self._clock.sleep(POLL_S)

    def _read(self) -> None:
        data = self._on_port(lambda port: port.read(4096))
        *lines, self._rest = (self._rest + (data or b"")).split(b"\n")
        self._rest = self._rest[-4096:]
        for raw in lines:
            if raw.strip():
                self._note("<", raw)
                self._take(raw)

    def _take(self, raw: bytes) -> None:
        try:
            line = decode(raw, self._session)
        except LineError:
            self._take_outside(raw)
            return
        if line.is_event:
            self.events.append(line.words)
            if line.words == ("HALT", "LOST"):
                self._session = NO_SESSION
        else:
            self._answers[line.number] = line

    def _take_outside(self, raw: bytes) -> None:
        """A line of no session: the controller has started anew, was left alone too long, or speaks another version."""
        try:
            line = decode(raw, NO_SESSION)
        except LineError:
            return
        if not line.is_event:
            self._answers[line.number] = line
        elif self.boots is not None and line.words[3:4] != (str(self.boots),):
            self.events.append(line.words)
            self._session = NO_SESSION

    def _on_port(self, use: Callable[[Port], T]) -> T:
        if self._port is None:
            raise self._error("the controller is not connected", "plug it in, then home the robot")
        try:
            return use(self._port)
        except OSError as error:
            self.close()
            raise self._error(f"the controller is gone ({error})", "plug it in again, then home the robot") from error

    def _note(self, way: str, data: bytes) -> None:
        self._traffic.append(f"{self._clock.now():.3f} {way} {data.strip().decode('ascii', 'replace')}")

    def _error(self, what: str, remedy: str) -> LinkError:
        return LinkError(what, remedy, self.traffic)
