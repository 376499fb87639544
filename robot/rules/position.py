"""The classic position: who has a disc where, and where the next disc would land. Immutable; standard library only.

Two bitboards (see `lines` for the picture of the bits):

    mask    all discs
    mover   the discs of the side to move

Playing a column adds the lowest free bit of that column to `mask` and swaps the sides, so a position is two
integers and a move is three operations.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from robot.rules.errors import IllegalMove
from robot.rules.lines import Square, bit, has_line, lines

FIRST = 0
SECOND = 1


@dataclass(frozen=True, slots=True)
class Position:
    """A position of the classic 7 x 6 game; the empty board by default.

    `ply` counts the discs; the first player moves at even plies.
    """

    mover: int = 0
    mask: int = 0

    WIDTH: ClassVar[int] = 7
    HEIGHT: ClassVar[int] = 6
    K: ClassVar[int] = 4

    @property
    def ply(self) -> int:
        return self.mask.bit_count()

    @property
    def side(self) -> int:
        """FIRST or SECOND: whose turn it is."""
        return self.mask.bit_count() & 1

    @property
    def key(self) -> int:
        """A number that no other position has."""
        return self.mover + self.mask

    def height(self, column: int) -> int:
        """How many discs stand in a column."""
        return (self.mask >> column * 7 & 0x3F).bit_count()

    def is_legal(self, column: int) -> bool:
        return 0 <= column < 7 and not self.mask >> (column * 7 + 5) & 1

    def legal_columns(self) -> tuple[int, ...]:
        """The columns that are not full, from a to g; whether the game is over is not asked here."""
        return tuple(column for column in range(7) if not self.mask >> (column * 7 + 5) & 1)

    def landing_row(self, column: int) -> int:
        """The row in which a disc would come to rest.

        Raises IllegalMove for a full column or one off the board.
        """
        if not 0 <= column < 7:
            raise IllegalMove(f"there is no column {column + 1}", "choose one of a to g (1 to 7)")
        if not self.is_legal(column):
            raise IllegalMove(f"column {'abcdefg'[column]} is full", "choose another column")
        return self.height(column)

    def play(self, column: int) -> Position:
        """The position after a disc in `column`. Raises IllegalMove as `landing_row` does."""
        self.landing_row(column)
        return Position(self.mover ^ self.mask, self.mask | (self.mask + (1 << column * 7)))

    def undo(self, column: int) -> Position:
        """The position before the last disc went into `column` (the caller knows which it was).

        Raises IllegalMove when the top disc of that column is not one of the side that moved last.
        """
        row = self.height(column) - 1 if 0 <= column < 7 else -1
        top = bit(column, row) if row >= 0 else 0
        if not top or self.mover & top:
            raise IllegalMove(f"the last move was not in column {column + 1}", "undo the moves in reverse order")
        mask = self.mask ^ top
        return Position(self.mover ^ mask, mask)

    def last_mover_has_line(self) -> bool:
        """Whether the side that has just moved holds four or more in a line."""
        return has_line(self.mover ^ self.mask)

    def is_full(self) -> bool:
        return self.mask.bit_count() == 42

    def discs(self, side: int) -> int:
        """The bitboard of FIRST or SECOND."""
        return self.mover if side == self.side else self.mover ^ self.mask

    def at(self, column: int, row: int) -> int | None:
        """FIRST, SECOND or None."""
        cell = bit(column, row)
        if not self.mask & cell:
            return None
        return self.side if self.mover & cell else 1 - self.side

    def winning_lines(self) -> tuple[tuple[Square, ...], ...]:
        """The lines of four of the side that has just moved, cell by cell; empty when there is none."""
        winner = self.mover ^ self.mask
        return tuple(line for line in lines() if all(winner & bit(column, row) for column, row in line))

    def has_open_line(self) -> bool:
        """Whether some line can still be completed by one of the two sides."""
        first, second = self.discs(FIRST), self.discs(SECOND)
        return any(
            not (any(first & bit(*cell) for cell in line) and any(second & bit(*cell) for cell in line))
            for line in lines()
        )
