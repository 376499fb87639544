"""Draw a board in letters, with colour where the terminal wants it. Standard library only."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TextIO

INKS = {"R": "\x1b[1;31m", "Y": "\x1b[1;33m", "?": "\x1b[2m", ".": "\x1b[2m"}
PLAIN = "\x1b[0m"


def wants_colour(stream: TextIO | None = None) -> bool:
    """Tell whether `stream` (standard output by default) is a terminal whose owner wants colour (no-color.org)."""
    stream = stream or sys.stdout
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def board_lines(grid: Sequence[str], *, colour: bool = False) -> list[str]:
    """Give the lines of a board from strings of the letters `. R Y ?`, top row first."""
    return [" ".join(_ink(letter) if colour else letter for letter in row) for row in grid]


def sketch_lines(holes: Sequence[Sequence[float]], size: tuple[int, int], columns: int = 56) -> list[str]:
    """Sketch where holes, places (x, y) px, lie in a picture of width and height `size`; letters are two by one."""
    rows = max(1, round(columns * size[1] / size[0] / 2))
    canvas = [[" "] * columns for _ in range(rows)]
    for x, y in holes:
        row, column = int(y / size[1] * rows), int(x / size[0] * columns)
        if 0 <= row < rows and 0 <= column < columns:
            canvas[row][column] = "o"
    edge = f"+{'-' * columns}+"
    return [edge, *(f"|{''.join(row)}|" for row in canvas), edge]


def _ink(letter: str) -> str:
    return f"{INKS[letter]}{letter}{PLAIN}" if letter in INKS else letter
