"""Proofs for every variant: against values that are known, and against the rules played out."""

from __future__ import annotations

import random
import signal
import threading

import pytest

from robot.rules.board import Board
from robot.rules.catalogue import load
from robot.rules.contest import Contest
from robot.rules.model import Rules
from robot.rules.moves import DROPS, KEEP, SWAP, moves_of
from robot.rules.state import State
from robot.solver.book import Book
from robot.solver.engine import Solver
from robot.solver.general_proof import proof
from robot.solver.general_search import exact, look
from tests.rules.games import at_random
from tests.solver.test_general_search import DROPPING, backwards, begun, plain_value_of, written

NODES = 20_000_000


@pytest.fixture(scope="module")
def solver():
    return Solver(16, book=Book.shipped())


def sign(value):
    return (value > 0) - (value < 0)


@pytest.mark.parametrize(("game", "value"), DROPPING)
def test_proof_finds_the_known_values_of_small_boards(game, value, solver):
    width, height, k, flags = game.split()
    found = proof(begun(int(width), int(height), int(k), flags), NODES, solver)
    assert written([found.values[DROPS[column]] for column in range(int(width))]) == value
    assert found.score == sign("-=+".index(value[0]) - 1)


@pytest.mark.parametrize("flags", ["", "m", "c"])
def test_proof_says_nothing_wrong_whatever_the_nodes(flags, solver):
    luck, seen, start = random.Random(f"nodes {flags}"), 0, begun(4, 4, 4 if flags == "c" else 3, flags).state
    while seen < 40:
        *_, contest = at_random(start, luck.randrange(2**31), luck.randrange(7, 15))
        if contest.over:
            continue
        seen += 1
        true = {move: sign(plain_value_of(contest, move, 16)) for move in contest.state.legal_moves()}
        for nodes in (1, 20, 100, 1000):
            found = proof(contest, nodes, solver)
            assert found.values.items() <= true.items() and found.nodes <= nodes
            assert found.score in (None, max(true.values()))


def test_proof_of_popout_is_what_retrograde_analysis_finds(solver):
    start = begun(3, 3, 3, "p").state
    values, luck, seen, proven = backwards(start), random.Random("pops"), 0, 0
    while seen < 100:
        *_, contest = at_random(start, luck.randrange(2**31), luck.randrange(14))
        if contest.over or contest.state.is_full():
            continue
        seen += 1
        found = proof(Contest(contest.state), 100_000, solver)
        expected = sign(values.get(contest.state, 0))
        assert found.score in (None, expected)
        proven += found.score is not None
        for move, value in found.values.items():
            after = contest.state.play(move)
            assert after.outcome or value == -sign(values.get(after, 0)), (contest.state, move)
    assert proven > 30


@pytest.mark.parametrize(("longest", "wins"), [(7, True), (6, False)])
def test_proof_counts_no_win_in_popout_after_the_last_move(longest, wins, solver):
    """With c1 X has two ways to complete the bottom row, and needs three moves in all."""
    contest = Contest(State.start(Rules(pops=True, longest=longest)))
    for move in moves_of("ddee", contest.state.rules.board):
        contest = contest.play(move)
    assert (proof(contest, 100_000, solver).score == 1) is wins


def test_proof_of_three_sides_names_wins_of_this_turn_and_losses_of_the_next(solver):
    luck, seen, start = random.Random("three"), 0, State.start(Rules(Board(4, 4, 3), (0, 1, 2)))
    while seen < 40:
        *_, contest = at_random(start, luck.randrange(2**31), luck.randrange(6, 13))
        if contest.over:
            continue
        seen += 1
        found = proof(contest, 1, solver).values
        for move in contest.state.legal_moves():
            after = contest.state.play(move)
            if after.outcome is not None:
                assert found[move] == (0 if after.outcome.winner is None else 1)
            else:
                ends = [after.play(reply).outcome for reply in after.legal_moves()]
                loses = any(end is not None and end.winner is not None for end in ends)
                assert found.get(move) == (-1 if loses else None)


def test_proof_of_three_sides_finds_wins_against_both_others(solver):
    luck, wins, start = random.Random("both"), 0, State.start(Rules(Board(4, 4, 3), (0, 1, 2)))
    for _ in range(60):
        *_, contest = at_random(start, luck.randrange(2**31), luck.randrange(6, 11))
        if contest.over:
            continue
        found = proof(contest, NODES, solver)
        assert (found.score == 1) == beats_both(contest.state, contest.state.colour)
        wins += found.score == 1
    assert wins > 5


def beats_both(state, colour):
    if state.outcome is not None:
        return state.outcome.winner == colour
    after = (beats_both(state.play(move), colour) for move in state.legal_moves())
    return any(after) if state.colour == colour else all(after)


def test_proof_of_power_up_sees_a_turn_of_two_parts_that_wins(solver):
    variant = load("powerup")
    contest = Contest(variant.start(variant.rules))
    for move in moves_of("aabb", variant.rules.board):
        contest = contest.play(move)
    twice = moves_of("+c", variant.rules.board)[0]
    assert proof(contest, 1, solver).values[twice] == 1


def test_proof_of_an_opening_is_for_who_chooses_well(solver):
    """The first moves of classic score -2 -1 0 1 0 -1 -2: the other side takes over what is better."""
    if Book.shipped() is None:
        pytest.skip("the book is not there")
    variant = load("pie")
    contest = Contest(variant.start(variant.rules))
    found = proof(contest, 1000, solver)
    assert [found.values[DROPS[column]] for column in range(7)] == [-1, -1, 0, -1, 0, -1, -1]
    after = {column: proof(contest.play(DROPS[column]), 1000, solver) for column in (0, 2, 3)}
    assert after[0].values == {KEEP: 1, SWAP: -1} and after[3].values == {KEEP: -1, SWAP: 1}
    assert (after[0].score, after[2].score, after[3].score) == (1, 0, 1)


@pytest.mark.parametrize("variant", ["cylinder", "popout"])
def test_a_signal_ends_a_search_of_variants(variant):
    """The handler raises in this thread while it searches; the nodes would last for minutes."""

    def end(*_):
        raise ZeroDivisionError

    contest = Contest(State.start(load(variant).rules))
    before = signal.signal(signal.SIGUSR1, end)
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGUSR1])
    timer.start()
    try:
        with pytest.raises(ZeroDivisionError):
            if variant == "popout":
                look(contest, contest.state.rules.board.masks, 99, 10**12, 0, 16)
            else:
                exact(contest, 10**12, 16)
    finally:
        timer.join()
        signal.signal(signal.SIGUSR1, before)
