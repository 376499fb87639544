"""Drivers are found by the name of their file, opened with their wiring and with a guard."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from robot.clock import VirtualClock
from robot.mechanism import drivers
from robot.mechanism.errors import DriverError
from robot.mechanism.types import Sensor, Servo
from robot.mechanism.wiring import Wiring
from tests.mechanism.pins import SENSORS, SERVOS, WIRING


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(drivers, "__path__", [str(tmp_path)])
    yield tmp_path


def test_drivers_of_the_house_are_these() -> None:
    assert drivers.names() == ("gpiozero", "pca9685", "pwm")


def test_driver_is_found_by_its_file(folder: Path) -> None:
    (folder / "brass.py").write_text("def off_switch(wiring):\n    return lambda: wiring.oscillator_hz\n")
    (folder / "_alloy.py").write_text("")
    assert drivers.names() == ("brass",)
    assert drivers.off_switch("brass", WIRING)() == 25_000_000  # type: ignore[func-returns-value]


def test_unknown_driver_names_those_there_are(folder: Path) -> None:
    (folder / "copper.py").write_text("")
    with pytest.raises(DriverError, match="no servo driver 'tin'") as caught:
        drivers.open_driver("tin", WIRING, VirtualClock())
    assert "copper" in caught.value.remedy


@pytest.mark.parametrize("name", ["../tin", "os", "", "tin.copper", "_wiring"])
def test_driver_name_is_no_path(folder: Path, name: str) -> None:
    with pytest.raises(DriverError):
        drivers.open_driver(name, WIRING, VirtualClock())


def test_missing_library_is_named(folder: Path) -> None:
    (folder / "iron.py").write_text("def open_driver(wiring, clock):\n    import no_such_library_here\n")
    with pytest.raises(DriverError, match="no_such_library_here") as caught:
        drivers.open_driver("iron", WIRING, VirtualClock())
    assert "install" in caught.value.remedy


def test_wiring_survives_its_way_to_the_guard() -> None:
    inverted = frozenset({Sensor.DISC, Sensor.MAGAZINE})
    wiring = Wiring({**SERVOS, Servo.LOWER: 19}, SENSORS, inverted, 24_500_000, "/somewhere")
    assert Wiring.from_text(wiring.to_text()) == wiring


@pytest.mark.parametrize(
    "change, words",
    [
        ({"servos": {Servo.CHUTE: 12, Servo.GATE: 13}}, "slider"),
        ({"servos": {**SERVOS, Servo.LOWER: 12}}, "chute and lower gate are both at 12"),
        ({"sensors": {sensor: pin for sensor, pin in SENSORS.items() if sensor is not Sensor.EMERGENCY_STOP}}, "emerg"),
        ({"sensors": {**SENSORS, Sensor.DISC: 6}}, "disc and magazine are both at 6"),
        ({"sensors": {**SENSORS, Sensor.DISC: 1}}, "disc sensor is at GPIO 1"),
        ({"sensors": {**SENSORS, Sensor.DISC: 28}}, "disc sensor is at GPIO 28"),
        ({"inverted": frozenset({Sensor.EMERGENCY_STOP})}, "broken wire would go unnoticed"),
        ({"oscillator_hz": 20_000_000}, "20000000 Hz"),
    ],
)
def test_wiring_that_cannot_be_is_refused(change: dict[str, Any], words: str) -> None:
    with pytest.raises(DriverError, match=words) as caught:
        replace(WIRING, **change)
    assert caught.value.remedy
