"""The front rims: a grid that is nearly right is laid on them, whatever the holes show."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.drawn import EMPTY, POSITION, RADIUS, Drawing
from vision.edges import RimPath, align, drift, polish
from vision.rectify import Grid


def moved(grid: Grid, across: float, down: float) -> Grid:
    return Grid.from_homography(grid.homography @ np.array([[1, 0, across], [0, 1, down], [0, 0, 1]]), grid.radius)


def apart(grid: Grid, drawing: Drawing) -> float:
    truth = Grid.from_corners(drawing.place())
    return float(np.linalg.norm(grid.centres() - truth.centres(), axis=2).max() / truth.pitch_px)


@pytest.mark.parametrize("grid", [EMPTY, POSITION], ids=["empty", "play"])
@pytest.mark.parametrize(("across", "down"), [(0.1, 0.0), (-0.07, 0.07), (0.0, -0.1)])
def test_polish_lays_a_grid_on_the_rims(grid: tuple[str, ...], across: float, down: float) -> None:
    drawing = Drawing(grid)
    found = polish(drawing.picture(), moved(Grid.from_corners(drawing.place()), across, down))
    assert apart(found, drawing) < 0.04
    assert found.radius == pytest.approx(RADIUS, abs=0.03)


def test_polish_gives_the_grid_back_where_there_are_no_rims() -> None:
    grid = Grid.from_corners(Drawing().place())
    assert polish(np.full((480, 640, 3), 90, np.uint8), grid) is grid


def test_align_finds_back_to_learned_rims_that_are_not_the_true_ones() -> None:
    drawing = Drawing()
    kept = moved(Grid.from_corners(drawing.place()), 0.05, 0.04)
    learned = RimPath.of(kept).edges(drawing.picture(1))
    found = align(Drawing(POSITION).picture(2), moved(kept, -0.04, 0.03), learned)
    assert float(np.linalg.norm(found.centres() - kept.centres(), axis=2).max() / kept.pitch_px) < 0.03


@pytest.mark.parametrize("step", [0.0, 0.05, 0.1])
def test_drift_measures_a_small_move(step: float) -> None:
    drawing = Drawing()
    grid = Grid.from_corners(drawing.place())
    learned = RimPath.of(grid).edges(drawing.picture(1))
    seen = RimPath.of(moved(grid, step, 0.0)).edges(drawing.but(grid=POSITION).picture(2))
    assert drift(seen, learned) == pytest.approx(step, abs=0.03)
