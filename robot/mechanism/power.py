"""The Pi's own word on its supply: under-voltage and throttling, now and since the start.

    bits 0 to 3      what is so now           bits 16 to 19      what was so at any time since the start of the Pi

Asked in this order, the first that answers: `vcgencmd get_throttled` (live, all models), the kernel's get_throttled
(hexadecimal, up to two seconds old; absent on a Pi 5), and the hwmon rpi_volt, which knows the voltage alone. Sources:
the Pi's documentation of get_throttled; drivers/firmware/raspberrypi.c and Documentation/hwmon/raspberrypi-hwmon.rst.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

WORDS = (
    "the supply is too weak (under-voltage): give the servos a supply of their own, with the ground in common",
    "the processor is held back",
    "the processor is throttled",
    "the processor is too hot: give it air",
)
"""What bits 0 to 3 mean; sixteen bits higher they say that it was so."""
EVER = 16
ASK = ("vcgencmd", "get_throttled")
PATIENCE_S = 2.0
KERNEL = "devices/platform/soc*/soc*:firmware/get_throttled"
ALARM, ALARM_OF = "class/hwmon/hwmon*/in0_lcrit_alarm", "rpi_volt"


def flags(system: Path = Path("/sys"), ask: tuple[str, ...] = ASK) -> int | None:
    """Read the flags; None on a machine that has none. `system` is where the kernel shows its devices."""
    found = _asked(ask)
    if found is None:
        found = _kernel(system)
    return _alarm(system) if found is None else found


def told(before: int | None, after: int | None) -> tuple[str, ...]:
    """Say what is wrong now or came up between two readings, in words; nothing where there are no flags.

    What was so once since the start of the Pi, and then passes again between the readings, is not noticed.
    """
    if after is None:
        return ()
    new = 0 if before is None else after & ~before
    during = after & 0xF | new >> EVER & 0xF
    return tuple(word for bit, word in enumerate(WORDS) if during >> bit & 1)


def _asked(ask: tuple[str, ...]) -> int | None:
    try:
        done = subprocess.run(ask, capture_output=True, text=True, timeout=PATIENCE_S)
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = re.fullmatch(r"throttled=0x([0-9a-fA-F]+)\s*", done.stdout)
    return int(found[1], 16) if found else None


def _kernel(system: Path) -> int | None:
    text = _first(system, KERNEL)
    return int(text, 16) if text and re.fullmatch(r"(0x)?[0-9a-fA-F]+", text) else None


def _alarm(system: Path) -> int | None:
    for path in sorted(system.glob(ALARM)):
        if _first(path.parent, "name") == ALARM_OF:
            return int(_first(path.parent, path.name) == "1")
    return None


def _first(folder: Path, pattern: str) -> str | None:
    """Read the first file of a pattern that can be read."""
    for path in sorted(folder.glob(pattern)):
        try:
            return path.read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            continue
    return None
