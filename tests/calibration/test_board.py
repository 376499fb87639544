"""The board is found in an unknown picture, or laid where a person points."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.board import FoundBoard, find_again, find_board
from calibration.colours import Learned
from calibration.errors import BadCorners, CalibrationError
from calibration.grid import grid_by_hand
from calibration.prompts import Corners, Prompt, Wish, guide
from robot.sim.scene import Lamp
from robot.sim.world import Bump
from tests.calibration.stage import SIZE, Stage

NEAR = 0.06
"""Pitches from the true place within which a grid must lie."""


def found_by(stage: Stage, corners: Corners | None = None) -> FoundBoard:
    return guide(find_board(stage.camera, corners), stage.fulfil)


def off_by(board: FoundBoard, stage: Stage) -> float:
    """The farthest corner from the truth, in pitches."""
    return float(np.linalg.norm(board.grid.corners - stage.corners(), axis=1).max() / board.grid.pitch_px)


def pointed(stage: Stage, sloppy_px: float) -> Corners:
    """The true corners, each pointed at a little beside it."""
    beside = [(1, 0), (0, -1), (-1, 0), (0, 1)]
    return tuple(
        (float(x + dx * sloppy_px), float(y + dy * sloppy_px))
        for (x, y), (dx, dy) in zip(stage.corners(), beside, strict=True)
    )


@pytest.mark.parametrize(
    ("seed", "side", "bump"), [(1, "front", Bump()), (6, "front", Bump(20, -15, 8)), (8, "back", Bump(-20, 10, -8))]
)
def test_board_is_found_where_it_is(seed: int, side: str, bump: Bump) -> None:
    stage = Stage(seed, side, bump)
    board = found_by(stage)
    assert off_by(board, stage) < NEAR
    assert 0 < board.residual_px < 0.05 * board.grid.pitch_px
    assert not board.by_hand and board.size == SIZE


def test_board_is_laid_on_the_rims_near_the_corners_of_a_person() -> None:
    stage = Stage(1)
    board = found_by(stage, pointed(stage, sloppy_px=4.0))
    assert board.by_hand and off_by(board, stage) < NEAR


def test_board_corners_of_a_person_overrule_what_was_found() -> None:
    stage = Stage(1)
    stage.answer = lambda prompt: pointed(stage, 2.0) if stage.wishes().count(Wish.CONFIRM) == 1 else None
    board = found_by(stage)
    assert board.by_hand and stage.wishes() == [Wish.EMPTY, Wish.CONFIRM, Wish.CONFIRM]


def test_board_that_is_not_found_is_asked_for() -> None:
    stage = Stage(1)
    image = stage.camera.capture().image
    stage.scene = replace(stage.scene, bump_x_px=-330.0)

    def answer(prompt: Prompt) -> Corners | None:
        if prompt.wish is Wish.POINT:
            stage.scene = replace(stage.scene, bump_x_px=0.0)
        return None

    stage.answer = answer
    with pytest.raises(CalibrationError) as raised:
        found_by(stage)
    assert stage.wishes() == [Wish.EMPTY, Wish.POINT]
    assert raised.value.exit_code == 4 and raised.value.remedy
    shown = stage.asked[-1].shown
    assert shown is not None and shown.grid is None and shown.image.shape == image.shape


@pytest.mark.parametrize(
    "corners",
    [
        ((10.0, 10.0), (100.0, 10.0), (100.0, 80.0), (10.0, 80.0)),
        ((700.0, 10.0), (100.0, 10.0), (100.0, 80.0), (10.0, 80.0)),
        ((10.0, 10.0), (10.0, 10.0), (10.0, 10.0), (10.0, 10.0)),
        ((10.0, 80.0), (100.0, 80.0), (100.0, 10.0), (10.0, 10.0)),
        ((float("nan"), 10.0), (100.0, 10.0), (100.0, 80.0), (10.0, 80.0)),
    ],
)
def test_board_corners_that_cannot_be_are_refused(corners: Corners) -> None:
    with pytest.raises(BadCorners) as raised:
        grid_by_hand(Stage(1).camera.capture().image, corners)
    assert raised.value.exit_code == 2


def test_board_corners_that_stand_upside_down_are_refused() -> None:
    """The rings would lie right, and each disc in the column opposite."""
    stage = Stage(1)
    corners = tuple((float(x), float(y)) for x, y in stage.corners()[[2, 3, 0, 1]])
    with pytest.raises(BadCorners, match="upside down") as raised:
        grid_by_hand(stage.camera.capture().image, corners)
    assert "top left" in raised.value.remedy


def test_board_seen_from_the_side_is_found_to_a_fraction_of_a_hole() -> None:
    stage = Stage(10223)
    assert off_by(found_by(stage), stage) < NEAR


@pytest.mark.parametrize("shift", [(0.5, 0.5), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)])
@pytest.mark.parametrize("seed", [1, 6])
def test_board_corners_beside_the_grid_are_refused(seed: int, shift: tuple[float, float]) -> None:
    stage = Stage(seed)
    across, down = (stage.corners()[1] - stage.corners()[0]) / 6, (stage.corners()[3] - stage.corners()[0]) / 5
    moved = stage.corners() + shift[0] * across + shift[1] * down
    with pytest.raises(BadCorners):
        grid_by_hand(stage.camera.capture().image, tuple((float(x), float(y)) for x, y in moved))


def test_board_is_found_again_after_a_knock(learned: Learned) -> None:
    stage = Stage(1, bump=Bump(6.0, -4.0, 0.3))
    board = guide(find_again(stage.camera, learned.board), stage.fulfil)
    assert off_by(board, stage) < NEAR


@pytest.mark.parametrize("bump", [Bump(120, 40, 5), Bump(60, 0, 0), Bump(0, 55, 0), Bump(-60, 0, 0)])
def test_board_that_stands_elsewhere_is_not_found_again(learned: Learned, bump: Bump) -> None:
    stage = Stage(1, bump=bump)
    with pytest.raises(CalibrationError, match="not where it was found"):
        guide(find_again(stage.camera, learned.board), stage.fulfil)


def test_board_is_not_learned_while_the_picture_moves() -> None:
    stage = Stage(1)

    def restless(prompt: Prompt) -> None:
        stage.fulfil(prompt)
        flicker = 0.3 if stage.scene.lamp.brightness == 1.0 else 1.0
        stage.scene = replace(stage.scene, lamp=Lamp(brightness=flicker))

    with pytest.raises(CalibrationError, match="does not come to rest"):
        guide(find_board(stage.camera), restless)
