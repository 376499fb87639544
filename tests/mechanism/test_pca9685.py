"""Servos at a PCA9685: the battery on the simulated machine behind the chip, its steps, oscillator and refusals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from robot.clock import VirtualClock
from robot.mechanism.drivers.pca9685 import Pca9685Driver, measured_oscillator_hz
from robot.mechanism.errors import DriverError
from robot.mechanism.types import Ending, Sensor, Servo, ServoDriver
from robot.mechanism.wiring import Wiring
from tests.mechanism.battery import MechanismBattery
from tests.mechanism.i2c import ALL_LED, MODE1, SLEEP, Pca9685Chip
from tests.mechanism.pins import WIRING, PinStand
from tests.mechanism.test_pwm import NoInputs

BOARD = replace(WIRING, servos={Servo.CHUTE: 0, Servo.GATE: 7, Servo.SLIDER: 15})
SERVO_AT = {channel: servo for servo, channel in BOARD.servos.items()}


class BoardStand(PinStand):
    """The simulated machine behind a servo board."""

    def open_driver(self) -> ServoDriver:
        self.chip = Pca9685Chip(pulse=self._pulse, now=self.clock.now)
        return Pca9685Driver(BOARD, self.wire_sensors(BOARD), self.chip, self.clock)

    def _pulse(self, channel: int, width_us: float | None) -> None:
        if width_us is None:
            self.world.relax(SERVO_AT[channel])
        else:
            self.world.pulse(SERVO_AT[channel], round(width_us))


class TestBoardHand(MechanismBattery):
    @pytest.fixture
    def stand(self) -> BoardStand:
        return BoardStand()


class Bench:
    """A chip, what came out of it, and a driver."""

    def __init__(self, wiring: Wiring = BOARD, true_hz: float = 25e6) -> None:
        self.clock = VirtualClock()
        self.heard: list[tuple[int, float | None]] = []
        self.chip = Pca9685Chip(None, true_hz, lambda *pulse: self.heard.append(pulse), self.clock.now)
        self.wiring = wiring

    def open(self) -> Pca9685Driver:
        return Pca9685Driver(self.wiring, NoInputs(), self.chip, self.clock)

    def sent_us(self, driver: Pca9685Driver, pulse_us: int) -> float:
        driver.move(Servo.GATE, pulse_us)
        width = self.chip.width_us(7)
        assert width is not None
        return width


@pytest.mark.parametrize("oscillator_hz", [23_000_000, 24_060_000, 25_000_000, 26_200_000])
def test_pulse_is_off_by_half_a_step_at_most(oscillator_hz: int) -> None:
    bench = Bench(replace(BOARD, oscillator_hz=oscillator_hz), oscillator_hz)
    driver = bench.open()
    assert 4.8 < driver.resolution_us < 4.95
    worst = max(abs(bench.sent_us(driver, pulse) - pulse) for pulse in range(500, 2501))
    assert worst <= driver.resolution_us / 2 + 1e-9
    turn_us = 4096 * driver.resolution_us
    assert turn_us == pytest.approx(20_000, rel=0.005)


@pytest.mark.parametrize("true_hz", [23_880_000, 24_060_000, 25_000_000, 26_300_000])
def test_oscillator_is_found_from_one_measured_pulse(true_hz: int) -> None:
    """Before, 1500 us are up to 70 us off; after, half a step and the rounding of the measurement."""
    before = Bench(BOARD, true_hz)
    measured_us = round(before.sent_us(before.open(), 2000), 0)
    found_hz = measured_oscillator_hz(2000, measured_us)
    assert found_hz == pytest.approx(true_hz, rel=0.5 / 1900)
    after = Bench(replace(BOARD, oscillator_hz=found_hz), true_hz)
    driver = after.open()
    assert all(abs(after.sent_us(driver, pulse) - pulse) < 3.2 for pulse in range(600, 2401, 7))


def test_opening_sends_no_pulse_even_when_channels_were_pulsing() -> None:
    bench = Bench()
    bench.open().move(Servo.CHUTE, 1500)
    bench.heard.clear()
    bench.open()
    assert [pulse for pulse in bench.heard if pulse[1] is not None] == []
    assert [bench.chip.width_us(channel) for channel in range(16)] == [None] * 16


def test_opening_stops_a_board_that_slept_in_the_middle_of_pulses() -> None:
    """Waking it would let the old pulses go on (RESTART), had they not been switched off."""
    bench = Bench()
    bench.open().move(Servo.CHUTE, 1500)
    bench.chip.write_byte_data(0x40, MODE1, SLEEP)
    bench.heard.clear()
    driver = bench.open()
    assert bench.heard == []
    assert bench.sent_us(driver, 1200) == pytest.approx(1200, abs=2.5)


def test_relax_ends_the_pulses_of_one_channel_alone() -> None:
    bench = Bench()
    driver = bench.open()
    driver.move(Servo.CHUTE, 1500)
    driver.move(Servo.SLIDER, 1000)
    driver.relax(Servo.CHUTE)
    assert bench.chip.width_us(0) is None
    assert bench.chip.width_us(15) == pytest.approx(1000, abs=2.5)
    driver.close()
    assert bench.chip.width_us(15) is None


def test_board_that_does_not_answer_is_told_with_its_remedy() -> None:
    bench = Bench()
    bench.chip.plugged = False
    with pytest.raises(DriverError, match="0x40 does not answer: Remote I/O error") as caught:
        bench.open()
    assert "i2cdetect" in caught.value.remedy


def test_board_that_loses_its_power_is_noticed_and_started_anew() -> None:
    stand = BoardStand()
    stand.mechanism.home(1)
    stand.after(0.6, stand.chip.power_on)
    receipt = stand.mechanism.drop(2, 3)
    assert (receipt.ending, "lost its power" in receipt.remedy) == (Ending.STOPPED, True)
    assert stand.mechanism.home(3).ending is Ending.DONE
    assert stand.mechanism.drop(4, 5).ending is Ending.DONE


def test_chip_that_keeps_no_prescale_is_no_servo_board(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench()
    monkeypatch.setattr(bench.chip, "read_byte_data", lambda address, register: 0x0F)
    with pytest.raises(DriverError, match="no PCA9685"):
        bench.open()


@pytest.mark.parametrize("channel", [-1, 16])
def test_channel_that_the_board_does_not_have_is_refused(channel: int) -> None:
    bench = Bench(replace(BOARD, servos={**BOARD.servos, Servo.GATE: channel}))
    with pytest.raises(DriverError, match=f"gate servo is at channel {channel}"):
        bench.open()


def test_sensor_at_a_pin_of_the_bus_is_refused() -> None:
    bench = Bench(replace(BOARD, sensors={**BOARD.sensors, Sensor.MAGAZINE: 3}))
    with pytest.raises(DriverError, match="magazine sensor is at GPIO 3"):
        bench.open()


def test_bus_that_fails_in_a_motion_ends_it() -> None:
    stand = BoardStand()
    stand.mechanism.home(1)

    def unplug() -> None:
        stand.chip.plugged = False

    stand.after(0.2, unplug)
    assert "four wires" in stand.mechanism.drop(2, 3).remedy
    stand.chip.plugged = True
    assert not stand.mechanism.status().homed


def test_chip_of_these_tests_is_strict() -> None:
    chip = Pca9685Chip()
    chip.write_byte_data(0x40, MODE1, 0x01)
    chip.write_byte_data(0x40, 0xFE, 121)
    assert chip.read_byte_data(0x40, 0xFE) == 0x1E, "the prescaler is written in sleep alone"
    chip.write_i2c_block_data(0x40, 0x06, [1, 2, 3, 4])
    assert [chip.registers[register] for register in range(6, 10)] == [4, 0, 0, 0x10], "no auto-increment yet"
    chip.write_byte_data(0x40, ALL_LED + 3, 0x10)
    assert chip.read_byte_data(0x40, ALL_LED + 3) == 0, "written, never read"
    for address, register in ((0x41, MODE1), (0x40, 0x46)):
        with pytest.raises(OSError):
            chip.write_byte_data(address, register, 0)
