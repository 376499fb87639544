"""Servos at any pins of the Pi by gpiozero, where its pin factory sends good pulses: with pigpio's daemon.

Measured with a recorder of what reaches the libraries (tests/mechanism/test_gpiozero.py), at 20 ms a turn:

    pigpio     6 us      timed by DMA, off by 3 us at most; not on a Pi 5, not in Trixie (joan2937/pigpio #589, #632)
    lgpio    200 us      whole percents: eleven positions from 500 to 2500 us (gpiozero #1209)
    rpigpio              timed by a thread, which any load delays (gpiozero #780)
    native               no pulses
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gpiozero import PWMOutputDevice

from robot.mechanism.drivers._guarded import Driver, Senses
from robot.mechanism.drivers._inputs import Inputs, pin_errors, pin_factory
from robot.mechanism.errors import DriverError
from robot.mechanism.types import Sensor, Servo
from robot.mechanism.wiring import Wiring, wired

TURN_HZ = 50
TURN_US = 1e6 / TURN_HZ
RESOLUTION_US = {"PiGPIOFactory": 6.0}
"""The pin factories whose pulses are good enough for a chute, and their steps."""
REFUSED = {
    "LGPIOFactory": "it sends whole percents of 20 ms, steps of 200 us",
    "RPiGPIOFactory": "a thread times its pulses, and any load delays it",
    "NativeFactory": "it sends no pulses",
    "MockFactory": "it has no pins",
}
OTHER_WAYS = "use the controller, pca9685 or pwm; on a Pi 4 with Bookworm: GPIOZERO_PIN_FACTORY=pigpio"


class GpiozeroDriver:
    """The servos of `wiring` at pins of `factory`, and the sensors of `inputs`. Implements `Driver`.

    Opens the pins without a pulse. Raises DriverError for pins that cannot be used.
    """

    def __init__(self, wiring: Wiring, inputs: Senses, factory: Any, resolution_us: float) -> None:
        self.resolution_us = resolution_us
        self._wiring, self._inputs = wiring, inputs
        self._pins: dict[Servo, Any] = {}
        try:
            for servo, number in wiring.servos.items():
                with pin_errors(f"{servo.value} servo", number):
                    self._pins[servo] = PWMOutputDevice(number, frequency=TURN_HZ, pin_factory=factory)
        except BaseException:
            self.close()
            raise

    def move(self, servo: Servo, pulse_us: int) -> None:
        cut_us = self.resolution_us / 2  # gpiozero and the daemon cut what is over, instead of rounding
        self._set(servo, (pulse_us + cut_us) / TURN_US)

    def relax(self, servo: Servo) -> None:
        self._set(servo, 0.0)

    def sense(self, sensor: Sensor) -> int:
        return self._inputs.sense(sensor)

    def close(self) -> None:
        """End all pulses and give the pins back."""
        for pin in self._pins.values():
            pin.close()
        self._inputs.close()

    def _set(self, servo: Servo, share: float) -> None:
        pin = wired(self._pins, servo)
        with pin_errors(f"{servo.value} servo", self._wiring.servos[servo]):
            pin.value = share


def resolution_us(factory: Any) -> float:
    """Give the steps of a factory's pulses; raises DriverError, with the ways out, for one that is not good enough."""
    name = type(factory).__name__
    if name not in RESOLUTION_US:
        why = REFUSED.get(name, "nobody has measured it")
        raise DriverError(f"gpiozero's pin factory {name} cannot drive the servos: {why}", OTHER_WAYS)
    return RESOLUTION_US[name]


def open_driver(wiring: Wiring, clock: object) -> Driver:
    """Open the servos and the sensors; raises DriverError."""
    factory = pin_factory()
    steps_us = resolution_us(factory)
    return GpiozeroDriver(wiring, Inputs(wiring, factory), factory, steps_us)


def off_switch(wiring: Wiring) -> Callable[[], None]:
    """Give what ends all pulses of pigpio's daemon, which goes on without us; a pin that is an input has none."""
    from gpiozero.pins.pigpio import PiGPIOFactory  # needs pigpio

    factory = PiGPIOFactory()

    def switch_off() -> None:
        for number in wiring.servos.values():
            factory.pin(number).function = "input"

    return switch_off
