"""Servos at a PCA9685 servo board on the I2C bus.

The board counts to 4096 in each turn of 20 ms: steps of 4.9 us, a pulse off by at most half of one. Its oscillator
has no quartz; where it is not the 25 MHz that are written on it, all pulses are too long or too short by the same share
(1570 us for 1500 in PX4 #27425), so measure one pulse and write `oscillator_hz` into the profile.

Source of the registers and of the order in which they are written: NXP, PCA9685 data sheet, rev. 4, 7.3.
"""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Callable, Iterator
from typing import Any, Protocol

from robot.clock import Clock
from robot.mechanism.drivers._guarded import Driver, Senses
from robot.mechanism.errors import DriverError
from robot.mechanism.types import Sensor, Servo
from robot.mechanism.wiring import Wiring, wired

MODE1, MODE2, LED0_ON_L, ALL_LED_OFF_H, PRE_SCALE = 0x00, 0x01, 0x06, 0xFD, 0xFE
RESTART, AUTO_INCREMENT, SLEEP = 0x80, 0x20, 0x10
"""Bits of MODE1."""
TOTEM_POLE = 0x04
"""Bit of MODE2: outputs drive both ways."""
FULL_OFF = 0x10
"""Bit of every LEDn_OFF_H: no pulses, whatever the other bits say."""
BUS, ADDRESS = 1, 0x40
"""The bus at the Pi's header, and the address of a board whose bridges are all open."""
BUS_PINS = (2, 3)
COUNTS = 4096
CHANNELS = 16
TURN_HZ = 50
WAKING_S = 0.001
"""The oscillator needs 0.5 ms to start."""


class Bus(Protocol):
    """What is used of `smbus2.SMBus`."""

    def read_byte_data(self, i2c_addr: int, register: int) -> int: ...

    def write_byte_data(self, i2c_addr: int, register: int, value: int) -> None: ...

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: list[int]) -> None: ...

    def close(self) -> None: ...


class Pca9685Driver:
    """The servos of `wiring` at the board on `bus`, and the sensors of `inputs`. Implements `Driver`.

    Begins with all 16 outputs off. Raises DriverError for a board that does not answer, or is none.
    """

    def __init__(self, wiring: Wiring, inputs: Senses, bus: Bus, clock: Clock) -> None:
        self._bus, self._clock = bus, clock
        self._inputs = inputs
        self._channels = dict(wiring.servos)
        self._prescale = prescale(wiring.oscillator_hz)
        self.resolution_us = count_us(wiring.oscillator_hz)
        try:
            _check(wiring)
            self._start()
        except BaseException:
            self.close()
            raise

    def move(self, servo: Servo, pulse_us: int) -> None:
        counts = round(pulse_us / self.resolution_us)
        with _explained():
            if self._bus.read_byte_data(ADDRESS, MODE1) & SLEEP:
                self._start()
                raise DriverError("the servo board lost its power and has started anew", "see its plugs")
            self._bus.write_i2c_block_data(ADDRESS, self._register(servo), [0, 0, counts & 0xFF, counts >> 8])

    def relax(self, servo: Servo) -> None:
        with _explained():
            self._bus.write_byte_data(ADDRESS, self._register(servo) + 3, FULL_OFF)

    def sense(self, sensor: Sensor) -> int:
        return self._inputs.sense(sensor)

    def close(self) -> None:
        """End all pulses and leave the bus."""
        with contextlib.suppress(OSError):
            self._bus.write_byte_data(ADDRESS, ALL_LED_OFF_H, FULL_OFF)
        self._bus.close()
        self._inputs.close()

    def _register(self, servo: Servo) -> int:
        return LED0_ON_L + 4 * wired(self._channels, servo)

    def _start(self) -> None:
        """All off, asleep to take the turn's length, awake; what was pulsing before does not come back."""
        bus = self._bus
        with _explained():
            bus.write_byte_data(ADDRESS, ALL_LED_OFF_H, FULL_OFF)
            bus.write_byte_data(ADDRESS, MODE1, AUTO_INCREMENT | SLEEP)
            bus.write_byte_data(ADDRESS, PRE_SCALE, self._prescale)
            bus.write_byte_data(ADDRESS, MODE2, TOTEM_POLE)
            bus.write_byte_data(ADDRESS, MODE1, AUTO_INCREMENT)
            self._clock.sleep(WAKING_S)
            bus.write_byte_data(ADDRESS, MODE1, RESTART | AUTO_INCREMENT)
            if bus.read_byte_data(ADDRESS, PRE_SCALE) != self._prescale:
                raise DriverError(f"what answers at 0x{ADDRESS:02x} is no PCA9685", "look with: i2cdetect -y 1")


def _check(wiring: Wiring) -> None:
    for servo, channel in wiring.servos.items():
        if channel not in range(CHANNELS):
            raise DriverError(f"the {servo.value} servo is at channel {channel}", "give one from 0 to 15")
    for sensor, pin in wiring.sensors.items():
        if pin in BUS_PINS:
            raise DriverError(f"the {sensor.value} sensor is at GPIO {pin}, which is the bus", "give it another pin")


def prescale(oscillator_hz: int) -> int:
    """Give the divider for turns of 20 ms."""
    return round(oscillator_hz / (COUNTS * TURN_HZ)) - 1


def count_us(oscillator_hz: int) -> float:
    """Give the length of one count in us."""
    return (prescale(oscillator_hz) + 1) * 1e6 / oscillator_hz


def measured_oscillator_hz(pulse_us: int, measured_us: float, assumed_hz: int = 25_000_000) -> int:
    """Give the oscillator's true speed from one pulse: what was asked for, what an oscilloscope or a logic analyser
    saw, and the speed that the driver was opened with."""
    counts = round(pulse_us / count_us(assumed_hz))
    return round(counts * (prescale(assumed_hz) + 1) * 1e6 / measured_us)


def open_driver(wiring: Wiring, clock: Clock) -> Driver:
    """Open the board and the sensors; raises DriverError, ImportError without smbus2."""
    from robot.mechanism.drivers._inputs import Inputs, pin_factory  # the guard process does without

    bus = _open_bus()
    try:
        inputs = Inputs(wiring, pin_factory())
    except BaseException:
        bus.close()
        raise
    return Pca9685Driver(wiring, inputs, bus, clock)


def off_switch(wiring: Wiring) -> Callable[[], None]:
    """Give what ends all pulses of the board; raises as `open_driver` does."""
    bus = _open_bus()
    return lambda: bus.write_byte_data(ADDRESS, ALL_LED_OFF_H, FULL_OFF)


def _open_bus() -> Any:
    from smbus2 import SMBus

    with _explained():
        return SMBus(BUS)


@contextlib.contextmanager
def _explained() -> Iterator[None]:
    """Turn what the bus says into a DriverError with its remedy."""
    try:
        yield
    except OSError as error:
        remedies = {
            errno.ENOENT: "switch the bus on: sudo raspi-config nonint do_i2c 0",
            errno.EACCES: "sudo usermod -aG i2c $USER, then log in again",
        }
        wires = "see its four wires and its power; i2cdetect -y 1 shows what answers"
        what = f"the servo board at 0x{ADDRESS:02x} does not answer: {error.strerror or error}"
        raise DriverError(what, remedies.get(error.errno or 0, wires)) from error
