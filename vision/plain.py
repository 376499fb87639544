"""The plain way to read a board, as most who build such a robot begin: Hough circles, fixed ranges of HSV.

Nothing of the eye uses it. `quadrow bench vision` measures it beside the eye, on the same pictures.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import COLUMNS, ROWS, Cell, Cells, Image

Floats = NDArray[np.float64]

RED = (((0, 110, 70), (9, 255, 255)), ((170, 110, 70), (179, 255, 255)))
YELLOW = (((18, 110, 90), (34, 255, 255)),)
"""Ranges of hue (half degrees), saturation and value: a disc under a white lamp."""
FILLED = 0.5
"""Share of a circle that a colour must fill."""
ENOUGH, ALIKE = 30, 0.25
"""So many circles make a board; their radii differ by at most this share."""


def read_plain(image: Image) -> Cells | None:
    """Read a uint8 BGR picture (H, W, 3) without calibration; None where too few circles are seen.

    Cells are as the camera sees them. A camera that looks straight at the board is taken for granted.
    """
    hsv = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2HSV), dtype=np.uint8)
    masks = {Cell.RED: _mask(hsv, RED), Cell.YELLOW: _mask(hsv, YELLOW)}
    circles = _circles(image)
    grid = _grid(circles)
    if grid is None:
        return None
    reach = 0.7 * float(np.median(circles[:, 2]))
    return tuple(tuple(_cell(masks, x, y, reach) for x, y in row) for row in grid[::-1])


def _circles(image: Image) -> Floats:
    """Find circles: (N, 3), x, y, radius in px."""
    height = image.shape[0]
    grey = cv2.medianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), 5)
    found = cv2.HoughCircles(
        grey,
        cv2.HOUGH_GRADIENT,
        dp=1,
        minDist=height / 15,
        param1=100,
        param2=20,
        minRadius=height // 36,
        maxRadius=height // 14,
    )
    return np.zeros((0, 3)) if found is None else np.asarray(found, dtype=np.float64).reshape(-1, 3)


def _grid(circles: Floats) -> Floats | None:
    """Lay an upright grid over circles of like size, from the outermost ones: (6, 7, 2) px, top row first."""
    alike = circles[np.abs(circles[:, 2] - np.median(circles[:, 2])) < ALIKE * circles[:, 2]]
    if len(alike) < ENOUGH:
        return None
    (left, top), (right, bottom) = alike[:, :2].min(axis=0), alike[:, :2].max(axis=0)
    x, y = np.meshgrid(np.linspace(left, right, COLUMNS), np.linspace(top, bottom, ROWS))
    return np.stack([x, y], axis=-1)


def _mask(hsv: Image, ranges: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]) -> Image:
    mask = np.zeros(hsv.shape[:2], dtype=np.uint8)
    for low, high in ranges:
        mask |= np.asarray(cv2.inRange(hsv, np.array(low), np.array(high)), dtype=np.uint8)
    return mask


def _cell(masks: dict[Cell, Image], x: float, y: float, reach: float) -> Cell:
    box = np.s_[max(0, int(y - reach)) : int(y + reach) + 1, max(0, int(x - reach)) : int(x + reach) + 1]
    for cell, mask in masks.items():
        if mask[box].size and np.count_nonzero(mask[box]) >= FILLED * mask[box].size:
            return cell
    return Cell.EMPTY


@contextmanager
def one_thread() -> Iterator[None]:
    """Keep OpenCV on the calling thread while something is measured."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(before)
