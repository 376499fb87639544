"""Power Up: what each special disc does, and what holds whatever is played."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from robot.rules.board import Board
from robot.rules.errors import BadRules, IllegalMove
from robot.rules.game import Outcome, Reason
from robot.rules.model import Rules
from robot.rules.moves import DROPS, POPS, Kind, Move
from robot.rules.variants import powerup
from robot.rules.variants.powerup import SPECIALS, PowerUp
from tests.rules.games import ANY_SEED, at_random, played, position


def scripted(*rows: str, turn: int = 0, rules: Rules = powerup.RULES) -> PowerUp:
    state = position(rules, *rows)
    return PowerUp(rules, state.discs, state.mask, turn)


def special(kind: Kind, column: int) -> Move:
    return Move(kind, column)


@settings(max_examples=60, deadline=None)
@given(seed=ANY_SEED)
def test_specials_are_used_once_and_discs_never_float(seed: int) -> None:
    *_, last = at_random(powerup.start(powerup.RULES), seed)
    movers, game = [], last
    while game.before is not None:
        movers.append((game.before.state.colour, game.moves[-1].kind))
        game = game.before
        mask = game.state.mask
        assert not (mask & ~(mask << 1 | sum(powerup.RULES.board.bottoms)))
    for colour in (0, 1):
        assert all(movers.count((colour, kind)) <= 1 for kind in SPECIALS)


def test_each_side_has_one_special_of_each_kind() -> None:
    game = played("_aa", powerup.start(powerup.RULES))
    assert [move for move in game.state.legal_moves() if move.kind is Kind.ANVIL] == []
    assert len([move for move in game.state.legal_moves() if move.kind is Kind.WALL]) == 7


def test_anvil_empties_its_column_and_lies_at_the_bottom() -> None:
    after = scripted("o......", "x......", "o......").play(special(Kind.ANVIL, 0))
    assert [after.at(0, row) for row in range(3)] == [0, None, None]
    assert after.colour == 1


def test_anvil_is_judged_where_it_has_fallen() -> None:
    rows = ("oxx....", "xoxx...", "oxxx...")
    assert scripted("...o...", *rows).play(special(Kind.ANVIL, 0)).outcome == Outcome(
        0, Reason.LINE, (((0, 0), (1, 0), (2, 0), (3, 0)),)
    )
    over = scripted(".xxx...", "oooxo..", "oooxo..").play(special(Kind.ANVIL, 0))
    assert over.outcome is None


def test_anvil_needs_room_in_its_column() -> None:
    full = scripted(*["o......", "x......"] * 3)
    assert special(Kind.ANVIL, 0) not in full.legal_moves()


def test_wall_is_followed_by_a_second_ordinary_disc() -> None:
    game = played("|d", powerup.start(powerup.RULES))
    assert (game.state.colour, game.state.legal_moves()) == (0, DROPS[:7])
    assert game.play(DROPS[0]).state.colour == 1


def test_wall_lets_no_second_disc_make_a_four() -> None:
    state = scripted("xx.....").play(special(Kind.WALL, 2))
    with pytest.raises(IllegalMove, match="cannot be played now"):
        state.play(DROPS[3])
    assert state.legal_moves() == DROPS[:3] + DROPS[4:7]


def test_wall_that_makes_a_four_itself_wins_without_a_second_disc() -> None:
    outcome = scripted("xxx....").play(special(Kind.WALL, 3)).outcome
    assert outcome and outcome.winner == 0


def test_wall_whose_second_disc_has_no_column_ends_the_turn() -> None:
    rules = replace(powerup.RULES, board=Board(4, 2))
    state = scripted("oxo.", "xox.", rules=rules, turn=0)
    assert state.play(special(Kind.WALL, 3)).colour == 0
    last = scripted("oxo.", "xoxo", rules=rules).play(special(Kind.WALL, 3))
    assert last.outcome == Outcome(None, Reason.FULL)


def test_twice_lets_the_second_disc_win() -> None:
    outcome = scripted("xx.....").play(special(Kind.TWICE, 2)).play(DROPS[3]).outcome
    assert outcome and outcome.winner == 0


def test_twice_is_judged_after_each_disc() -> None:
    assert scripted("xxx....").play(special(Kind.TWICE, 3)).outcome is not None


def test_second_disc_is_ordinary() -> None:
    state = played("+d", powerup.start(powerup.RULES)).state
    with pytest.raises(IllegalMove):
        state.play(special(Kind.WALL, 3))


def test_bomb_pushes_out_a_disc_of_the_other_side_in_the_bottom_row() -> None:
    state = scripted("x......", "ox.o...").play(special(Kind.BOMB, 6))
    assert state.legal_moves() == (POPS[0], POPS[3])
    after = state.play(POPS[0])
    assert (after.at(0, 0), after.at(0, 1), after.colour) == (0, None, 1)


def test_bomb_with_nothing_to_push_out_ends_the_turn() -> None:
    assert played("!d", powerup.start(powerup.RULES)).state.colour == 1


def test_bomb_whose_drop_makes_a_four_wins_at_once() -> None:
    outcome = scripted("ooo....", "xxx.o..").play(special(Kind.BOMB, 3)).outcome
    assert outcome and outcome.winner == 0


def test_bomb_that_makes_a_four_for_both_wins_for_who_threw_it() -> None:
    outcome = scripted("...o...", "ooox...", "xxxo...").play(special(Kind.BOMB, 6)).play(POPS[3]).outcome
    assert outcome and outcome.winner == 0


def test_bomb_that_makes_a_four_for_the_other_side_only_loses() -> None:
    outcome = scripted("...o...", "ooox...", "xoxo...").play(special(Kind.BOMB, 6)).play(POPS[3]).outcome
    assert outcome and outcome.winner == 1


def test_board_is_never_dead_where_discs_can_leave_it() -> None:
    rows = ["xoxoxox", "xoxoxox", "oxoxoxo", "oxoxoxo", "xoxoxox", "xoxoxox"]
    state = scripted(*rows)
    assert position(powerup.RULES, *rows).is_dead() and not state.is_dead()


@pytest.mark.parametrize(
    "wrong", [{"misere": True}, {"dead_draw": True}, {"time_draw": True}, {"pops": True}, {"seats": (0, 1, 2)}]
)
def test_start_refuses_what_does_not_go_with_it(wrong: dict[str, object]) -> None:
    with pytest.raises(BadRules):
        powerup.start(Rules(**wrong))


def test_start_refuses_obstacles() -> None:
    with pytest.raises(BadRules, match="without obstacles"):
        powerup.start(Rules(Board(blocked=frozenset({(0, 0)}))))
