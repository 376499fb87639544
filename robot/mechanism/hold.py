"""Which servos are held by hand, and for how long."""

from __future__ import annotations

from robot.mechanism.types import Servo

HELD_S = 10.0
"""A servo that nobody turns is let go after so long, as the controller lets go one that is driven without a break: it
may push against something, and then it gets hot."""


class Hold:
    """The servos that are held and their pulses, us. Times are those of one clock, s."""

    def __init__(self) -> None:
        self._pulses: dict[Servo, int] = {}
        self._turned_s = 0.0

    def __bool__(self) -> bool:
        return bool(self._pulses)

    @property
    def pulses(self) -> tuple[tuple[Servo, int], ...]:
        """Every servo that is held, with its pulse."""
        return tuple(self._pulses.items())

    def turn(self, servo: Servo, pulse_us: int, now_s: float) -> None:
        """Hold a servo here from now on."""
        self._pulses[servo] = pulse_us
        self._turned_s = now_s

    def is_over(self, now_s: float) -> bool:
        """Tell whether nobody has turned a servo for so long that all are to be let go."""
        return now_s - self._turned_s >= HELD_S

    def clear(self) -> None:
        """Hold nothing."""
        self._pulses.clear()
