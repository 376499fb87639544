"""Serial ports: opened for one program alone, never waiting for a byte."""

from __future__ import annotations

from pathlib import Path

import serial

BAUD = 38400
WRITE_S = 0.5
BY_ID = Path("/dev/serial/by-id")
"""Names that stay the same however often a controller is plugged in."""


def open_port(name: str) -> serial.Serial:
    """Open a port for `robot.mechanism.link`. Raises OSError (serial.SerialException)."""
    return serial.Serial(name, BAUD, timeout=0, write_timeout=WRITE_S, exclusive=True)


def find_ports(by_id: Path = BY_ID) -> list[str]:
    """Name the serial ports of devices at USB, in the order of their names."""
    return sorted(str(path) for path in by_id.glob("*"))
