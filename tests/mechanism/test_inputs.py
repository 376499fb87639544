"""What the robot feels at pins of the Pi."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from robot.mechanism.drivers._claim import Claim
from robot.mechanism.drivers._inputs import Inputs, pin_factory
from robot.mechanism.errors import DriverError
from robot.mechanism.types import Sensor
from tests.mechanism.pins import SENSORS, WIRING

SWITCHES = [Sensor.MAGAZINE, Sensor.SLIDER_OPEN, Sensor.SLIDER_CLOSED]


@pytest.fixture
def factory() -> MockFactory:
    return MockFactory()


@pytest.mark.parametrize("sensor", SWITCHES)
@pytest.mark.parametrize("inverted", [False, True])
def test_switch_to_ground_is_true_unless_it_is_inverted(factory: MockFactory, sensor: Sensor, inverted: bool) -> None:
    inputs = Inputs(replace(WIRING, inverted=frozenset({sensor} if inverted else ())), factory)
    pin = factory.pin(SENSORS[sensor])
    assert inputs.sense(sensor) == int(inverted)
    pin.drive_low()
    assert inputs.sense(sensor) == int(not inverted)


def test_emergency_stop_is_pressed_until_its_wire_reaches_ground(factory: MockFactory) -> None:
    inputs = Inputs(WIRING, factory)
    assert inputs.sense(Sensor.EMERGENCY_STOP) == 1
    factory.pin(SENSORS[Sensor.EMERGENCY_STOP]).drive_low()
    assert inputs.sense(Sensor.EMERGENCY_STOP) == 0


@pytest.mark.parametrize("inverted", [False, True])
def test_disc_counts_when_it_has_left_the_beam(factory: MockFactory, inverted: bool) -> None:
    inputs = Inputs(replace(WIRING, inverted=frozenset({Sensor.DISC} if inverted else ())), factory)
    pin = factory.pin(SENSORS[Sensor.DISC])
    enter, leave = (pin.drive_high, pin.drive_low) if inverted else (pin.drive_low, pin.drive_high)
    leave()
    before = inputs.sense(Sensor.DISC)
    counts = []
    for move in (enter, leave, enter, enter, leave):
        move()
        counts.append(inputs.sense(Sensor.DISC) - before)
    assert counts == [0, 1, 1, 1, 2]


def test_magazine_without_a_sensor_is_believed_to_hold_discs(factory: MockFactory) -> None:
    sensors = {sensor: pin for sensor, pin in SENSORS.items() if sensor is not Sensor.MAGAZINE}
    assert Inputs(replace(WIRING, sensors=sensors), factory).sense(Sensor.MAGAZINE) == 1


def test_pin_in_use_is_told_and_the_others_given_back(factory: MockFactory) -> None:
    with gpiozero.LED(SENSORS[Sensor.SLIDER_OPEN], pin_factory=factory):
        with pytest.raises(DriverError, match="GPIO 16 of the slider open sensor cannot be used") as caught:
            Inputs(WIRING, factory)
        assert "another pin" in caught.value.remedy
    Inputs(WIRING, factory)


def test_machine_without_pins_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    with pytest.raises(DriverError, match="pins of this machine cannot be used") as caught:
        pin_factory()
    assert "python3-lgpio" in caught.value.remedy


def test_hand_at_the_pins_is_moved_by_one_program_at_a_time(tmp_path: Path) -> None:
    node = tmp_path / "gpiochip0"
    node.touch()
    nodes = (str(tmp_path / "none"), str(node))
    first = Claim(nodes)
    with pytest.raises(DriverError, match="another program moves the hand"):
        Claim(nodes)
    first.close()
    Claim(nodes).close()
    Claim((str(tmp_path / "none"),)).close()


def test_inputs_hold_the_claim_until_they_are_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    node = tmp_path / "gpiochip0"
    node.touch()
    monkeypatch.setattr("robot.mechanism.drivers._inputs.Claim", partial(Claim, (str(node),)))
    inputs = Inputs(WIRING, MockFactory())
    with pytest.raises(DriverError, match="another program moves the hand"):
        Inputs(WIRING, MockFactory())
    inputs.close()
    Inputs(WIRING, MockFactory()).close()
