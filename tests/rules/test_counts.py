"""How many lines and games there are: known counts, and those of a brute force that shares no code."""

from __future__ import annotations

import os

import pytest

from robot.rules.board import Board
from robot.rules.catalogue import load
from robot.rules.model import Rules
from robot.rules.perft import perft, ply_by_ply
from robot.rules.state import State
from robot.rules.variants import five, small, three

LINES = {
    (7, 6, 4): (69, 105),
    (6, 5, 4): (39, 66),
    (5, 4, 4): (17, 35),
    (6, 4, 4): (24, 42),
    (5, 5, 4): (28, 55),
    (6, 6, 4): (54, 90),
    (7, 7, 4): (88, 133),
    (8, 6, 4): (84, 120),
    (9, 6, 4): (99, 135),
    (8, 7, 4): (107, 152),
    (8, 8, 4): (130, 184),
    (9, 6, 5): (68, 108),
}
"""Width, height and k: lines on a flat board and on a cylinder."""

GAMES = {
    "classic": (load("classic").rules, [7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572]),
    "popout": (load("popout").rules, [7, 49, 392, 3087, 26320, 220626, 1965614]),
    "cylinder": (load("cylinder").rules, [7, 49, 343, 2401, 16807, 117649, 823536, 5612754, 38793300]),
    "three on 7x6": (three.PLASTIC, [7, 49, 343, 2401, 16807, 117649, 823536, 5764458, 40344150]),
    "three": (three.RULES, [8, 64, 512, 4096, 32768, 262144, 2097144, 16776760]),
    "small 6x5": (small.RULES, [6, 36, 216, 1296, 7776, 46650, 279720, 1644750, 9751500]),
    "small 5x4": (small.QUICK, [5, 25, 125, 625, 3120, 15500, 76300, 363308, 1718544, 7738740]),
    "five": (five.RULES, [7, 49, 343, 2401, 16807, 117649, 823536, 5744298, 40142550]),
}
"""Sequences of exactly 1, 2, ... moves; games that ended earlier do not count."""
QUICK = 120_000

OTHERS = [
    (Rules(Board(4, 4)), "-", 8),
    (Rules(Board(4, 3, k=3)), "-", 7),
    (Rules(Board(4, 4, cylinder=True)), "c", 8),
    (Rules(Board(5, 3, k=3, cylinder=True)), "c", 7),
    (Rules(Board(3, 4, k=3), pops=True), "p", 7),
    (Rules(Board(4, 2, k=3), pops=True), "p", 8),
    (Rules(Board(4, 4, k=3), seats=(0, 1, 2)), "3", 8),
    (Rules(Board(4, 3, k=3), misere=True), "m", 7),
]


@pytest.mark.parametrize("size", LINES)
def test_lines_are_as_many_as_known(size: tuple[int, int, int]) -> None:
    boards = [Board(*size), Board(*size, cylinder=True)]
    assert tuple(len(board.masks) for board in boards) == LINES[size]


@pytest.mark.parametrize("name", GAMES)
def test_games_are_as_many_as_known(name: str) -> None:
    rules, known = GAMES[name]
    quick = [count for count in known if count < QUICK]
    assert list(perft(State.start(rules), len(quick))) == quick


@pytest.mark.skipif(not os.environ.get("QUADROW_PROVE"), reason="a long proof: `make prove` runs it")
@pytest.mark.parametrize("name", GAMES)
def test_games_are_as_many_as_known_to_the_last_ply(name: str) -> None:
    rules, known = GAMES[name]
    assert list(perft(State.start(rules), len(known))) == known


@pytest.mark.parametrize(("width", "height", "known"), [(3, 4, 6000), (4, 3, 12031)])
def test_positions_of_small_boards_are_as_many_as_known(width: int, height: int, known: int) -> None:
    assert sum(len(positions) for positions in ply_by_ply(State.start(Rules(Board(width, height))))) == known


def test_complete_games_on_a_small_board_are_as_many_as_known() -> None:
    ended = [
        ways
        for positions in ply_by_ply(State.start(Rules(Board(4, 3))))
        for state, ways in positions.items()
        if state.outcome is not None
    ]
    assert sum(ended) == 356_232


@pytest.mark.parametrize(("rules", "flags", "depth"), OTHERS)
def test_games_are_as_many_as_the_brute_force_counts(brute, rules: Rules, flags: str, depth: int) -> None:
    board = rules.board
    counted = brute("perft", board.width, board.height, board.k, flags, depth)
    assert " ".join(str(count) for count in perft(State.start(rules), depth)) == counted


@pytest.mark.parametrize("blocked", [{(1, 0), (5, 0)}, {(0, 0)}, {(2, 0), (2, 1), (3, 0), (6, 0)}])
def test_games_with_obstacles_are_as_many_as_the_brute_force_counts(brute, blocked) -> None:
    cells = [row * 5 + column for column, row in blocked if column < 5]
    rules = Rules(Board(5, 4, k=3, blocked=frozenset(cell for cell in blocked if cell[0] < 5)))
    counted = brute("perft", 5, 4, 3, "-", 7, *cells)
    assert " ".join(str(count) for count in perft(State.start(rules), 7)) == counted
