"""What came before says what a reading may mean: discs fall from above, rest on discs, and do not vanish.

Physical sense and memory never invent a disc. They make UNKNOWN of what contradicts them, and let a hole that was
certain and looks as it did stay what it was.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.memory import Memory
from vision.types import COLUMNS, ROWS, Cell

Values = NDArray[np.intp]
Bools = NDArray[np.bool_]

UNKNOWN, EMPTY, RED, YELLOW = (int(cell) for cell in (Cell.UNKNOWN, Cell.EMPTY, Cell.RED, Cell.YELLOW))
SAME = 0.8
"""Share of its points from which a hole looks as it did. In the rendered games holes that nothing happened to stay
above 0.9, those that a disc has filled or crosses fall below 0.7."""
UNTOUCHED = 0.97
"""Share from which it is surely what it was: a red disc before red cloth may look like the cloth in nine points of
ten."""
SAME_ELSEWHERE = 0.35
"""The same after the camera was knocked, when the room stands elsewhere behind the holes: above 0.5, below 0.25."""

MOST = 0.3
"""Share of the holes that a knock and a move do not change: none in the rendered games."""


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """A reading held against the past: cell numbers (42,), and whether nothing moved."""

    values: Values
    still: bool


class Past:
    """Remembers the last calm frame of an initially empty board.

    Arrays are over 42 holes, top row first.
    """

    def __init__(self) -> None:
        self._kept: Values = np.full(ROWS * COLUMNS, EMPTY, dtype=np.intp)
        self._held = self._kept
        self._open: Bools = np.zeros(ROWS * COLUMNS, dtype=bool)
        self._gone: Values = np.full(ROWS * COLUMNS, UNKNOWN, dtype=np.intp)
        self._calm: Memory | None = None
        self._before: Memory | None = None
        self._elsewhere = False

    def bumped(self) -> None:
        """Take note that the camera or the board was knocked: the room behind the holes stands elsewhere."""
        self._elsewhere, self._before = True, None

    def strange(self, memory: Memory) -> bool:
        """Tell whether so many holes look unlike the last calm frame that the board is seen from another side."""
        if self._calm is None:
            return False
        return bool((memory.same(self._calm) < SAME_ELSEWHERE).mean() > MOST)

    def agreeing(self, values: Values, likely: Values) -> Values:
        """Take what is `likely` where the past says the same, if it explains every disc that was there before."""
        discs = is_disc(self._kept)
        if not discs.any() or not np.array_equal(likely[discs], self._kept[discs]):
            return values
        return np.where((values == UNKNOWN) & (likely == self._kept), likely, values)

    def judge(self, values: Values, memory: Memory | None, *, hand: bool = False, moved: bool = False) -> Held:
        """Hold the cell numbers of a frame against what came before, and remember it if it is calm.

        Without a memory the board is seen from elsewhere, and its looks say nothing against the last. A frame in which
        the board has `moved` is read, but not remembered: nobody knows yet whether it is calm.
        """
        same = self._same(memory)
        held = self._carried(values, memory)
        fresh = is_disc(held) & ~is_disc(self._kept)
        held[fresh & (~self._supported(held) | (same & ~self._open))] = UNKNOWN
        gone = is_disc(self._kept) & (held != self._kept) & (held != UNKNOWN)
        again = gone & (held == self._gone)
        self._gone = np.where(gone, held, UNKNOWN)
        held[gone & ~again] = UNKNOWN
        still = not hand and self._quiet(memory, same | (is_disc(held) & ~is_disc(self._kept)) | again)
        self._before = memory
        if still and not moved:
            self._remember(held, memory, same)
        return Held(held, still)

    def _same(self, memory: Memory | None) -> Bools:
        """Tell which holes look as in the last calm frame."""
        if self._calm is None or memory is None:
            return np.zeros(ROWS * COLUMNS, dtype=bool)
        return np.asarray(memory.same(self._calm) >= (SAME_ELSEWHERE if self._elsewhere else SAME))

    def _carried(self, values: Values, memory: Memory | None) -> Values:
        """Let holes that nothing has touched stay what they were; no disc rests over an empty hole."""
        held = values.copy()
        if self._elsewhere or self._calm is None or memory is None:
            return held
        same = memory.same(self._calm) >= UNTOUCHED
        held = np.where(same & (held == UNKNOWN), self._held, held)
        below = np.roll(held.reshape(ROWS, COLUMNS), -1, axis=0)
        below[-1] = UNKNOWN
        held[same & (held == UNKNOWN) & (below.ravel() == EMPTY) & ~is_disc(self._kept)] = EMPTY
        return held

    def _supported(self, held: Values) -> Bools:
        """Tell which holes stand on the ground, on a disc, or on what is no longer empty for certain."""
        solid = is_disc(held) | ((held == UNKNOWN) & (is_disc(self._kept) | self._open))
        rows = solid.reshape(ROWS, COLUMNS)
        under = np.ones(rows.shape, dtype=bool)
        under[:-1] = np.logical_and.accumulate(rows[:0:-1], axis=0)[::-1]
        return np.asarray(under.ravel())

    def _quiet(self, memory: Memory | None, explained: Bools) -> bool:
        """Tell whether whatever changed since the last calm frame is a disc at rest, or stays as it now is."""
        if self._calm is None or memory is None or self._elsewhere:
            return True
        if not explained.all():
            if self._before is None:
                return False
            explained = explained | (memory.same(self._before) >= SAME)
        calm_above = memory.quiet_above(self._calm) or (self._before is not None and memory.quiet_above(self._before))
        return bool(explained.all()) and calm_above

    def _remember(self, held: Values, memory: Memory | None, same: Bools) -> None:
        self._open = (self._open | ~same) & (held == UNKNOWN) if self._calm is not None else self._open
        self._kept = np.where(held == UNKNOWN, self._kept, held)
        self._held, self._calm, self._elsewhere = held, memory, False


def is_disc(values: Values) -> Bools:
    """Tell which cell numbers are discs."""
    return np.asarray((values == RED) | (values == YELLOW))
