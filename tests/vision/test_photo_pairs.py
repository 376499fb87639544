"""Photographs of boards with other discs than red and yellow, read with colours learned from one disc of each.

What a calibration would have seen is made of the photograph itself: its empty holes are copied over all discs, then
over all but one disc of each colour. A full board borrows empty holes from the others of its series. The photograph is
read as it was taken.
"""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.altered import Board, emptied, filled
from tests.vision.drawn import letters
from tests.vision.shared import folder_of
from tests.vision.stress import boards_of
from vision.cells import as_cells
from vision.colours import learn_discs, learn_empty
from vision.rectify import Grid
from vision.warm import read_warm


def shown_places(truth: np.ndarray) -> tuple[tuple[int, int], tuple[int, int]]:
    """Choose the red and the yellow disc that lie lowest and farthest apart, (row from the top, column) of each."""
    red, yellow = (np.argwhere(truth == letter) for letter in "RY")
    low = red[:, None, 0] + yellow[None, :, 0] + np.abs(red[:, None, 1] - yellow[None, :, 1])
    one, other = np.unravel_index(low.argmax(), low.shape)
    return (int(red[one, 0]), int(red[one, 1])), (int(yellow[other, 0]), int(yellow[other, 1]))


def read(board: Board, others: list[Board], seed: int) -> np.ndarray:
    """Calibrate as it would have been, and read the photograph warm: letters (6, 7)."""
    rng = np.random.default_rng([seed, 6000])
    red, yellow = shown_places(board.truth)
    wanted = np.full((6, 7), ".")
    wanted[red], wanted[yellow] = "R", "Y"
    bare, shown = emptied(board, others, rng), filled(board, others, rng, wanted)
    assert np.isin(bare.truth, [".", "?"]).all() and np.count_nonzero(np.isin(shown.truth, ["R", "Y"])) == 2
    grid, places = Grid.from_corners(board.corners), [[(5 - row, column)] for row, column in (red, yellow)]
    colours = learn_discs(learn_empty([bare.image], grid), [shown.image], grid, *places)
    return np.array([list(row) for row in letters(as_cells(read_warm(board.image, grid, colours).values))])


@pytest.mark.parametrize(
    ("pair", "source", "discs", "most_wrong", "most_open"),
    [
        (("blue", "yellow"), "robproj", 168, 0, 0.08),
        (("red", "blue"), "engi301", 152, 0, 0.04),
        (("red", "blue"), "robc4", 7, 0, 0.04),
        (("orange-red", "green"), "c4cv", 246, 1, 0.11),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, tuple) else None,
)
def test_photographs_are_read_with_learned_colours(
    pair: tuple[str, str], source: str, discs: int, most_wrong: int, most_open: float
) -> None:
    """The wrong cell of c4cv is a disc before a hand, whose hole shows as much of its wall as when it is empty."""
    named = boards_of(folder_of("QUADROW_PHOTOS"), red_yellow=False)
    series = [board for name, board in named.items() if name.startswith(source) and board.discs == pair]
    cells = shown = wrong = open_cells = 0
    for board in series:
        if not (board.holes("R") and board.holes("Y")):
            continue
        seen, known = read(board, [other for other in series if other is not board], seed=0), board.truth != "?"
        cells, shown = cells + np.count_nonzero(known), shown + np.count_nonzero(np.isin(board.truth, ["R", "Y"]))
        wrong += np.count_nonzero(known & (seen != board.truth) & (seen != "?"))
        open_cells += np.count_nonzero(known & (seen == "?"))
    assert shown == discs and wrong <= most_wrong and open_cells <= most_open * cells
