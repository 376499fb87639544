"""Discs that are gone are not read on where cloth of their colour is behind the board."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from robot.sim.render import Room
from robot.sim.render.room import Visitor
from robot.sim.render.sheet import sample_cells
from robot.sim.render.stand import as_written
from robot.sim.scene import Scene
from tests.vision.disturbed import BARE, Stage, calibrated, differing
from vision.reader import Reader
from vision.told import HOLES, Told, from_below
from vision.types import COLUMNS, Cell, Cells, Reading

SIZE = (640, 480)


def stack(*columns: int) -> np.ndarray:
    """Holes (42,), top row first, in which so many discs lie in each column from the bottom."""
    heights = np.array([*columns, *[0] * (COLUMNS - len(columns))])
    return np.asarray(5 - np.arange(HOLES) // COLUMNS < heights[np.arange(HOLES) % COLUMNS])


def test_from_below_ends_at_the_first_gap() -> None:
    holes = stack(3, 2)
    holes[4 * COLUMNS] = False
    assert from_below(holes).tolist() == (stack(1, 2)).tolist()


def test_what_stood_stood_until_it_is_gone() -> None:
    told = Told()
    look = type("Look", (), {"pixels": np.zeros((3, HOLES, 69), dtype=np.uint8)})()
    for holes, stood in ((stack(2), stack(2)), (stack(2) & ~stack(1), stack(2) & ~stack(1)), (stack(0), stack(0))):
        told.note(holes.astype(np.intp), look, np.ones(3, dtype=np.float32), whole=True)
        assert told.stood.tolist() == stood.tolist()
    told.note((stack(2) & ~stack(1)).astype(np.intp), look, np.ones(3, dtype=np.float32), whole=True)
    assert not told.stood.any(), "a disc that was put into the air never stood"


def one_by_one(cells: Cells) -> list[Cells]:
    """Positions in which the discs come row by row."""
    rows = [list(row) for row in BARE]
    steps = []
    for row, truth in enumerate(cells):
        for column, cell in enumerate(truth):
            if cell is not Cell.EMPTY:
                rows[row][column] = cell
                steps.append(tuple(map(tuple, rows)))
    return steps


@pytest.mark.parametrize(("seed", "shirt"), [(3, "red"), (5, "red"), (2, "yellow")])
def test_discs_that_left_the_board_before_a_shirt_of_their_colour_are_gone(seed: int, shirt: str) -> None:
    rng, room = np.random.default_rng([seed, 3]), Room(70_000 + seed)
    learned = calibrated(Stage(room, Scene(BARE), SIZE))
    reader = Reader(learned.board.grid, learned.taught.colours, learned.taught.camera_side)
    stage = Stage(room, Scene(BARE), SIZE)

    def shown(cells: Cells, frames: int) -> Reading:
        stage.scene = replace(stage.scene, cells=cells)
        return [reader.read(stage.capture()) for _ in range(frames)][-1]

    shown(BARE, 3)
    full = sample_cells(rng, int(rng.integers(20, 43)))
    for cells in one_by_one(full):
        shown(cells, 1)
    assert not differing(shown(full, 5).cells, full)
    room.visitor = Visitor(rng.uniform(1, 5), as_written(getattr(room, shirt)))
    stage = Stage(room, Scene(full), SIZE, first=stage._number)
    assert not differing(shown(full, 5).cells, full)
    assert not differing(shown(BARE, 12).cells, BARE)
