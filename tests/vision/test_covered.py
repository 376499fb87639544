"""What something hides of an unknown board is left open by a cold reading, and said to be hidden."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cells import HIDES, read_cold
from vision.locate import locate
from vision.occlusion import hidden
from vision.rectify import Grid
from vision.types import COLUMNS, ROWS, Cell

BOARD = Path(__file__).parents[2] / "docs" / "board.jpg"
THINGS = {"skin": (120, 160, 210), "white": (255, 255, 255), "black": (15, 15, 15), "red": (30, 30, 200)}
"""BGR colours of what is held before the board."""


@pytest.fixture(scope="module")
def picture() -> tuple[np.ndarray, Grid]:
    image = np.asarray(cv2.imread(str(BOARD)), dtype=np.uint8)
    return image, locate(image).grid


def covered(image: np.ndarray, grid: Grid, thing: str) -> tuple[np.ndarray, set[int]]:
    """Hold a card before holes 2 to 4 of rows 2 to 4 from the top; give the holes, too."""
    image, centres = image.copy(), grid.centres().reshape(ROWS, COLUMNS, 2)
    left, top = 0.7 * centres[1, 1] + 0.3 * centres[2, 2]
    right, bottom = 0.3 * centres[3, 4] + 0.7 * centres[4, 5]
    cv2.rectangle(image, (int(left), int(top)), (int(right), int(bottom)), THINGS[thing], -1)
    return image, {row * COLUMNS + column for row in (2, 3) for column in (2, 3, 4)}


def test_nothing_is_hidden_where_nothing_stands_before_the_board(picture: tuple[np.ndarray, Grid]) -> None:
    assert not hidden(*picture).any()


@pytest.mark.parametrize("thing", THINGS)
def test_hidden_holes_are_left_open(picture: tuple[np.ndarray, Grid], thing: str) -> None:
    whole = read_cold(*picture).cells
    image, holes = covered(*picture, thing)
    assert holes <= set(np.flatnonzero(hidden(image, picture[1])).tolist())
    seen = read_cold(image, picture[1])
    rows = [(ROWS - 1 - hole // COLUMNS, hole % COLUMNS) for hole in holes]
    assert all(seen.cells[row][column] is Cell.UNKNOWN for row, column in rows) and seen.reason == HIDES
    pairs = zip((cell for row in seen.cells for cell in row), (cell for row in whole for cell in row), strict=True)
    assert all(said in (truth, Cell.UNKNOWN) for said, truth in pairs)
