"""What a lesson of the hand asks of a person, and what it knows so far.

Whoever draws a lesson (a command, a page) turns servos by the person's keys, lets time pass, and resumes the generator
with the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from calibration.errors import CalibrationError
from calibration.hand import Hand
from robot.mechanism.types import Jogger, Sensor, Servo

POLL_S = 0.05
FELT_S = 60.0
"""How long a person may take to press a switch."""
ORDER = (*"abcdefg", "park", "hold", "feed", "shut", "pass", "closed", "open")
"""What the places are called, in the order in which they are shown."""

Learned = TypeVar("Learned")


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn a servo by keys until it is right; the answer is its pulse, us. It starts at `pulse_us`.

    `name` is what the place is called (one of ORDER). `table` shows all pulses so far: name, us, and whether a person
    has set it.
    """

    words: str
    name: str
    servo: Servo
    pulse_us: int
    table: tuple[tuple[str, int, bool], ...] = ()


@dataclass(frozen=True, slots=True)
class Feel:
    """Press, push or pass something until the sensors feel what is `wanted`; comes again every POLL_S until they do.

    A Skip is an answer.
    """

    words: str
    wanted: tuple[tuple[Sensor, int], ...]


@dataclass(frozen=True, slots=True)
class Do:
    """Do what the words say, then say so; `discs` are then in the magazine (None: as many as before).

    A Skip is an answer where `optional`.
    """

    words: str
    discs: int | None = None
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """Say whether a disc lies in `column` (0 to 6) and not elsewhere; a Skip says that it does not."""

    words: str
    column: int


@dataclass(frozen=True, slots=True)
class Pause:
    """Let time pass."""

    duration_s: float


@dataclass(frozen=True, slots=True)
class Skip:
    """A step is left out; why."""

    reason: str


Prompt = Turn | Feel | Do | Look | Pause
Answer = int | Skip | None
Steps = Generator[Prompt, Answer, Learned]


@dataclass(slots=True)
class Lesson:
    """What is known during a lesson."""

    jogger: Jogger
    now: Callable[[], float]
    hand: Hand
    skipped: list[str] = field(default_factory=list)
    known: dict[str, int] = field(default_factory=dict)
    guessed: set[str] = field(default_factory=set)

    def set(self, name: str, pulse_us: int, *, guessed: bool = False) -> None:
        self.known[name] = pulse_us
        (self.guessed.add if guessed else self.guessed.discard)(name)

    def table(self) -> tuple[tuple[str, int, bool], ...]:
        return tuple((name, self.known[name], name not in self.guessed) for name in ORDER if name in self.known)


def felt(lesson: Lesson, name: str, words: str, wanted: Mapping[Sensor, int]) -> Steps[bool]:
    """Wait until the sensors feel what is wanted; False when it was skipped. Raises CalibrationError after FELT_S."""
    until_s = lesson.now() + FELT_S
    while lesson.now() < until_s:
        answer = yield Feel(words, tuple(wanted.items()))
        if isinstance(answer, Skip):
            lesson.skipped.append(f"{name}: {answer.reason}")
            return False
        values = lesson.jogger.feel()
        if all(_is_felt(sensor, values[sensor], value) for sensor, value in wanted.items()):
            return True
    raise CalibrationError(
        f"{name}: not felt within {FELT_S:.0f} s ({words})",
        "see its plug and its wires (firmware/README.md); where there is none, skip it with x",
    )


def _is_felt(sensor: Sensor, value: int, wanted: int) -> bool:
    return value >= wanted if sensor is Sensor.DISC else value == wanted


def turned(
    lesson: Lesson,
    name: str,
    servo: Servo,
    start: int,
    words: str,
    apart: Mapping[str, int] | None = None,
    until: Sensor | None = None,
) -> Steps[int]:
    """Have a servo turned from `start`, us, and give its pulse.

    It is asked for again while it stands too near to a place of `apart` (name, us), or `until` does not feel it.
    """
    trouble = ""
    while True:
        wish = f"{trouble}turn the {servo.value} servo {words}"
        pulse = yield from pulse_of(Turn(wish, name, servo, start, lesson.table()))
        near = [other for other, least in (apart or {}).items() if abs(pulse - lesson.known[other]) < least]
        if near:
            trouble = f"{pulse} us is too near to {near[0]} at {lesson.known[near[0]]} us: "
        elif until is not None and not lesson.jogger.feel()[until]:
            trouble, start = f"the {until.value} switch does not say so at {pulse} us: ", pulse
        else:
            lesson.set(name, pulse)
            return pulse


def pulse_of(turn: Turn) -> Steps[int]:
    """Have a servo turned, and give its pulse, us."""
    answer = yield turn
    assert isinstance(answer, int)
    return answer
