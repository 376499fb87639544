"""Does a hole show its rim? Colour edges along circles of the board, as the homography bends them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import inside, project, ring_offsets
from vision.types import Image

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]

DIRECTIONS = 24
"""Normals round one rim."""
STEPS = np.linspace(0.75, 1.25, 11)
"""Samples along a normal, in radii."""
HALF = 2
"""The edge at a sample is the difference of the samples so many before and after it."""
CONTRAST = 6.0
"""Least edge, in units of 8-bit Lab: what the noise of a dim picture does not reach after the blur."""
AGAINST = 1.2
"""An edge along the rim must be so many times that across it."""


@dataclass(frozen=True, slots=True, eq=False)
class Rims:
    """`score` (N,): share of the visible directions that show an edge, 0 for a hole that is out of the picture;
    `seen` (N,): share of the directions that lie in the picture."""

    score: Floats
    seen: Floats


def rim_scores(soft: Image, homography: Floats, nodes: Floats, radius: float) -> Rims:
    """Score the rims of holes at lattice places (N, 2), of `radius` pitches, in a slightly blurred picture (H, W, 3).

    All directions of one hole must show their edge at nearly the same share of the radius: texture does not.
    """
    profile, visible = profiles(soft, homography, nodes, radius * STEPS)
    along = np.linalg.norm(profile[:, :, 2 * HALF :] - profile[:, :, : -2 * HALF], axis=-1)
    middle = profile[:, :, HALF:-HALF]
    turn = np.linalg.norm(middle - np.roll(middle, 1, axis=1), axis=-1)
    turn = np.maximum(turn, np.roll(turn, -1, axis=1)) * (STEPS[2 * HALF] - STEPS[0]) * DIRECTIONS / (2 * np.pi)
    edge = (along > CONTRAST) & (along > AGAINST * turn) & visible[:, :, None]
    close = edge[:, :, 2:] | edge[:, :, 1:-1] | edge[:, :, :-2]
    hits = close.sum(axis=1).max(axis=1)
    count = visible.sum(axis=1)
    seen = count / DIRECTIONS
    return Rims(np.where(seen >= 0.25, hits / np.maximum(count, 1), 0.0), seen)


def profiles(soft: Image, homography: Floats, nodes: Floats, radii: Floats) -> tuple[Singles, NDArray[np.bool_]]:
    """Sample Lab along normals: float32 (N, DIRECTIONS, len(radii), 3), and which directions are in the picture."""
    offsets = ring_offsets(1.0, DIRECTIONS)[:, None, :] * radii[None, :, None]
    places = project(homography, nodes[:, None, None, :] + offsets)
    visible = np.asarray(inside(places, soft).all(axis=-1))
    flat = np.nan_to_num(places, nan=-9.0, posinf=-9.0, neginf=-9.0).clip(-9, 30000).astype(np.float32)
    x, y = np.ascontiguousarray(flat.reshape(len(nodes) * DIRECTIONS, len(radii), 2).transpose(2, 0, 1))
    colours = cv2.remap(soft, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    lab = cv2.cvtColor(colours, cv2.COLOR_BGR2LAB).astype(np.float32)
    return lab.reshape(len(nodes), DIRECTIONS, len(radii), 3), visible
