"""Where the 42 holes are in a picture, and how to get at them.

Convention: pixels are (x, y), x to the right, y down, the centre of the first pixel is (0, 0). Grid coordinates are
(u, v) in pitches, u = hole from the left 0..6, v = hole from the top 0..5, both as the CAMERA sees them; (0, 0) is the
centre of the top left hole. The homography takes grid coordinates to pixels. Nothing here knows front or back.

        u  0   1   2   3   4   5   6
    v 0    TL  o   o   o   o   o   TR
      :    o   o   o   o   o   o   o
      5    BL  o   o   o   o   o   BR
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.types import COLUMNS, ROWS, Image

Floats = NDArray[np.float64]

RADIUS = 0.37
"""Radius of a hole in pitches: the median over the photographs; a located grid carries its own."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """The place of the 42 holes in a picture.

    `corners` is float64 (4, 2), px: the centres of the corner holes TL TR BR BL as the camera sees them;
    `homography` is float64 (3, 3), grid coordinates to px; `radius` is that of a hole, in pitches.
    """

    corners: Floats
    homography: Floats
    radius: float = RADIUS

    @classmethod
    def from_corners(cls, corners: ArrayLike, radius: float = RADIUS) -> Grid:
        """Make the grid from the centres of its corner holes, (4, 2) px, TL TR BR BL.

        Raises ValueError when they are no convex quadrangle in that (clockwise) order.
        """
        points = np.asarray(corners, dtype=np.float64).reshape(4, 2)
        if not is_convex(points):
            raise ValueError(f"the corners are not TL TR BR BL of a convex quadrangle: {points.tolist()}")
        return cls(points, homography_from_corners(points), radius)

    @classmethod
    def from_homography(cls, homography: ArrayLike, radius: float = RADIUS) -> Grid:
        """Make the grid from a homography (3, 3) that takes grid coordinates to px."""
        matrix = np.asarray(homography, dtype=np.float64)
        return cls(project(matrix, CORNERS), matrix / matrix[2, 2], radius)

    def centres(self) -> Floats:
        """Give the centres of the holes, float64 (6, 7, 2), px, top row first as the camera sees it."""
        return project(self.homography, HOLES).reshape(ROWS, COLUMNS, 2)

    @property
    def pitch_px(self) -> float:
        """The mean distance between neighbouring holes, px."""
        centres = self.centres()
        across = np.linalg.norm(np.diff(centres, axis=1), axis=-1)
        down = np.linalg.norm(np.diff(centres, axis=0), axis=-1)
        return float((across.mean() + down.mean()) / 2)

    def scaled(self, factor: float) -> Grid:
        """Give the same grid for the same picture `factor` times as large."""
        shift = (factor - 1) / 2
        scale = np.array([[factor, 0, shift], [0, factor, shift], [0, 0, 1]])
        return Grid.from_homography(scale @ self.homography, self.radius)


def _holes() -> Floats:
    u, v = np.meshgrid(np.arange(COLUMNS), np.arange(ROWS))
    return np.stack([u.ravel(), v.ravel()], axis=1).astype(np.float64)


HOLES = _holes()
"""Grid coordinates of the 42 holes, (42, 2): top row first, from the left."""
CORNERS = np.array([[0, 0], [COLUMNS - 1, 0], [COLUMNS - 1, ROWS - 1], [0, ROWS - 1]], dtype=np.float64)
"""Grid coordinates of the corner holes, TL TR BR BL."""
HOLES.flags.writeable = False
CORNERS.flags.writeable = False


def project(homography: Floats, points: Floats) -> Floats:
    """Take points (..., 2) through a homography (3, 3); points on its horizon come out as inf or nan."""
    with np.errstate(divide="ignore", invalid="ignore"):
        flat = points @ homography[:, :2].T + homography[:, 2]
        return np.asarray(flat[..., :2] / flat[..., 2:])


def is_convex(corners: Floats) -> bool:
    """Tell whether four points (4, 2) run clockwise on the screen round a convex quadrangle of some area."""
    edges = np.roll(corners, -1, axis=0) - corners
    after = np.roll(edges, -1, axis=0)
    turns = edges[:, 0] * after[:, 1] - edges[:, 1] * after[:, 0]
    return bool(np.all(np.isfinite(turns)) and np.all(turns > 1e-6))


def homography_from_corners(corners: Floats) -> Floats:
    """Solve for the homography (3, 3) that takes CORNERS to `corners` (4, 2) px, in float64."""
    rows = []
    for (u, v), (x, y) in zip(CORNERS, corners, strict=True):
        rows.append([u, v, 1, 0, 0, 0, -u * x, -v * x])
        rows.append([0, 0, 0, u, v, 1, -u * y, -v * y])
    solved = np.linalg.solve(np.array(rows), corners.ravel())
    return np.append(solved, 1.0).reshape(3, 3)


def hole_points(grid: Grid, offsets: Floats) -> Floats:
    """Give the pixel places of `offsets` (N, 2), pitches from each hole's centre: float64 (42, N, 2), top row first."""
    return project(grid.homography, HOLES[:, None, :] + offsets[None, :, :])


def disc_offsets(radius: float, step: float = 0.06) -> Floats:
    """Give a raster of offsets (N, 2), in pitches, that fills a disc of `radius` with points `step` apart."""
    half = int(radius / step)
    across, down = np.meshgrid(np.arange(-half, half + 1), np.arange(-half, half + 1))
    points = np.stack([across.ravel(), down.ravel()], axis=1) * step
    return np.asarray(points[np.hypot(points[:, 0], points[:, 1]) <= radius + 1e-9])


def ring_offsets(radius: float, count: int) -> Floats:
    """Give `count` offsets (count, 2), in pitches, evenly round a circle, from the right, clockwise on the screen."""
    angle = np.arange(count) * (2 * np.pi / count)
    return np.stack([np.cos(angle), np.sin(angle)], axis=1) * radius


def inside(points: Floats, image: Image) -> NDArray[np.bool_]:
    """Tell which pixel places (..., 2) lie in the picture (H, W, ...)."""
    height, width = image.shape[:2]
    x, y = points[..., 0], points[..., 1]
    return np.asarray((x > -0.5) & (x < width - 0.5) & (y > -0.5) & (y < height - 0.5))


def sample(image: Image, points: Floats) -> Image:
    """Read the nearest pixel at places (..., 2); what lies outside takes the edge's value. Dtype as the picture's."""
    height, width = image.shape[:2]
    x = np.clip(np.rint(np.nan_to_num(points[..., 0])), 0, width - 1).astype(np.intp)
    y = np.clip(np.rint(np.nan_to_num(points[..., 1])), 0, height - 1).astype(np.intp)
    return np.asarray(image[y, x])


def rectify(image: Image, grid: Grid, cell_px: int) -> Image:
    """Warp the board so that every cell is a square of `cell_px`: (6 * cell_px, 7 * cell_px, 3), hole in the middle.

    Outside the picture it is black.
    """
    to_grid = np.array([[1, 0, 0.5 - cell_px / 2], [0, 1, 0.5 - cell_px / 2], [0, 0, cell_px]]) / cell_px
    matrix = grid.homography @ to_grid
    size = (COLUMNS * cell_px, ROWS * cell_px)
    return np.asarray(cv2.warpPerspective(image, matrix, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP))
