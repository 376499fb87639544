"""Where the front rims of the holes stand in a picture: the outermost edge on normals round every hole.

Inside a hole edges come and go with what it shows: wall, background, disc. Seen from the plastic between the holes the
first edge is the rim of the front plate, whatever is behind it. So it tells where the grid lies to hundredths of a
pitch, on an empty board as on a full one.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision._points import outermost
from vision.rectify import CORNERS, HOLES, Grid, hole_points, is_convex, ring_offsets
from vision.types import COLUMNS, ROWS, Image

Floats = NDArray[np.float32]
Points = NDArray[np.float64]

DIRECTIONS = 12
RADII = np.arange(0.22, 0.5001, 0.02)
"""Where along a normal the picture is looked at, pitches from the hole's centre."""
MIDDLE = np.array([(COLUMNS - 1) / 2, (ROWS - 1) / 2])
NORMALS = ring_offsets(1.0, DIRECTIONS)
RADIUS_OF = np.append(np.nan, RADII[1:-1]).astype(np.float32)
"""Radii of the edges, which have the numbers 1 to 13 along a normal; nan for 0, none."""
OUTERMOST, NOISE, ENOUGH = 0.4, 15, 40
"""An edge counts from this share of the strongest one on its normal, but never below NOISE and always from ENOUGH: a
bright disc must not outshine a dim rim. In grey levels, summed over three channels, between two samples around it."""
LOOSE = 0.03
"""Pitches from which an edge is believed to be something else than the rim."""
TELLING = float(RADII[-2]) - LOOSE
"""Rims that were learned farther out, pitches, tell no move: the last edge on a normal is at 0.48, so whatever is seen
there seems to be in its place. On boards with a ring round each hole it may be half of all."""

SETTLED = 0.002
"""Pitches: once the rims move a grid by less, it is aligned."""


def _design() -> Points:
    """What a move does to the radius on each normal, (504, 7): its three parts across, three down, and the radius."""
    at = np.repeat(HOLES - MIDDLE, DIRECTIONS, axis=0)
    plane = np.column_stack([np.ones(len(at)), at])
    normal = np.tile(NORMALS, (len(HOLES), 1))
    return np.column_stack([plane * normal[:, :1], plane * normal[:, 1:], np.ones(len(at))])


DESIGN = _design()
DESIGN.flags.writeable = False


@dataclass(frozen=True, slots=True, eq=False)
class RimPath:
    """Where the rims of one grid are looked for in pictures: fixed-point maps (15, 504) for `cv2.remap`.

    A row of the maps holds the places at one of RADII on all normals.
    """

    places: NDArray[np.int16]
    fractions: NDArray[np.uint16]

    @classmethod
    def of(cls, grid: Grid) -> RimPath:
        offsets = (NORMALS[:, None, :] * RADII[None, :, None]).reshape(-1, 2)
        points = np.nan_to_num(hole_points(grid, offsets)).clip(-9, 30000).astype(np.float32)
        by_radius = points.reshape(len(HOLES) * DIRECTIONS, len(RADII), 2).transpose(1, 0, 2)
        places, fractions = cv2.convertMaps(np.ascontiguousarray(by_radius), np.empty(0, np.float32), cv2.CV_16SC2)
        return cls(np.asarray(places, np.int16), np.asarray(fractions, np.uint16))

    def edges(self, image: Image) -> Floats:
        """Find the radius, in pitches, of the outermost edge on each normal: float32 (42, 12), nan where there is none.

        Directions run from the right, clockwise on the screen; holes top row first.
        """
        line = cv2.remap(image, self.places, self.fractions, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        numbers = np.empty(len(HOLES) * DIRECTIONS, dtype=np.uint8)
        outermost(np.asarray(line, np.uint8), OUTERMOST, NOISE, ENOUGH, numbers)
        return np.asarray(RADIUS_OF[numbers].reshape(len(HOLES), DIRECTIONS))


def polish(image: Image, grid: Grid, rounds: int = 8) -> Grid:
    """Lay a grid that is right to a tenth of a pitch on the front rims, and measure the radius of the holes.

    Gives the grid back as it was when the rims do not lead anywhere.
    """
    best = grid
    for _ in range(rounds):
        edges = RimPath.of(best).edges(image).ravel().astype(np.float64)
        if np.isfinite(edges).mean() < 0.5:
            return grid
        fitted = _moved(best, *_fit(edges))
        if not is_convex(fitted.corners):
            return grid
        best = fitted
    return best if _farthest(best, grid) < 0.3 else grid


def align(image: Image, grid: Grid, learned: Floats, rounds: int = 4) -> Grid:
    """Move a grid that is nearly right until its rims stand where they were `learned` (42, 12); the radius stays."""
    for _ in range(rounds):
        moved = _moved(grid, _fit(_apart(RimPath.of(grid).edges(image), learned))[0], grid.radius)
        if not is_convex(moved.corners):
            return grid
        grid, before = moved, grid
        if _farthest(grid, before) < SETTLED:
            break
    return grid


def drift(edges: Floats, learned: Floats) -> float:
    """Tell how far, in pitches, the rims (42, 12) stand from where they were learned, at the worst corner hole."""
    affine, _ = _fit(_apart(edges, learned))
    moved = affine[0] + (CORNERS - MIDDLE) @ affine[1:]
    return float(np.linalg.norm(moved, axis=1).max())


def aside(edges: Floats, learned: Floats) -> float:
    """Tell how far, in pitches, the rims of some holes (N, 12) stand aside of where they were learned; robust."""
    apart = np.where(learned < TELLING, edges - learned, np.nan)
    seen = np.isfinite(apart)
    rows = np.broadcast_to(NORMALS, (len(edges), *NORMALS.shape))[seen]
    return float(np.linalg.norm(_solved(rows, apart[seen], np.zeros(2))))


def _apart(edges: Floats, learned: Floats) -> Points:
    """Give how far edges stand outside of where they were learned, (504,), nan where that tells nothing."""
    return np.where(learned < TELLING, edges - learned, np.nan).ravel().astype(np.float64)


def _fit(edges: Points) -> tuple[Points, float]:
    """Fit an affine move of the grid, (3, 2): (1, u, v) from its middle to pitches, and the radius; robust.

    `edges` (504,) may be radii or their changes; nan is left out.
    """
    seen = np.isfinite(edges)
    start = np.append(np.zeros(6), np.median(edges[seen]) if seen.any() else 0.0)
    solved = _solved(DESIGN[seen], edges[seen], start)
    return np.asarray(solved[:6].reshape(2, 3).T), float(solved[6])


def _solved(rows: Points, values: Points, start: Points) -> Points:
    """Give x (K,) with `rows` (N, K) @ x near `values` (N,), from a start; what is far off hardly counts."""
    solved = start
    for _ in range(6):
        weight = 1.0 / (1.0 + ((values - rows @ solved) / LOOSE) ** 2)
        square = rows.T @ (rows * weight[:, None]) + 1e-6 * np.eye(len(solved))
        solved = np.asarray(np.linalg.solve(square, rows.T @ (values * weight)), dtype=np.float64)
    return solved


def _moved(grid: Grid, affine: Points, radius: float) -> Grid:
    matrix = np.eye(3)
    matrix[:2, :2] += affine[1:].T
    matrix[:2, 2] += affine[0] - affine[1:].T @ MIDDLE
    return Grid.from_homography(grid.homography @ matrix, radius)


def _farthest(one: Grid, other: Grid) -> float:
    """Give the largest distance between two grids' holes, in pitches."""
    apart = np.linalg.norm(one.centres() - other.centres(), axis=2)
    return float(apart.max() / other.pitch_px)
