"""Rendered boards whose discs wear stickers: calibrated as a person would show them, then read warm.

The sticker is printed in the middle of a disc's face and turns with it. Discs may all wear one, or only some.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace

import numpy as np

from robot.sim.render import Room
from robot.sim.render.light import Label, linear
from robot.sim.render.sheet import sample_cells
from robot.sim.scene import Lamp, Scene
from tests.vision.disturbed import BARE, Stage, calibrated, differing
from vision.reader import Reader
from vision.types import COLUMNS, ROWS, Cell, Reading

WHITE, BLACK, YELLOW, BLUE = (235, 235, 235), (25, 25, 25), (40, 200, 240), (150, 80, 40)
STICKERS = {
    "label": Label(linear(WHITE), 0.17),
    "large label": Label(linear(WHITE), 0.24),
    "huge label": Label(linear(WHITE), 0.3),
    "number": Label(linear(BLACK), 0.22, strokes=3),
    "ring": Label(linear(WHITE), 0.24, 0.12),
    "face": Label(linear(YELLOW), 0.2),
    "logo": Label(linear(BLUE), 0.2),
}
"""What may stick on a disc; radii in pitches, of an opening of 0.385."""
SMALL = tuple(name for name in STICKERS if name != "huge label")
GAMES = {"all": 1.0, "some": 0.5, "none": 0.0}
"""Share of the discs of a game that wear the sticker."""


@dataclass(frozen=True)
class Stickered:
    """One board of a seed: both discs that are shown wear the sticker or do not; later the share `worn` of them do."""

    seed: int
    sticker: Label
    shown: tuple[bool, bool]
    worn: float

    def read(self) -> Iterator[tuple[Reading, Scene]]:
        """Calibrate in peace, then read a position under two other lamps; gives the readings and the scene."""
        rng = np.random.default_rng([self.seed, 4000])
        before = Room(20_000 + self.seed)
        red, yellow = (replace(disc, label=self.sticker) for disc in (before.red, before.yellow))
        after = copy.copy(before)
        after.red, after.yellow = red, yellow
        worn = (rng.random((ROWS, COLUMNS)) < self.worn).astype(np.float32)
        after.looks = replace(before.looks, labelled=worn)
        if self.shown[0]:
            before.red = red
        if self.shown[1]:
            before.yellow = yellow
        learned = calibrated(Stage(before, Scene(BARE), (640, 480)))
        taught = learned.taught
        reader = Reader(learned.board.grid, taught.colours, taught.camera_side)
        for number in range(2):
            cells = sample_cells(rng, int(rng.integers(0, ROWS * COLUMNS + 1)))
            lamp = Lamp(float(rng.uniform(3000, 6000)), float(rng.uniform(0.75, 1.25)))
            scene = Scene(cells, lamp=lamp)
            stage = Stage(after, scene, (640, 480), first=100 * (number + 1))
            for _ in range(3):
                reading = reader.read(stage.capture())
            yield reading, scene


@dataclass
class Count:
    """What was counted over readings."""

    cells: int = 0
    wrong: int = 0
    unknown: int = 0

    def __add__(self, other: Count) -> Count:
        pairs = ((getattr(self, field.name), getattr(other, field.name)) for field in fields(self))
        return Count(*(one + more for one, more in pairs))

    def add(self, reading: Reading, scene: Scene) -> None:
        self.cells += ROWS * COLUMNS
        self.wrong += len(differing(reading.cells, scene.cells))
        self.unknown += sum(cell is Cell.UNKNOWN for row in reading.cells for cell in row)
