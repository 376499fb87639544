"""What is impossible about a board: a mask of flags, empty when the board could have come about by play.

A board here is `discs[row][column]`, row 0 at the bottom: FIRST, SECOND or None. Standard library only.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence

from robot.rules.errors import RulesError
from robot.rules.lines import bit, has_line, line_masks
from robot.rules.position import FIRST, SECOND, Position

Board = Sequence[Sequence[int | None]]


class Status(enum.IntFlag):
    """Every reason why a board cannot have come about."""

    POSSIBLE = 0
    FLOATING = 1
    """A disc with an empty cell under it."""
    COUNTS = 2
    """The first player has neither as many discs as the second nor one more."""
    TWO_WINNERS = 4
    """Both players have a line."""
    PLAYED_ON = 8
    """The line belongs to the player who did not move last, or it needs two last discs."""


def bitboards(board: Board) -> tuple[int, int]:
    """The discs of FIRST and of SECOND as bitboards."""
    sides = [0, 0]
    for row, cells in enumerate(board):
        for column, side in enumerate(cells):
            if side is not None:
                sides[side] |= bit(column, row)
    return sides[FIRST], sides[SECOND]


def status(board: Board) -> Status:
    """All that is impossible about a classic 7 x 6 board."""
    first, second = bitboards(board)
    found = Status.POSSIBLE
    if _floats(first | second):
        found |= Status.FLOATING
    surplus = first.bit_count() - second.bit_count()
    if surplus not in (0, 1):
        found |= Status.COUNTS
    if has_line(first) and has_line(second):
        found |= Status.TWO_WINNERS
    elif _played_on(first, second, surplus):
        found |= Status.PLAYED_ON
    return found


def position_of(board: Board) -> Position:
    """The position of a possible board. Raises RulesError, naming the flags, for an impossible one."""
    wrong = status(board)
    if wrong:
        names = ", ".join(flag.name.lower().replace("_", " ") for flag in Status if flag & wrong and flag.name)
        raise RulesError(f"this board cannot come about by play: {names}", "check the discs against the picture")
    first, second = bitboards(board)
    mover = first if first.bit_count() == second.bit_count() else second
    return Position(mover, first | second)


def _floats(mask: int) -> bool:
    bottom = sum(bit(column, 0) for column in range(7))
    below = (mask << 1) | bottom
    return bool(mask & ~below)


def _played_on(first: int, second: int, surplus: int) -> bool:
    last = first if surplus == 1 else second
    other = second if surplus == 1 else first
    return has_line(other) or (has_line(last) and not _one_disc_made_it(last, first | second))


def _one_disc_made_it(discs: int, mask: int) -> bool:
    """Whether the lines of `discs` share a cell on top of a column: the last disc of the game."""
    shared = ~0
    for line in line_masks():
        if discs & line == line:
            shared &= line
    tops = mask & ~(mask >> 1)
    return bool(shared & tops & discs)
