"""A frame that shows what the last one showed needs no new thought: while somebody ponders, all frames do.

Only the reading is spared, where every hole shows what it showed before: whether the grid still lies on the board is
asked each time. It is compared with the last frame that was read in full, so that slow changes are noticed, too.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import HOLES
from vision.spots import Look
from vision.types import Reading

Bools = NDArray[np.bool_]

READ_AGAIN_S = 0.45
"""A frame is read in full after so long, whatever it shows; 0.5 s later the next would not follow it at once."""
STIRRED = 2.0
"""Picture values by which a channel may differ in a hole, mean over its points; noise that squares of pixels do not
average out makes 0.4 to 1.2."""
PALER, FAINT = 0.05, 0.02
"""Share of the linear light, and light, by which a place on the plastic may differ."""


class Settled:
    """Remembers the last frame that was read in full, if its reading may be given again."""

    def __init__(self) -> None:
        self._kept: tuple[Look, Bools, Reading] | None = None

    def forget(self) -> None:
        """Take note that the next frame must be read in full."""
        self._kept = None

    def keep(self, look: Look, hidden: Bools, reading: Reading) -> None:
        """Take the `reading` of a frame; `hidden` (127,) are the places on the plastic that something stands before."""
        self._kept = look, hidden, reading

    def same(self, look: Look, time_s: float) -> tuple[Bools, Reading] | None:
        """Give the hidden places and the reading that hold for this look, too; None when it must be read in full."""
        if self._kept is None:
            return None
        before, hidden, reading = self._kept
        if time_s - reading.time_s > READ_AGAIN_S or _stirred(look, before):
            return None
        return hidden, reading


def _stirred(now: Look, before: Look) -> bool:
    """Tell whether any hole or any place on the plastic looks otherwise than before."""
    rows = 3 * len(HOLES)
    apart = cv2.absdiff(now.pixels.reshape(rows, -1), before.pixels.reshape(rows, -1))
    if cv2.reduce(apart, 1, cv2.REDUCE_AVG, dtype=cv2.CV_32F).max() > STIRRED:
        return True
    return bool((np.abs(now.sites - before.sites) > PALER * before.sites + FAINT).any())
