"""The robot's sensors at pins of the Pi, read by gpiozero: for all drivers the same."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterator
from typing import Any

import gpiozero

from robot.mechanism.drivers._claim import Claim
from robot.mechanism.errors import DriverError
from robot.mechanism.types import Sensor
from robot.mechanism.wiring import Wiring

STEADY_S = 0.003
"""How long the beam must stay broken, or free, to be believed; a disc of 32 mm breaks it for 20 ms or more."""


def pin_factory() -> Any:
    """The pin factory that gpiozero chooses on this machine; GPIOZERO_PIN_FACTORY names another.

    Raises DriverError where there is none, and where gpiozero would fall back on a weaker one without an error.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", gpiozero.exc.PinFactoryFallback)
            gpiozero.Device.ensure_pin_factory()
    except (gpiozero.exc.BadPinFactory, gpiozero.exc.PinFactoryFallback, ImportError, OSError) as error:
        raise DriverError(
            f"the pins of this machine cannot be used ({error})",
            "on a Raspberry Pi: sudo apt install python3-lgpio; then make the environment with --system-site-packages",
        ) from error
    return gpiozero.Device.pin_factory


@contextlib.contextmanager
def pin_errors(part: str, number: int) -> Iterator[None]:
    """Turn what a pin factory says into a DriverError with its remedy; each factory has errors of its own."""
    try:
        yield
    except Exception as error:
        raise DriverError(
            f"GPIO {number} of the {part} cannot be used ({error})",
            "end the other program that uses it, or name another pin in the profile",
        ) from error


class Inputs:
    """The sensors of `wiring` at the pins of `factory`.

    `sense` gives 1 for true; DISC the number of discs that have passed the beam since this was made. A magazine without
    a sensor is believed to hold discs. Raises DriverError for pins that cannot be used, and while another program moves
    the hand at this machine's pins.
    """

    def __init__(self, wiring: Wiring, factory: Any) -> None:
        self._passed = 0
        self._wiring = wiring
        self._pins: dict[Sensor, Any] = {}
        self._claim = Claim()
        try:
            for sensor, number in wiring.sensors.items():
                with pin_errors(f"{sensor.value} sensor", number):
                    self._pins[sensor] = self._open(sensor, number, factory)
        except BaseException:
            self.close()
            raise

    def sense(self, sensor: Sensor) -> int:
        """Read a sensor."""
        if sensor is Sensor.DISC:
            return self._passed
        if sensor not in self._pins:
            return 1
        with pin_errors(f"{sensor.value} sensor", self._wiring.sensors[sensor]):
            grounded = bool(self._pins[sensor].is_active)
        return int(grounded != (sensor is Sensor.EMERGENCY_STOP or sensor in self._wiring.inverted))

    def close(self) -> None:
        """Give the pins back."""
        for pin in self._pins.values():
            pin.close()
        self._claim.close()

    def _open(self, sensor: Sensor, number: int, factory: Any) -> Any:
        if sensor is not Sensor.DISC:
            return gpiozero.InputDevice(number, pull_up=True, pin_factory=factory)
        beam = gpiozero.DigitalInputDevice(number, pull_up=True, bounce_time=STEADY_S, pin_factory=factory)
        if sensor in self._wiring.inverted:
            beam.when_activated = self._count
        else:
            beam.when_deactivated = self._count
        return beam

    def _count(self) -> None:
        """A disc has left the beam."""
        self._passed += 1
