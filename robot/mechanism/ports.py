"""Serial ports: opened for one program alone, never waiting for a byte."""

from __future__ import annotations

import errno
from pathlib import Path

import serial

from robot.mechanism.link import LinkError

BAUD = 38400
WRITE_S = 0.5
BY_ID = Path("/dev/serial/by-id")
"""Names that stay the same however often a controller is plugged in."""


def open_port(name: str) -> serial.Serial:
    """Open a port for `robot.mechanism.link`. Raises LinkError, which says what is in the way."""
    try:
        return serial.Serial(name, BAUD, timeout=0, write_timeout=WRITE_S, exclusive=True)
    except (OSError, ValueError) as error:
        raise LinkError(*_trouble(name, error)) from error


def find_ports(by_id: Path = BY_ID) -> list[str]:
    """Name the serial ports of devices at USB, in the order of their names."""
    return sorted(str(path) for path in by_id.glob("*"))


def _trouble(name: str, error: OSError | ValueError) -> tuple[str, str]:
    """Say why a port does not open, and what to do. Pyserial gives a port in use no number."""
    number = getattr(error, "errno", None)
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return f"there is no port '{name}'", "plug the controller in; type: quadrow find-port"
    if number == errno.EACCES:
        return f"this user may not use {name}", "type: sudo usermod -aG dialout $USER, then log out and in again"
    if number == errno.EBUSY or "exclusively lock" in str(error):
        return f"another program uses {name}", "end it: another quadrow, a terminal, the Arduino program"
    return f"{name} does not open as a serial port", "name another one; type: quadrow find-port"
