"""The places of a picture that the warm reading looks at, kept per grid: points in the holes, points on the plastic.

A point is the mean of a small square of pixels (against noise), made linear in light. Places on the plastic lie
between the holes; they tell the light of a frame and show when something stands before the board.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision._points import box_means
from vision.rectify import Grid, disc_offsets, hole_points, inside, project
from vision.types import COLUMNS, ROWS, Image

Floats = NDArray[np.float32]
Indices = NDArray[np.intp]
Points = NDArray[np.float64]

OFFSETS = disc_offsets(0.36, 0.075)
"""Where a hole is looked at, (69, 2), pitches from its centre."""
SMOOTH = 0.07
"""Side of the square that is averaged, pitches; at least 3 pixels."""
MOST_PX = 63
"""The largest square that `_points.c` knows."""
STRIPE_PX = 8
"""Points are visited in stripes of so many rows: out of a cold memory that takes two thirds of the time."""
AROUND = np.array([[0.0, 0.0], [0.05, 0.0], [-0.05, 0.0], [0.0, 0.05], [0.0, -0.05]])
"""The points of one place on the plastic, pitches."""


def _linear() -> Floats:
    """Light of the 256 picture values after the sRGB curve (IEC 61966-2-1), 0..1."""
    value = np.arange(256) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4).astype(np.float32)


def _sites() -> Points:
    """Grid coordinates (127, 2) of the places on the plastic: 56 between four holes, then those between two."""
    four = [(u - 0.5, v - 0.5) for v in range(ROWS + 1) for u in range(COLUMNS + 1)]
    beside = [(u + 0.5, float(v)) for v in range(ROWS) for u in range(COLUMNS - 1)]
    above = [(float(u), v + 0.5) for v in range(ROWS - 1) for u in range(COLUMNS)]
    return np.array(four + beside + above)


LINEAR = _linear()
ROOTS = np.cbrt(LINEAR)
SITES = _sites()
LINEAR.flags.writeable = False
ROOTS.flags.writeable = False
SITES.flags.writeable = False


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What is seen, planes B G R.

    `pixels` uint8 (3, 42, 69) in the holes, top row first, as the picture has them; `sites` float32 (3, 127) on the
    plastic, linear light 0..1.
    """

    pixels: Image
    sites: Floats

    @property
    def holes(self) -> Floats:
        """Linear light 0..1 in the holes, float32 (3, 42, 69)."""
        return LINEAR[self.pixels]


@dataclass(frozen=True, slots=True, eq=False)
class Spots:
    """Where to look in pictures of one size for one grid.

    `points` int32 (N, 2) are the pixels in the middle of the squares of `smooth_px`, in the order in which memory gives
    them best; `holes` (3, 42, 69) and `sites` (5, 3, 127), planes B G R, are indices into the values of the points;
    `visible` (42,) and `sites_visible` (127,) tell what lies inside the picture.
    """

    points: NDArray[np.int32]
    smooth_px: int
    holes: Indices
    sites: Indices
    visible: NDArray[np.bool_]
    sites_visible: NDArray[np.bool_]

    @classmethod
    def of(cls, grid: Grid, image: Image) -> Spots:
        """Find the places for pictures like `image` (H, W, 3)."""
        holes = hole_points(grid, OFFSETS)
        sites = project(grid.homography, SITES[:, None] + AROUND)
        every = _pixels(np.concatenate([holes.reshape(-1, 2), sites.reshape(-1, 2)]), image)
        order = np.lexsort((every[:, 0], every[:, 1] // STRIPE_PX))
        index = 3 * np.argsort(order) + np.arange(3)[:, None]
        in_holes, on_sites = np.split(index, [holes.size // 2], axis=1)
        return cls(
            points=np.ascontiguousarray(every[order]),
            smooth_px=min(max(3, int(SMOOTH * grid.pitch_px) | 1), MOST_PX),
            holes=in_holes.reshape(3, *holes.shape[:2]),
            sites=np.ascontiguousarray(np.moveaxis(on_sites.reshape(3, *sites.shape[:2]), -1, 0)),
            visible=np.asarray(inside(holes, image).mean(axis=1) > 0.95),
            sites_visible=np.asarray(inside(sites, image).all(axis=1)),
        )

    def look(self, image: Image) -> Look:
        """Look at a uint8 BGR picture (H, W, 3)."""
        values = self._values(image)
        sites = np.add.reduce(LINEAR.take(values.take(self.sites)), axis=0)
        return Look(values.take(self.holes), sites / np.float32(len(AROUND)))

    def unevenness(self, image: Image) -> Floats:
        """Tell how far, in features, the points of each place on the plastic differ from their mean: (127,)."""
        light = LINEAR.take(self._values(image).take(self.sites))
        apart = np.abs(features(np.moveaxis(light, 1, 0)) - features(light.mean(axis=0))[:, None])
        return np.asarray(apart.max(axis=(0, 1)))

    def _values(self, image: Image) -> Image:
        """Give the means of the squares round all points, B G R of one point after the other."""
        means = np.empty(3 * len(self.points), dtype=np.uint8)
        box_means(np.ascontiguousarray(image), image.shape[1], self.points, self.smooth_px, means)
        return means


def _pixels(points: Points, image: Image) -> NDArray[np.int32]:
    """Round pixel places (N, 2); what lies outside the picture takes its edge."""
    height, width = image.shape[:2]
    return np.asarray(np.rint(np.nan_to_num(points).clip(0, (width - 1, height - 1))), dtype=np.int32)


def features(light: Floats) -> Floats:
    """Take linear light, planes (3, ...), to what hardly depends on shading, in hundredths: planes (3, ...).

    u: logarithm of the brightness. x: red less green, y: green less blue, both by brightness.
    """
    root = np.cbrt(light)
    bright = (root[0] + root[1] + root[2]) * np.float32(1 / 3)
    share = np.float32(100) / (bright + np.float32(0.04))
    out = np.empty_like(root)
    out[0] = np.float32(100) * np.log(bright + np.float32(0.05))
    out[1] = (root[2] - root[1]) * share
    out[2] = (root[1] - root[0]) * share
    return out


def median(values: NDArray[np.floating]) -> Floats:
    """Median over the last axis, float32: what numpy gives, in a third of the time."""
    ranked = np.sort(values, axis=-1)
    count = values.shape[-1]
    return np.asarray((ranked[..., (count - 1) // 2] + ranked[..., count // 2]) / 2, dtype=np.float32)
