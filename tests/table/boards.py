"""Observations and games for the tests of referee and table."""

from __future__ import annotations

import random

from robot.rules.game import Game
from vision.types import Cell, Cells, Observation

RED_YELLOW = (Cell.RED, Cell.YELLOW)


def cells_of(game: Game) -> list[list[Cell]]:
    """What a perfect eye sees, red for the first player: worked out by stacking the moves."""
    cells = [[Cell.EMPTY] * 7 for _ in range(6)]
    for ply, column in enumerate(game.moves):
        row = next(r for r in range(6) if cells[r][column] is Cell.EMPTY)
        cells[row][column] = RED_YELLOW[ply % 2]
    return cells


def observation(cells: list[list[Cell]] | Cells, time_s: float = 1.0) -> Observation:
    return Observation(tuple(map(tuple, cells)), first_s=time_s - 0.3, time_s=time_s, sequence=int(time_s * 10))


def random_game(seed: int, plies: int) -> Game:
    """A game of so many plies, or fewer where it ended."""
    rng = random.Random(seed)
    game = Game()
    while len(game.moves) < plies and not game.over:
        game = game.play(rng.choice(game.position.legal_columns()))
    return game
