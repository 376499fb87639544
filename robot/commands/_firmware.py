"""Build the controller's firmware with the tools of the system, once for each state of its sources."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from robot.config import data_folder
from robot.errors import HardwareMissing, QuadrowError
from robot.mechanism.firmware import FOLDER

TOOLS = {
    "all": ("make", "avr-gcc"),
    "size": ("make", "avr-gcc"),
    "sim": ("make", "cc", "pkg-config"),
}
"""What each target of firmware/Makefile needs."""
PACKAGES = "make gcc-avr avr-libc binutils-avr gcc libc6-dev libsimavr-dev libelf-dev pkg-config avrdude"
SOURCES = ("*.c", "*.h", "*.csv", "*.awk", "Makefile")
LONGEST_S = 300


class BuildFailed(QuadrowError):
    """The firmware could not be built."""


def build(*targets: str, limits: Sequence[str] = ()) -> Path:
    """Build targets of firmware/Makefile; give the folder of what was built.

    `limits` are words for make such as CHUTE=700 1900. Raises HardwareMissing when a tool is missing, BuildFailed when
    it is not content.
    """
    for tool in {tool for target in targets for tool in TOOLS[target]}:
        require(tool)
    into = data_folder() / "firmware" / _digest(limits)
    into.mkdir(parents=True, exist_ok=True)
    command = ["make", "--silent", "-C", str(FOLDER), f"BUILD={into}", *limits, *targets]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST_S)
    except subprocess.TimeoutExpired as error:
        raise BuildFailed("make does not come to an end", f"see what holds it: {' '.join(command)}") from error
    if done.returncode:
        (into / "make.log").write_text(done.stdout + done.stderr)
        why = next((line for line in done.stderr.splitlines() if "rror" in line), "make failed")
        raise BuildFailed(f"the firmware was not built: {why}", f"read {into / 'make.log'}")
    return into


def require(tool: str) -> str:
    """Find a program. Raises HardwareMissing with the packages to install."""
    path = shutil.which(tool)
    if path is None:
        raise HardwareMissing(f"{tool} is not installed", f"type: sudo apt install {PACKAGES}")
    return path


def _digest(limits: Sequence[str]) -> str:
    digest = hashlib.sha256("\n".join(limits).encode())
    for path in sorted(path for pattern in SOURCES for path in FOLDER.rglob(pattern)):
        digest.update(f"{path.relative_to(FOLDER)}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:16]
