"""Holes of a cold reading that are empty for certain, whatever is seen through them: they show their wall.

Seen from the side, an empty hole shows a crescent of the board's plastic beside the room behind; a disc hides it. Where
most of the other holes show none of it, the view is such that discs are told from empty holes, and a hole that shows
it from the top of its column down holds none: nothing hangs in the air there.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.types import COLUMNS, ROWS

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

WALL = 0.15
"""Share of a hole that shows plastic from which it is the wall. Of 290 rendered boards with every disturbance, 154
ray-traced pictures and 67 photographs no hole with a disc is called empty by this rule, with half of it one is."""
MOST, CLOSED = 80, 0.03
"""Of the other holes so many of a hundred show no more than this share: then they hold discs, or hide their walls."""
OTHER = 20.0
"""Lab distance in a and b of what is seen through a hole from the plastic: else a sleeve or a disc of the board's own
colour hides the hole."""


def bare(holes: Floats, shown: Floats, visible: Bools, plastic: Floats) -> Bools:
    """Tell which holes (42,) are empty because they show their wall.

    `holes` (42, N, 3) are the Lab colours seen in the holes, `shown` (42,) the shares of the board's own plastic in
    them, `plastic` (3,) its Lab colour.
    """
    middle = np.median(holes, axis=1)
    walled = visible & (shown >= WALL) & (np.hypot(*(middle - plastic)[:, 1:].T) > OTHER)
    others = shown[visible & ~walled]
    if not others.size or np.percentile(others, MOST) > CLOSED:
        return np.zeros(walled.shape, dtype=bool)
    return np.asarray(np.logical_and.accumulate(walled.reshape(ROWS, COLUMNS), axis=0).ravel())
