"""Which seven by six nodes of a lattice are the board, and whether they are one.

A lattice goes on for ever; the board is where its nodes show rims. All nodes in and around the members are scored
once (the field), a window of 7 by 6 slides over them, and the best one is judged: an outer line that shows nothing
makes the grid too small, a line just outside that shows as much as the one at the other end makes it too large. The
plastic around the holes is the second witness (`plastic.py`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.errors import BoardNotFound
from vision.lattice import Lattice
from vision.plastic import Plastic
from vision.rectify import Grid, is_convex
from vision.rim import rim_scores
from vision.types import COLUMNS, ROWS, Image

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

AROUND = 2
"""Nodes beyond the outermost members that may still belong to the board."""
MEMBER = 0.8
"""What an ellipse on a node counts, beside its rim of 0..1, when windows are compared."""
STRAY = 0.2
"""What a member outside of the window counts against it."""
MEMBERS = 20
"""Least ellipses in a board, unless plastic surrounds it (then as few as make a grid of holes at all)."""
RIM_MEAN = 0.72
"""Least mean rim of a board."""
RIM_LINE = 0.38
"""Least mean rim of an outer line. An inner one may be hidden."""
RIM_UNBACKED, RIM_IN_PLASTIC = 0.8, 0.7
"""Least mean rim of an outer line with fewer than two ellipses (which a dark line before a dark room may have), and of
one that stands in the board's plastic: lines that are missing there show 0.54 at most."""
PLASTIC, OTHER = 15.0, 40.0
"""Up to the first a place is of the board's plastic, from the second on it is not (8-bit Lab). Beside the outer holes
of boards it is below 15 on 92 of 100 lines and above 40 on one; beside a window that is off by a line mostly above."""
RIM_ALONE = 0.9
"""Mean rim of a line that needs no plastic, since glare may lie on it: of what lies outside of boards 0.8 at most."""
RIM_BEYOND = 0.6
"""A line of such rims in the plastic outside makes the grid too large: of boards at most 0.52, of 8 by 6 and 7 by 7
grids at least 0.68."""
LARGER = 0.62
"""A line outside with this share of what the outer line at the other end shows makes the grid too large: on the
photographs it is at most 0.46, on grids of 8 by 6 and 7 by 7 made from them at least 0.54, and 0.70 in all but one."""
SEEN = 0.75
"""Least share of the holes in the picture."""
CLEAR = (12, 0.72)
"""So many ellipses with such a mean rim are a grid of holes, if not ours."""

PER_LINE = np.array([ROWS, ROWS, COLUMNS, COLUMNS])
"""Holes in the lines left, right, top, bottom."""
OPPOSITE = [1, 0, 3, 2]
"""Of the lines left, right, top, bottom: the one at the other end."""

AIM = "Point the camera at the front of the grid, so that it fills most of the picture, in even light."
BACK = "Move the camera back or turn it until all four corners of the grid are in the picture."
SIZE = "Quadrow reads grids of seven columns and six rows; take away what hides a part of it."


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """Seven by six nodes and the lines around them.

    `rims`, `seen`, `held` are (8, 9), a border of one node round the 6 by 7: score of the rim 0..1, share of it in the
    picture, and whether an ellipse was there. `value` says how much speaks for the window, `residual` is the median
    distance of the ellipses from the grid, in pitches.
    """

    grid: Grid
    rims: Floats
    seen: Floats
    held: Bools
    value: float
    residual: float

    @property
    def score(self) -> float:
        """Mean rim of the 42 holes."""
        return float(inner(self.rims).mean())

    @property
    def members(self) -> int:
        """Holes seen as ellipses."""
        return int(inner(self.held).sum())


def inner(around: NDArray[np.generic]) -> Floats:
    """Take the border off: (8, 9) to (6, 7)."""
    return np.asarray(around[1:-1, 1:-1], dtype=np.float64)


def outer_lines(around: NDArray[np.generic]) -> Floats:
    """Mean of the four outer lines of the 6 by 7: left, right, top, bottom."""
    box = inner(around)
    return np.array([box[:, 0].mean(), box[:, -1].mean(), box[0].mean(), box[-1].mean()])


def outside_lines(around: NDArray[np.generic]) -> Floats:
    """Mean of the four lines just outside of the 6 by 7: left, right, top, bottom."""
    box = np.asarray(around, dtype=np.float64)
    return np.array([box[1:-1, 0].mean(), box[1:-1, -1].mean(), box[0, 1:-1].mean(), box[-1, 1:-1].mean()])


def best_window(soft: Image, lattice: Lattice) -> Window | None:
    """Slide 7 by 6 over a lattice in a slightly blurred picture; None when it cannot be a board seen from the front."""
    low, (width, height) = _extent(lattice)
    u, v = np.meshgrid(np.arange(width), np.arange(height))
    nodes = np.stack([u.ravel(), v.ravel()], axis=1) + low
    scored = rim_scores(soft, lattice.homography, nodes.astype(np.float64), lattice.radius)
    rims, seen = scored.score.reshape(height, width), scored.seen.reshape(height, width)
    held = np.zeros((height, width), dtype=bool)
    held[tuple((lattice.nodes - low).T[::-1])] = True
    value, top, left = max(
        (float(each.sum()), y, x) for y, x, each in _windows(rims + (MEMBER + STRAY) * held, height, width)
    )
    shift = np.array([[1, 0, low[0] + left], [0, 1, low[1] + top], [0, 0, 1]], dtype=np.float64)
    grid = Grid.from_homography(lattice.homography @ shift, lattice.radius)
    if not (np.isfinite(grid.corners).all() and is_convex(grid.corners)):
        return None
    box = slice(top - 1, top + ROWS + 1), slice(left - 1, left + COLUMNS + 1)
    value -= STRAY * len(lattice.nodes)
    return Window(grid, rims[box], seen[box], held[box], value, lattice.residual)


def _extent(lattice: Lattice) -> tuple[NDArray[np.intp], tuple[int, int]]:
    """First node and size of the field: the members, a margin, and never less than a window with its border."""
    low, high = lattice.nodes.min(axis=0) - AROUND, lattice.nodes.max(axis=0) + AROUND
    missing = np.maximum(np.array([COLUMNS + 2, ROWS + 2]) - (high - low + 1), 0)
    low, high = low - missing, high + missing
    width, height = (high - low + 1).tolist()
    return low, (width, height)


def _windows(value: Floats, height: int, width: int) -> list[tuple[int, int, Floats]]:
    return [
        (top, left, value[top : top + ROWS, left : left + COLUMNS])
        for top in range(1, height - ROWS)
        for left in range(1, width - COLUMNS)
    ]


def judge(window: Window, plastic: Plastic) -> None:
    """Raise BoardNotFound unless the window, with the plastic round its holes, is a whole board of seven by six."""
    rims, held = inner(window.rims), inner(window.held)
    if held.sum() < CLEAR[0] or (rims * held).sum() < CLEAR[1] * held.sum():
        raise BoardNotFound("no board", "what looks like a grid of holes has too few clear rims", AIM)
    weak = weak_lines(window, plastic)
    if (weak & at_the_edge(window)).any() or (inner(window.seen) > 0.5).mean() < SEEN:
        raise BoardNotFound("cut off", "part of the grid lies outside the picture", BACK)
    if weak.any():
        raise BoardNotFound("not 7 by 6", "a row or a column of the grid is missing or hidden", SIZE)
    if goes_on(window, plastic).any():
        raise BoardNotFound("not 7 by 6", "the grid has more than seven columns or six rows", SIZE)
    fewest = CLEAR[0] if (plastic.beside <= PLASTIC).all() else MEMBERS
    if rims.mean() < RIM_MEAN or held.sum() < fewest:
        raise BoardNotFound("no board", "too few holes of the grid can be seen clearly", AIM)


def weak_lines(window: Window, plastic: Plastic) -> Bools:
    """Tell which outer lines (left, right, top, bottom) are none: no rims, ellipses or plastic that back them."""
    rims = outer_lines(window.rims)
    count = outer_lines(window.held) * PER_LINE
    backed = (rims >= RIM_IN_PLASTIC) & (plastic.beside <= PLASTIC)
    unsure = ((rims < RIM_UNBACKED) | at_the_edge(window)) & ~backed
    bare = (rims < RIM_ALONE) & (plastic.beside > OTHER)
    return np.asarray((rims < RIM_LINE) | ((count < 1.5) & unsure) | bare)


def goes_on(window: Window, plastic: Plastic) -> Bools:
    """Tell past which outer lines (left, right, top, bottom) there is one more.

    Either a window shifted by one is as good, or there are rims in what is the board's plastic, or may be, when they
    are perfect or two of them are ellipses.
    """
    shows = window.rims + MEMBER * window.held
    as_good = outside_lines(shows) >= LARGER * outer_lines(shows)[OPPOSITE]
    rims, count = outside_lines(window.rims), outside_lines(window.held) * PER_LINE
    in_plastic = (rims >= RIM_BEYOND) & (plastic.beyond <= PLASTIC)
    clear = (rims >= RIM_ALONE) | ((rims >= RIM_BEYOND) & (count > 1.5))
    return np.asarray(as_good | in_plastic | (clear & (plastic.beyond <= OTHER)))


def at_the_edge(window: Window) -> Bools:
    """Tell for which outer lines the picture's edge may be to blame: that line or the one past the other end is out."""
    seen = np.minimum(outer_lines(window.seen), outside_lines(window.seen)[OPPOSITE])
    return np.asarray(seen < 0.5)
