"""Moves as people write them, and back. Standard library only.

A column is a letter or a digit, counted from the left: `a` and `1` are column 0. A position is the moves from the
empty board, with nothing between them (`4453`, `ddec`); `-` is the empty board.
"""

from __future__ import annotations

from collections.abc import Iterable

from robot.rules.errors import BadNotation, IllegalMove
from robot.rules.position import Position

LETTERS = "abcdefghi"
DIGITS = "123456789"
EMPTY_BOARD = "-"


def letter(column: int) -> str:
    """The name of a column."""
    return LETTERS[column]


def letters(columns: Iterable[int]) -> str:
    """Moves in letters; `-` when there are none. The inverse of `columns_of`."""
    return "".join(letter(column) for column in columns) or EMPTY_BOARD


def column_of(text: str, width: int = Position.WIDTH) -> int:
    """The column that one letter or digit names. Raises BadNotation."""
    for names in (LETTERS, DIGITS):
        column = names.find(text) if len(text) == 1 else -1
        if 0 <= column < width:
            return column
    raise BadNotation(f"{text!r} is no column", f"use {_range(width)}")


def columns_of(text: str, width: int = Position.WIDTH) -> tuple[int, ...]:
    """The columns of a position's text. Raises BadNotation, which says at which ply."""
    if text == EMPTY_BOARD:
        return ()
    if not text:
        raise BadNotation("there are no moves", f"use {_range(width)}, or {EMPTY_BOARD} for the empty board")
    return tuple(_column_at(text, index, width) for index in range(len(text)))


def position_of(text: str) -> Position:
    """The classic position that a text describes.

    Raises BadNotation, and IllegalMove for a full column or a move after the end; both say at which ply.
    """
    position = Position()
    for ply, column in enumerate(columns_of(text), start=1):
        if position.last_mover_has_line() or position.is_full():
            raise IllegalMove(f"the game is over before move {ply} ({letter(column)})", "leave out what follows")
        try:
            position = position.play(column)
        except IllegalMove as error:
            raise IllegalMove(f"move {ply}: {error}", error.remedy) from None
    return position


def _column_at(text: str, index: int, width: int) -> int:
    try:
        return column_of(text[index], width)
    except BadNotation as error:
        raise BadNotation(f"move {index + 1}: {error}", error.remedy) from None


def _range(width: int) -> str:
    return f"a to {LETTERS[width - 1]} or 1 to {width}"
