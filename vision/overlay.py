"""Draw what the eye saw over the picture it saw it in; for people only."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import Grid, project, ring_offsets
from vision.types import COLUMNS, ROWS, Cell, Cells, Image, Margins

INK = {
    Cell.EMPTY: (230, 230, 230),
    Cell.RED: (60, 60, 255),
    Cell.YELLOW: (0, 225, 255),
    Cell.UNKNOWN: (255, 0, 255),
}
"""BGR of rings and letters."""
RING = 0.44
DOUBTFUL = 0.25
"""Below this margin a ring is drawn thin."""


def overlay(image: Image, grid: Grid, cells: Cells, margins: Margins | None = None) -> Image:
    """Give a copy of the picture (H, W, 3) with a ring and a letter per hole and a frame round the grid.

    `cells` and `margins` as the CAMERA sees them, row 0 at the bottom. A doubtful hole has a thin ring.
    """
    drawn = np.ascontiguousarray(image.copy())
    corner = project(grid.homography, np.array([[-0.5, -0.5], [6.5, -0.5], [6.5, 5.5], [-0.5, 5.5]]))
    thick = max(1, round(grid.pitch_px / 22))
    _line(drawn, corner, (255, 255, 255), thick)
    for row in range(ROWS):
        for column in range(COLUMNS):
            cell = cells[row][column]
            doubtful = margins is not None and margins[row][column] < DOUBTFUL
            _mark(drawn, grid, (column, ROWS - 1 - row), cell, 1 if doubtful else thick)
    return drawn


def _mark(drawn: Image, grid: Grid, hole: tuple[int, int], cell: Cell, thick: int) -> None:
    rim = project(grid.homography, np.array(hole) + ring_offsets(RING, 32))
    _line(drawn, rim, INK[cell], thick)
    if cell is Cell.EMPTY:
        return
    size_px = grid.pitch_px * 0.42
    (width, height), _ = cv2.getTextSize(cell.letter, cv2.FONT_HERSHEY_SIMPLEX, 1.0, 2)
    scale = size_px / height
    x, y = project(grid.homography, np.array(hole, dtype=np.float64)) + [-width * scale / 2, size_px / 2]
    if not (abs(x) < 30000 and abs(y) < 30000):
        return
    place = (round(float(x)), round(float(y)))
    for ink, stroke in (((0, 0, 0), 2 + 2 * thick), ((255, 255, 255), max(1, thick))):
        cv2.putText(drawn, cell.letter, place, cv2.FONT_HERSHEY_SIMPLEX, scale, ink, stroke, cv2.LINE_AA)


def _line(drawn: Image, points: NDArray[np.float64], ink: tuple[int, int, int], thick: int) -> None:
    """Draw a closed line through px places, dark beneath so that it shows on any ground."""
    whole = np.clip(np.nan_to_num(points), -30000, 30000).round().astype(np.int32)
    cv2.polylines(drawn, [whole], True, (0, 0, 0), thick + 2, cv2.LINE_AA)
    cv2.polylines(drawn, [whole], True, ink, thick, cv2.LINE_AA)


def contact_sheet(images: Sequence[Image], titles: Sequence[str], columns: int = 6, width_px: int = 320) -> Image:
    """Put pictures on one sheet, each `width_px` wide under its title; uint8 BGR.

    Raises ValueError without pictures, or when there are not as many titles.
    """
    if not images or len(images) != len(titles) or columns < 1:
        raise ValueError(f"a sheet needs pictures and as many titles: {len(images)} and {len(titles)}")
    tiles = [_tile(image, title, width_px) for image, title in zip(images, titles, strict=True)]
    height = max(tile.shape[0] for tile in tiles)
    rows = -(-len(tiles) // columns)
    sheet = np.full((rows * height, columns * width_px, 3), 32, dtype=np.uint8)
    for number, tile in enumerate(tiles):
        top, left = number // columns * height, number % columns * width_px
        sheet[top : top + tile.shape[0], left : left + width_px] = tile
    return sheet


def _tile(image: Image, title: str, width_px: int) -> Image:
    scale = width_px / image.shape[1]
    small = cv2.resize(image, (width_px, max(1, round(image.shape[0] * scale))), interpolation=cv2.INTER_AREA)
    bar = np.full((22, width_px, 3), 32, dtype=np.uint8)
    cv2.putText(bar, title, (6, 16), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (235, 235, 235), 1, cv2.LINE_AA)
    return np.concatenate([bar, np.asarray(small, dtype=np.uint8)])
