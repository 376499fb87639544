"""The searches over lines against what is known: values of small boards, plain searches over the rules."""

from __future__ import annotations

import os
import random

import pytest

from robot.rules.board import Board
from robot.rules.contest import Contest
from robot.rules.errors import IllegalMove
from robot.rules.model import Rules
from robot.rules.moves import DROPS, moves_of
from robot.rules.state import State
from robot.solver import _general
from robot.solver._general import SURE, WON
from robot.solver.general_search import ANY_MARGIN, exact, look
from tests.rules.games import at_random
from tests.rules.test_values import LONG, QUICK

NODES = 500_000_000
THREE = (0, 1, 2)
DROPPING = [game for game in QUICK if "p" not in game[0]]


def begun(width, height, k, flags="", **rules):
    board = Board(width, height, k, cylinder="c" in flags)
    return Contest(State.start(Rules(board, misere="m" in flags, pops="p" in flags, **rules)))


def written(values):
    return f"{'-=+'[max(values) + 1]} {''.join('-=+'[value + 1] for value in values)}"


def value_written(game):
    width, height, k, flags = game.split()
    contest = begun(int(width), int(height), int(k), flags)
    found = exact(contest, NODES, 64)
    return written([found.values[DROPS[column]] for column in range(int(width))])


@pytest.mark.parametrize(("game", "value"), DROPPING)
def test_exact_finds_the_known_values_of_small_boards(game, value):
    assert value_written(game) == value


@pytest.mark.skipif(not os.environ.get("QUADROW_PROVE"), reason="a long proof: `make prove` runs it")
@pytest.mark.parametrize(("game", "value"), [game for game in LONG if "p" not in game[0]])
def test_exact_finds_the_known_values_of_larger_boards(game, value):
    assert value_written(game) == value


@pytest.mark.parametrize(("width", "height", "columns"), [(4, 4, "----"), (4, 5, "+??+")])
def test_look_finds_the_forced_wins_of_popout_on_small_boards(width, height, columns):
    contest = begun(width, height, 4, "p", repetition=3)
    values = look(contest, contest.state.rules.board.masks, 99, 30_000_000, ANY_MARGIN, 64).values
    signs = "".join("?" if abs(values[move]) < SURE else "-+"[values[move] > 0] for move in DROPS[:width])
    assert signs == columns


def plain_value(game, depth):
    """WON less the plies to the end for a win of the side to move, 0 for a draw or nothing within `depth`.

    `game` is a State, or a Contest where repetition counts.
    """
    values = [plain_value_of(game, move, depth) for move in (moves_from(game) if depth else ())]
    return max(values, default=0)


def plain_value_of(game, move, depth):
    """What a move is worth for the side that makes it, seen so many plies ahead."""
    after = game.play(move)
    if after.outcome is None:
        value = -plain_value(after, depth - 1)
        return value - (value > 0) + (value < 0)
    winner, mover = after.outcome.winner, getattr(game, "state", game).colour
    return 0 if winner is None else WON - 1 if winner == mover else 1 - WON


def moves_from(game):
    return getattr(game, "state", game).legal_moves()


@pytest.mark.parametrize("flags", ["", "m", "c", "cm", "p"])
def test_look_finds_the_wins_and_losses_of_a_plain_search(flags):
    luck, seen = random.Random(f"plain {flags}"), 0
    start, depth = begun(4, 4, 3 if flags in ("m", "p") else 4, flags).state, 4
    while seen < 30:
        *_, contest = at_random(start, luck.randrange(2**31), luck.randrange(13))
        if contest.over:
            continue
        seen += 1
        found = look(contest, contest.state.rules.board.masks, depth, NODES, ANY_MARGIN, 1).values
        expected = {move: plain_value_of(contest, move, depth) for move in contest.state.legal_moves()}
        if max(expected.values()):
            assert max(found.values()) == max(expected.values()), contest.moves
            continue
        for move, value in expected.items():
            assert found[move] == value if value else abs(found[move]) < WON - depth, (contest.moves, move)


@pytest.mark.parametrize("flags", ["", "m"])
def test_exact_knows_what_comes_of_every_move_near_the_end(flags):
    luck, seen = random.Random(f"exact {flags}"), 0
    start = begun(4, 4, 3, flags).state
    while seen < 30:
        *_, contest = at_random(start, luck.randrange(2**31), luck.randrange(8, 15))
        if contest.over:
            continue
        seen += 1
        values = {move: plain_value_of(contest, move, 16) for move in contest.state.legal_moves()}
        assert exact(contest, NODES, 1).values == {move: (v > 0) - (v < 0) for move, v in values.items()}


def max_n(state, move, ply, root):
    """The values of three sides after a move; of equal moves of others the one that leaves the root the least."""
    after, won = state.play(move), ply + 1
    if after.outcome is not None:
        winner = after.outcome.winner
        return tuple(WON // 3 if winner is None else WON - 2 * won if side == winner else won for side in THREE)
    mover = after.colour
    values = [max_n(after, reply, won, root) for reply in after.legal_moves()]
    return max(values, key=lambda each: (each[mover], -each[root] if mover != root else 0))


def test_look_gives_three_sides_the_values_of_plain_max_n():
    luck, seen = random.Random("three"), 0
    start = State.start(Rules(Board(4, 4, 3), THREE))
    while seen < 60:
        *_, contest = at_random(start, luck.randrange(2**31), luck.randrange(7, 13))
        if contest.over:
            continue
        seen += 1
        values = look(contest, start.rules.board.masks, 16, NODES, ANY_MARGIN, 1).values
        assert values == {
            move: max_n(contest.state, move, 0, contest.state.colour)[contest.state.colour] for move in values
        }


def went_round(luck):
    """A game of PopOut that is one pop from the third occurrence of a position; None where it did not come about."""
    contest = begun(5, 4, 4, "p", repetition=3)
    for _ in range(8):
        if not contest.over:
            contest = contest.play(DROPS[luck.randrange(2)] if luck.random() < 0.5 else DROPS[2])
    for move in moves_of("deDEdeD", contest.state.rules.board):
        if contest.over or move not in contest.state.legal_moves():
            return None
        contest = contest.play(move)
    return None if contest.over else contest


def test_look_counts_the_third_occurrence_of_a_position_as_a_draw():
    luck, seen = random.Random("third"), 0
    while seen < 20:
        try:
            contest = went_round(luck)
        except IllegalMove:
            continue
        if contest is None:
            continue
        seen += 1
        last, board = moves_of("E", contest.state.rules.board)[0], contest.state.rules.board
        assert contest.play(last).outcome.winner is None
        found = look(contest, board.masks, 3, NODES, ANY_MARGIN, 1).values
        assert found[last] == 0
        for move in contest.state.legal_moves():
            expected = plain_value_of(contest, move, 3)
            assert found[move] == expected if expected else abs(found[move]) < WON - 3


def backwards(start):
    """What PopOut comes to from every position that can be reached: WON - plies, or 0 where nobody can force an end."""
    known, after, todo = {}, {}, [start]
    while todo:
        state = todo.pop()
        if state not in after:
            after[state] = [state.play(move) for move in state.legal_moves()]
            todo += [child for child in after[state] if child.outcome is None]
    for plies in range(1, 200):
        new = {}
        for state in after.keys() - known.keys():
            values = [-known.get(child, 0) if child.outcome is None else ended(child, state) for child in after[state]]
            if max(values, default=0) > 0:
                new[state] = WON - plies
            elif values and max(values) < 0:
                new[state] = plies - WON
        if not new and plies > 2:
            return known
        known |= new
    raise AssertionError("the values do not settle")


def ended(child, state):
    winner = child.outcome.winner
    return 0 if winner is None else WON if winner == state.colour else -WON


def test_look_finds_what_retrograde_analysis_finds_where_positions_come_again():
    start = begun(3, 3, 3, "p").state
    values, luck, seen = backwards(start), random.Random("backwards"), 0
    while seen < 150:
        *_, contest = at_random(start, luck.randrange(2**31), luck.randrange(14))
        if contest.over:
            continue
        seen += 1
        contest = Contest(contest.state)
        found = max(look(contest, contest.state.rules.board.masks, 30, 300_000, 0, 4).values.values())
        expected = values.get(contest.state, 0)
        assert found == expected if expected else abs(found) < SURE, contest.state


def test_functions_refuse_what_is_no_position_that_goes_on():
    board = Board()
    given = board.masks, board.columns, board.open, False, False
    limits = (1, 10, 0, 1)
    line = board.masks[0]
    for own, other, mask in ((1, 1, 1), (2, 0, 1), (line, 0, line), (0, 0, board.open)):
        with pytest.raises(ValueError):
            _general.look(given, own, other, mask, limits)
        with pytest.raises(ValueError):
            _general.look_pops(given, own, other, mask, limits, ())
    for bad in ((0, 10, 0, 1), (1, 10, -1, 1), (1, 10, 0, -1), (100, 10, 0, 1)):
        with pytest.raises(ValueError):
            _general.look(given, 0, 0, 0, bad)
    with pytest.raises(ValueError):
        _general.look((board.masks, board.columns, 1 << 60, False, False), 0, 0, 0, limits)
    with pytest.raises(ValueError):
        _general.look_three(given, (0, 0, 0), 0, 3, limits)
