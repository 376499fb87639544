"""The boards of one game as a camera shows them, from empty to nearly full: what the eye's speed is measured on."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from robot.commands._setup import Setup
from robot.commands._simulated import Simulation
from robot.sim.scene import Scene
from vision.colours import Colours
from vision.rectify import Grid
from vision.types import COLUMNS, ROWS, Cell, Cells, Image

SIZE = (1280, 720)
EVERY = 3
"""Discs from one board to the next."""
STAYS, TAKES = 10, 3
"""So many frames show one board, in so many pictures that differ by their noise. Players think longer than a second."""


@dataclass(frozen=True)
class Film:
    """Pictures of one game with the truth as the camera sees it, and what the eye learned before.

    `takes` are the pictures of each board; `truths` its cells.
    """

    takes: tuple[tuple[Image, ...], ...]
    truths: tuple[Cells, ...]
    grid: Grid
    colours: Colours

    @classmethod
    def of(cls, seed: int) -> Film:
        """Calibrate on the simulated board of a seed and play through a game of random moves."""
        simulation = Simulation(Setup(seed=seed, size=SIZE))
        learned = simulation.calibrate()
        truths = random_game(random.Random(seed))[::EVERY]
        numbers = count()
        takes = [tuple(simulation.renderer.render(Scene(one), next(numbers)) for _ in range(TAKES)) for one in truths]
        return cls(tuple(takes), tuple(truths), learned.board.grid, learned.taught.colours)

    @property
    def pictures(self) -> list[Image]:
        """One picture of each board."""
        return [first for first, *_ in self.takes]

    @property
    def game(self) -> list[Image]:
        """The pictures as a camera gives them while the game is played."""
        return [takes[number % len(takes)] for takes in self.takes for number in range(STAYS)]


def random_game(rng: random.Random) -> list[Cells]:
    """Give the boards of a game of random moves, from empty to full; nobody looks for four in a row."""
    columns: list[list[Cell]] = [[] for _ in range(COLUMNS)]
    boards = [_board(columns)]
    for ply in range(ROWS * COLUMNS):
        rng.choice([column for column in columns if len(column) < ROWS]).append(Cell.YELLOW if ply % 2 else Cell.RED)
        boards.append(_board(columns))
    return boards


def _board(columns: Sequence[Sequence[Cell]]) -> Cells:
    return tuple(tuple(column[row] if row < len(column) else Cell.EMPTY for column in columns) for row in range(ROWS))
