"""The plastic round the holes: a second witness of where a grid ends."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.drawn import POSITION, Drawing
from vision.plastic import look_for_plastic
from vision.rectify import Grid
from vision.window import OTHER, PLASTIC

BOARD = Drawing(POSITION)
LINES = {"left": (0, (-1, 0)), "right": (1, (1, 0)), "top": (2, (0, -1)), "bottom": (3, (0, 1))}


def grid_off_by(across: float, down: float) -> np.ndarray:
    """Give the homography of the drawn board's grid, moved by so many pitches."""
    return Grid.from_corners(BOARD.place()).homography @ np.array([[1, 0, across], [0, 1, down], [0, 0, 1]])


def test_plastic_lies_beside_the_outer_holes_and_not_beyond() -> None:
    plastic = look_for_plastic(BOARD.picture(), grid_off_by(0, 0))
    assert (plastic.beside < PLASTIC).all()
    assert (plastic.beyond > OTHER).all()


@pytest.mark.parametrize(("line", "way"), LINES.values(), ids=LINES.keys())
def test_plastic_is_missing_beside_a_grid_that_is_off_by_a_hole(line: int, way: tuple[int, int]) -> None:
    assert look_for_plastic(BOARD.picture(), grid_off_by(*way)).beside[line] > OTHER


@pytest.mark.parametrize(("line", "way"), LINES.values(), ids=LINES.keys())
def test_plastic_goes_on_beyond_a_grid_that_ends_too_soon(line: int, way: tuple[int, int]) -> None:
    """Off by a hole the other way, there is one more line of holes on this side."""
    plastic = look_for_plastic(BOARD.picture(), grid_off_by(-way[0], -way[1]))
    assert plastic.beside[line] < PLASTIC
    assert plastic.beyond[line] < PLASTIC


def test_plastic_is_not_known_where_the_picture_ends() -> None:
    picture = BOARD.picture()
    left = round(BOARD.corners[0][0] - 40)
    cut = np.array([[1, 0, -left], [0, 1, 0], [0, 0, 1]]) @ grid_off_by(0, 0)
    plastic = look_for_plastic(picture[:, left:].copy(), cut)
    assert plastic.beside[0] < PLASTIC
    assert np.isnan(plastic.beyond[0])


def test_plastic_is_known_with_a_hand_before_it() -> None:
    plastic = look_for_plastic(BOARD.but(hand=(2.0, 3.0)).picture(), grid_off_by(0, 0))
    assert (plastic.beside < PLASTIC).all()
