"""What the rule texts leave open of PopOut, as we settled it: each point is a test named after it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from robot.rules.board import Board
from robot.rules.contest import Contest
from robot.rules.errors import BadRules, IllegalMove
from robot.rules.game import Outcome, Reason
from robot.rules.moves import DROPS, POPS
from robot.rules.state import NO_MOVE
from robot.rules.variants import popout
from tests.rules.games import played, position


def test_pop_that_makes_a_four_for_both_wins_for_the_mover() -> None:
    state = position(popout.RULES, "...x", "xxxo", "ooox")
    after = state.play(POPS[3])
    assert after.outcome and after.outcome.winner == 0
    assert after.outcome.lines == (((0, 1), (1, 1), (2, 1), (3, 1)),)


def test_pop_that_makes_a_four_for_both_draws_as_an_option() -> None:
    state = position(popout.on_board("draw"), "...x", "xxxo", "ooox")
    outcome = state.play(POPS[3]).outcome
    assert outcome and outcome.winner is None and len(outcome.lines) == 2


def test_pop_that_makes_a_four_for_the_other_loses() -> None:
    outcome = position(popout.RULES, "...o", "ooox").play(POPS[3]).outcome
    assert outcome and (outcome.winner, outcome.reason) == (1, Reason.LINE)


FULL_NARROW = ("oxo", "xox", "oxo", "xox")
NARROW = replace(popout.RULES, board=Board(3, 4))


def test_board_full_leaves_only_pops() -> None:
    assert position(NARROW, *FULL_NARROW).legal_moves() == (POPS[0], POPS[2])


def test_board_full_lets_the_side_to_move_claim_a_draw() -> None:
    assert Contest(position(NARROW, *FULL_NARROW)).claim_draw().outcome == Outcome(None, Reason.CLAIMED)
    with pytest.raises(IllegalMove, match="no draw to claim"):
        Contest(position(NARROW, ".xo", *FULL_NARROW[1:])).claim_draw()


def test_full_and_no_own_bottom_disc_is_a_draw() -> None:
    before = position(NARROW, ".xo", "oxo", "xox", "ooo", turn=1)
    assert before.play(DROPS[0]).outcome == NO_MOVE == Outcome(None, Reason.NO_MOVE)


def test_repetition_ends_the_game_at_the_third_time() -> None:
    game = played("abABabA", popout.RULES)
    assert not game.over
    assert game.play(POPS[1]).outcome == Outcome(None, Reason.REPETITION)


def test_repetition_is_of_the_board_with_the_same_side_to_move() -> None:
    board = ("x..", "o..")
    assert position(NARROW, *board) == position(NARROW, *board)
    assert position(NARROW, *board) != position(NARROW, *board, turn=1)


def test_longest_game_is_two_hundred_plies() -> None:
    endless = replace(popout.RULES, repetition=None)
    game = played("abAB" * 49 + "abA", endless)
    assert not game.over
    assert game.play(POPS[1]).outcome == Outcome(None, Reason.LENGTH)
    assert not played("abAB" * 51, replace(endless, longest=None)).over


def test_longest_game_can_still_be_won_with_its_last_move() -> None:
    game = played("aba" + "bab" + "a", replace(popout.RULES, longest=7))
    assert game.outcome and (game.outcome.winner, game.outcome.reason) == (0, Reason.LINE)


def test_pop_on_the_first_turns_is_allowed_with_an_own_disc_at_the_bottom() -> None:
    assert played("ab", popout.RULES).state.legal_moves()[-1] == POPS[0]
    assert POPS[0] not in played("a", popout.RULES).state.legal_moves()


def test_discs_that_were_pushed_out_are_played_again() -> None:
    game = played("abAB" * 25, replace(popout.RULES, repetition=None))
    assert sum(move in DROPS for move in game.moves) > 42


def test_popout_has_no_dead_board() -> None:
    rules = replace(popout.RULES, board=Board(4, 1))
    assert position(replace(rules, pops=False), "xo..").is_dead()
    assert not position(rules, "xo..").is_dead()


def test_popout_refuses_dead_draw() -> None:
    with pytest.raises(BadRules, match="no line is dead for good"):
        replace(popout.RULES, dead_draw=True)
