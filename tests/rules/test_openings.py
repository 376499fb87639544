"""The openings that are drawn by lot."""

from __future__ import annotations

import os

import pytest

from robot.rules.game import replay
from robot.rules.variants.drawn import EVEN, mirrored
from robot.solver.engine import Solver


def test_openings_in_the_hat_have_four_discs_and_no_mirror_image() -> None:
    assert {len(opening) for opening in EVEN} == {4}
    positions = [replay(seen).position for opening in EVEN for seen in {opening, mirrored(opening, 7)}]
    assert len(set(positions)) == len(positions)


@pytest.mark.skipif(not os.environ.get("QUADROW_PROVE"), reason="a long proof: `make prove` runs it")
@pytest.mark.parametrize("opening", EVEN)
def test_openings_in_the_hat_score_nothing_for_either_side(opening: tuple[int, ...]) -> None:
    assert Solver().solve(replay(opening).position).score == 0
