"""The folder of the controller's sources, and what it says of faults: firmware/faults.csv, read by both ends."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "firmware"
"""Beside the packages in a checkout and in an installation."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A word of the controller: what is wrong, and what a person can do about it."""

    word: str
    kind: str
    cause: str
    remedy: str


@cache
def faults() -> dict[str, Fault]:
    """Read the table of faults, by word."""
    with (FOLDER / "faults.csv").open(encoding="utf-8", newline="") as file:
        return {row["word"]: Fault(**row) for row in csv.DictReader(file)}


def fault(word: str) -> Fault:
    """Look a fault up; a word that this version does not know is told as it is."""
    unknown = Fault(word, "failure", f"the controller says {word}", "flash the firmware again: quadrow firmware flash")
    return faults().get(word, unknown)


@cache
def version() -> str:
    """Give the version of the firmware that belongs to this program."""
    found = re.search(r'#define FIRMWARE "([^"]+)"', (FOLDER / "src" / "core.h").read_text(encoding="utf-8"))
    assert found is not None
    return found[1]
