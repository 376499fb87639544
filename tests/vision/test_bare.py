"""A hole that shows its wall is empty; one that a disc, a sleeve or the view hides is left to its colour."""

from __future__ import annotations

import numpy as np
import pytest

from robot.sim.render import Renderer, Room
from robot.sim.render.room import Visitor
from robot.sim.render.stand import as_written
from robot.sim.scene import Scene
from vision.bare import bare
from vision.cells import openings, plastic, plastic_share, read_cold
from vision.edges import polish
from vision.rectify import Grid
from vision.types import COLUMNS, ROWS, Cell, Cells

SIZE = (960, 540)
HOLES = ROWS * COLUMNS
PLASTIC = np.array([30.0, 20.0, -50.0])
RED_SHIRT = np.array([45.0, 65.0, 45.0])
STACKED = np.repeat([False, True], [3 * COLUMNS, 3 * COLUMNS])
"""Discs in the three lower rows."""


def seen(colour: np.ndarray = RED_SHIRT) -> np.ndarray:
    """One colour in every hole, Lab (42, 5, 3)."""
    return np.broadcast_to(colour, (HOLES, 5, 3)).copy()


def told(shown: np.ndarray, holes: np.ndarray | None = None) -> list[bool]:
    every = np.ones(HOLES, dtype=bool)
    return bare(seen() if holes is None else holes, shown, every, PLASTIC).tolist()


def test_bare_are_the_holes_that_show_their_wall() -> None:
    assert told(np.where(STACKED, 0.01, 0.3)) == (~STACKED).tolist()


def test_nothing_is_bare_where_discs_show_plastic_too() -> None:
    assert not any(told(np.where(STACKED, 0.1, 0.3)))


def test_nothing_is_bare_where_no_wall_is_seen() -> None:
    assert not any(told(np.zeros(HOLES)))


def test_what_lies_under_a_hole_without_a_wall_is_not_bare() -> None:
    shown = np.where(STACKED, 0.01, 0.3)
    shown[COLUMNS + 2] = 0.0
    assert [hole for hole in np.flatnonzero(~STACKED) if not told(shown)[hole]] == [COLUMNS + 2, 2 * COLUMNS + 2]


def test_what_has_the_plastics_colour_is_not_bare() -> None:
    """A sleeve before the board, or a disc as blue as the board, shows no wall."""
    holes = seen()
    holes[:COLUMNS] = PLASTIC + [5.0, 3.0, 8.0]
    assert not any(told(np.where(STACKED, 0.01, 0.9), holes))


def stacked(rng: np.random.Generator) -> Cells:
    """Two to four discs in each column."""
    heights = rng.integers(2, 5, COLUMNS)
    rows = [[int(rng.integers(1, 3)) if row < height else 0 for height in heights] for row in range(ROWS)]
    return tuple(tuple(Cell(cell) for cell in row) for row in rows)


@pytest.mark.parametrize("shirt", ["red", "yellow"])
def test_no_disc_is_bare_before_a_shirt(shirt: str) -> None:
    """Rooms of every kind: in some the camera stands so far aside that the walls are seen."""
    found = 0
    for seed in range(12):
        room = Room(seed)
        room.visitor = Visitor(3.0, as_written(getattr(room, shirt)))
        scene = Scene(stacked(np.random.default_rng(seed)))
        image = Renderer(room, SIZE).render(scene, seed)
        grid = Grid.from_corners(room.corners(scene, SIZE))
        holes, visible = openings(image, grid)
        empty = bare(holes, plastic_share(image, polish(image, grid)), visible, plastic(image, grid))
        assert not [hole for hole in np.flatnonzero(empty) if scene.cells[ROWS - 1 - hole // COLUMNS][hole % COLUMNS]]
        cells = read_cold(image, grid).cells
        assert all(cells[ROWS - 1 - hole // COLUMNS][hole % COLUMNS] in (0, 1, 2) for hole in np.flatnonzero(empty))
        found += np.count_nonzero(empty)
    assert found > 10
