"""A board before a camera that fails: what is filmed is known, and so is the profile with which it is read."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np

from calibration.board import FoundBoard
from calibration.colours import Taught
from calibration.profile import Profile, Shelf
from robot.sim.render import Renderer, Room
from robot.sim.scene import Lamp, Scene
from vision.colours import learn_discs, learn_empty
from vision.edges import polish
from vision.rectify import Grid
from vision.types import Cell, Cells, Image

SIZE = (640, 480)
FPS = 8
BARE: Cells = ((Cell.EMPTY,) * 7,) * 6
ONE: Cells = ((*BARE[0][:3], Cell.RED, *BARE[0][4:]), *BARE[1:])
TWO: Cells = ((*ONE[0][:4], Cell.YELLOW, *ONE[0][5:]), *BARE[1:])


class Set:
    """One room with a board; every picture has noise of its own."""

    def __init__(self, seed: int = 7) -> None:
        self._room = Room(seed)
        self._renderer = Renderer(self._room, SIZE)
        self._taken = 0

    def take(self, cells: Cells, brightness: float = 1.0) -> Image:
        """Take a picture, uint8 BGR (480, 640, 3), under a lamp that is turned down or up."""
        self._taken += 1
        return self._renderer.render(Scene(cells, lamp=Lamp(brightness=brightness)), self._taken)

    def profile(self) -> Profile:
        """What a calibration would keep."""
        bare, both = self.take(BARE), self.take(TWO)
        grid = polish(bare, Grid.from_corners(self._room.corners(Scene(BARE), SIZE)))
        colours = learn_discs(learn_empty([bare], grid), [both], grid, red=[(0, 3)], yellow=[(0, 4)])
        taught = Taught(colours, ("red", "yellow"), "front")
        board = FoundBoard(grid, 0.3, False, SIZE, colours.board)
        return Profile("video", board, taught, datetime(2026, 11, 2, tzinfo=UTC))


def half(image: Image) -> Image:
    """What a decoder makes of a picture whose lower part did not arrive."""
    return np.vstack([image[: len(image) // 2], np.full_like(image[len(image) // 2 :], 128)])


def black(image: Image) -> Image:
    """What a camera sees with its cap on."""
    return np.zeros_like(image)


def film(path: Path, pictures: list[Image]) -> None:
    """Write a video file of FPS pictures a second."""
    height, width = pictures[0].shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), float(FPS), (width, height))
    for picture in pictures:
        writer.write(picture)
    writer.release()


def keep(profile: Profile, folder: Path) -> Path:
    """Keep a profile where a command finds it."""
    return Shelf(folder).save(profile)


def letters(cells: Cells) -> list[str]:
    """The rows of a grid, from the top."""
    return ["".join(cell.letter for cell in row) for row in reversed(cells)]
