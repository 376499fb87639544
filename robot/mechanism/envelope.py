"""The limits of the machine, and where its parts stand. Every pulse the hand sends passes `Envelope.check`.

    electrical range  500 .................................................. 2500 us   no servo is ever sent more
    limits                 min ------------------------------------ max               what this machine bears
    positions                   park   a  b  c  d  e  f  g                            where its parts stand

The envelope refuses and never clips: a clipped pulse is a motion that nobody asked for.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from robot.mechanism.errors import EnvelopeError
from robot.mechanism.types import Servo

ELECTRICAL_US = (500, 2500)
COLUMNS = 7
NEAREST_US = 40
"""Two columns closer than this cannot be told apart by the chute (a hobby servo resolves about 5 us)."""
STEPS_APART = 8
"""Neighbouring columns are at least so many of the driver's steps apart: rounding to half a step then spends a
sixteenth of their distance, and leaves the chute what it needs for its own play."""

Bounds = tuple[int, int]


def whole_us(what: str, value: object) -> int:
    """The value as a pulse width in us; raises EnvelopeError for all that is not a whole number."""
    if type(value) is not int:
        raise EnvelopeError(f"{what} is {value!r}, not whole microseconds", "give a whole number such as 1500")
    return value


@dataclass(frozen=True, slots=True)
class Limits:
    """The shortest and the longest pulse (us) that each servo of this machine bears.

    Raises EnvelopeError for bounds that are no whole numbers, the wrong way round or outside the electrical range.
    """

    chute: Bounds = (600, 2100)
    gate: Bounds = (900, 1700)
    lower: Bounds = (900, 1700)
    slider: Bounds = (900, 2100)

    def __post_init__(self) -> None:
        for servo in Servo:
            shortest, longest = (whole_us(f"a limit of the {servo.value} servo", end) for end in self.of(servo))
            if not ELECTRICAL_US[0] <= shortest < longest <= ELECTRICAL_US[1]:
                raise EnvelopeError(
                    f"the limits of the {servo.value} servo are {shortest} to {longest} us",
                    f"give the shorter one first, both within {ELECTRICAL_US[0]} to {ELECTRICAL_US[1]} us",
                )

    def of(self, servo: Servo) -> Bounds:
        """The bounds of a servo."""
        bounds = {
            Servo.CHUTE: self.chute,
            Servo.GATE: self.gate,
            Servo.LOWER: self.lower,
            Servo.SLIDER: self.slider,
        }
        return bounds[servo]


@dataclass(frozen=True, slots=True)
class Positions:
    """Where the parts stand (us) and how long they take (s).

    `chute_columns_us` goes from column a to g. `gates` is 1 for a pusher, or 2 for a chamber between two gates, of
    which the lower one stands at `lower_shut_us` or `lower_pass_us`. `settle_s` is the chute's longest way, `feed_s` a
    gate's way there or back, `sense_timeout_s` how long a disc may take to the beam, `clear_s` how long it then needs
    to leave the chute (a second one that follows is noticed within it), `slider_timeout_s` the slider's longest way.
    Raises EnvelopeError for columns that are not seven, not in order or too close, for other numbers of gates, and
    for impossible times.
    """

    chute_columns_us: tuple[int, ...] = (1050, 1200, 1350, 1500, 1650, 1800, 1950)
    chute_park_us: int = 750
    gate_hold_us: int = 1000
    gate_feed_us: int = 1500
    gates: int = 1
    lower_shut_us: int = 1000
    lower_pass_us: int = 1500
    slider_closed_us: int = 1000
    slider_open_us: int = 2000
    settle_s: float = 0.45
    feed_s: float = 0.2
    sense_timeout_s: float = 0.6
    clear_s: float = 0.35
    slider_timeout_s: float = 2.0

    def __post_init__(self) -> None:
        self._check_columns()
        if type(self.gates) is not int or self.gates not in (1, 2):
            raise EnvelopeError(f"gates is {self.gates!r}", "give 1 for a pusher, 2 for an upper and a lower gate")
        for name in ("settle_s", "feed_s", "sense_timeout_s", "clear_s", "slider_timeout_s"):
            value = getattr(self, name)
            if type(value) not in (int, float) or not math.isfinite(value) or not 0 < value <= 30:
                raise EnvelopeError(f"{name} is {value!r}", "give seconds above 0 and up to 30")

    def _check_columns(self) -> None:
        columns = [whole_us(f"column {'abcdefg'[i % 7]}", pulse) for i, pulse in enumerate(self.chute_columns_us)]
        if len(columns) != COLUMNS:
            raise EnvelopeError(f"{len(columns)} columns have a position", f"give {COLUMNS}, from a to g")
        steps = [right - left for left, right in zip(columns, columns[1:], strict=False)]
        if not (all(step >= NEAREST_US for step in steps) or all(step <= -NEAREST_US for step in steps)):
            raise EnvelopeError(
                f"the columns stand at {', '.join(map(str, columns))} us",
                f"give them in order from a to g, at least {NEAREST_US} us apart; calibrate the servos again",
            )

    def servos(self) -> tuple[Servo, ...]:
        """The servos that this machine has."""
        return tuple(servo for servo in Servo if servo is not Servo.LOWER or self.gates == 2)

    def pulses(self) -> Iterator[tuple[str, Servo, int]]:
        """All positions in us, each with its name and servo."""
        for letter, pulse in zip("abcdefg", self.chute_columns_us, strict=True):
            yield f"column {letter}", Servo.CHUTE, pulse
        yield "chute park", Servo.CHUTE, self.chute_park_us
        yield "gate hold", Servo.GATE, self.gate_hold_us
        yield "gate feed", Servo.GATE, self.gate_feed_us
        yield "lower gate shut", Servo.LOWER, self.lower_shut_us
        yield "lower gate pass", Servo.LOWER, self.lower_pass_us
        yield "slider closed", Servo.SLIDER, self.slider_closed_us
        yield "slider open", Servo.SLIDER, self.slider_open_us


@dataclass(frozen=True, slots=True)
class Envelope:
    """Says whether a pulse may be sent."""

    limits: Limits

    def check(self, servo: Servo, pulse_us: object, what: str = "the pulse") -> int:
        """The pulse, unchanged; raises EnvelopeError (servo, pulse, bound, remedy) when it may not be sent."""
        pulse = whole_us(f"{what} of the {servo.value} servo", pulse_us)
        shortest, longest = self.limits.of(servo)
        if pulse < shortest or pulse > longest:
            side, bound = ("below", shortest) if pulse < shortest else ("above", longest)
            raise EnvelopeError(
                f"{what} of the {servo.value} servo is {pulse} us, {side} its limit of {bound} us",
                f"stay within {shortest} to {longest} us, or calibrate the servos again",
            )
        return pulse

    def check_positions(self, positions: Positions) -> None:
        """Refuse positions that the sequences could not send; raises EnvelopeError as `check` does."""
        for name, servo, pulse in positions.pulses():
            self.check(servo, pulse, name)
        for servo, one, other in (
            (Servo.GATE, positions.gate_hold_us, positions.gate_feed_us),
            (Servo.LOWER, positions.lower_shut_us, positions.lower_pass_us),
            (Servo.SLIDER, positions.slider_closed_us, positions.slider_open_us),
        ):
            if abs(one - other) < NEAREST_US:
                raise EnvelopeError(
                    f"the two positions of the {servo.value} servo are {one} and {other} us",
                    f"give two that are at least {NEAREST_US} us apart; calibrate the servos again",
                )


def check_resolution(positions: Positions, resolution_us: float) -> None:
    """Refuse a driver whose steps (us) are too coarse for the columns; raises EnvelopeError with the ways out."""
    columns = positions.chute_columns_us
    nearest_us = min(abs(right - left) for left, right in zip(columns, columns[1:], strict=False))
    if nearest_us < STEPS_APART * resolution_us:
        raise EnvelopeError(
            f"the columns stand {nearest_us} us apart, and this driver sets pulses in steps of {resolution_us:g} us",
            "use the controller, pca9685 or pwm; or a chute that turns further from column to column",
        )
