"""The board of a variant: its size, its seam, its closed cells, and the lines on it. Standard library only.

Cells are bits as in `lines`. A disc falls until it meets a disc, an obstacle or the floor, so the cells under an
obstacle that does not stand on the floor can never be reached and are closed with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, reduce

from robot.rules.errors import BadRules
from robot.rules.lines import Square, bit, has_line, line_masks, lines
from robot.rules.notation import LETTERS


@dataclass(frozen=True)
class Board:
    """A grid of `width` columns and `height` rows on which `k` in a line count.

    cylinder    column a is next to the last one
    blocked     obstacles: cells that belong to nobody
    capped      cells that are closed from above, each with all cells over it
    left        the column of the plastic grid in which column 0 stands; -1 is one to the left of the grid

    Raises BadRules where that makes no board.
    """

    width: int = 7
    height: int = 6
    k: int = 4
    cylinder: bool = False
    blocked: frozenset[Square] = frozenset()
    capped: frozenset[Square] = frozenset()
    left: int = 0

    def __post_init__(self) -> None:
        if not (1 <= self.width <= len(LETTERS) - max(self.left, 0) and 1 <= self.height <= 9):
            raise BadRules(f"a board of {self.width} x {self.height} does not exist", "use 1 to 9 columns and rows")
        if not 2 <= self.k <= max(self.width, self.height):
            raise BadRules(f"{self.k} in a line do not fit on the board", "choose a shorter line or a larger board")
        if self.cylinder and self.width < self.k:
            raise BadRules(f"a ring of {self.width} columns holds no {self.k}", f"use {self.k} columns or more")
        if not self.holds(self.blocked | self.capped):
            raise BadRules("a closed cell is not on the board", "close only cells of the board")

    @property
    def names(self) -> str:
        """The letters of the columns: those of the plastic grid where the board lies inside it."""
        return LETTERS[max(self.left, 0) :][: self.width]

    def bit(self, column: int, row: int) -> int:
        """The mask of one cell."""
        return bit(column, row, self.height)

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """The mask of every column."""
        return tuple(((1 << self.height) - 1) << column * (self.height + 1) for column in range(self.width))

    @cached_property
    def bottoms(self) -> tuple[int, ...]:
        """The lowest cell of every column."""
        return tuple(1 << column * (self.height + 1) for column in range(self.width))

    @cached_property
    def neutral(self) -> int:
        """The obstacles, and the cells under them."""
        return sum(self.bit(c, r) for c in range(self.width) for r in range(self.height) if self._under(c, r))

    @cached_property
    def open(self) -> int:
        """The cells that a disc may lie in."""
        capped = sum(self.bit(c, r) for c in range(self.width) for r in range(self.height) if self._over(c, r))
        return sum(self.columns) & ~capped & ~self.neutral

    @cached_property
    def stacks(self) -> tuple[int, ...]:
        """The cells of every column that a disc may lie in."""
        return tuple(column & self.open for column in self.columns)

    @cached_property
    def tops(self) -> tuple[int, ...]:
        """The highest open cell of every column, 0 where all are closed: a column is full when that is taken."""
        return tuple(stack & ~(stack >> 1) for stack in self.stacks)

    @cached_property
    def lid(self) -> int:
        """The highest open cells of all columns."""
        return sum(self.tops)

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The lines of k cells that can be made here: those through closed cells are left out."""
        return tuple(mask for mask, _ in self._named)

    @cached_property
    def through(self) -> dict[int, tuple[int, tuple[int, ...]]]:
        """By the mask of every cell: all cells that share a line with it, and the lines that can be made through it."""
        cells = (self.bit(column, row) for column in range(self.width) for row in range(self.height))
        lines = {cell: tuple(line for line in self.masks if line & cell) for cell in cells}
        return {cell: (reduce(int.__or__, found, 0), found) for cell, found in lines.items()}

    def completes(self, cell: int, discs: int) -> bool:
        """Whether the disc in this cell, one of `discs`, makes a line with the others."""
        near, lines = self.through[cell]
        near &= discs
        if near.bit_count() < self.k:
            return False
        for line in lines:
            if near & line == line:
                return True
        return False

    @cached_property
    def lines(self) -> tuple[tuple[Square, ...], ...]:
        """The lines of k cells, cell by cell; those that can never be made included."""
        return lines(self.width, self.height, self.k, self.cylinder)

    def holds(self, cells: Iterable[Square]) -> bool:
        """Whether all these cells are on the board."""
        return all(0 <= column < self.width and 0 <= row < self.height for column, row in cells)

    def has_line(self, discs: int) -> bool:
        """Whether these discs hold k or more in a line."""
        if self.cylinder:
            seam = (1 << (self.k - 1) * (self.height + 1)) - 1
            discs |= (discs & seam) << self.width * (self.height + 1)
        return has_line(discs, self.height, self.k)

    def lines_in(self, discs: int) -> tuple[tuple[Square, ...], ...]:
        """The lines that these discs hold, cell by cell."""
        return tuple(line for mask, line in self._named if discs & mask == mask)

    @cached_property
    def _named(self) -> tuple[tuple[int, tuple[Square, ...]], ...]:
        """The lines that can be made, each as a mask and cell by cell."""
        every = zip(line_masks(self.width, self.height, self.k, self.cylinder), self.lines, strict=True)
        return tuple((mask, line) for mask, line in every if not mask & ~self.open)

    def _under(self, column: int, row: int) -> bool:
        return any(c == column and row <= r for c, r in self.blocked)

    def _over(self, column: int, row: int) -> bool:
        return any(c == column and row >= r for c, r in self.capped)
