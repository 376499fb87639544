"""Moves of every variant, and how people write them. Standard library only.

    d   4     a disc into column d: the letter, or the number of that letter
    D         push the own disc out of the bottom of column d
    _d        the anvil into column d             |d    the wall
    +d        the two-times disc                  !d    the bomb
    =         keep the colours                    x     exchange them

A game is its moves with nothing between them (`ddeD`); `-` is none.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable
from typing import NamedTuple

from robot.rules.board import Board
from robot.rules.errors import BadNotation
from robot.rules.notation import DIGITS, EMPTY_BOARD, LETTERS

WRITTEN = re.compile(r"[_|+!]?[a-zA-Z1-9]")
TOKEN = re.compile(r"[_|+!]?.", re.DOTALL)


class Kind(enum.Enum):
    """What a move does; the value is the mark before the column."""

    DROP = ""
    POP = "^"
    ANVIL = "_"
    WALL = "|"
    TWICE = "+"
    BOMB = "!"
    KEEP = "="
    SWAP = "x"


class Move(NamedTuple):
    """One move; the column is 0 for the left one, and -1 where none is meant."""

    kind: Kind
    column: int


KEEP = Move(Kind.KEEP, -1)
SWAP = Move(Kind.SWAP, -1)
DROPS = tuple(Move(Kind.DROP, column) for column in range(len(LETTERS)))
POPS = tuple(Move(Kind.POP, column) for column in range(len(LETTERS)))


def text_of(move: Move, board: Board) -> str:
    """Write one move. The inverse of `move_of`."""
    if move.column < 0:
        return move.kind.value
    name = board.names[move.column]
    return name.upper() if move.kind is Kind.POP else move.kind.value + name


def move_of(text: str, board: Board) -> Move:
    """Read one move. Raises BadNotation."""
    for move in (KEEP, SWAP):
        if text == move.kind.value:
            return move
    if WRITTEN.fullmatch(text):
        mark, name = Kind(text[:-1]), text[-1]
        if mark is Kind.DROP and name.isupper():
            mark, name = Kind.POP, name.lower()
        if name in DIGITS:
            name = LETTERS[DIGITS.index(name)]
        if name in board.names:
            return Move(mark, board.names.index(name))
    raise BadNotation(f"{text!r} is no move", f"use {_range(board)}")


def written(moves: Iterable[Move], board: Board) -> str:
    """Write moves with nothing between them; `-` when there are none. The inverse of `moves_of`."""
    return "".join(text_of(move, board) for move in moves) or EMPTY_BOARD


def moves_of(text: str, board: Board) -> tuple[Move, ...]:
    """Read the moves of a game. Raises BadNotation, which says at which ply."""
    if text == EMPTY_BOARD:
        return ()
    if not text:
        raise BadNotation("there are no moves", f"use {_range(board)}, or {EMPTY_BOARD} for no moves")
    return tuple(_move_at(ply, part, board) for ply, part in enumerate(TOKEN.findall(text), start=1))


def _move_at(ply: int, text: str, board: Board) -> Move:
    try:
        return move_of(text, board)
    except BadNotation as error:
        raise BadNotation(f"move {ply}: {error}", error.remedy) from None


def _range(board: Board) -> str:
    first = LETTERS.index(board.names[0]) + 1
    return f"{board.names[0]} to {board.names[-1]} or {first} to {first + board.width - 1}"
