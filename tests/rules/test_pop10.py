"""Pop 10: filling, keeping, putting back, passing, and the count."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings

from robot.rules.board import Board
from robot.rules.contest import Contest
from robot.rules.errors import BadRules, IllegalMove
from robot.rules.game import Outcome, Reason
from robot.rules.model import Rules
from robot.rules.moves import DROPS, POPS, Kind
from robot.rules.state import Due, State
from robot.rules.variants import pie, pop10, swap3
from tests.rules.games import ANY_SEED, at_random, played, position

RULES = pop10.RULES


def loaded(*rows: str, turn: int = 0, kept: tuple[int, int] = (0, 0), rules: Rules = RULES) -> pop10.Pop10:
    """A position in the middle of play."""
    state = position(rules, *rows)
    return pop10.Pop10(rules, state.discs, state.mask, turn, kept=kept, filling=False)


@settings(max_examples=25, deadline=None)
@given(seed=ANY_SEED)
def test_discs_are_on_the_board_kept_or_in_a_hand(seed: int) -> None:
    for game in at_random(pop10.start(RULES), seed):
        state = game.state
        assert isinstance(state, pop10.Pop10)
        if state.filling:
            continue
        counts = [discs.bit_count() + kept for discs, kept in zip(state.discs, state.kept, strict=True)]
        if state.hand is not None:
            counts[state.colour] += 1
        assert counts == [21, 21]
        free = 42 - state.mask.bit_count()
        assert free == sum(state.kept) + (state.hand is not None)
        assert state.outcome is not None or state.legal_moves()


@settings(max_examples=25, deadline=None)
@given(seed=ANY_SEED)
def test_rows_are_filled_in_turn_and_lines_do_not_count_then(seed: int) -> None:
    for game in at_random(pop10.start(RULES), seed, most=42):
        heights = [(game.state.mask & cells).bit_count() for cells in RULES.board.columns]
        assert max(heights) - min(heights) <= 1 and game.outcome is None
        assert game.state.colour == len(game.moves) % 2


def test_filling_refuses_a_second_disc_in_a_column_before_the_row_is_full() -> None:
    with pytest.raises(IllegalMove) as caught:
        played("dd", pop10.start(RULES))
    assert "lowest row that is not full" in caught.value.remedy


def test_full_board_by_lot_has_twenty_one_of_each() -> None:
    boards = {pop10.start(pop10.filled(random.Random(seed))) for seed in range(10)}
    assert len(boards) == 10 and not any(board.filling for board in boards)
    assert all([discs.bit_count() for discs in board.discs] == [21, 21] for board in boards)


def test_disc_out_of_a_four_is_kept_and_the_turn_goes_on() -> None:
    after = loaded("oxoxoxo", "xxxxoxo").play(POPS[1])
    assert isinstance(after, pop10.Pop10)
    assert (after.kept, after.colour, after.hand) == ((1, 0), 0, None)
    assert {move.kind for move in after.legal_moves()} == {Kind.POP}


def test_disc_is_judged_before_its_column_falls() -> None:
    """When b1 has gone, an o falls into its place: a1 to d1 were a line only before."""
    after = loaded("xoxoxox", "xxxxoxo").play(POPS[1])
    assert isinstance(after, pop10.Pop10) and after.kept == (1, 0)
    last = loaded("xxxxoxo", "oxoxoxo").play(POPS[1])
    assert isinstance(last, pop10.Pop10) and last.kept == (0, 0)


def test_disc_out_of_a_vertical_or_slanting_four_is_kept() -> None:
    upright = loaded("xoxoxox", "xoxoxoo", "xoxoooo", "xxoooxo").play(POPS[0])
    slanting = loaded("oooxoxo", "ooxoxoo", "oxooxoo", "xoxooxo").play(POPS[0])
    assert [after.kept for after in (upright, slanting) if isinstance(after, pop10.Pop10)] == [(1, 0), (1, 0)]


def test_disc_out_of_no_four_goes_back_into_another_column() -> None:
    state = loaded("o......", "xoxoxox")
    after = state.play(POPS[0])
    assert after.legal_moves() == DROPS[1:7]
    with pytest.raises(IllegalMove):
        after.play(DROPS[0])
    dropped = after.play(DROPS[1])
    assert dropped.at(1, 1) == 0 and dropped.colour == 1


def test_disc_goes_back_into_the_same_column_only_when_no_other_has_room() -> None:
    state = pop10.start(pop10.filled(random.Random(3)))
    popped = next(state.play(move) for move in state.legal_moves() if state.play(move).hand is not None)
    assert popped.legal_moves() == (DROPS[popped.hand],)


def test_ten_kept_discs_win() -> None:
    after = loaded("xxxxoxo", kept=(9, 9)).play(POPS[0])
    assert after.outcome == Outcome(0, Reason.COUNT)
    assert loaded("xxxxoxo", kept=(8, 9)).play(POPS[0]).outcome is None


def test_side_without_a_bottom_disc_passes() -> None:
    after = loaded("o......", "xx.xx..").play(POPS[1]).play(DROPS[2])
    assert after.colour == 0 and after.legal_moves() == (POPS[0], POPS[2], POPS[3], POPS[4])


def test_side_without_a_bottom_disc_passes_in_the_middle_of_its_turn() -> None:
    after = loaded("...x...", "..xo...", "oxoo...", "xooo...").play(POPS[0])
    assert isinstance(after, pop10.Pop10)
    assert (after.kept, after.colour) == ((1, 0), 1)


@pytest.mark.parametrize(("kept", "winner"), [((3, 2), 0), ((2, 3), 1), ((2, 2), None)])
def test_both_without_a_bottom_disc_end_in_the_count(kept: tuple[int, int], winner: int | None) -> None:
    assert loaded(kept=kept).passed().outcome == Outcome(winner, Reason.COUNT)


def test_third_repetition_ends_in_the_count() -> None:
    """On a full board every disc goes back to the top of its own column, so the columns turn round and round."""
    rules = replace(RULES, board=Board(4, 2))
    state = loaded("xoxo", "oxox", kept=(1, 0), rules=rules)
    game = Contest(state)
    while not game.over:
        game = game.play(game.state.legal_moves()[0])
    assert game.outcome == Outcome(0, Reason.COUNT)
    assert sum(1 for past in _states(game) if past == game.state) == 3


def _states(game: Contest) -> list[State]:
    states = [game.state]
    while game.before is not None:
        game = game.before
        states.append(game.state)
    return states


@pytest.mark.parametrize("option", [pie.option, swap3.option])
def test_colours_can_be_swapped_while_filling(option) -> None:
    game = Contest(pop10.start(option(RULES)))
    while game.state.due is Due.PLACE:
        game = game.play(game.state.legal_moves()[-1])
    assert game.play(game.state.legal_moves()[1]).state.swapped


def test_start_refuses_what_does_not_go_with_it() -> None:
    with pytest.raises(BadRules):
        pop10.start(Rules())
