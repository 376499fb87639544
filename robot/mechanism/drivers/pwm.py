"""Servos at the Pi's hardware PWM, through the files of the kernel.

    /sys/class/pwm/pwmchipN/device -> ... 1f00098000.pwm         which chip it is; N changes from kernel to kernel
                            export, unexport                     a channel's number: the folder pwmK comes or goes
                            pwmK/period, duty_cycle              ns
                                 enable                          1 or 0

Sources: drivers/pwm/sysfs.c and the README of the overlays in raspberrypi/linux; Pioreactor/rpi_hardware_pwm #10, #14
and #25 for the chips' numbers. A pulse comes only when the overlay has given the pin to the PWM, which these files do
not show: `pinctrl get 12,13,18,19` does.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from robot.clock import Clock
from robot.mechanism.drivers._guarded import Driver, Senses
from robot.mechanism.errors import DriverError
from robot.mechanism.types import Sensor, Servo
from robot.mechanism.wiring import Wiring, wired

PERIOD_NS = 20_000_000
NS_IN_US = 1000
PERMITTED_S, ASK_AGAIN_S = 2.0, 0.05
"""A new channel's files belong to root until udev has given them to the group gpio (python-periphery #35)."""
PI_5 = "1f00098000.pwm"
"""The end of the chip's device link; the fan hangs at another chip, 1f0009c000.pwm."""
CHANNELS = {12: 0, 13: 1, 18: 2, 19: 3}
"""Its channels by GPIO number."""
TOO_SMALL = {"fe20c000.pwm": "a Pi 4", "3f20c000.pwm": "a Pi 3 or Zero 2 W"}
"""Chips with two channels, by device link."""
CONFIG = "/boot/firmware/config.txt"
OVERLAY = (
    f"write the line dtoverlay=pwm-2chan,pin=12,func=4,pin2=13,func2=4 into {CONFIG} and start the Pi 5 again; it gives"
    " GPIO 18 and 19 to the PWM by: sudo pinctrl set 18,19 a3"
)


class Files:
    """The kernel's files; each write is one call of the kernel, and makes no file that is not there."""

    def read(self, path: Path) -> str:
        return path.read_text(encoding="ascii").strip()

    def write(self, path: Path, text: str) -> None:
        file = os.open(path, os.O_WRONLY | os.O_TRUNC)
        try:
            os.write(file, text.encode("ascii"))
        finally:
            os.close(file)


class PwmDriver:
    """The servos of `wiring` at hardware PWM, and the sensors of `inputs`. Implements `Driver`.

    Opens every channel without a pulse. Raises DriverError for a chip or a channel that is not there, in use or
    forbidden.
    """

    resolution_us = 1.0

    def __init__(self, wiring: Wiring, inputs: Senses, clock: Clock, files: Files | None = None) -> None:
        self._inputs, self._clock = inputs, clock
        self._files = files or Files()
        self._folders: dict[Servo, Path] = {}
        try:
            chip, channels = find_channels(wiring)
            for servo, channel in channels.items():
                self._folders[servo] = self._open(chip, channel)
        except BaseException:
            self.close()
            raise

    def move(self, servo: Servo, pulse_us: int) -> None:
        folder = wired(self._folders, servo)
        with _explained(folder):
            self._files.write(folder / "duty_cycle", str(pulse_us * NS_IN_US))
            self._files.write(folder / "enable", "1")

    def relax(self, servo: Servo) -> None:
        folder = wired(self._folders, servo)
        with _explained(folder):
            self._files.write(folder / "enable", "0")

    def sense(self, sensor: Sensor) -> int:
        return self._inputs.sense(sensor)

    def close(self) -> None:
        """End all pulses and give the channels back."""
        for folder in self._folders.values():
            with contextlib.suppress(OSError):
                self._files.write(folder / "enable", "0")
                self._files.write(folder.parent / "unexport", folder.name.removeprefix("pwm"))
        self._folders = {}
        self._inputs.close()

    def _open(self, chip: Path, channel: int) -> Path:
        folder = chip / f"pwm{channel}"
        with _explained(folder):
            if not folder.exists():
                self._files.write(chip / "export", str(channel))
            elif self._files.read(folder / "enable") != "0":
                raise OSError(errno.EBUSY, "it is sending pulses")
            if self._files.read(folder / "period") != "0":
                self._write_when_permitted(folder / "duty_cycle", "0")
            self._write_when_permitted(folder / "period", str(PERIOD_NS))
            self._files.write(folder / "polarity", "normal")
        return folder

    def _write_when_permitted(self, path: Path, text: str) -> None:
        until_s = self._clock.now() + PERMITTED_S
        while True:
            try:
                return self._files.write(path, text)
            except PermissionError:
                if self._clock.now() >= until_s:
                    raise
                self._clock.sleep(ASK_AGAIN_S)


@contextlib.contextmanager
def _explained(folder: Path) -> Iterator[None]:
    """Turn what the kernel says into a DriverError with its remedy."""
    try:
        yield
    except OSError as error:
        remedies = {
            errno.EBUSY: f"end the program that uses it; if there is none: echo 0 | sudo tee {folder}/enable",
            errno.EACCES: "sudo usermod -aG gpio $USER, then log in again",
        }
        what = f"the PWM channel {folder} cannot be used: {error.strerror}"
        raise DriverError(what, remedies.get(error.errno or 0, OVERLAY)) from error


def find_channels(wiring: Wiring) -> tuple[Path, dict[Servo, int]]:
    """Find the PWM chip's folder, and the channel of every servo. Raises DriverError."""
    for chip in sorted(Path(wiring.pwm_root).glob("pwmchip*")):
        device = (chip / "device").resolve().name
        if device in TOO_SMALL:
            raise DriverError(
                f"{TOO_SMALL[device]} has 2 PWM channels, and {len(wiring.servos)} servos are wired",
                "use the controller or pca9685",
            )
        if device == PI_5:
            return chip, {servo: _channel(servo, wiring) for servo in wiring.servos}
    raise DriverError(f"there is no hardware PWM of a Raspberry Pi in {wiring.pwm_root}", OVERLAY)


def _channel(servo: Servo, wiring: Wiring) -> int:
    pin = wired(wiring.servos, servo)
    if pin not in CHANNELS or pin in wiring.sensors.values():
        raise DriverError(
            f"the {servo.value} servo is at GPIO {pin}, which has no PWM or belongs to a sensor",
            f"wire it to one of GPIO {', '.join(map(str, CHANNELS))} that no sensor uses",
        )
    return CHANNELS[pin]


def open_driver(wiring: Wiring, clock: Clock) -> Driver:
    """Open the servos and the sensors; raises DriverError."""
    from robot.mechanism.drivers._inputs import Inputs, pin_factory  # the guard process does without

    return PwmDriver(wiring, Inputs(wiring, pin_factory()), clock)


def off_switch(wiring: Wiring, files: Files | None = None) -> Callable[[], None]:
    """Give what ends all pulses; every channel is tried before an OSError is raised."""
    chip, channels = find_channels(wiring)
    files = files or Files()

    def switch_off() -> None:
        failed: OSError | None = None
        for channel in channels.values():
            try:
                files.write(chip / f"pwm{channel}" / "enable", "0")
            except FileNotFoundError:
                continue  # the channel was given back
            except OSError as error:
                failed = error
        if failed is not None:
            raise failed

    return switch_off
