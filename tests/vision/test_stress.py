"""Altered pictures: their truth goes along; photographs altered in many ways are hardly misread."""

from __future__ import annotations

import os

import cv2
import numpy as np
import pytest

from tests.vision.altered import ALTERATIONS, Alteration, Board
from tests.vision.drawn import POSITION, Drawing
from tests.vision.shared import folder_of
from tests.vision.stress import Count, boards_of, read_altered

OTHER = (".......", ".......", ".......", "Y.....R", "R.....Y", "YR...RY")


def drawn(grid: tuple[str, ...]) -> Board:
    drawing = Drawing(grid)
    return Board(drawing.picture(), drawing.place(), np.array([list(line) for line in grid]))


@pytest.mark.parametrize(
    "alteration", [one for one in ALTERATIONS if one.__name__ != "lamp"], ids=lambda one: one.__name__
)
def test_altered_boards_hold_what_their_truth_says(alteration: Alteration) -> None:
    """Red, yellow and neither are told apart in the middle of each hole by the hue that was painted there."""
    board = alteration(drawn(POSITION), [drawn(OTHER)], np.random.default_rng(7))
    assert board.truth.shape == (6, 7) and board.image.dtype == np.uint8
    if alteration.__name__ in ("wood", "cloth", "things", "everything"):
        return
    holes = np.array([[[column, row] for column in range(7)] for row in range(6)], dtype=np.float32)
    px = cv2.perspectiveTransform(holes, board.homography.astype(np.float32))
    blurred = cv2.blur(board.image, (7, 7))
    hsv = cv2.cvtColor(blurred, cv2.COLOR_BGR2HSV)[np.rint(px[..., 1]).astype(int), np.rint(px[..., 0]).astype(int)]
    vivid = hsv[..., 1] > 130
    yellow = vivid & (hsv[..., 0] > 14) & (hsv[..., 0] < 40)
    red = vivid & ((hsv[..., 0] < 12) | (hsv[..., 0] > 165))
    assert np.array_equal(np.where(red, "R", np.where(yellow, "Y", ".")), board.truth)


@pytest.mark.skipif(not os.environ.get("QUADROW_PROVE"), reason="a long proof: `make prove` runs it")
def test_cold_hardly_misreads_altered_photographs() -> None:
    """Discs set by hand in the air over empty holes are left open, so that their unknown cells do not count.

    One cell in a hundred is unknown because the light or the room leaves nothing by which a disc would be told: see
    the test of hidden discs in `test_nothing.py`.
    """
    boards = boards_of(folder_of("QUADROW_PHOTOS"), red_yellow=True)
    counts = dict(read_altered(boards, seed=3))
    wrong = sum(counts.values(), Count())
    open_cells = sum((count for name, count in counts.items() if name != "by_hand"), Count())
    assert wrong.boards >= 28 * len(ALTERATIONS)
    assert wrong.spoilt <= 0.02 * wrong.boards and wrong.wrong <= 0.002 * wrong.cells
    assert open_cells.unknown <= 0.085 * open_cells.cells
