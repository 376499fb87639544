"""Servos at the kernel's PWM: the battery on the simulated machine behind a folder of files, and every refusal."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from robot.clock import VirtualClock
from robot.mechanism.drivers.pwm import PwmDriver, find_channels, off_switch
from robot.mechanism.errors import DriverError
from robot.mechanism.types import Sensor, Servo, ServoDriver
from robot.mechanism.wiring import Wiring
from tests.mechanism.battery import MechanismBattery
from tests.mechanism.kernel import Kernel, export, plant
from tests.mechanism.pins import SERVOS, WIRING, PinStand

PI_5, FAN, PI_4, ZERO = "1f00098000.pwm", "1f0009c000.pwm", "fe20c000.pwm", "3f20c000.pwm"
CHANNELS = {0: Servo.CHUTE, 1: Servo.GATE, 2: Servo.SLIDER}


class NoInputs:
    """A driver without sensors."""

    def sense(self, sensor: Sensor) -> int:
        return 0

    def close(self) -> None: ...


class PwmStand(PinStand):
    """The simulated machine behind the PWM of a Pi 5, whose fan has the first chip."""

    def __init__(self, root: Path) -> None:
        self.root = root
        super().__init__()

    def open_driver(self) -> ServoDriver:
        plant(self.root, FAN, 4, 0)
        self.kernel = Kernel(plant(self.root, PI_5, 4, 2), self._pulse)
        return PwmDriver(wiring(self.root), self.wire_sensors(), self.clock, self.kernel)

    def _pulse(self, channel: int, width_us: float | None) -> None:
        if width_us is None:
            self.world.relax(CHANNELS[channel])
        else:
            self.world.pulse(CHANNELS[channel], round(width_us))


class TestPwmHand(MechanismBattery):
    @pytest.fixture
    def stand(self, tmp_path: Path) -> PwmStand:
        return PwmStand(tmp_path / "pwm")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "pwm"


def wiring(root: Path, **servos: int) -> Wiring:
    pins = {Servo[name]: pin for name, pin in servos.items()} or SERVOS
    return replace(WIRING, servos=pins, pwm_root=str(root))


def open_at(root: Path, kernel: Kernel) -> PwmDriver:
    return PwmDriver(wiring(root), NoInputs(), VirtualClock(), kernel)


def contents(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text().strip() for file in folder.iterdir()}


def test_pulse_is_written_in_ns_and_enabled_last(root: Path) -> None:
    heard: list[tuple[int, float | None]] = []
    chip = plant(root, PI_5, 4, 0)
    driver = open_at(root, Kernel(chip, lambda *pulse: heard.append(pulse)))
    assert all(width is None for _, width in heard)
    driver.move(Servo.GATE, 1501)
    assert [pulse for pulse in heard if pulse[1] is not None] == [(1, 1501.0)]
    assert contents(chip / "pwm1") == {
        "period": "20000000",
        "duty_cycle": "1501000",
        "enable": "1",
        "polarity": "normal",
    }
    driver.relax(Servo.GATE)
    assert heard[-1] == (1, None)
    driver.close()
    assert not list(chip.glob("pwm*"))


@pytest.mark.parametrize(
    "pins, expected",
    [
        ({"CHUTE": 12, "GATE": 13, "LOWER": 18, "SLIDER": 19}, [0, 1, 2, 3]),
        ({"CHUTE": 19, "GATE": 13, "SLIDER": 18}, [3, 1, 2]),
    ],
)
@pytest.mark.parametrize("number", [0, 2, 3])
def test_chip_is_found_by_its_device_and_channels_by_their_pins(
    root: Path, number: int, pins: dict[str, int], expected: list[int]
) -> None:
    plant(root, FAN, 4, 1)
    chip = plant(root, PI_5, 4, number)
    found, channels = find_channels(wiring(root, **pins))
    assert (found, list(channels.values())) == (chip, expected)


@pytest.mark.parametrize("device", [PI_4, ZERO])
def test_two_channels_are_refused_for_three_servos(root: Path, device: str) -> None:
    plant(root, device, 2, 0)
    with pytest.raises(DriverError, match="a Pi .* has 2 PWM channels, and 3 servos are wired") as caught:
        find_channels(wiring(root))
    assert "pca9685" in caught.value.remedy


@pytest.mark.parametrize("pin", [14, 5])
def test_pin_without_pwm_or_with_a_sensor_is_refused(root: Path, pin: int) -> None:
    plant(root, PI_5, 4, 0)
    with pytest.raises(DriverError, match=f"gate servo is at GPIO {pin}") as caught:
        find_channels(wiring(root, CHUTE=12, GATE=pin, SLIDER=18))
    assert "12, 13, 18, 19" in caught.value.remedy


def test_chip_that_is_not_there_asks_for_the_overlay(root: Path) -> None:
    plant(root, FAN, 4, 0)
    with pytest.raises(DriverError, match="no hardware PWM") as caught:
        find_channels(wiring(root))
    assert "dtoverlay=pwm-2chan,pin=12,func=4,pin2=13,func2=4" in caught.value.remedy
    assert "/boot/firmware/config.txt" in caught.value.remedy


def test_channel_that_the_kernel_uses_is_refused_and_the_others_given_back(root: Path) -> None:
    chip = plant(root, PI_5, 4, 0)
    kernel = Kernel(chip)
    kernel.busy = {2}
    with pytest.raises(DriverError, match="pwm2 cannot be used: Device or resource busy"):
        open_at(root, kernel)
    assert not list(chip.glob("pwm*"))


def test_channel_that_pulses_is_refused_and_goes_on_pulsing(root: Path) -> None:
    chip = plant(root, PI_5, 4, 0)
    folder = export(chip, 1, period="20000000", duty_cycle="1500000", enable="1")
    with pytest.raises(DriverError, match="pwm1 cannot be used: it is sending pulses") as caught:
        open_at(root, Kernel(chip))
    assert f"echo 0 | sudo tee {folder}/enable" in caught.value.remedy
    assert contents(folder)["enable"] == "1"


def test_channel_left_by_another_program_is_taken_over_without_a_pulse(root: Path) -> None:
    heard: list[tuple[int, float | None]] = []
    chip = plant(root, PI_5, 4, 0)
    folder = export(chip, 1, period="50000000", duty_cycle="40000000", polarity="inversed")
    open_at(root, Kernel(chip, lambda *pulse: heard.append(pulse)))
    assert contents(folder) == {"period": "20000000", "duty_cycle": "0", "enable": "0", "polarity": "normal"}
    assert all(width is None for _, width in heard)


def test_files_that_udev_gives_late_are_waited_for(root: Path) -> None:
    kernel = Kernel(plant(root, PI_5, 4, 0))
    kernel.forbid = 20
    open_at(root, kernel).move(Servo.CHUTE, 1500)


def test_files_that_stay_forbidden_name_the_group(root: Path) -> None:
    kernel = Kernel(plant(root, PI_5, 4, 0))
    kernel.forbid = 1000
    with pytest.raises(DriverError, match="Permission denied") as caught:
        open_at(root, kernel)
    assert "usermod -aG gpio" in caught.value.remedy


def test_servo_without_a_wire_is_refused(root: Path) -> None:
    driver = open_at(root, Kernel(plant(root, PI_5, 4, 0)))
    for ask in (lambda: driver.move(Servo.LOWER, 1500), lambda: driver.relax(Servo.LOWER)):
        with pytest.raises(DriverError, match="wire of the lower gate servo"):
            ask()


def test_chip_that_goes_away_ends_the_motion_with_its_remedy(tmp_path: Path) -> None:
    stand = PwmStand(tmp_path / "pwm")
    stand.mechanism.home(1)
    stand.after(0.2, lambda: (stand.root / "pwmchip2").rename(stand.root / "gone"))
    receipt = stand.mechanism.drop(2, 3)
    assert "pwmchip2" in receipt.remedy


def test_off_switch_ends_every_pulse_even_when_one_channel_fails(root: Path) -> None:
    chip = plant(root, PI_5, 4, 0)
    kernel = Kernel(chip)
    driver = open_at(root, kernel)
    for servo in SERVOS:
        driver.move(servo, 1500)
    switch_off = off_switch(wiring(root), kernel)
    kernel.forbid = 1
    with pytest.raises(PermissionError):
        switch_off()
    assert [contents(chip / f"pwm{channel}")["enable"] for channel in range(3)] == ["1", "0", "0"]
    switch_off()
    assert contents(chip / "pwm0")["enable"] == "0"
    driver.close()
    switch_off()
