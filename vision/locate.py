"""Find the board in an unknown photograph, or say why not.

    picture -> candidates (round things) -> lattices of like ones -> the 7 by 6 window with the best rims -> verdict
                                                             plastic between and around its holes ---/

The colour of the board is never asked for. The parts: `candidates.py`, `lattice.py`, `rim.py`, `window.py`,
`plastic.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.candidates import find_candidates
from vision.errors import BoardNotFound
from vision.frame import check_form
from vision.lattice import lattices
from vision.plastic import look_for_plastic
from vision.rectify import Grid
from vision.types import Image
from vision.window import AIM, best_window, judge

LONG_SIDE_PX = 1280
"""Larger pictures are shrunk to this for the search."""
MOST_LATTICES = 6
"""So many lattices of one picture are looked at."""
TAIL = 0.01
"""Share of the pixels that may saturate, at either end, when the picture is stretched."""
MOST_GAIN = 4.0
"""A dim or flat picture is stretched at most so many times: beyond that noise looks like edges."""


@dataclass(frozen=True, slots=True, eq=False)
class Located:
    """A board that was found: its grid in px of the picture given.

    `score` is the mean share of the rims that shows, 0..1; `members` counts the holes that were seen as ellipses,
    `residual_px` is the median distance of their centres from the grid.
    """

    grid: Grid
    score: float
    members: int
    residual_px: float


def locate(image: Image) -> Located:
    """Find the 7 by 6 board in a picture (H, W, 3) uint8 BGR of any size.

    Raises BoardNotFound with kind "no board", "not 7 by 6" or "cut off", CameraError for what is no such picture.
    """
    check_form(image)
    scale = min(1.0, LONG_SIDE_PX / max(image.shape[:2]))
    soft = stretch(np.asarray(cv2.GaussianBlur(shrink(image, scale), (5, 5), 0), dtype=np.uint8))
    windows = [best_window(soft, lattice) for lattice in lattices(find_candidates(soft), MOST_LATTICES)]
    found = [window for window in windows if window is not None]
    if not found:
        raise BoardNotFound("no board", "no grid of round holes can be seen", AIM)
    window = max(found, key=lambda one: one.value)
    judge(window, look_for_plastic(soft, window.grid.homography))
    grid = window.grid.scaled(1 / scale)
    return Located(grid, window.score, window.members, window.residual * grid.pitch_px)


def shrink(image: Image, scale: float) -> Image:
    """Make the picture `scale` times as large (1 or less), at least one pixel."""
    if scale == 1.0:
        return image
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def stretch(image: Image) -> Image:
    """Spread the values of a dim or flat picture (all channels alike) over 0..255, at most MOST_GAIN times."""
    values = np.sort(image[::4, ::4], axis=None)
    low, high = (int(values[round(share * (len(values) - 1))]) for share in (TAIL, 1 - TAIL))
    gain = min(255 / max(high - low, 1), MOST_GAIN)
    table = np.clip((np.arange(256) - low) * gain, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(image, table), dtype=np.uint8)
