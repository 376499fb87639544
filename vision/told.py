"""What the frames before said of every hole, and how it looked then.

Discs come one by one, and whoever drops one needs time. When many holes take another look from one frame to the next,
it is the room behind the board that has changed, or its light: somebody has come to sit there. A hole that was empty
is still empty, then, if it has changed with the others, or looks as it did before; one that changes by itself may hold
a disc now. Arrays are over 42 holes, top row first.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.alike import LIKE, relit, squared
from vision.spots import LINEAR, Look, features
from vision.types import COLUMNS, ROWS, Cell, Image

Values = NDArray[np.intp]
Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Seen = tuple[Image, Floats]
"""What was seen in each hole, (3, 42, 69), and under which light, (3, 42)."""

HOLES = ROWS * COLUMNS
EMPTY, UNKNOWN = int(Cell.EMPTY), int(Cell.UNKNOWN)
STRAY = np.array([6.0, 6.0, 7.5], dtype=np.float32)
"""How far a point may stray (features, standard deviations) in a hole that looks as it did."""
SAME = 0.95
"""Share of its points from which a hole looks as it did: a disc may look like cloth in nine points of ten."""
TOGETHER, ACROSS = 4, 2
"""So many holes in so many columns change together when the room does; a disc that falls crosses one column."""


class Told:
    """Remembers what was told of each hole, the last frame, and how the room looked through each empty hole.

    `followed` are the holes of which something was told in frames that have followed each other at once since then;
    `stood` those told to hold a disc that stood on others, down to the bottom: it falls when one of these is gone.
    """

    def __init__(self) -> None:
        self.values: Values = np.full(HOLES, UNKNOWN, dtype=np.intp)
        self.followed: Bools = np.zeros(HOLES, dtype=bool)
        self.stood: Bools = np.zeros(HOLES, dtype=bool)
        self._room: Bools = np.zeros(HOLES, dtype=bool)
        self._held: Bools = np.zeros(HOLES, dtype=bool)
        self._lit_empty: Floats = np.ones((3, HOLES), dtype=np.float32)
        self._seen: Seen | None = None
        self._before: Seen | None = None

    def interrupt(self) -> None:
        """Take note that the next frame does not follow the last at once: discs may come meanwhile."""
        self._before = None
        self.followed = np.zeros(HOLES, dtype=bool)

    def still_empty(self, look: Look, gain: Floats, *, whole: bool) -> Bools:
        """Tell which holes were empty and have changed with many others since the last frame, or look as they did.

        What changes while something stands before the board, when it is not `whole`, has changed by itself.
        """
        self._held = np.zeros(HOLES, dtype=bool)
        if self._seen is not None and self._room.any():
            now = _lit((look.pixels, _everywhere(gain)))
            self._held = self._room & _same(now, _lit(self._seen))
            if whole and self._before is not None:
                self._held |= self._room & _together(~_same(now, _lit(self._before)))
        return self._held

    def relit(self, gain: Floats) -> Bools:
        """Tell which holes (42,) were empty, and were seen so in quite another light than `gain` (3,) only."""
        return np.asarray(self._room & relit(gain[:, None], self._lit_empty))

    def note(self, values: Values, look: Look, gain: Floats, *, whole: bool) -> None:
        """Remember what a frame has told; arguments as for `still_empty`."""
        self.values = np.where(values == UNKNOWN, self.values, values)
        disc = (self.values != EMPTY) & (self.values != UNKNOWN)
        self.stood = disc & (self.stood | from_below(disc))
        self.followed = self.followed | (values != UNKNOWN)
        self._room = np.where(values == UNKNOWN, self._room, values == EMPTY)
        now = look.pixels, _everywhere(gain)
        self._lit_empty = np.where(values == EMPTY, now[1], self._lit_empty)
        fresh = (values == EMPTY) | self._held
        pixels, gains = self._seen or now
        self._seen = np.where(fresh[:, None], now[0], pixels), np.where(fresh, now[1], gains)
        self._before = now if whole else None
        self._held = np.zeros(HOLES, dtype=bool)


def from_below(holes: Bools) -> Bools:
    """Tell which `holes` (42,) have nothing but such holes below them."""
    return np.asarray(np.logical_and.accumulate(holes.reshape(ROWS, COLUMNS)[::-1], axis=0)[::-1].ravel())


def _everywhere(gain: Floats) -> Floats:
    return np.repeat(gain[:, None], HOLES, axis=1)


def _lit(seen: Seen) -> Floats:
    """Give the features of every point under the light of the calibration, (3, 42, 69)."""
    pixels, gains = seen
    return features(np.minimum(LINEAR[pixels] / gains[:, :, None], np.float32(2)))


def _same(now: Floats, before: Floats) -> Bools:
    """Tell which holes look alike in nearly all points."""
    return np.asarray((squared(now, before, STRAY) < LIKE).mean(axis=1) >= SAME)


def _together(changed: Bools) -> Bools:
    """Give the holes that have changed if they are so many that the room has, else none."""
    columns = np.unique(np.flatnonzero(changed) % COLUMNS)
    return changed & bool(np.count_nonzero(changed) >= TOGETHER and len(columns) >= ACROSS)
