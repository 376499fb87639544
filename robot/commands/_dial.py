"""Turn servos by keys, within their limits, and say what the robot feels."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from robot.clock import Clock
from robot.mechanism.envelope import Envelope
from robot.mechanism.errors import MechanismError
from robot.mechanism.types import Jogger, Sensor, Servo

STEPS_US = {"+": 1, "-": -1, "l": 5, "h": -5, "k": 25, "j": -25}
"""How far a key turns a servo: h j k l are the arrows left, down, up, right."""
TEND_S = 0.05
STEPS_WORDS = "arrows (or h l) left, right: 5 us; up, down (or k j): 25 us; + -: 1 us"


class Dial:
    """Turns servos by keys. `pulses` is where each is believed to stand, us; nothing moves before the first key.

    The first key of a servo brings it to its start, the next ones turn it from there.
    """

    def __init__(self, hand: Jogger, envelope: Envelope, start: Mapping[Servo, int]) -> None:
        self._hand, self._envelope = hand, envelope
        self.pulses = dict(start)
        self._turned: set[Servo] = set()

    def begin(self, servo: Servo, pulse_us: int) -> None:
        """Let a servo start at a pulse with its next key."""
        self.pulses[servo] = pulse_us
        self._turned.discard(servo)

    def is_turned(self, servo: Servo) -> bool:
        """Tell whether a servo was turned, and so stands where `pulses` says."""
        return servo in self._turned

    def press(self, servo: Servo, key: str) -> str:
        """Turn a servo by a key of STEPS_US; say why it does not move, nothing when it does."""
        by_us = STEPS_US[key] if self.is_turned(servo) else 0
        return self.go(servo, self.pulses[servo] + by_us)

    def go(self, servo: Servo, pulse_us: int) -> str:
        """Bring a servo to a pulse; say why it does not move, nothing when it does."""
        try:
            self._hand.jog(servo, self._envelope.check(servo, pulse_us))
        except MechanismError as error:
            return f"{error} - {error.remedy}"
        self.pulses[servo] = pulse_us
        self._turned.add(servo)
        return ""


class StillHand:
    """A hand that feels and does not move, for --dry-run: `tell` hears what would be sent."""

    def __init__(self, hand: Jogger, tell: Callable[[str], None]) -> None:
        self._hand, self._tell = hand, tell

    def jog(self, servo: Servo, pulse_us: int) -> None:
        self._tell(f"would hold the {servo.value} servo at {pulse_us} us")

    def let_go(self) -> None:
        """Nothing is held."""

    def feel(self) -> Mapping[Sensor, int]:
        return self._hand.feel()

    def tend(self) -> None:
        self._hand.tend()


def spend(duration_s: float, hand: Jogger, clock: Clock) -> None:
    """Let time pass, tending the hand."""
    until_s = clock.now() + duration_s
    while (left_s := until_s - clock.now()) > 1e-9:
        clock.sleep(min(TEND_S, left_s))
        hand.tend()


def felt_words(felt: Mapping[Sensor, int]) -> str:
    """Say in one line what all sensors feel."""
    ends = {
        (0, 1): "slider closed",
        (1, 0): "slider open",
        (0, 0): "slider between its ends",
        (1, 1): "slider: both switches pressed",
    }
    return ", ".join(
        (
            f"discs {felt[Sensor.DISC]}",
            "magazine filled" if felt[Sensor.MAGAZINE] else "magazine empty",
            ends[felt[Sensor.SLIDER_OPEN], felt[Sensor.SLIDER_CLOSED]],
            "EMERGENCY STOP" if felt[Sensor.EMERGENCY_STOP] else "stop released",
        )
    )
