"""Drawings for people: rings where the holes are, letters where discs are, a sheet of many pictures."""

from __future__ import annotations

import numpy as np
import pytest

from vision.overlay import INK, contact_sheet, overlay
from vision.rectify import Grid
from vision.types import Cell, Cells

GRID = Grid.from_corners([[100, 80], [520, 80], [520, 430], [100, 430]])
GROUND = np.full((480, 640, 3), 90, np.uint8)


def showing(row: int, column: int, cell: Cell) -> Cells:
    return tuple(tuple(cell if (r, c) == (row, column) else Cell.EMPTY for c in range(7)) for r in range(6))


def inked(picture: np.ndarray, ink: tuple[int, int, int]) -> tuple[float, float]:
    """Middle (x, y) of the pixels near one colour."""
    near = np.abs(picture.astype(int) - ink).max(axis=2) < 60
    y, x = np.nonzero(near)
    return float(x.mean()), float(y.mean())


@pytest.mark.parametrize(("row", "column", "x", "y"), [(0, 0, 100, 430), (5, 6, 520, 80), (2, 3, 310, 290)])
def test_overlay_draws_a_ring_at_the_hole(row: int, column: int, x: float, y: float) -> None:
    drawn = overlay(GROUND, GRID, showing(row, column, Cell.RED))
    assert inked(drawn, INK[Cell.RED]) == pytest.approx((x, y), abs=3)


def test_overlay_leaves_the_picture_alone() -> None:
    before = GROUND.copy()
    overlay(GROUND, GRID, showing(0, 0, Cell.YELLOW))
    assert np.array_equal(GROUND, before)


def test_overlay_thins_the_ring_of_a_doubtful_hole() -> None:
    sure = tuple((1.0,) * 7 for _ in range(6))
    doubtful = tuple((0.1,) * 7 for _ in range(6))
    shown = showing(2, 2, Cell.UNKNOWN)
    thick, thin = (
        int((np.abs(overlay(GROUND, GRID, shown, margins).astype(int) - INK[Cell.UNKNOWN]).max(axis=2) < 30).sum())
        for margins in (sure, doubtful)
    )
    assert thin < thick


def test_overlay_survives_a_grid_outside_the_picture() -> None:
    far = Grid.from_corners([[-900, -80], [9520, -80], [9520, 6430], [-900, 6430]])
    assert overlay(GROUND, far, showing(0, 0, Cell.RED)).shape == GROUND.shape


def test_sheet_puts_every_picture_under_its_title() -> None:
    pictures = [np.full((50, 100, 3), shade, np.uint8) for shade in (60, 120, 180, 240)]
    sheet = contact_sheet(pictures, ["a", "b", "c", "d"], columns=3, width_px=100)
    assert sheet.shape[1] == 300
    assert [int(sheet[60, x, 0]) for x in (50, 150, 250)] == [60, 120, 180]
    assert int(sheet[sheet.shape[0] // 2 + 60, 50, 0]) == 240


def test_sheet_refuses_titles_that_do_not_match() -> None:
    with pytest.raises(ValueError, match="as many titles"):
        contact_sheet([GROUND], [], columns=2)
    with pytest.raises(ValueError, match="needs pictures"):
        contact_sheet([], [], columns=2)
