"""Where the learned board lies in a frame: is it still in its place, and where did it go?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.bump import ends_right, lies_right, search_around
from vision.colours import EmptyBoard, TooFewSites, light
from vision.edges import RimPath, align, polish
from vision.errors import BoardNotFound
from vision.glare import hidden_places, known_places
from vision.locate import Located
from vision.occlusion import borders_gone, borders_seen, clear_holes, off_by_holes
from vision.rectify import Grid
from vision.spots import Spots
from vision.types import Image

Locate = Callable[[Image], Located]

ENOUGH_HOLES = 8
"""So many holes without a hand beside them suffice to judge the place of the grid."""
LEAST, MOST = 0.015, 0.15
"""Pitches by which a grid that still fits is laid anew."""
MOST_HIDDEN = 0.25
"""Share of the plastic that a hand may cover when the grid is laid anew."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A grid with all that hangs on it."""

    grid: Grid
    spots: Spots
    rims: RimPath

    @classmethod
    def of(cls, grid: Grid, image: Image) -> Place:
        """Make it for pictures like `image` (H, W, 3)."""
        return cls(grid, Spots.of(grid, image), RimPath.of(grid))

    def fits(self, image: Image, board: EmptyBoard, hidden: NDArray[np.bool_]) -> bool:
        """Tell whether the board lies where the grid says; `hidden` (127,) are the places that something covers."""
        if off_by_holes(hidden, board):
            return False
        clear = clear_holes(hidden)
        return lies_right(self.rims.edges(image), board.rims, clear if len(clear) >= ENOUGH_HOLES else None)


def find_near(image: Image, grid: Grid, board: EmptyBoard) -> Place | None:
    """Find the board after a bump of less than a pitch; None unless rims and plastic confirm it."""
    return prove(image, search_around(image, grid, board), board)


def lay_again(image: Image, place: Place, board: EmptyBoard) -> Place | None:
    """Lay a grid that fits better by fractions of a pitch, always from what was learned, so that nothing creeps.

    None when it lies as well as it can: less than LEAST off. Meant for frames in which nothing hides the board.
    """
    grid = align(image, place.grid, board.rims)
    apart = float(np.abs(grid.corners - place.grid.corners).max()) / place.grid.pitch_px
    return prove(image, grid, board) if LEAST <= apart <= MOST else None


def find_anywhere(image: Image, locate: Locate, board: EmptyBoard) -> Place | None:
    """Find the board with the locator; None unless rims and plastic confirm it."""
    try:
        found = polish(image, locate(image).grid)
    except BoardNotFound:
        return None
    return prove(image, align(image, found, board.rims), board)


def prove(image: Image, grid: Grid, board: EmptyBoard) -> Place | None:
    """Take a grid that was found if the rims and the plastic confirm it."""
    place = Place.of(grid, image)
    look = place.spots.look(image)
    try:
        hidden = hidden_places(look.sites, board, light(look, board), known_places(board)) & board.steady
    except TooFewSites:
        return None
    if hidden.sum() > MOST_HIDDEN * board.steady.sum() or borders_gone(hidden, board).any():
        return None
    edges = place.rims.edges(image)
    if not lies_right(edges, board.rims):
        return None
    return place if ends_right(image, grid, edges, board.rims, borders_seen(hidden, board)) else None
