"""Observations and games for the tests of referee and table."""

from __future__ import annotations

import random
from collections.abc import Iterable

from robot.rules.contest import Contest
from robot.rules.moves import DROPS
from robot.rules.state import State
from robot.rules.variants import classic
from vision.types import Cell, Cells, Observation

RED_YELLOW = (Cell.RED, Cell.YELLOW)


def classic_game(columns: Iterable[int] = ()) -> Contest:
    """The classic game after these moves."""
    game = Contest(State.start(classic.RULES))
    for column in columns:
        game = game.play(DROPS[column])
    return game


def columns_of(game: Contest) -> tuple[int, ...]:
    return tuple(move.column for move in game.moves)


def cells_of(game: Contest) -> list[list[Cell]]:
    """What a perfect eye sees, red for the first player: worked out by stacking the moves."""
    cells = [[Cell.EMPTY] * 7 for _ in range(6)]
    for ply, column in enumerate(columns_of(game)):
        row = next(r for r in range(6) if cells[r][column] is Cell.EMPTY)
        cells[row][column] = RED_YELLOW[ply % 2]
    return cells


def observation(cells: list[list[Cell]] | Cells, time_s: float = 1.0) -> Observation:
    return Observation(tuple(map(tuple, cells)), first_s=time_s - 0.3, time_s=time_s, sequence=int(time_s * 10))


def random_game(seed: int, plies: int) -> Contest:
    """A game of so many plies, or fewer where it ended."""
    rng = random.Random(seed)
    game = classic_game()
    while len(game.moves) < plies and not game.over:
        game = game.play(rng.choice(game.state.legal_moves()))
    return game
