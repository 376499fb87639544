"""A PCA9685 on an I2C bus, as its data sheet describes it (NXP, rev. 4, 7.3)."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, MutableSequence

MODE1, MODE2, LED0, LAST_LED, ALL_LED, PRE_SCALE = 0x00, 0x01, 0x06, 0x45, 0xFA, 0xFE
RESTART, AUTO_INCREMENT, SLEEP, FULL, WAKING_S = 0x80, 0x20, 0x10, 0x10, 0.0005
CHANNELS = range(16)


class Pca9685Chip:
    """The bus and the chip at `address` on it; does what `smbus2.SMBus` does for the calls that are used.

    `oscillator_hz` is how fast its oscillator really runs. `pulse` hears channel and width (us, None: no pulses) at
    each change; `now` gives the time in s. `registers` that are handed in, in a file maybe, are those of a chip under
    power; fresh ones stand as after power-on.
    """

    def __init__(
        self,
        registers: MutableSequence[int] | None = None,
        oscillator_hz: float = 25e6,
        pulse: Callable[[int, float | None], None] = lambda channel, width: None,
        now: Callable[[], float] = lambda: 0.0,
        address: int = 0x40,
    ) -> None:
        self.registers = bytearray(256) if registers is None else registers
        self._widths: dict[int, float | None] = dict.fromkeys(CHANNELS)
        self.address, self.oscillator_hz = address, oscillator_hz
        self.plugged = True
        self._pulse, self._now = pulse, now
        self._woke_s = -1.0
        if registers is None:
            self.power_on()

    def power_on(self) -> None:
        """Stand as after power-on: asleep, all channels off."""
        self.registers[MODE1], self.registers[MODE2], self.registers[PRE_SCALE] = 0x11, 0x04, 0x1E
        for channel in CHANNELS:
            self.registers[LED0 + 4 * channel + 3] = FULL

    def read_byte_data(self, i2c_addr: int, register: int) -> int:
        self._answer(i2c_addr, register)
        return 0 if ALL_LED <= register < PRE_SCALE else self.registers[register]

    def write_byte_data(self, i2c_addr: int, register: int, value: int) -> None:
        self.write_i2c_block_data(i2c_addr, register, [value])

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: list[int]) -> None:
        for value in data:
            self._answer(i2c_addr, register)
            self._write(register, value)
            if self.registers[MODE1] & AUTO_INCREMENT:
                register = MODE1 if register in (LAST_LED, PRE_SCALE) else register + 1
        self._update()

    def close(self) -> None: ...

    def width_us(self, channel: int) -> float | None:
        """What comes out of a channel."""
        on, off = (self._count(LED0 + 4 * channel + half) for half in (0, 2))
        if self.registers[MODE1] & (SLEEP | RESTART) or off & 0x1000 or on == off:
            return None
        assert not on & 0x1000, "a servo driven without a pause"
        return ((off - on) % 4096) * (self.registers[PRE_SCALE] + 1) * 1e6 / self.oscillator_hz

    def _answer(self, address: int, register: int) -> None:
        reserved = LAST_LED < register < ALL_LED
        if not self.plugged or address != self.address or reserved:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))

    def _write(self, register: int, value: int) -> None:
        assert type(value) is int and 0 <= value <= 0xFF
        if register == MODE1:
            self._write_mode(value)
        elif register == PRE_SCALE:
            if self.registers[MODE1] & SLEEP:
                self.registers[PRE_SCALE] = max(3, value)
        elif ALL_LED <= register < PRE_SCALE:
            for channel in CHANNELS:
                self.registers[LED0 + 4 * channel + register - ALL_LED] = value & (0xFF if register % 2 == 0 else 0x1F)
        elif register >= LED0:
            self.registers[register] = value & (0xFF if register % 2 == 0 else 0x1F)
        else:
            self.registers[register] = value

    def _write_mode(self, value: int) -> None:
        before = self.registers[MODE1]
        restart = before & RESTART
        if value & SLEEP and not before & SLEEP and any(self.width_us(channel) is not None for channel in CHANNELS):
            restart = RESTART
        if before & SLEEP and not value & SLEEP:
            self._woke_s = self._now()
        if value & RESTART and not before & SLEEP:
            assert self._now() - self._woke_s >= WAKING_S, "restarted before the oscillator runs"
            restart = 0
        self.registers[MODE1] = value & ~RESTART | restart

    def _count(self, register: int) -> int:
        return self.registers[register] | self.registers[register + 1] << 8

    def _update(self) -> None:
        for channel in CHANNELS:
            width = self.width_us(channel)
            if width != self._widths[channel]:
                self._widths[channel] = width
                self._pulse(channel, width)
