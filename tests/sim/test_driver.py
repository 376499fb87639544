"""The simulated servo driver refuses what hardware would refuse."""

from __future__ import annotations

from typing import Any

import pytest

from robot.clock import VirtualClock
from robot.mechanism.errors import MechanismError
from robot.mechanism.types import Sensor, Servo
from robot.sim.servos import SimServoDriver
from robot.sim.world import World


@pytest.fixture
def driver() -> SimServoDriver:
    return SimServoDriver(World(VirtualClock()))


@pytest.mark.parametrize("pulse", [399, 2601, 0, -1500, 1500.0, True, "1500", None])
def test_driver_refuses_pulses_that_no_servo_takes(driver: SimServoDriver, pulse: Any) -> None:
    with pytest.raises(MechanismError) as caught:
        driver.move(Servo.CHUTE, pulse)
    assert caught.value.remedy


@pytest.mark.parametrize("pulse", [400, 2600])
def test_driver_takes_the_ends_of_the_electrical_range(driver: SimServoDriver, pulse: int) -> None:
    driver.move(Servo.CHUTE, pulse)


@pytest.mark.parametrize("part", ["chute", None, Sensor.DISC])
def test_driver_refuses_what_is_no_servo(driver: SimServoDriver, part: Any) -> None:
    with pytest.raises(MechanismError):
        driver.move(part, 1500)
    with pytest.raises(MechanismError):
        driver.relax(part)


@pytest.mark.parametrize("part", ["disc", None, Servo.GATE])
def test_driver_refuses_what_is_no_sensor(driver: SimServoDriver, part: Any) -> None:
    with pytest.raises(MechanismError):
        driver.sense(part)


def test_every_sensor_answers_with_a_whole_number(driver: SimServoDriver) -> None:
    assert {sensor: driver.sense(sensor) for sensor in Sensor} == {
        Sensor.DISC: 0,
        Sensor.MAGAZINE: 1,
        Sensor.SLIDER_OPEN: 0,
        Sensor.SLIDER_CLOSED: 1,
        Sensor.EMERGENCY_STOP: 0,
    }
    assert all(type(driver.sense(sensor)) is int for sensor in Sensor)
