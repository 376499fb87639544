"""Words and boards for a terminal, with colour where it wants it. Standard library only."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Sequence
from typing import TextIO

_RED, _YELLOW, _BLUE, _PALE = "\x1b[1;31m", "\x1b[1;33m", "\x1b[1;34m", "\x1b[2m"
INKS = {"R": _RED, "Y": _YELLOW, "X": _RED, "O": _YELLOW, "#": _BLUE, "B": _BLUE, **dict.fromkeys("?.-xory", _PALE)}
PLAIN = "\x1b[0m"

_GAPS = {(False, False): " ", (False, True): "[", (True, True): "|", (True, False): "]"}
"""What stands between two squares, by whether the left and the right one are marked."""


def wants_colour(stream: TextIO | None = None) -> bool:
    """Tell whether `stream` (standard output by default) is a terminal whose owner wants colour (no-color.org)."""
    stream = stream or sys.stdout
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def board_lines(grid: Sequence[str], *, colour: bool = False) -> list[str]:
    """Give the lines of a board from strings of the letters `. R Y ?`, top row first."""
    return [" ".join(_ink(letter) if colour else letter for letter in row) for row in grid]


def named_board(
    grid: Sequence[str], marked: Collection[tuple[int, int]] = (), names: str = "abcdefg", *, colour: bool = False
) -> list[str]:
    """Give the lines of a board with the names of its rows and columns; brackets stand around `marked` squares.

    `grid` as for `board_lines`; a square is (column, row), (0, 0) = a1.
    """
    rows = [
        f"{number + 1}{_row(row, {column for column, at in marked if at == number}, colour)}".rstrip()
        for number, row in zip(range(len(grid) - 1, -1, -1), grid, strict=True)
    ]
    return [*rows, f"  {' '.join(names)}"]


def _row(row: str, marked: Collection[int], colour: bool) -> str:
    gaps = [_GAPS[column - 1 in marked, column in marked] for column in range(len(row) + 1)]
    inked = [_ink(letter) if colour else letter for letter in row]
    return gaps[0] + "".join(letter + gap for letter, gap in zip(inked, gaps[1:], strict=True))


def printable(text: str) -> str:
    """Give a name or a sentence for one line of a terminal: whatever a terminal would obey is written as an escape."""
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)


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
