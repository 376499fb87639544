"""A game with all that happens besides moves."""

from __future__ import annotations

import pytest

from robot.rules.contest import Contest
from robot.rules.errors import IllegalMove
from robot.rules.game import Outcome, Reason
from robot.rules.model import Rules
from robot.rules.moves import DROPS
from robot.rules.state import State
from robot.rules.variants import three
from tests.rules.games import played


def test_draw_offer_that_is_accepted_ends_the_game() -> None:
    game = played("dd").offer_draw(0).answer_draw(1, accept=True)
    assert game.outcome == Outcome(None, Reason.AGREED)


def test_draw_offer_can_be_made_on_the_other_sides_turn() -> None:
    assert played("dd").offer_draw(1).answer_draw(0, accept=True).over


def test_draw_offer_that_is_declined_lets_the_game_go_on() -> None:
    game = played("dd").offer_draw(0).answer_draw(1, accept=False)
    assert not game.over and not game.agreed


def test_draw_offer_stands_until_the_next_move_of_who_made_it() -> None:
    game = played("d").offer_draw(0).play(DROPS[3])
    assert game.agreed == (0,)
    assert game.play(DROPS[0]).agreed == ()


def test_draw_is_offered_once_between_two_own_moves() -> None:
    game = played("dd").offer_draw(0).answer_draw(1, accept=False)
    with pytest.raises(IllegalMove, match="has offered a draw since its last move"):
        game.offer_draw(0)
    assert game.play(DROPS[0]).offer_draw(0).agreed == (0,)


def test_draw_offer_cannot_be_answered_by_who_made_it() -> None:
    with pytest.raises(IllegalMove, match="no draw offer to answer"):
        played("dd").offer_draw(0).answer_draw(0, accept=True)


def test_draw_offer_needs_all_of_three() -> None:
    game = played("abc", three.RULES).offer_draw(0).answer_draw(1, accept=True)
    assert not game.over
    assert game.answer_draw(2, accept=True).outcome == Outcome(None, Reason.AGREED)


def test_draw_offer_needs_only_those_of_three_who_are_left() -> None:
    game = played("abc", three.RULES).resign(1).offer_draw(0).answer_draw(2, accept=True)
    assert game.outcome == Outcome(None, Reason.AGREED)


def test_resignation_loses_and_says_so() -> None:
    assert played("dd").resign(1).outcome == Outcome(0, Reason.RESIGNED)


def test_time_that_has_run_out_loses_and_says_so() -> None:
    assert played("dd").run_out(0).outcome == Outcome(1, Reason.TIME)


def test_annulled_game_has_no_result() -> None:
    outcome = played("dd").annul().outcome
    assert outcome and (outcome.word, outcome.reason) == ("annulled", Reason.ANNULLED)


@pytest.mark.parametrize(
    "event",
    [
        lambda game: game.play(DROPS[3]),
        lambda game: game.offer_draw(0),
        lambda game: game.answer_draw(1, True),
        lambda game: game.claim_draw(),
        lambda game: game.resign(0),
        lambda game: game.run_out(0),
        lambda game: game.annul(),
    ],
)
@pytest.mark.parametrize("end", [lambda: played("abababa"), lambda: played("dd").resign(0)])
def test_nothing_happens_after_the_end(end, event) -> None:
    with pytest.raises(IllegalMove, match="the game is over"):
        event(end())


def test_undo_takes_back_a_resignation_with_the_move_before_it() -> None:
    assert played("dd").resign(0).undo() == played("d")


def test_undo_brings_back_the_offer_that_stood() -> None:
    offered = played("dd").offer_draw(0)
    assert offered.play(DROPS[0]).undo() == offered


def test_undo_before_the_first_move_is_refused() -> None:
    with pytest.raises(IllegalMove, match="no move to take back"):
        Contest(State.start(Rules())).undo()


@pytest.mark.parametrize("colour", [-1, 2])
def test_side_that_is_not_in_the_game_is_refused(colour: int) -> None:
    with pytest.raises(IllegalMove, match="not in the game"):
        played("dd").resign(colour)
