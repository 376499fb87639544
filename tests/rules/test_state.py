"""Positions of every variant, against boards that are walked cell by cell, and the properties of dead boards."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robot.rules.board import Board
from robot.rules.catalogue import load, names
from robot.rules.contest import Contest
from robot.rules.errors import BadRules, IllegalMove
from robot.rules.game import Outcome, Reason, replay
from robot.rules.model import Opening, Rules
from robot.rules.moves import DROPS, Kind, Move
from robot.rules.state import State
from tests.rules.games import ANY_SEED, at_random, cells_of, played, position, walked_line

DEAD_DRAW = ["classic", "misere", "small", "five", "cylinder", "obstacles", "drawn", "three", "partners"]
DROP_GAMES = [name for name in names() if name not in ("popout", "pop10", "powerup")]
CROWDED = [
    Rules(Board(4, 4)),
    Rules(Board(5, 4), misere=True),
    Rules(Board(4, 4, cylinder=True)),
    Rules(Board(5, 4, blocked=frozenset({(1, 0)}))),
    Rules(Board(4, 4, k=3), seats=(0, 1, 2)),
    Rules(Board(4, 4), prefilled=(((0, 0),), ((0, 1),))),
]
"""Small boards, on which lines die early."""


def rules_of(name: str) -> Rules:
    return load(name).rules


def could_be_made(state: State) -> bool:
    """The oracle of dead boards: whether a line appears when all empty cells get one colour."""
    cells = cells_of(state)
    return any(
        walked_line(
            {square: colour if own is None else own for square, own in cells.items()}, state.rules.board, colour
        )
        for colour in range(state.rules.colours)
    )


@pytest.mark.parametrize("name", DROP_GAMES)
@settings(max_examples=8, deadline=None)
@given(seed=ANY_SEED)
def test_games_end_with_the_first_line_that_is_walked(name: str, seed: int) -> None:
    for game in at_random(State.start(rules_of(name)), seed):
        state = game.state
        lined = [c for c in range(state.rules.colours) if walked_line(cells_of(state), state.rules.board, c)]
        full = None not in cells_of(state).values()
        assert (game.outcome is not None) == bool(lined or full)
        if lined:
            winner = 1 - lined[0] if state.rules.misere else lined[0]
            assert game.outcome and (game.outcome.winner, game.outcome.reason) == (winner, Reason.LINE)
        elif full:
            assert game.outcome == Outcome(None, Reason.FULL)


@settings(max_examples=20, deadline=None)
@given(seed=ANY_SEED)
def test_classic_agrees_with_the_game_that_the_table_plays(seed: int) -> None:
    for contest in at_random(State.start(rules_of("classic")), seed):
        game = replay(tuple(move.column for move in contest.moves))
        assert game.outcome == contest.outcome
        assert tuple(game.position.discs(colour) for colour in (0, 1)) == contest.state.discs


@pytest.mark.parametrize("name", names())
@settings(max_examples=8, deadline=None)
@given(seed=ANY_SEED)
def test_lines_that_ended_a_game_are_named_cell_by_cell(name: str, seed: int) -> None:
    variant = load(name)
    *_, last = at_random(variant.start(variant.rules), seed)
    if last.outcome and last.outcome.reason is Reason.LINE:
        owners = [{last.state.at(*cell) for cell in line} for line in last.outcome.lines]
        loser_made_it = variant.rules.misere
        assert owners and all(
            owner == {1 - last.outcome.winner if loser_made_it else last.outcome.winner} for owner in owners
        )
        assert all(len(set(line)) == variant.rules.board.k for line in last.outcome.lines)


@pytest.mark.parametrize("name", names())
@settings(max_examples=6, deadline=None)
@given(seed=ANY_SEED, share=st.floats(0, 1))
def test_undo_restores_everything(name: str, seed: int, share: float) -> None:
    variant = load(name)
    *_, last = at_random(variant.start(variant.rules), seed)
    kept = int(share * len(last.moves))
    again = Contest(variant.start(variant.rules))
    for move in last.moves[:kept]:
        again = again.play(move)
    undone = last
    for _ in last.moves[kept:]:
        undone = undone.undo()
    assert undone == again
    assert undone.state.legal_moves() == again.state.legal_moves()


@pytest.mark.parametrize("name", names())
@settings(max_examples=3, deadline=None)
@given(seed=ANY_SEED)
def test_legal_moves_are_all_that_can_be_played(name: str, seed: int) -> None:
    variant = load(name)
    every = [Move(kind, column) for kind in Kind for column in range(-1, 10)]
    for game in at_random(variant.start(variant.rules), seed, most=40):
        assert {move for move in every if _can_be_played(game.state, move)} == set(game.state.legal_moves())


def _can_be_played(state: State, move: Move) -> bool:
    try:
        state.play(move)
    except IllegalMove:
        return False
    return True


@pytest.mark.parametrize("rules", CROWDED)
@settings(max_examples=15, deadline=None)
@given(seed=ANY_SEED)
def test_dead_board_is_one_on_which_no_filling_makes_a_line(rules: Rules, seed: int) -> None:
    for game in at_random(State.start(rules), seed):
        if game.outcome is None:
            assert game.state.is_dead() == (not could_be_made(game.state))


@pytest.mark.parametrize("name", DEAD_DRAW)
@settings(max_examples=4, deadline=None)
@given(seed=ANY_SEED)
def test_dead_board_of_every_variant_is_one_on_which_no_filling_makes_a_line(name: str, seed: int) -> None:
    for game in at_random(State.start(rules_of(name)), seed):
        if game.outcome is None and len(game.moves) % 3 == 0:
            assert game.state.is_dead() == (not could_be_made(game.state))


@pytest.mark.parametrize("rules", CROWDED)
@settings(max_examples=15, deadline=None)
@given(seed=ANY_SEED)
def test_dead_board_stays_dead_and_no_play_makes_a_line(rules: Rules, seed: int) -> None:
    for game in at_random(State.start(rules), seed):
        if game.state.is_dead() and game.outcome is None:
            assert _ends(game.state) == {Outcome(None, Reason.FULL)}
            return


def _ends(state: State) -> set[Outcome]:
    """Every end that can be reached; all that lies between is dead."""
    assert state.is_dead()
    if state.outcome is not None:
        return {state.outcome}
    return set().union(*(_ends(state.play(move)) for move in state.legal_moves()))


@pytest.mark.parametrize("rules", CROWDED)
@settings(max_examples=30, deadline=None)
@given(seed=ANY_SEED)
def test_line_comes_before_dead_before_full(rules: Rules, seed: int) -> None:
    *_, last = at_random(State.start(replace(rules, dead_draw=True)), seed)
    assert last.outcome is not None
    lined = any(walked_line(cells_of(last.state), rules.board, colour) for colour in range(rules.colours))
    assert last.outcome.reason is (Reason.LINE if lined else Reason.DEAD)


@pytest.mark.parametrize("rules", CROWDED)
@settings(max_examples=30, deadline=None)
@given(seed=ANY_SEED)
def test_side_can_win_where_it_makes_a_line_once_it_has_all_cells_that_are_left(rules: Rules, seed: int) -> None:
    for game in at_random(State.start(rules), seed):
        for colour in range(2) if rules.colours == 2 else ():
            maker = colour ^ rules.misere
            filled = {cell: maker if owner is None else owner for cell, owner in cells_of(game.state).items()}
            assert game.state.can_win(colour) == walked_line(filled, rules.board, maker)


def test_line_through_an_obstacle_is_nobodys_chance_to_win() -> None:
    state = State.start(Rules(Board(4, 1, blocked=frozenset({(1, 0)}))))
    assert not state.can_win(0) and not state.can_win(1)


def test_dead_draw_counts_no_parity_and_no_turn() -> None:
    """The only line left is one for x, who will not get its last cell: it is o's turn, and no other cell is left."""
    state = position(Rules(Board(4, 4), dead_draw=True), "xxx.", "ooxo", "xoox", "oxxo", turn=1)
    assert not state.is_dead()
    after = state.play(DROPS[3])
    assert after.outcome == Outcome(None, Reason.DEAD)


def test_disc_off_the_board_and_in_a_full_column_is_refused_by_name() -> None:
    game = played("ddd", Rules(Board(5, 3, k=3, left=1)))
    with pytest.raises(IllegalMove, match="^column d is full$"):
        game.play(DROPS[2])
    with pytest.raises(IllegalMove) as caught:
        game.play(DROPS[7])
    assert caught.value.remedy == "choose one of b to f"


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": (0,)},
        {"seats": (0, 2)},
        {"seats": (0, 1, 2, 3)},
        {"seats": (0, 1, 2), "misere": True},
        {"seats": (0, 1, 2), "opening": Opening.PIE},
        {"seats": (0, 1, 2), "pops": True},
        {"pops": True, "dead_draw": True},
        {"pops": True, "misere": True},
        {"pops": True, "board": Board(blocked=frozenset({(0, 0)}))},
        {"prefilled": (((0, 1),),)},
        {"prefilled": (((0, 0),), ((0, 0),))},
        {"prefilled": (((7, 0),),)},
        {"prefilled": ((), (), ((0, 0),))},
        {"prefilled": (((0, 0),),), "board": Board(blocked=frozenset({(0, 0)}))},
        {"drawn": (3,)},
        {"opening": Opening.DRAWN},
    ],
)
def test_rules_that_contradict_themselves_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadRules):
        Rules(**wrong)


@given(
    width=st.integers(-2, 12),
    height=st.integers(-2, 12),
    k=st.integers(-2, 12),
    cylinder=st.booleans(),
    blocked=st.frozensets(st.tuples(st.integers(-1, 9), st.integers(-1, 9)), max_size=3),
)
def test_any_board_is_one_that_can_be_played_or_one_clear_error(width, height, k, cylinder, blocked) -> None:
    try:
        board = Board(width, height, k, cylinder, blocked)
    except BadRules as error:
        assert error.remedy
        return
    assert all(len(set(line)) == k for line in board.lines)
    *_, last = at_random(State.start(Rules(board)), 1)
    assert last.over or not board.open
