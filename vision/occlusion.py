"""What stands before the board: it hides plastic that was learned, or that an unknown board has all round its holes.

A hand, a sleeve or a tool that reaches to a hole also covers the plastic beside it. A disc in flight runs behind the
front plate and covers none: it shows only in the holes, where the reading finds it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.colours import EmptyBoard
from vision.rectify import HOLES, Grid
from vision.spots import SITES, Spots, features
from vision.types import COLUMNS, ROWS, Cell, Image

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]

UNLIKE = (45.0, 22.0, 24.0)
"""Difference in features from which a place is no longer the plastic that was learned: settled frames of the renders
stay below 9, 21 and 14; the first number is a shadow three times as dark."""
STRANGE = (45.0, 26.0, 26.0)
"""The same for a board of which nothing was learned, from its own middle: shading and gloss stay below, but for single
places, on 67 photographs."""
HIDDEN, PARTLY = 6, 4
"""Of the eight places round a hole so many are strange where something hides it; and so many where that ends."""
HAND = 2
"""So many covered places are a hand."""


def _neighbours() -> Bools:
    """Which places (42, 127) surround each hole: the eight between it and its neighbours."""
    apart = np.abs(SITES[None, :] - HOLES[:, None])
    near = apart.max(axis=2) <= 0.51
    near.flags.writeable = False
    return np.asarray(near)


NEIGHBOURS = _neighbours()
BORDERS = (SITES[:, 0] == -0.5, SITES[:, 0] == COLUMNS - 0.5, SITES[:, 1] == -0.5, SITES[:, 1] == ROWS - 0.5)
"""The four lines of places along the edges of the board."""
BANDS = (SITES[:, 0] < 0.4, SITES[:, 0] > COLUMNS - 1.4, SITES[:, 1] < 0.4, SITES[:, 1] > ROWS - 1.4)
"""Those lines with the places beside the outermost holes."""
BORDER_GONE, BORDER_SEEN = 0.6, 0.2
"""Share of such a line that no hand covers, but a grid that is off by a whole hole loses; and up to which the edge is
seen."""


def covered(sites: Floats, board: EmptyBoard, gain: Floats) -> Bools:
    """Tell which places (127,) no longer show the plastic, given their linear light (3, 127) and the frame's `gain`."""
    return unlike(sites, np.minimum(board.plastic * gain[:, None], 1.0)) & board.steady


def unlike(light: Floats, plastic: Floats) -> Bools:
    """Tell where linear light, planes (3, ...), cannot be the `plastic` that is expected there."""
    u, x, y = np.abs(features(light) - features(plastic))
    return np.asarray((u > UNLIKE[0]) | (x > UNLIKE[1]) | (y > UNLIKE[2]))


def hidden(image: Image, grid: Grid) -> Bools:
    """Tell which holes (42,) of an unknown board something hides: around them there is none of the board's plastic."""
    spots = Spots.of(grid, image)
    seen, visible = features(spots.look(image).sites), spots.sites_visible
    if not visible.any():
        return np.zeros(len(HOLES), dtype=bool)
    apart = np.abs(seen - np.median(seen[:, visible], axis=1)[:, None])
    strange = visible & (apart > np.array(STRANGE)[:, None]).any(axis=0)
    around = (NEIGHBOURS & strange).sum(axis=1)
    return np.asarray((around >= PARTLY) & (around >= HIDDEN).any())


def beside(places: Bools) -> Bools:
    """Tell which holes (42,), top row first, lie beside a covered place."""
    return np.asarray((NEIGHBOURS & places).any(axis=1))


def in_sight(values: NDArray[np.intp], doubtful: Bools, places: Bools) -> NDArray[np.intp]:
    """Give the cell numbers (42,) that hold: beside a hand none does, beside any covered place no `doubtful` one."""
    left = values.copy()
    left[beside(places) & (doubtful | (places.sum() >= HAND))] = int(Cell.UNKNOWN)
    return left


def borders_gone(places: Bools, board: EmptyBoard) -> Bools:
    """Tell which edges of the board (left, right, top, bottom) are missing: (4,)."""
    return np.asarray(_missing(places, board) > BORDER_GONE)


def borders_seen(places: Bools, board: EmptyBoard) -> Bools:
    """Tell which edges of the board (left, right, top, bottom) are in sight: (4,)."""
    return np.asarray(_missing(places, board) <= BORDER_SEEN)


def _missing(places: Bools, board: EmptyBoard) -> Floats:
    """Give the share of each edge that the covered places hide, nan where too little of it is known: (4,)."""
    known = np.array([np.count_nonzero(board.steady[line]) for line in BORDERS], dtype=np.float32)
    hidden = np.array([np.count_nonzero(places[line]) for line in BORDERS], dtype=np.float32)
    return np.where(known >= 4, hidden / np.maximum(known, 1), np.float32(np.nan))


def off_by_holes(places: Bools, board: EmptyBoard) -> bool:
    """Tell whether the grid lies beside its place by a hole or more: an edge is missing and next to nothing else is.

    An arm that hides an edge of the board hides more than that.
    """
    if not places.any():
        return False
    gone = borders_gone(places, board)
    near = np.any([band for band, missing in zip(BANDS, gone, strict=True) if missing], axis=0)
    return bool(gone.any() and np.count_nonzero(places & ~near) < HAND)


def clear_holes(places: Bools) -> NDArray[np.intp]:
    """Give the numbers of the holes that no covered place touches."""
    return np.flatnonzero(~beside(places))
