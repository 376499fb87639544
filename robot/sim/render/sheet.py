"""Sample scenes of many rooms side by side, to be looked at beside photographs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from robot.sim.render.renderer import Renderer
from robot.sim.render.room import Room
from robot.sim.render.view import REFERENCE_SIZE
from robot.sim.scene import FallingDisc, Hand, Lamp, Scene
from vision.types import COLUMNS, ROWS, Cell, Cells, Image

SKINS = ((150, 180, 225), (85, 120, 170), (55, 80, 120))
SLEEVES = ((90, 60, 50), (50, 45, 150), (180, 180, 185))


def sample_cells(rng: np.random.Generator, discs: int) -> Cells:
    """Return a board on which `discs` discs (0..42) of alternate colours were dropped at random."""
    grid = [[Cell.EMPTY] * COLUMNS for _ in range(ROWS)]
    for number in range(discs):
        open_ = [column for column in range(COLUMNS) if grid[-1][column] == Cell.EMPTY]
        column = open_[int(rng.integers(len(open_)))]
        row = next(row for row in range(ROWS) if grid[row][column] == Cell.EMPTY)
        grid[row][column] = Cell.YELLOW if number % 2 else Cell.RED
    return tuple(tuple(row) for row in grid)


def sample_scene(seed: int) -> Scene:
    """Return a scene of `seed`: some discs, and in turn a quiet board, a hand, a disc in flight, a pile."""
    rng = np.random.default_rng([seed, 100])
    cells = sample_cells(rng, int(rng.integers(0, 34)))
    lamp = Lamp(float(rng.uniform(3000.0, 6000.0)), float(rng.uniform(0.8, 1.15)))
    kind = seed % 4
    column = int(rng.integers(COLUMNS))
    if kind == 1:
        before = bool(rng.random() < 0.6)
        place = float(rng.uniform(0.0, 6.0)), float(rng.uniform(2.5, 6.0)) if before else 6.3
        disc = ("red", "yellow", None)[int(rng.integers(3))]
        skin, sleeve = SKINS[int(rng.integers(3))], SLEEVES[int(rng.integers(3))]
        return Scene(cells, hand=Hand(*place, before, disc, skin, sleeve), lamp=lamp)
    if kind == 2:
        flight = FallingDisc(
            column, float(rng.uniform(2.0, 5.5)), float(rng.uniform(5.0, 35.0)), bool(rng.random() < 0.5)
        )
        return Scene(cells, falling=(flight,), lamp=lamp)
    if kind == 3:
        reds, yellows = (int(number) for number in rng.integers(2, 22, 2))
        return Scene(sample_cells(rng, 0), pile_red=reds, pile_yellow=yellows, slider_open=1.0, lamp=lamp)
    return Scene(cells, lamp=lamp)


def contact_sheet(seeds: Sequence[int], across: int = 4, size: tuple[int, int] = REFERENCE_SIZE) -> Image:
    """Return the sample scenes of `seeds`, `across` in a row, uint8 BGR; what is left of the last row is grey."""
    pictures = [Renderer(Room(seed), size).render(sample_scene(seed), seed) for seed in seeds]
    blank = np.full((size[1], size[0], 3), 128, dtype=np.uint8)
    pictures += [blank] * (-len(pictures) % across)
    rows = [np.hstack(pictures[start : start + across]) for start in range(0, len(pictures), across)]
    return np.asarray(np.vstack(rows), dtype=np.uint8)
