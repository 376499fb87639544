"""The searches over lines against what is known: values of small boards, plain searches over the rules."""

from __future__ import annotations

import os
import random

import pytest

from robot.rules.board import Board
from robot.rules.contest import Contest
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


def plain_value(state, depth):
    """WON less the plies to the end for a win of the side to move, 0 for a draw or nothing within `depth`."""
    best = -WON
    for move in state.legal_moves() if depth else ():
        after = state.play(move)
        if after.outcome is None:
            value = -plain_value(after, depth - 1)
            value -= (value > 0) - (value < 0)
        else:
            winner = after.outcome.winner
            value = 0 if winner is None else WON - 1 if winner == state.colour else 1 - WON
        best = max(best, value)
    return best if depth else 0


@pytest.mark.parametrize("flags", ["", "m", "c", "cm", "p"])
def test_look_finds_the_wins_and_losses_of_a_plain_search(flags):
    luck, seen = random.Random(f"plain {flags}"), 0
    start = begun(5, 4, 3 if "m" in flags else 4, flags).state
    while seen < (12 if "p" in flags else 40):
        *_, contest = at_random(start, luck.randrange(2**31), luck.randrange(13))
        if contest.over:
            continue
        seen += 1
        expected = plain_value(contest.state, 5)
        found = max(look(contest, contest.state.rules.board.masks, 5, NODES, 0, 1).values.values())
        if expected:
            assert found == expected, contest.moves
        elif abs(found) > SURE:
            assert abs(found) < WON - 5, contest.moves


def max_n(state, ply, root):
    """The values of three sides; of equal moves of others the one that leaves the root the least."""
    best, mover = None, state.colour
    for move in state.legal_moves():
        after = state.play(move)
        if after.outcome is None:
            found = max_n(after, ply + 1, root)
        elif after.outcome.winner is None:
            found = (WON // 3,) * 3
        else:
            won = ply + 1
            found = tuple(WON - 2 * won if side == after.outcome.winner else won for side in THREE)
        if best is None or found[mover] > best[mover]:
            best = found
        elif found[mover] == best[mover] and mover != root and found[root] < best[root]:
            best = found
    return best


def test_look_gives_three_sides_the_values_of_plain_max_n():
    luck, seen = random.Random("three"), 0
    start = State.start(Rules(Board(4, 4, 3), THREE))
    while seen < 60:
        *_, contest = at_random(start, luck.randrange(2**31), luck.randrange(7, 13))
        if contest.over:
            continue
        seen += 1
        values = look(contest, start.rules.board.masks, 16, NODES, ANY_MARGIN, 1).values
        assert max(values.values()) == max_n(contest.state, 0, contest.state.colour)[contest.state.colour]


def test_look_sees_a_draw_where_a_position_would_come_for_the_third_time():
    contest = begun(4, 4, 4, "p", repetition=3)
    board = contest.state.rules.board
    *moves, last = moves_of("abABabAB", board)
    for move in moves:
        contest = contest.play(move)
    ended = contest.play(last)
    assert ended.over and ended.outcome.winner is None
    assert look(contest, board.masks, 1, 1000, ANY_MARGIN, 1).values[last] == 0


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
