"""Which game `play` is asked for, and whether ratings count it."""

from __future__ import annotations

import argparse
import random

import pytest

from robot.commands._plan import Plan, plan_of
from robot.commands.play import add_arguments
from robot.errors import BadInput
from robot.rules.state import Due


def plan(*words: str, seed: int = 1) -> Plan:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return plan_of(parser.parse_args(words), random.Random(seed))


@pytest.mark.parametrize(
    ("words", "counts"),
    [
        ((), True),
        (("--dead-draw",), True),
        (("--clock", "3+2"), True),
        (("--variant", "misere"), False),
        (("--variant", "single"), False),
        (("--swap", "pie"), False),
        (("--partners",), False),
        (("--opening", "drawn"), False),
    ],
)
def test_plan_counts_for_ratings_only_where_it_is_classic(words: tuple[str, ...], counts: bool) -> None:
    assert plan(*words).classic is counts


def test_plan_draws_on_time_only_where_that_is_asked_for_of_a_game_with_a_clock() -> None:
    assert plan("--clock", "3+2", "--time-draw").start.state.rules.time_draw
    assert not plan("--clock", "3+2").start.state.rules.time_draw
    for words in ((), ("--clock", "3+2", "--match")):
        with pytest.raises(BadInput):
            plan("--time-draw", *words)


def test_plan_with_a_clock_ends_early_where_lines_can_die() -> None:
    assert plan("--clock", "3+2").start.state.rules.dead_draw
    assert not plan("--clock", "3+2", "--variant", "popout").start.state.rules.dead_draw


@pytest.mark.parametrize("board", ["4x4", "5x4", "6x5"])
@pytest.mark.parametrize("plies", [1, 4])
def test_plan_draws_openings_that_fit_the_board_and_leave_the_game_open(board: str, plies: int) -> None:
    """Boards narrower than the grid begin at column b; every column comes up."""
    met = set()
    for seed in range(40):
        start = plan("--variant", f"small:{board}", "--opening", f"drawn:{plies}", seed=seed).start
        met.update(start.state.rules.drawn)
        while start.state.due is Due.PLACE:
            start = start.play(start.state.legal_moves()[0])
        assert len(start.moves) == plies and not start.over
    assert met == set(range(int(board[0])))
