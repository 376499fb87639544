"""Build the controller's firmware with the tools of the system, once for each state of its sources."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import tempfile
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
SUMS = "sums.json"
"""Beside what was built: the SHA-256 of every file."""
SOURCES = ("*.c", "*.h", "*.csv", "*.awk", "Makefile")
LONGEST_S = 300


class BuildFailed(QuadrowError):
    """The firmware could not be built."""


def build(*targets: str, limits: Sequence[str] = ()) -> Path:
    """Build targets of firmware/Makefile, unless they stand there whole; give the folder of what was built.

    `limits` are words for make such as CHUTE=700 1900. Raises HardwareMissing when a tool is missing, BuildFailed when
    it is not content.
    """
    for tool in {tool for target in targets for tool in TOOLS[target]}:
        require(tool)
    into = data_folder() / "firmware" / f"{'-'.join(targets)}-{_digest(limits)}"
    if not _is_whole(into):
        into.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".part-", dir=into.parent) as part:
            _make(Path(part), targets, limits, into.with_suffix(".log"))
            _put(Path(part), into)
    return into


def _make(part: Path, targets: Sequence[str], limits: Sequence[str], log: Path) -> None:
    """Let make work in a folder, and write down what came of it."""
    command = ["make", "--silent", "-C", str(FOLDER), f"BUILD={part}", *limits, *targets]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST_S)
    except subprocess.TimeoutExpired as error:
        raise BuildFailed("make does not come to an end", f"see what holds it: {' '.join(command)}") from error
    if done.returncode:
        log.write_text(done.stdout + done.stderr)
        why = next((line for line in done.stderr.splitlines() if re.search("rror|No space", line)), "make failed")
        raise BuildFailed(f"the firmware was not built: {why}", f"read {log}")
    (part / SUMS).write_text(json.dumps(_sums(part)))


def _put(part: Path, into: Path) -> None:
    """Put what was built in its place in one step; another program may have been quicker."""
    if into.exists() and not _is_whole(into):
        shutil.rmtree(into)
    try:
        part.rename(into)
    except OSError:
        if not _is_whole(into):
            raise


def _is_whole(folder: Path) -> bool:
    """Tell whether a folder holds what was once built there: a full disk or a power cut leaves files short."""
    try:
        return bool(json.loads((folder / SUMS).read_text()) == _sums(folder))
    except (OSError, ValueError):
        return False


def _sums(folder: Path) -> dict[str, str]:
    files = sorted(path for path in folder.iterdir() if path.name != SUMS)
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


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
