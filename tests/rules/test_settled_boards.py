"""What the rule texts leave open of other lines and boards, as we settled it: each point is a test named after it."""

from __future__ import annotations

import random

import pytest

from robot.rules.board import Board
from robot.rules.catalogue import load
from robot.rules.contest import Contest
from robot.rules.errors import BadRules, IllegalMove
from robot.rules.model import Rules
from robot.rules.moves import DROPS
from robot.rules.state import State
from robot.rules.variants import five, misere, obstacles, partners, small
from tests.rules.games import played, position

# Five in a row


def test_side_columns_alternate_and_mirror_the_opposite_colour() -> None:
    state = State.start(five.RULES)
    assert [state.at(0, row) for row in range(6)] == [0, 1, 0, 1, 0, 1]
    assert [state.at(8, row) for row in range(6)] == [1, 0, 1, 0, 1, 0]


def test_side_columns_are_alike_as_an_option() -> None:
    state = State.start(five.same_sides())
    assert [state.at(8, row) for row in range(6)] == [0, 1, 0, 1, 0, 1]


def test_side_columns_cannot_be_played_and_the_grid_is_b_to_h() -> None:
    assert five.RULES.board.names == "abcdefghi" and five.RULES.board.left == -1
    assert State.start(five.RULES).legal_moves() == DROPS[1:8]


def test_side_columns_count_in_lines() -> None:
    game = played("bhchdhe", five.RULES)
    assert game.outcome and game.outcome.winner == 0
    assert game.outcome.lines == (((0, 0), (1, 0), (2, 0), (3, 0), (4, 0)),)


def test_forty_two_plies_remain() -> None:
    assert (five.RULES.board.open & ~State.start(five.RULES).mask).bit_count() == 42


# Misère


def test_several_lines_at_once_lose_once() -> None:
    game = position(misere.RULES, "xxx.xxx").play(DROPS[3])
    assert game.outcome and game.outcome.winner == 1 and len(game.outcome.lines) == 4


def test_line_of_a_partner_loses_for_the_pair() -> None:
    game = played("agbgcgd", partners.option(misere.RULES))
    assert game.outcome and game.outcome.winner == 1


# Cylinder


def test_line_over_the_seam_wins() -> None:
    game = played("fagabac" + "b", load("cylinder").rules)
    assert not game.over
    game = played("fegeaeb", load("cylinder").rules)
    assert game.outcome and game.outcome.lines == (((5, 0), (6, 0), (0, 0), (1, 0)),)


def test_ring_counts_once_where_the_board_is_as_wide_as_the_line() -> None:
    rules = Rules(Board(4, 4, cylinder=True))
    outcome = position(rules, "xxx.").play(DROPS[3]).outcome
    assert outcome and len(outcome.lines) == 1


def test_ring_that_is_narrower_than_the_line_is_refused() -> None:
    with pytest.raises(BadRules, match="holds no 4"):
        Board(3, 5, cylinder=True)


@pytest.mark.parametrize("seed", range(20))
def test_cylinder_can_be_rotated_and_mirrored(seed: int) -> None:
    """A rotated or mirrored game ends at the same move in the same way."""
    luck, rules = random.Random(seed), load("cylinder").rules
    game = Contest(State.start(rules))
    while not game.over:
        game = game.play(luck.choice(game.state.legal_moves()))
    for turned in (lambda column: (column + 3) % 7, lambda column: 6 - column):
        other = Contest(State.start(rules))
        for move in game.moves:
            assert not other.over
            other = other.play(DROPS[turned(move.column)])
        assert other.outcome and game.outcome and other.outcome.word == game.outcome.word
        assert len(other.outcome.lines) == len(game.outcome.lines)


# Obstacles


def test_disc_comes_to_rest_on_an_obstacle() -> None:
    assert played("b", obstacles.RULES).state.at(1, 1) == 0


def test_cells_under_an_obstacle_cannot_be_reached() -> None:
    floating = obstacles.placed((3, 2))
    assert played("d", floating).state.at(3, 3) == 0
    assert floating.board.open.bit_count() == 39


def test_line_through_an_obstacle_is_dead_from_the_start() -> None:
    """b1 and f1 lie on 4 lines each, two of which, b1 to e1 and c1 to f1, differ."""
    assert len(obstacles.RULES.board.masks) == 69 - 4 - 4


def test_lot_gives_a_mirrored_pair_on_the_floor() -> None:
    pairs = {obstacles.by_lot(random.Random(seed)).board.blocked for seed in range(40)}
    assert pairs == {frozenset({(column, 0), (6 - column, 0)}) for column in range(3)}


def test_obstacles_are_one_to_four_cells_and_never_a_column() -> None:
    for blocked in ([], [(column, 0) for column in range(5)], [(2, 5)]):
        with pytest.raises(BadRules):
            obstacles.placed(*blocked)


def test_cap_closes_a_column_above_a_row() -> None:
    game = played("ddd", obstacles.placed(capped=frozenset({(3, 3)})))
    with pytest.raises(IllegalMove, match="column d is full"):
        game.play(DROPS[3])


# Small board


@pytest.mark.parametrize(("width", "names"), [(4, "bcde"), (5, "bcdef"), (6, "abcdef"), (7, "abcdefg")])
def test_unused_columns_are_closed_around_the_middle(width: int, names: str) -> None:
    assert small.sized(width, 4).board.names == names


def test_size_is_six_by_five_and_five_by_four_for_a_quick_game() -> None:
    sizes = [(rules.board.width, rules.board.height) for rules in (small.RULES, small.QUICK)]
    assert sizes == [(6, 5), (5, 4)]


@pytest.mark.parametrize(("width", "height"), [(3, 4), (8, 6), (4, 3), (7, 7)])
def test_size_outside_the_grid_is_refused(width: int, height: int) -> None:
    with pytest.raises(BadRules, match="no small board"):
        small.sized(width, height)
