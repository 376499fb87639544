"""A controller at a serial line: what is agreed with it once a session, what it tells of itself and of its motions."""

from __future__ import annotations

from dataclasses import dataclass

from robot.clock import Clock
from robot.mechanism import settings
from robot.mechanism.envelope import Limits, Positions
from robot.mechanism.errors import MechanismError
from robot.mechanism.link import Link, LinkError
from robot.mechanism.types import Ending, Sensor

SPARE_S = 2.0
"""How much longer than its steps together a motion may take before it is given up."""
FLASH = "flash it again: quadrow firmware flash"
ENDINGS = {
    "DONE": Ending.DONE,
    "JAM": Ending.JAM,
    "EMPTY": Ending.EMPTY,
    "DOUBLE": Ending.DOUBLE,
    "NOSWITCH": Ending.NO_SWITCH,
    "NOHOME": Ending.NO_SWITCH,
    "STOPPED": Ending.STOPPED,
    "ESTOP": Ending.STOPPED,
    "LOST": Ending.STOPPED,
    "OVERTIME": Ending.STOPPED,
}
"""How an action ended, by the controller's word; any other word refused it."""
BITS = {Sensor.MAGAZINE: 2, Sensor.SLIDER_OPEN: 4, Sensor.SLIDER_CLOSED: 8, Sensor.EMERGENCY_STOP: 16}
"""Where the sensors are in the inputs of STATUS."""


@dataclass(frozen=True, slots=True)
class Told:
    """The answer to STATUS; `discs` passed the beam since the controller's start, `passed` during the last `action`."""

    state: str
    column: int | None
    inputs: int
    discs: int
    action: int
    result: str
    passed: int

    def sense(self, sensor: Sensor) -> int:
        """Give one sensor's value."""
        return self.discs if sensor is Sensor.DISC else int(bool(self.inputs & BITS[sensor]))


class Controller:
    """The controller behind `link`, which is to hold `positions`; `magazine` discs are left by what it has counted.

    Everything raises LinkError when nothing answers, or not what was asked.
    """

    def __init__(self, link: Link, clock: Clock, limits: Limits, positions: Positions, magazine: int) -> None:
        self._link, self._clock = link, clock
        self._limits, self._positions = limits, positions
        self.magazine = magazine
        self._ended: dict[int, tuple[str, ...]] = {}
        self._discs = 0
        self._met = self._prepared = False

    def meet(self) -> None:
        """Once in a session: the controller's limits lie around ours."""
        if not self._link.is_open:
            self._met = self._prepared = False
            self._link.connect()
        if not self._met:
            settings.check_limits(self._link, self._limits)
            self._discs = self.status().discs
            self._met = True

    def prepare(self) -> None:
        """Once in a session, before anything moves: the controller holds our positions."""
        self.meet()
        if not self._prepared:
            settings.write(self._link, self._clock, self._positions)
            self._prepared = True

    def status(self) -> Told:
        """Ask how the controller stands."""
        words = self._link.ask("STATUS")
        try:
            state, column, inputs, discs, action, result, passed, *_ = words
            where = None if column == "-" else int(column)
            return Told(state, where, int(inputs), int(discs), int(action), result, int(passed))
        except ValueError:
            raise LinkError(f"the controller tells its state as '{' '.join(words)}'", FLASH) from None

    def look(self) -> Told:
        """Ask how it stands; the discs that have passed the beam since the last look are in the magazine no more."""
        told = self.status()
        self.magazine = max(0, self.magazine - max(0, told.discs - self._discs))
        self._discs = told.discs
        return told

    def hear(self, event: tuple[str, ...]) -> None:
        """Keep the end of an action that the controller told by itself."""
        match event:
            case ("DONE", action, passed, took_ms) if action.isdecimal():
                self._ended[int(action)] = ("DONE", passed, took_ms)
            case ("FAIL", action, word, passed, took_ms) if action.isdecimal():
                self._ended[int(action)] = (word, passed, took_ms)
            case _:
                return

    def end_of(self, action: int) -> tuple[str, ...] | None:
        """Give the end of an action that was heard, once; None while none was."""
        return self._ended.pop(action, None)

    def asked(self, action: int) -> tuple[str, ...] | None:
        """Ask what became of an action: its word, discs, ms; None while it is under way."""
        told = self.status()
        if told.action != action:
            raise LinkError("the controller has lost the motion: it was reset", "see its power", self._link.traffic)
        return None if told.result == "RUNNING" else (told.result, str(told.passed), "0")

    def account(self, ended: tuple[str, ...]) -> tuple[str, int, int]:
        """Take an end into account: its word, discs that passed, ms. Raises LinkError for what is no end."""
        self.look()
        match ended:
            case (word, passed, took_ms) if passed.isdecimal() and took_ms.isdecimal():
                return word, int(passed), int(took_ms)
        raise LinkError(f"the controller tells the end of a motion as '{' '.join(ended)}'", FLASH, self._link.traffic)

    def recovered(self, action: int) -> int:
        """After a broken line: begin a new session, and say how many discs passed during an action if that is known."""
        try:
            self.prepare()
            told = self.look()
        except MechanismError:
            return 0
        return told.passed if told.action == action else 0

    def longest_s(self, verb: str) -> float:
        """Give the time in which a motion must have ended."""
        at = self._positions
        feed_s = at.settle_s * 2 + at.feed_s * 4 + at.sense_timeout_s + at.clear_s
        home_s = at.settle_s * 2 + at.feed_s + at.clear_s + at.slider_timeout_s
        steps = {"home": home_s, "aim": at.settle_s, "drop": feed_s, "slider": at.slider_timeout_s}
        return steps[verb] + SPARE_S
