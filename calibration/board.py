"""Find the board: where the camera sees the 42 holes, and how they look when they are empty.

The board is found by itself; whoever draws the steps shows the grid, and a person may point at the four corner holes
instead. Then the grid is laid on the rims that are seen near there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.errors import BadCorners, CalibrationError
from calibration.grid import AGAIN, find_grid, grid_by_hand, lay_again, residual_px
from calibration.looking import at_rest
from calibration.prompts import Corners, Prompt, Shown, Steps, Wish
from vision.colours import EmptyBoard, TooFewSites, learn_empty
from vision.errors import BoardNotFound
from vision.rectify import Grid
from vision.types import Camera, Frame, Image
from vision.window import AIM

LOOKS = 6
"""Frames of the empty board that are learned from: enough to know how much each hole's look strays by noise."""
TAKE_OUT = "take all discs out of the grid, close the slider, and take your hands away"


@dataclass(frozen=True, slots=True, eq=False)
class FoundBoard:
    """The board in the picture: its grid, how far the rims stand from it (median, px), and its empty look.

    `by_hand`: a person has pointed at the corners. `size`: width and height of the picture, px.
    """

    grid: Grid
    residual_px: float
    by_hand: bool
    size: tuple[int, int]
    empty: EmptyBoard


def find_board(camera: Camera, corners: Corners | None = None) -> Steps[FoundBoard]:
    """Ask for the empty board, find it (or believe the `corners` of a person) and learn its look.

    Raises BadCorners, CalibrationError when no 7 by 6 board can be seen, CameraError as the camera does.
    """
    yield Prompt(Wish.EMPTY, TAKE_OUT, step=1)
    frames = yield from at_rest(camera, LOOKS)
    grid, by_hand = yield from _agree_on_grid(frames[0].image, corners)
    return _learned(frames, grid, by_hand)


def find_again(camera: Camera, known: FoundBoard) -> Steps[FoundBoard]:
    """Ask for the empty board and learn its look anew where it is known to stand.

    Raises CalibrationError when it stands elsewhere, CameraError as the camera does.
    """
    yield Prompt(Wish.EMPTY, TAKE_OUT, step=1)
    frames = yield from at_rest(camera, LOOKS)
    image = frames[0].image
    if (image.shape[1], image.shape[0]) != known.size:
        raise CalibrationError(f"the picture is {image.shape[1]} by {image.shape[0]} px, not {known.size}", AGAIN)
    return _learned(frames, lay_again(image, known.grid, known.empty), known.by_hand)


def _agree_on_grid(image: Image, corners: Corners | None) -> Steps[tuple[Grid, bool]]:
    """Find the board and let a person look at it; give the grid, and whether it came from a person's corners."""
    trouble: BoardNotFound | BadCorners | None = None
    grid: Grid | None = None
    try:
        grid = grid_by_hand(image, corners) if corners else find_grid(image)
    except BoardNotFound as error:
        trouble = error
    by_hand = corners is not None
    while True:
        answer = yield _look_at(image, grid, trouble)
        if answer is None and grid is not None:
            return grid, by_hand
        if answer is None:
            assert trouble is not None
            raise CalibrationError(str(trouble), trouble.remedy) from trouble
        try:
            grid, by_hand, trouble = grid_by_hand(image, answer), True, None
        except BadCorners as error:
            trouble = error


def _look_at(image: Image, grid: Grid | None, trouble: BoardNotFound | BadCorners | None) -> Prompt:
    shown = Shown("board", image, grid)
    if grid is None:
        return Prompt(Wish.POINT, f"{trouble}: point at the four corner holes", shown=shown, step=2)
    words = f"{trouble}; the grid stays where it was" if trouble else "the board is found"
    return Prompt(Wish.CONFIRM, f"{words}: look whether a ring lies round every hole", shown=shown, step=2)


def _learned(frames: Sequence[Frame], grid: Grid, by_hand: bool) -> FoundBoard:
    image = frames[0].image
    try:
        empty = learn_empty([frame.image for frame in frames], grid)
    except TooFewSites as error:
        raise CalibrationError(
            str(error), "take things away from before the board, light it evenly, try again"
        ) from error
    residual = residual_px(image, grid)
    if not np.isfinite(residual):
        raise CalibrationError("the rims of the holes cannot be seen", AIM)
    return FoundBoard(grid, residual, by_hand, (image.shape[1], image.shape[0]), empty)
