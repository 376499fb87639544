"""Any two disc colours that differ are learned from one disc of each, and told apart afterwards."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from robot.sim.render import Room
from robot.sim.render.room import DISCS
from robot.sim.render.sheet import sample_cells
from robot.sim.scene import Lamp, Scene
from tests.vision.disturbed import BARE, Stage, calibrated, differing
from vision.reader import Reader
from vision.types import Cell

SIZE = (640, 480)
ALIKE = {("red", "orange-red"), ("orange-red", "orange"), ("yellow", "orange")}
"""Pairs that are refused in some rooms, or in all."""
PAIRS = [pair for pair in combinations(DISCS, 2) if pair not in ALIKE]


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_pair_of_disc_colours_is_read_under_another_lamp(pair: tuple[str, str]) -> None:
    rng = np.random.default_rng([PAIRS.index(pair), 5000])
    room = Room(50 + PAIRS.index(pair), "front", pair)
    learned = calibrated(Stage(room, Scene(BARE), SIZE), pair)
    reader = Reader(learned.board.grid, learned.taught.colours, learned.taught.camera_side)
    scene = Scene(sample_cells(rng, 24), lamp=Lamp(float(rng.uniform(3000, 6000)), 0.9))
    stage = Stage(room, scene, SIZE, first=100)
    for _ in range(3):
        reading = reader.read(stage.capture())
    assert differing(reading.cells, scene.cells) == []
    assert sum(cell is Cell.UNKNOWN for row in reading.cells for cell in row) <= 1
