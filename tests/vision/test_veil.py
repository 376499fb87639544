"""A hand of the board's own colour: what it hides is not read, and known again once it is gone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from robot.sim.render import Room
from robot.sim.render.sheet import SKINS, sample_cells
from robot.sim.scene import Hand, Scene
from tests.vision.disturbed import BARE, Stage, calibrated, differing
from vision.reader import Reader
from vision.types import Cells, Reading

PAIR, SIZE = ("blue", "green"), (640, 480)
WAY = [(6.5 - 0.4 * step, 0.3 + 1.3 * (step % 4), 1) for step in range(12)]
REST = [(6.5, 4.0, 2), (5.0, 0.5, 2), (3.5, 2.0, 2), (2.0, 3.0, 2)]
"""Where the finger tips are, column and row, and for how many frames."""


@pytest.fixture(scope="module", params=[2, 4])
def wood(request: pytest.FixtureRequest) -> tuple[Stage, Reader, Cells]:
    """A wooden board with a position on it, as its reader reads it; discs of blue are used on such boards."""
    room = Room(request.param, "front", PAIR)
    learned = calibrated(Stage(room, Scene(BARE), SIZE), PAIR)
    cells = sample_cells(np.random.default_rng(request.param), 24)
    stage = Stage(room, Scene(cells), SIZE, first=100)
    return stage, Reader(learned.board.grid, learned.taught.colours, learned.taught.camera_side), cells


def reach(stage: Stage, reader: Reader, way: list[tuple[float, float, int]], disc: str | None) -> list[Reading]:
    """Let a hand go across the board and away; give what is read meanwhile."""
    seen = []
    for x, y, frames in way:
        hand = Hand(x, y, True, disc, SKINS[0], (90, 60, 50))
        stage.scene = replace(stage.scene, hand=hand)
        seen += [reader.read(stage.capture()) for _ in range(frames)]
    stage.scene = replace(stage.scene, hand=None)
    return seen


@pytest.mark.parametrize(("way", "disc"), [(WAY, None), (WAY, "yellow"), (REST, None)], ids=["way", "disc", "rest"])
def test_hand_like_the_board_makes_nothing_wrong(
    wood: tuple[Stage, Reader, Cells], way: list[tuple[float, float, int]], disc: str | None
) -> None:
    stage, reader, cells = wood
    assert reader.read(stage.capture()).cells == cells
    seen = reach(stage, reader, way, disc)
    assert [differing(reading.cells, cells) for reading in seen] == [[]] * len(seen)
    assert any(reading.hand for reading in seen) and not seen[0].moved
    assert reader.read(stage.capture()).cells == cells
