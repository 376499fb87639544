"""A board before a camera, and somebody who does what is asked, or something else: for the tests of this folder.

Discs appear at rest; no hand and no fall is drawn, so the tests are quick. What the stage shows is the truth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.colours import Learned
from calibration.profile import Profile
from calibration.prompts import Answer, Prompt, Said, Wish
from robot.clock import VirtualClock
from robot.sim.camera import SimCamera
from robot.sim.render import Renderer, Room
from robot.sim.scene import Scene
from robot.sim.world import Bump
from tests.calibration.dates import MONDAY
from vision.types import COLUMNS, ROWS, Cell

SIZE = (640, 480)
Place = tuple[int, int]


class Stage:
    """One room of a seed. `discs` may be set at any time; `asked` are the wishes that were shown, waiting apart."""

    def __init__(
        self,
        seed: int = 1,
        side: str = "front",
        bump: Bump | None = None,
        discs: tuple[str, str] = ("red", "yellow"),
    ) -> None:
        bump = bump or Bump()
        self.clock = VirtualClock()
        self.room = Room(seed, side, discs)
        self.scene = Scene((), bump_x_px=bump.x_px, bump_y_px=bump.y_px, bump_roll_deg=bump.roll_deg)
        self.discs: dict[Place, Cell] = {}
        self.asked: list[Prompt] = []
        self.camera = SimCamera(self._look, self.clock, Renderer(self.room, SIZE))
        self.drop: Callable[[Prompt, int, Cell], None] = lambda _, column, cell: self.let_fall(column, cell)
        self.answer: Callable[[Prompt], Answer] = lambda _: None

    def fulfil(self, prompt: Prompt) -> Answer:
        """Do what is asked."""
        if prompt.wish is Wish.WAIT:
            self.clock.sleep(0.1)
            return None
        self.asked.append(prompt)
        if prompt.wish is Wish.TAKE_OUT and not (prompt.holes or set(self.discs)) & set(self.discs):
            return self.answer(prompt) or Said.EMPTY
        if prompt.wish in (Wish.EMPTY, Wish.TAKE_OUT):
            self.discs.clear()
        if prompt.column is not None:
            self.drop(prompt, prompt.column, Cell.RED if prompt.wish is Wish.DROP_RED else Cell.YELLOW)
        return self.answer(prompt)

    def let_fall(self, column: int, cell: Cell) -> None:
        """Let a disc fall into a column, as the person in front counts them."""
        row = sum(1 for _, taken in self.discs if taken == column)
        self.discs[row, column] = cell

    def corners(self) -> NDArray[np.float64]:
        """The true corner holes, (4, 2) px."""
        return self.room.corners(self.scene, SIZE)

    def wishes(self) -> list[Wish]:
        """What was asked for, in order."""
        return [prompt.wish for prompt in self.asked]

    def _look(self) -> Scene:
        cells = tuple(tuple(self.discs.get((row, col), Cell.EMPTY) for col in range(COLUMNS)) for row in range(ROWS))
        return replace(self.scene, cells=cells)


def profile_of(learned: Learned, *, taught: bool = True) -> Profile:
    """The profile that the calibrate command would keep."""
    return Profile("sim:1", learned.board, learned.taught if taught else None, MONDAY)
