"""Does the grid still lie on the board? The rims of the holes say so, and lead back after a bump.

Along normals of every rim the strongest edge is sought, near the hole's radius. Where it stood on the empty board was
learned; as long as the grid lies right, most edges stand there still, whatever the holes show. A grid that is off by
a twentieth of a pitch finds less than half of them.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import HOLES, Grid, hole_points, is_convex, project, ring_offsets
from vision.types import Image

Floats = NDArray[np.float32]
Points = NDArray[np.float64]
Bools = NDArray[np.bool_]

DIRECTIONS = 12
REACH = np.arange(-0.12, 0.1201, 0.02)
"""Where along a normal the picture is looked at, pitches from the rim."""
NORMALS = ring_offsets(1.0, DIRECTIONS)
IN_PLACE = 0.03
"""Pitches by which an edge may stand elsewhere and still count as in place."""


@dataclass(frozen=True, slots=True, eq=False)
class RimPath:
    """Where the rims of one grid are looked for in pictures: fixed-point maps for `cv2.remap`."""

    places: NDArray[np.int16]
    fractions: NDArray[np.uint16]

    @classmethod
    def of(cls, grid: Grid) -> RimPath:
        offsets = (NORMALS[:, None, :] * (grid.radius + REACH)[None, :, None]).reshape(-1, 2)
        points = np.nan_to_num(hole_points(grid, offsets)).clip(-9, 30000).astype(np.float32)
        flat = points.reshape(len(HOLES) * DIRECTIONS, len(REACH), 2)
        places, fractions = cv2.convertMaps(flat, np.empty(0, np.float32), cv2.CV_16SC2)
        return cls(np.asarray(places, np.int16), np.asarray(fractions, np.uint16))

    def edges(self, image: Image) -> Floats:
        """Find the strongest edge on each normal: its place in pitches from the rim, float32 (42, 12)."""
        line = cv2.remap(image, self.places, self.fractions, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        apart = cv2.absdiff(line[:, 2:], line[:, :-2]).astype(np.uint16)
        step = apart[..., 0] + apart[..., 1] + apart[..., 2]
        strongest = REACH[1:-1].astype(np.float32)[step.argmax(axis=1)]
        return np.asarray(strongest.reshape(len(HOLES), DIRECTIONS))


def share_in_place(edges: Floats, learned: Floats, holes: NDArray[np.intp] | None = None) -> float:
    """Tell which share of the edges (42, 12) stands where it was learned; of some `holes` only when given."""
    near = np.abs(edges - learned) < IN_PLACE
    return float(near.mean() if holes is None else near[holes].mean())


def polish(image: Image, grid: Grid, learned: Floats, rounds: int = 4) -> Grid:
    """Move the grid by fractions of a pitch until its rims stand where they were learned."""
    for _ in range(rounds):
        apart = (RimPath.of(grid).edges(image) - learned).ravel().astype(np.float64)
        moved = _moved(grid, _affine(apart))
        if not is_convex(moved.corners):
            break
        grid = moved
    return grid


def _affine(apart: Points) -> Points:
    """Fit how the rims moved, as (3, 2): (1, u, v) to (du, dv) pitches; robust against edges of other things."""
    at = np.repeat(HOLES, DIRECTIONS, axis=0)
    plane = np.column_stack([np.ones(len(at)), at])
    normal = np.tile(NORMALS, (len(HOLES), 1))
    rows = np.concatenate([plane * normal[:, :1], plane * normal[:, 1:]], axis=1)
    solved: Points = np.zeros(6)
    for _ in range(5):
        rest = apart - rows @ solved
        weight = 1.0 / (1.0 + (rest / 0.03) ** 2)
        square = rows.T @ (rows * weight[:, None]) + 1e-3 * np.eye(6)
        solved = np.asarray(np.linalg.solve(square, rows.T @ (apart * weight)), dtype=np.float64)
    return np.asarray(solved.reshape(2, 3).T)


def _moved(grid: Grid, affine: Points) -> Grid:
    matrix = np.eye(3)
    matrix[:2, 2] += affine[0]
    matrix[:2, :2] += affine[1:].T
    return Grid.from_homography(grid.homography @ matrix, grid.radius)


def follow(reference: Image, grid: Grid, image: Image) -> Grid | None:
    """Find where the grid of a `reference` picture went in another picture of the same size; None when it is lost.

    Optical flow of points on the rims there and back, then a robust homography. At least a quarter of the points
    must agree.
    """
    points = hole_points(grid, ring_offsets(grid.radius + 0.02, 6)).reshape(-1, 1, 2).astype(np.float32)
    before, after = _even(reference), _even(image)
    window, levels = (max(15, int(grid.pitch_px * 0.6) | 1),) * 2, 3
    there, found, _ = cv2.calcOpticalFlowPyrLK(before, after, points, points.copy(), winSize=window, maxLevel=levels)
    back, again, _ = cv2.calcOpticalFlowPyrLK(after, before, there, there.copy(), winSize=window, maxLevel=levels)
    true = (np.linalg.norm(back - points, axis=2) < 1.0).ravel() & (found.ravel() == 1) & (again.ravel() == 1)
    if true.sum() < 12:
        return None
    motion, held = cv2.findHomography(points[true], there[true], cv2.RANSAC, 2.0)
    if motion is None or held.sum() < len(points) / 4:
        return None
    corners = project(np.asarray(motion, dtype=np.float64), grid.corners)
    return Grid.from_corners(corners, grid.radius) if is_convex(corners) else None


def _even(image: Image) -> NDArray[np.uint8]:
    """Grey, freed from the lamp's brightness."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.createCLAHE(2.0, (8, 8)).apply(grey), dtype=np.uint8)
