"""What stands before the board in the plastic's own colour: a hand before wood, a blue sleeve before a blue board.

`vision.occlusion` sees what is unlike the plastic in any light. A hand that is like it changes the plastic by less than
another lamp may, but from one frame to the next, in some places and not in others; and it hides the rims, which a
shadow and the room behind the board leave in sight. What a hole seems to show meanwhile is the hand, or a disc in it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vision.alike import relit
from vision.bump import in_place
from vision.colours import EmptyBoard
from vision.occlusion import NEIGHBOURS
from vision.spots import SITES, features, median
from vision.types import Cell
from vision.warm import WarmReading

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Edges = Callable[[], Floats]
"""Gives where the rims stand in the frame, (42, 12), as `vision.edges` finds them."""

TINT = (5.0, 12.0)
"""Difference of colour (features x, y), what all places share apart, by which a place on the plastic looks otherwise
than in another frame: the least, and the most that noise may ask for. In quiet frames of ten rendered games the second
of the eight places round a hole stayed below 3.9, under a hand before wood most differed by 8 to 20."""
LOUD, CALM = 6.0, 0.3
"""So many times the difference that this share of the places stays below is noise; a hand leaves as many in sight."""
PLACES = 2
"""So many places round a hole must look otherwise."""
GONE, FEWEST = 0.7, 4
"""A rim is hidden where less of it is in place than this share of what most holes show, so many edges at least."""
UNKNOWN = int(Cell.UNKNOWN)


class Veil:
    """Remembers how the plastic looked in the last frame, and in the last before which nothing stood, in its light."""

    def __init__(self) -> None:
        self._last = self._clear = np.zeros((3, len(SITES)), dtype=np.float32)
        self._gain: Floats | None = None

    def over(self, warm: WarmReading, told: NDArray[np.intp], board: EmptyBoard, edges: Edges) -> Bools:
        """Tell which holes (42,) have taken another look while something came before them; `told` is what they held."""
        plastic = warm.look.sites / warm.gain[:, None]
        if self._gain is None or relit(warm.gain, self._gain):  # other places shine, then
            self._clear, self._last, self._gain = plastic, plastic, warm.gain
        clear, last = self._clear, self._last
        self._last = plastic
        veiled = warm.changed | ((warm.values != told) & (warm.values != UNKNOWN))
        if veiled.any():
            veiled &= _otherwise(plastic, clear, board)
        if veiled.any():
            veiled &= _otherwise(plastic, last, board) | _rims_gone(edges(), board.rims)
        if not veiled.any() and not warm.hidden.any():
            self._clear, self._gain = plastic, warm.gain
        return np.asarray(veiled)


def _otherwise(plastic: Floats, before: Floats, board: EmptyBoard) -> Bools:
    """Tell round which holes (42,) the plastic has another colour than before, both linear light (3, 127)."""
    apart = (features(plastic) - features(before))[1:]
    apart = np.maximum(*np.abs(apart - median(apart[:, board.steady])[:, None]))
    calm = np.sort(apart[board.steady])[int(CALM * board.steady.sum())]
    other = (apart > min(max(LOUD * calm, TINT[0]), TINT[1])) & board.steady
    return np.asarray((NEIGHBOURS & other).sum(axis=1) >= PLACES)


def _rims_gone(edges: Floats, learned: Floats) -> Bools:
    """Tell round which holes (42,) hardly any rim is where it was learned; light from the side hides all a little."""
    share, count = in_place(edges, learned)
    enough = count >= FEWEST
    return np.asarray(enough & (share < GONE * np.median(share[enough]))) if enough.any() else enough
