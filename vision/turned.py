"""Tell that a picture stands on its side or upside down: the grid is wider than high, and discs lie on each other."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.cells import ColdReading, read_cold
from vision.errors import BoardNotFound
from vision.evidence import Pair
from vision.locate import locate
from vision.rectify import Grid
from vision.types import COLUMNS, ROWS, Cell, Image

NOT_WHOLE = ("not 7 by 6", "cut off")
"""What is said of a board that stands on its side, on all photographs and rendered pictures that were turned so."""
PILES = 3
"""So many columns that hold some discs, none of them in the air, show which way is down. Of 67 photographs and 139
rendered pictures that stand upright none is taken for turned, and 26 of the photographs are told when they are turned:
on the others too few columns are partly filled, or something is unclear either way up."""
UPSIDE_DOWN = "the picture is upside down: turn it, or the camera, by a half"


def locate_upright(image: Image) -> Grid:
    """Find the board as `locate` does. Raises BoardNotFound, which says so where the board stands on its side."""
    try:
        return locate(image).grid
    except BoardNotFound as error:
        if error.kind in NOT_WHOLE and _is_there(np.asarray(cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE))):
            words = "the board stands on its side in the picture"
            raise BoardNotFound(NOT_WHOLE[0], words, "Turn the camera, or the picture, by a quarter.") from error
        raise


def read_upright(image: Image, grid: Grid, colours: Pair | str) -> ColdReading:
    """Read a picture as `read_cold` does; where the board hangs upside down in it that is the reason for UNKNOWN."""
    reading = read_cold(image, grid, colours)
    if not reading.reason or piles(reading):
        return reading
    width, height = image.shape[1], image.shape[0]
    corners = np.array([width - 1, height - 1]) - grid.corners
    turned = Grid.from_corners(corners[[2, 3, 0, 1]], grid.radius)
    other = read_cold(np.asarray(cv2.rotate(image, cv2.ROTATE_180)), turned, colours)
    return replace(reading, reason=UPSIDE_DOWN) if not other.reason and piles(other) >= PILES else reading


def piles(reading: ColdReading) -> int:
    """Count the columns that certainly hold some discs and room for more."""
    discs = [sum(row[column] in (Cell.RED, Cell.YELLOW) for row in reading.cells) for column in range(COLUMNS)]
    return sum(0 < count < ROWS for count in discs)


def _is_there(image: Image) -> bool:
    try:
        locate(image)
    except BoardNotFound:
        return False
    return True
