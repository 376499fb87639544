"""The values of small boards: solved by the brute force in C, and where that is quick by playing the rules out."""

from __future__ import annotations

import os

import pytest

from robot.rules.board import Board
from robot.rules.model import Rules
from robot.rules.state import State

QUICK = [
    ("4 4 4 -", "= ===="),
    ("5 4 4 -", "= -===-"),
    ("4 5 4 -", "= ===="),
    ("6 4 4 -", "- ------"),
    ("4 6 4 -", "= ===="),
    ("4 3 3 -", "+ ++++"),
    ("5 3 3 -", "+ -+++-"),
    ("3 4 3 -", "= ==="),
    ("4 4 4 m", "- ----"),
    ("5 4 4 m", "- -----"),
    ("4 5 4 m", "- ----"),
    ("4 6 4 m", "- ----"),
    ("4 3 3 m", "- ----"),
    ("3 4 3 m", "- ---"),
    ("5 3 3 m", "+ +---+"),
    ("4 4 4 c", "= ===="),
    ("5 4 4 c", "= ====="),
    ("4 5 4 c", "= ===="),
    ("4 4 4 cm", "- ----"),
    ("4 5 4 cm", "- ----"),
    ("3 4 4 p", "= ==="),
    ("4 3 4 p", "= ===="),
    ("4 4 4 p", "- ----"),
]
"""Width, height, k and what is played (m misère, c cylinder, p PopOut); the value for who begins, and of each first
move."""

LONG = [
    ("5 5 4 -", "= ====="),
    ("6 5 4 -", "= ======"),
    ("5 6 4 -", "= ====="),
    ("7 4 4 -", "= ---=---"),
    ("5 5 4 m", "+ +++++"),
    ("6 4 4 m", "- ------"),
    ("6 5 4 m", "- ------"),
    ("5 6 4 m", "- -----"),
    ("5 5 4 c", "= ====="),
    ("6 4 4 c", "= ======"),
    ("4 6 4 c", "= ===="),
    ("6 5 4 c", "+ ++++++"),
    ("5 4 4 cm", "- -----"),
    ("5 4 4 p", "= -===-"),
    ("4 5 4 p", "+ +--+"),
]

TINY = ["4 3 3 -", "3 4 3 -", "4 3 3 m", "3 4 3 m", "4 3 3 c", "3 3 3 c"]


@pytest.mark.parametrize(("game", "value"), QUICK)
def test_small_boards_have_the_known_values(brute, game: str, value: str) -> None:
    assert brute("value", *game.split()) == value


@pytest.mark.skipif(not os.environ.get("QUADROW_PROVE"), reason="a long proof: `make prove` runs it")
@pytest.mark.parametrize(("game", "value"), LONG)
def test_larger_boards_have_the_known_values(brute, game: str, value: str) -> None:
    assert brute("value", *game.split()) == value


@pytest.mark.parametrize("game", TINY)
def test_rules_played_out_give_the_value_of_the_brute_force(brute, game: str) -> None:
    width, height, k, flags = game.split()
    board = Board(int(width), int(height), int(k), cylinder="c" in flags)
    start = State.start(Rules(board, misere="m" in flags))
    firsts = [-_value(start.play(move), {}) for move in start.legal_moves()]
    assert f"{'-=+'[max(firsts) + 1]} {''.join('-=+'[value + 1] for value in firsts)}" == brute("value", *game.split())


def _value(state: State, known: dict[State, int]) -> int:
    """The value for the side to move, by playing everything out."""
    if state.outcome is not None:
        winner = state.outcome.winner
        return 0 if winner is None else 1 if winner == state.colour else -1
    if state not in known:
        known[state] = max(-_value(state.play(move), known) for move in state.legal_moves())
    return known[state]
