"""The faults of the hand, each with the last lines on the wire before it: kept beside the games."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path

from robot.clock import utc_now
from robot.config import data_folder

NAME = "faults.log"
MOST_BYTES = 256_000
"""The older half goes when there is more."""


def note_fault(words: str, traffic: Sequence[str]) -> Path | None:
    """Write a fault down; give the file, None where the disk does not let it: a fault is no reason to stop a game."""
    with contextlib.suppress(OSError):
        path = data_folder() / NAME
        lines = [f"{utc_now():%Y-%m-%d %H:%M:%S} UTC  {words}", *(f"    {line}" for line in traffic)]
        with path.open("a", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        if path.stat().st_size > MOST_BYTES:
            kept = path.read_text(encoding="utf-8", errors="replace")[-MOST_BYTES // 2 :]
            path.write_text(kept.partition("\n")[2], encoding="utf-8")
        return path
    return None
