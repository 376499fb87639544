"""The board's columns: discs fall in at the top, come to rest on each other, and fall out when the slider opens.

height 6.2  ENTRY   the centre of a disc that is let go above the board
       5    row 5   top row
       0    row 0   bottom row, on the slider
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from robot.clock import VirtualClock
from robot.sim.scene import FallingDisc
from vision.types import COLUMNS, ROWS, Cell, Cells

ENTRY = 6.2
GRAVITY = 300.0
"""Rows per second squared: 9.81 m/s2 for rows 33 mm apart, without friction."""

REMEMBERED = 1000
"""How many changes of the board can be looked back."""

Spilled = Callable[[bool], None]
"""Told the colour (is it red?) of each disc that fell out below."""


def fall_s(row: int) -> float:
    """How long a disc falls from the entry to a row; -1 is through the open bottom."""
    return math.sqrt(2 * (ENTRY - row) / GRAVITY)


@dataclass(frozen=True, slots=True)
class Fall:
    """A disc on its way: where to, which, whose, let go when, due to land when. Row -1 is the open bottom."""

    column: int
    row: int
    red: bool
    by: str
    since_s: float
    lands_s: float

    def seen(self, now_s: float) -> FallingDisc:
        gone_s = now_s - self.since_s
        height = max(float(self.row), ENTRY - GRAVITY * gone_s**2 / 2)
        return FallingDisc(self.column, height, GRAVITY * gone_s, self.red)


class Grid:
    """Seven columns of discs under gravity.

    `landed(fall, row)` is told of each disc that came to rest, row None when it fell through the open bottom.
    """

    def __init__(self, clock: VirtualClock, landed: Callable[[Fall, int | None], None]) -> None:
        self._clock = clock
        self._landed = landed
        self._columns: list[list[bool]] = [[] for _ in range(COLUMNS)]
        self._falls: list[Fall] = []
        self._bottom_open = False
        self._past: deque[tuple[float, Cells]] = deque([(-math.inf, self._cells())], maxlen=REMEMBERED)

    def room(self, column: int) -> bool:
        """Whether one more disc fits into a column, those on their way counted."""
        return len(self._columns[column]) + self._on_the_way(column) < ROWS

    def let_go(self, column: int, red: bool, by: str) -> None:
        """Let a disc fall from above a column that has room."""
        now_s = self._clock.now()
        row = -1 if self._bottom_open else len(self._columns[column]) + self._on_the_way(column)
        after_s = max((fall.lands_s for fall in self._falls if fall.column == column), default=0.0)
        fall = Fall(column, row, red, by, now_s, max(now_s + fall_s(row), after_s))
        self._falls.append(fall)
        self._clock.call_at(fall.lands_s, lambda: self._land(fall))

    def set_bottom(self, is_open: bool, spilled: Spilled) -> None:
        """Open or close the bottom; when it opens, all discs at rest fall out."""
        if is_open and not self._bottom_open:
            out = [red for column in self._columns for red in column]
            self._columns = [[] for _ in range(COLUMNS)]
            self._remember()
            for red in out:
                spilled(red)
        self._bottom_open = is_open

    def cells_at(self, time_s: float) -> Cells:
        """The discs at rest at a time (s); the oldest board remembered for times before it."""
        return next((cells for since_s, cells in reversed(self._past) if since_s <= time_s), self._past[0][1])

    def falling(self, now_s: float) -> tuple[FallingDisc, ...]:
        return tuple(fall.seen(now_s) for fall in self._falls)

    def count(self, red: bool) -> int:
        """How many discs of a colour are in the grid, at rest or falling."""
        at_rest = sum(disc == red for column in self._columns for disc in column)
        return at_rest + sum(fall.red == red for fall in self._falls)

    def _on_the_way(self, column: int) -> int:
        return sum(fall.column == column for fall in self._falls)

    def _land(self, fall: Fall) -> None:
        self._falls.remove(fall)
        if self._bottom_open:
            self._landed(fall, None)
            return
        column = self._columns[fall.column]
        column.append(fall.red)
        self._remember()
        self._landed(fall, len(column) - 1)

    def _remember(self) -> None:
        self._past.append((self._clock.now(), self._cells()))

    def _cells(self) -> Cells:
        return tuple(tuple(self._cell(column, row) for column in range(COLUMNS)) for row in range(ROWS))

    def _cell(self, column: int, row: int) -> Cell:
        discs = self._columns[column]
        if row >= len(discs):
            return Cell.EMPTY
        return Cell.RED if discs[row] else Cell.YELLOW
