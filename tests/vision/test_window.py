"""Whether seven by six nodes are a board: what rims, ellipses and plastic say of its lines, taken together."""

from __future__ import annotations

import numpy as np
import pytest

from vision.errors import BoardNotFound
from vision.plastic import Plastic
from vision.rectify import Grid
from vision.window import Window, judge

GRID = Grid.from_corners([[100, 100], [400, 100], [400, 350], [100, 350]])
BOTTOM = 3
NOWHERE = np.full(4, 90.0)
EVERYWHERE = np.full(4, 4.0)


def window(**lines: tuple[float, bool]) -> Window:
    """Make a window with clear rims and ellipses, but for the `bottom` line, an `inner` row and the line `outside`."""
    rims, held = np.full((8, 9), 0.2), np.zeros((8, 9), dtype=bool)
    rims[1:-1, 1:-1], held[1:-1, 1:-1] = 0.95, True
    rows = {"inner": 3, "bottom": 6, "outside": 7}
    for name, (rim, ellipses) in lines.items():
        rims[rows[name], 1:-1], held[rows[name], 1:-1] = rim, ellipses
    return Window(GRID, rims, np.ones((8, 9)), held, 0.0, 0.02)


def with_bottom(plastic: np.ndarray, value: float) -> np.ndarray:
    changed = plastic.copy()
    changed[BOTTOM] = value
    return changed


def kind(one: Window, plastic: Plastic) -> str:
    try:
        judge(one, plastic)
    except BoardNotFound as refusal:
        return refusal.kind
    return "a board"


def test_judge_takes_a_board_with_a_hidden_inner_row() -> None:
    assert kind(window(inner=(0.05, False)), Plastic(EVERYWHERE, NOWHERE)) == "a board"


@pytest.mark.parametrize(
    ("beside", "expected"), [(4.0, "a board"), (30.0, "not 7 by 6"), (np.nan, "not 7 by 6")], ids=["in", "unsure", "?"]
)
def test_judge_takes_an_outer_line_without_ellipses_only_in_plastic(beside: float, expected: str) -> None:
    """A thick board from steeply above shows no whole ellipse in its empty holes."""
    plastic = Plastic(with_bottom(EVERYWHERE, beside), NOWHERE)
    assert kind(window(bottom=(0.76, False)), plastic) == expected


@pytest.mark.parametrize(("rim", "expected"), [(0.7, "not 7 by 6"), (0.95, "a board")], ids=["other things", "glare"])
def test_judge_refuses_round_things_beside_the_board(rim: float, expected: str) -> None:
    plastic = Plastic(with_bottom(EVERYWHERE, 70.0), NOWHERE)
    assert kind(window(bottom=(rim, True)), plastic) == expected


@pytest.mark.parametrize(
    ("rim", "beyond", "expected"),
    [(0.75, 4.0, "not 7 by 6"), (0.75, 70.0, "a board"), (0.95, 30.0, "not 7 by 6"), (0.95, np.nan, "a board")],
)
def test_judge_refuses_a_grid_that_goes_on_in_the_plastic(rim: float, beyond: float, expected: str) -> None:
    plastic = Plastic(EVERYWHERE, with_bottom(NOWHERE, beyond))
    assert kind(window(outside=(rim, False)), plastic) == expected


@pytest.mark.parametrize(("ellipses", "expected"), [(1, "a board"), (2, "not 7 by 6")])
def test_judge_refuses_a_grid_that_goes_on_behind_an_arm(ellipses: int, expected: str) -> None:
    """An arm hides most of the seventh row and dims the plastic."""
    one = window(outside=(0.65, False))
    one.held[-1, 1 : 1 + ellipses] = True
    assert kind(one, Plastic(EVERYWHERE, with_bottom(NOWHERE, 30.0))) == expected
