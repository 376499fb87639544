"""The firmware is never larger than promised, and its sources travel with the program."""

from __future__ import annotations

import fnmatch
import re
import subprocess
import tomllib
from pathlib import Path

from tests.firmware.controllers import FIRMWARE, Built


def size(built: Built, *words: str) -> subprocess.CompletedProcess[str]:
    (built.folder / "size.txt").unlink(missing_ok=True)
    return subprocess.run(
        ["make", "-s", "-C", str(FIRMWARE), f"BUILD={built.folder}", "size", *words], capture_output=True, text=True
    )


def test_flash_and_memory_are_told_and_more_than_28_kb_fail(built: Built) -> None:
    told = size(built)
    found = re.fullmatch(r"flash (\d+) of 32768 bytes, RAM (\d+) of 2048 bytes\n", told.stdout)
    assert told.returncode == 0 and found and int(found[1]) <= 28 * 1024
    small = size(built, f"LARGEST={int(found[1]) - 1}")
    assert small.returncode != 0 and "error: more than" in small.stdout
    assert size(built, f"LARGEST={found[1]}").returncode == 0
    assert re.search(r"^LARGEST := 28672$", (FIRMWARE / "Makefile").read_text(), re.M)


def test_every_file_of_the_firmware_is_among_the_packages_data() -> None:
    setup = tomllib.loads((FIRMWARE.parent / "pyproject.toml").read_text())["tool"]["setuptools"]
    assert "firmware*" in setup["packages"]["find"]["include"]
    listed = subprocess.run(["git", "ls-files"], cwd=FIRMWARE, capture_output=True, text=True).stdout.split()
    files = listed or [str(path.relative_to(FIRMWARE)) for path in FIRMWARE.rglob("*") if path.is_file()]
    left = [file for file in files if not any(fnmatch.fnmatch(Path(file).name, p) for p in setup["package-data"]["*"])]
    assert files and not left
