"""How the parts are wired to the Pi: what a driver is opened with, and what its guard process is told."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from robot.mechanism.errors import DriverError
from robot.mechanism.types import Sensor, Servo

HEADER_PINS = range(2, 28)
"""The GPIO numbers at the 40-pin header; 0 and 1 belong to the EEPROM of a HAT."""
OPTIONAL = (Sensor.MAGAZINE,)
"""Without it nobody can tell an empty magazine from a jam."""
OSCILLATOR_HZ = (22_500_000, 27_500_000)
"""What a PCA9685 can have: 25 MHz within a tenth; boards measured by others had 24.06 to 26.2 MHz."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Wiring:
    """Which pin, channel or address each part has.

    `servos` are GPIO numbers (pwm, gpiozero) or channels of the servo board (pca9685), `sensors` GPIO numbers of inputs
    with pull-ups: a switch closes to ground, and the emergency stop is closed until it is pressed. The wires of
    `inverted` mean the opposite. `oscillator_hz` is the speed of the servo board's oscillator, `pwm_root` the folder in
    which the kernel shows its PWM chips. Raises DriverError for what cannot be wired so.
    """

    servos: Mapping[Servo, int]
    sensors: Mapping[Sensor, int]
    inverted: frozenset[Sensor] = frozenset()
    oscillator_hz: int = 25_000_000
    pwm_root: str = "/sys/class/pwm"

    def __post_init__(self) -> None:
        for part in (*(servo for servo in Servo if servo is not Servo.LOWER), *Sensor):
            if part not in OPTIONAL and part not in self.servos and part not in self.sensors:
                raise DriverError(f"nothing is said of the wire of: {part.value}", "name its pin in the profile")
        _distinct("servos", self.servos)
        _distinct("sensors", self.sensors)
        for sensor, pin in self.sensors.items():
            if pin not in HEADER_PINS:
                raise DriverError(f"the {sensor.value} sensor is at GPIO {pin}", "give a GPIO number from 2 to 27")
        if Sensor.EMERGENCY_STOP in self.inverted:
            raise DriverError(
                "the emergency stop is inverted, so that a broken wire would go unnoticed",
                "take a switch that opens when it is pressed",
            )
        if not OSCILLATOR_HZ[0] <= self.oscillator_hz <= OSCILLATOR_HZ[1]:
            raise DriverError(
                f"no PCA9685 has an oscillator of {self.oscillator_hz} Hz", "calibrate it; leave 25000000 until then"
            )

    def to_text(self) -> str:
        """Write it in one line."""
        return json.dumps(
            {
                "servos": {servo.name: number for servo, number in self.servos.items()},
                "sensors": {sensor.name: pin for sensor, pin in self.sensors.items()},
                "inverted": [sensor.name for sensor in self.inverted],
                "oscillator_hz": self.oscillator_hz,
                "pwm_root": self.pwm_root,
            }
        )

    @staticmethod
    def from_text(text: str) -> Wiring:
        """Read what `to_text` wrote."""
        said = json.loads(text)
        servos = {Servo[name]: number for name, number in said.pop("servos").items()}
        sensors = {Sensor[name]: pin for name, pin in said.pop("sensors").items()}
        inverted = frozenset(Sensor[name] for name in said.pop("inverted"))
        return Wiring(servos, sensors, inverted, **said)


def wired(parts: Mapping[Servo, T], servo: Servo) -> T:
    """The part of a servo; raises DriverError when it has none."""
    if servo not in parts:
        raise DriverError(f"nothing is said of the wire of the {servo.value} servo", "name its pin in the profile")
    return parts[servo]


def _distinct(what: str, numbers: Mapping[Servo, int] | Mapping[Sensor, int]) -> None:
    for part, number in numbers.items():
        others = [other.value for other, its in numbers.items() if its == number and other is not part]
        if others:
            raise DriverError(f"{what}: {part.value} and {others[0]} are both at {number}", "give each its own")
