"""The servo driver of the simulated machine, as strict as a real one."""

from __future__ import annotations

from robot.mechanism.errors import MechanismError
from robot.mechanism.types import Sensor, Servo
from robot.sim.world import World

ELECTRICAL_US = (400, 2600)
"""Pulses outside drive a hobby servo against its own end stop; this driver refuses them as a firmware would."""


class SimServoDriver:
    """Pulses into the world and sensors out of it. Implements `ServoDriver`.

    Raises MechanismError for what is no servo or sensor, and for a pulse that is no whole number of us or outside
    the electrical range.
    """

    resolution_us = 1.0

    def __init__(self, world: World) -> None:
        self._world = world

    def move(self, servo: Servo, pulse_us: int) -> None:
        self._check_servo(servo)
        if type(pulse_us) is not int:
            raise MechanismError(f"the pulse {pulse_us!r} is no whole number", "give whole microseconds")
        shortest, longest = ELECTRICAL_US
        if not shortest <= pulse_us <= longest:
            raise MechanismError(f"no servo takes a pulse of {pulse_us} us", f"stay within {shortest} to {longest} us")
        self._world.pulse(servo, pulse_us)

    def relax(self, servo: Servo) -> None:
        self._check_servo(servo)
        self._world.relax(servo)

    def sense(self, sensor: Sensor) -> int:
        if not isinstance(sensor, Sensor):
            raise MechanismError(f"there is no sensor {sensor!r}", "ask one of the sensors of the machine")
        return self._world.sense(sensor)

    @staticmethod
    def _check_servo(servo: object) -> None:
        if not isinstance(servo, Servo):
            raise MechanismError(f"there is no servo {servo!r}", "move one of the servos of the machine")
