"""What `doctor` looks at in the machine itself: Python and libraries, settings, disk, clock, supply."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from pathlib import Path

from calibration.profile import age_words
from robot.config import load_settings
from robot.errors import QuadrowError
from robot.mechanism import power

OK, WARN, BAD = "ok", "warn", "bad"
FAILED, MISSING, UNCALIBRATED = 1, 3, 4
"""Exit codes of what is bad."""
TRIED = ((3, 11), (3, 13))
LIBRARIES = ("numpy", "cv2", "serial", "gpiozero", "platformdirs")
AS_ON_A_PI = (
    "install quadrow again; on a Raspberry Pi: sudo apt install python3-opencv, then make the environment with"
    " --system-site-packages"
)
LOW_MB, FULL_MB = 200, 20
"""Below the first it is time to tidy up; with less than the second a game may not come to its end: SQLite needs room
for its log beside the journal, and the profiles are written beside the old ones."""
OLD_DAYS = 180
"""A calibration does not spoil, but after half a year another season's light falls in, and screws have worked loose."""
MODEM_MANAGER = Path("/usr/sbin/ModemManager")
BORN = 2026
"""No clock that is right shows an earlier year."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: ok, warn or bad, in words; what to do when it is not ok.

    `code` is the exit code when it is bad.
    """

    name: str
    grade: str
    words: str
    remedy: str = ""
    code: int = FAILED


def trouble(name: str, error: Exception, code: int | None = None) -> Finding:
    """Make a finding of an error of ours."""
    known = code or getattr(error, "exit_code", FAILED)
    code = known if known in (MISSING, UNCALIBRATED) else FAILED
    return Finding(name, BAD, str(error), getattr(error, "remedy", "run it again with --debug"), code)


def calibrated(name: str, saved_at: datetime, words: str, now: datetime) -> Finding:
    """Tell of a calibration that can be read: how old it is and `words`."""
    told = f"{age_words(saved_at, now)}, {words}"
    if (now - saved_at).days < OLD_DAYS:
        return Finding(name, OK, told)
    return Finding(name, WARN, f"{told}; that is long", "type: quadrow selftest; where it fails: quadrow calibrate all")


def check_machine(folder: Path, saved: list[datetime], now: datetime) -> Iterator[Finding]:
    """Look at the machine; `folder` is where data lives, `saved` when calibrations were, by the clock of that time."""
    yield python()
    yield libraries()
    yield settings()
    yield disk(shutil.disk_usage(folder).free // 1_000_000, folder)
    yield clock(saved, now)
    yield supply(power.flags())


def python(version: tuple[int, int] = (sys.version_info.major, sys.version_info.minor)) -> Finding:
    """Look at Python's version."""
    words = ".".join(map(str, version))
    if TRIED[0] <= version <= TRIED[1]:
        return Finding("python", OK, words)
    return Finding("python", WARN, f"{words}: quadrow was not tried with it", "take Python 3.11, 3.12 or 3.13")


def libraries(names: tuple[str, ...] = LIBRARIES) -> Finding:
    """Import all libraries, one beside the other: numpy of one and OpenCV of another age do not bear each other."""
    found = []
    for name in names:
        try:
            found.append(f"{name} {getattr(import_module(name), '__version__', '')}".strip())
        except Exception as error:  # what a broken binary raises on import nobody can foresee
            return Finding("libraries", BAD, f"{name} cannot be used ({error})", AS_ON_A_PI)
    return Finding("libraries", OK, ", ".join(found))


def settings() -> Finding:
    """Read the settings."""
    try:
        found = load_settings()
    except QuadrowError as error:
        return trouble("settings", error, FAILED)
    return Finding("settings", OK, f"robot {found.robot}, camera {found.camera}")


def disk(free_mb: int, folder: Path) -> Finding:
    """Look whether games can be kept."""
    words = f"{free_mb} MB free for games in {folder}"
    if free_mb >= LOW_MB:
        return Finding("disk", OK, words)
    return Finding("disk", WARN if free_mb >= FULL_MB else BAD, words, "free some space")


def clock(saved: list[datetime], now: datetime) -> Finding:
    """Look whether the time of day can be right: a Pi without network or battery begins where it stopped."""
    words = f"{now:%Y-%m-%d %H:%M} UTC"
    if now.year < BORN or any(when > now for when in saved):
        later = "earlier than what was calibrated" if now.year >= BORN else "long past"
        return Finding("clock", WARN, f"{words}, {later}", "connect to a network, or set it: sudo timedatectl set-time")
    return Finding("clock", OK, words)


def supply(flags: int | None) -> Finding:
    """Look what the Pi says of its supply, now and since its start."""
    if flags is None:
        return Finding("supply", OK, "this machine says nothing of it")
    words = power.told(0, flags)
    if not words:
        return Finding("supply", OK, "well since the start")
    return Finding("supply", WARN, f"since the start, or now: {'; '.join(words)}", "see Power in firmware/README.md")


def modem_manager(program: Path = MODEM_MANAGER) -> Iterator[Finding]:
    """Look for a program that talks to every new serial port as if it were a modem; nothing to say without it."""
    if program.exists():
        words = f"{program} talks to a controller that is plugged in, for some seconds"
        yield Finding("modems", WARN, words, "without a modem: sudo systemctl disable --now ModemManager")
