"""The kernel's PWM in a folder: real files, and the rules of drivers/pwm/sysfs.c for who writes them through it."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path

from robot.mechanism.drivers.pwm import Files

FRESH = {"period": "0", "duty_cycle": "0", "enable": "0", "polarity": "normal"}


def plant(root: Path, device: str, channels: int, number: int) -> Path:
    """Make the folder of a PWM chip as /sys/class/pwm shows it; its path."""
    chip, home = root / f"pwmchip{number}", root.parent / "devices" / "axi" / device
    chip.mkdir(parents=True)
    home.mkdir(parents=True)
    (chip / "device").symlink_to(home)
    (chip / "npwm").write_text(f"{channels}\n")
    for name in ("export", "unexport"):
        (chip / name).touch()
    return chip


def export(chip: Path, channel: int, **values: str) -> Path:
    """Make the folder of a channel."""
    folder = chip / f"pwm{channel}"
    folder.mkdir()
    for name, value in {**FRESH, **values}.items():
        (folder / name).write_text(f"{value}\n")
    return folder


class Kernel(Files):
    """Obeys what is written to the files of `chip`; `pulse` hears channel and width (us, None: no more pulses).

    `busy` channels belong to the kernel itself; `forbid` so many writes to a new channel are denied, until udev has
    come round.
    """

    def __init__(self, chip: Path, pulse: Callable[[int, float | None], None] = lambda channel, width: None) -> None:
        self._chip, self._pulse = chip, pulse
        self.busy: set[int] = set()
        self.forbid = 0

    def write(self, path: Path, text: str) -> None:
        if path.name == "export":
            self._export(self._number(text))
        elif path.name == "unexport":
            channel = self._number(text)
            shutil.rmtree(self._exported(channel, errno.ENODEV))
            self._pulse(channel, None)
        else:
            self._set(int(path.parent.name.removeprefix("pwm")), path.name, text)

    def _number(self, text: str) -> int:
        channel = int(text)
        if channel >= int((self._chip / "npwm").read_text()):
            raise _error(errno.ENODEV)
        return channel

    def _export(self, channel: int) -> None:
        if channel in self.busy or (self._chip / f"pwm{channel}").exists():
            raise _error(errno.EBUSY)
        export(self._chip, channel)

    def _exported(self, channel: int, otherwise: int) -> Path:
        folder = self._chip / f"pwm{channel}"
        if not folder.exists():
            raise _error(otherwise)
        return folder

    def _set(self, channel: int, name: str, text: str) -> None:
        folder = self._exported(channel, errno.ENOENT)
        if self.forbid:
            self.forbid -= 1
            raise _error(errno.EACCES)
        state = {one: (folder / one).read_text().strip() for one in FRESH}
        if name == "polarity" and state["enable"] == "1" and text != state[name]:
            raise _error(errno.EBUSY)
        state[name] = text
        period, duty = int(state["period"]), int(state["duty_cycle"])
        if not period or not 0 <= duty <= period or state["enable"] not in ("0", "1"):
            raise _error(errno.EINVAL)
        (folder / name).write_text(f"{text}\n")
        self._pulse(channel, duty / 1000 if state["enable"] == "1" else None)


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))
