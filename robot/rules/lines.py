"""Every line of `k` cells on a board, as cells and as bit masks. Standard library only.

row 5 | 5 12 19 26 33 40 47      A cell (column, row) is bit  column * (height + 1) + row.
 ...  |                          The spare bit on top of each column (6, 13, ...) is always 0,
row 0 | 0  7 14 21 28 35 42      so that shifted boards never run into the next column.
        a  b  c  d  e  f  g
"""

from __future__ import annotations

from functools import cache

Square = tuple[int, int]
"""(column, row), column 0 = a, row 0 = bottom."""

DIRECTIONS: tuple[Square, ...] = ((1, 0), (0, 1), (1, 1), (1, -1))


@cache
def lines(width: int = 7, height: int = 6, k: int = 4, cylinder: bool = False) -> tuple[tuple[Square, ...], ...]:
    """All lines of exactly k cells; 69 on the classic board (24 across, 21 up, 24 diagonal).

    On a cylinder a line may run over the seam from the last column to the first (105 on the classic size); where
    the width is k, a ring counts once.
    """
    found: dict[frozenset[Square], tuple[Square, ...]] = {}
    for column in range(width):
        for row in range(height):
            for across, up in DIRECTIONS:
                end_column, end_row = column + across * (k - 1), row + up * (k - 1)
                if (cylinder or 0 <= end_column < width) and 0 <= end_row < height:
                    line = tuple(((column + across * i) % width, row + up * i) for i in range(k))
                    found.setdefault(frozenset(line), line)
    return tuple(found.values())


def bit(column: int, row: int, height: int = 6) -> int:
    """The mask of one cell."""
    return 1 << (column * (height + 1) + row)


@cache
def line_masks(width: int = 7, height: int = 6, k: int = 4, cylinder: bool = False) -> tuple[int, ...]:
    """The same lines as bit masks, in the same order."""
    return tuple(sum(bit(*cell, height) for cell in line) for line in lines(width, height, k, cylinder))


def has_line(discs: int, height: int = 6, k: int = 4) -> bool:
    """Whether one player's discs hold k or more in a line (flat board)."""
    for step in (height + 1, 1, height + 2, height):
        run = discs
        for _ in range(k - 1):
            run &= run >> step
            if not run:
                break
        if run:
            return True
    return False
