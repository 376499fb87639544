"""The reference search: the oracle of the C search, for positions near the end of the game.

It is written to be believed, not to be fast, and shares nothing with what it checks: a column is a string of discs
from the bottom, a line is found by walking from the disc that has just landed, and every move is tried to the end.
Random positions with 10, 12 and 14 empty cells took 6, 28 and 157 ms on average (one core of a shared 2.8 GHz Xeon).
"""

from __future__ import annotations

from collections.abc import Iterable

Columns = tuple[str, ...]
"""Seven strings of `x` (the first player) and `o`, from the bottom."""

EMPTY: Columns = ("",) * 7
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def reference_score(moves: Iterable[int]) -> int:
    """The score of the position after these columns (0 to 6) from the empty board.

    +n: the side to move wins with its n-th last disc; 0: draw; -n: it loses so. Raises ValueError for moves that are
    not possible or go on after the end.
    """
    columns, over = EMPTY, False
    for column in moves:
        if over or len(columns[column]) == 6:
            raise ValueError(f"there is no such move in column {column}")
        columns = _drop(columns, column)
        over = _made_four(columns, column)
    return -_score_of_win(columns) if over else _search(columns, {})


def _search(columns: Columns, known: dict[Columns, int]) -> int:
    if columns not in known:
        values = [_value(columns, column, known) for column in range(7) if _has_room(columns, column)]
        known[columns] = max(values, default=0)
    return known[columns]


def _value(columns: Columns, column: int, known: dict[Columns, int]) -> int:
    after = _drop(columns, column)
    return _score_of_win(after) if _made_four(after, column) else -_search(after, known)


def _has_room(columns: Columns, column: int) -> bool:
    return len(columns[column]) < 6


def _discs(columns: Columns) -> int:
    return sum(len(column) for column in columns)


def _drop(columns: Columns, column: int) -> Columns:
    disc = "xo"[_discs(columns) % 2]
    return columns[:column] + (columns[column] + disc,) + columns[column + 1 :]


def _score_of_win(columns: Columns) -> int:
    """The score of the side that made the last move: each side has 21 discs, and it has used half of those on board."""
    return 22 - (_discs(columns) + 1) // 2


def _made_four(columns: Columns, column: int) -> bool:
    """Whether the top disc of `column` stands in a line of four or more."""
    row = len(columns[column]) - 1
    return any(
        1 + _run(columns, column, row, across, up) + _run(columns, column, row, -across, -up) >= 4
        for across, up in DIRECTIONS
    )


def _run(columns: Columns, column: int, row: int, across: int, up: int) -> int:
    """How many equal discs follow one another from a cell, without the cell itself."""
    disc, length = columns[column][row], 0
    while True:
        column, row = column + across, row + up
        if not (0 <= column < 7 and 0 <= row < len(columns[column])) or columns[column][row] != disc:
            return length
        length += 1
