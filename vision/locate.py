"""Find the board in an unknown photograph, or say why not.

    picture -> candidates (round things) -> lattices of like ones -> the 7 x 6 window with the best rims -> verdict

The colour of the board is never asked for. See `vision/candidates.py`, `lattice.py` and `rim.py` for the parts.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.candidates import find_candidates
from vision.errors import BoardNotFound
from vision.lattice import Lattice, lattices
from vision.rectify import Grid, is_convex, project
from vision.rim import Rims, rim_scores
from vision.types import COLUMNS, ROWS, Image

Floats = NDArray[np.float64]

LONG_SIDE_PX = 1280
"""Larger pictures are shrunk to this for the search."""
MOST_LATTICES = 6
"""So many lattices of one picture are looked at."""
AROUND = 2
"""Nodes beyond the outermost members that may still belong to the board."""
RIM_MEAN = 0.72
RIM_LINE = 0.38
RIM_UNBACKED = 0.75
RIM_OUTSIDE = 0.85
MEMBERS = 20
SEEN = 0.75
"""The bars of the verdict: see `judge`."""

AIM = "Point the camera so that the whole grid fills most of the picture, from the front, in even light."


@dataclass(frozen=True, slots=True, eq=False)
class Located:
    """A board that was found: its grid in px of the picture given; `score` is the mean share of the rims that is
    visible, 0..1; `members` counts the holes that were seen as ellipses, `residual_px` is their median distance from
    the grid."""

    grid: Grid
    score: float
    members: int
    residual_px: float


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """Seven by six nodes of a lattice, and what speaks for them: `rims` and `seen` (6, 7), `held` (6, 7) bool tells
    which have an ellipse; `outside` is the best mean rim of a line of nodes just outside."""

    grid: Grid
    rims: Floats
    seen: Floats
    held: NDArray[np.bool_]
    outside: float
    score: float
    residual: float


def locate(image: Image) -> Located:
    """Find the 7 by 6 board in a picture (H, W, 3) uint8 BGR of any size.

    Raises BoardNotFound with kind "no board", "not 7 by 6" or "cut off".
    """
    scale = min(1.0, LONG_SIDE_PX / max(image.shape[:2]))
    soft = cv2.GaussianBlur(shrink(image, scale), (5, 5), 0)
    windows = [best_window(soft, lattice) for lattice in lattices(find_candidates(soft), MOST_LATTICES)]
    found = [window for window in windows if window is not None]
    if not found:
        raise BoardNotFound("no board", "no grid of round holes can be seen", AIM)
    window = max(found, key=lambda one: one.score)
    judge(window)
    grid = window.grid.scaled(1 / scale)
    held = window.held
    return Located(grid, float(window.rims.mean()), int(held.sum()), window.residual * grid.pitch_px)


def shrink(image: Image, scale: float) -> Image:
    """Make the picture `scale` times as large (1 or less), at least one pixel."""
    if scale == 1.0:
        return image
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA))


def best_window(soft: Image, lattice: Lattice) -> Window | None:
    """Slide 7 by 6 over the lattice and give the window for which most speaks; None when it cannot be a board."""
    low = lattice.nodes.min(axis=0) - AROUND
    high = lattice.nodes.max(axis=0) + AROUND
    width, height = high - low + 1
    if width < COLUMNS + 2 or height < ROWS + 2:
        pad = np.maximum([COLUMNS + 2 - width, ROWS + 2 - height], 0)
        low, high = low - (pad + 1) // 2, high + (pad + 1) // 2
        width, height = high - low + 1
    u, v = np.meshgrid(np.arange(width), np.arange(height))
    nodes = np.stack([u.ravel(), v.ravel()], axis=1) + low
    rims = rim_scores(soft, lattice.homography, nodes.astype(np.float64), lattice.radius)
    score, seen = rims.score.reshape(height, width), rims.seen.reshape(height, width)
    held = np.zeros((height, width), dtype=bool)
    held[tuple((lattice.nodes - low).T[::-1])] = True
    value = score + 0.9 * held
    best = max(
        ((value[y : y + ROWS, x : x + COLUMNS].sum(), y, x) for y in range(1, height - ROWS) for x in range(1, width - COLUMNS)),
    )
    total, y, x = best
    window = np.s_[y : y + ROWS, x : x + COLUMNS]
    shift = np.array([[1, 0, low[0] + x], [0, 1, low[1] + y], [0, 0, 1]], dtype=np.float64)
    grid = Grid.from_homography(lattice.homography @ shift, lattice.radius)
    if not is_convex(grid.corners):
        return None
    outside = _outside(score, seen, y, x)
    return Window(grid, score[window], seen[window], held[window], outside,
                  float(total) - 0.2 * len(lattice.nodes), lattice.residual)


def _outside(score: Floats, seen: Floats, y: int, x: int) -> float:
    lines = [
        np.s_[y - 1, x : x + COLUMNS],
        np.s_[y + ROWS, x : x + COLUMNS],
        np.s_[y : y + ROWS, x - 1],
        np.s_[y : y + ROWS, x + COLUMNS],
    ]
    return max(float(score[line].mean()) for line in lines)


def judge(window: Window) -> None:
    """Raise BoardNotFound unless the window is a whole board of seven by six."""
    rims, held = window.rims, window.held
    columns, rows = rims.mean(axis=0), rims.mean(axis=1)
    if rims.mean() < RIM_MEAN or held.sum() < MEMBERS:
        raise BoardNotFound("no board", "what looks like a grid of holes has too few clear rims", AIM)
    if (window.seen > 0.5).mean() < SEEN:
        raise BoardNotFound("cut off", "part of the board lies outside the picture", AIM)
    if min(columns.min(), rows.min()) < RIM_LINE:
        raise BoardNotFound("not 7 by 6", "a row or a column of the grid is missing", AIM)
    for line, count in ((columns[0], held[:, 0]), (columns[-1], held[:, -1]), (rows[0], held[0]), (rows[-1], held[-1])):
        if count.sum() < 2 and line < RIM_UNBACKED:
            raise BoardNotFound("not 7 by 6", "an outer row or column of the grid is missing", AIM)
    if window.outside >= RIM_OUTSIDE:
        raise BoardNotFound("not 7 by 6", "the grid has more than seven columns or six rows", AIM)
