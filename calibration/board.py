"""Find the board: where the camera sees the 42 holes, and how they look when they are empty.

The board is found by itself; whoever draws the steps shows the grid, and a person may point at the four corner holes
instead. Then the grid is laid on the rims that are seen near there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.errors import BadCorners, CalibrationError
from calibration.grid import AGAIN, find_grid, grid_by_hand, lay_again, residual_px
from calibration.left_in import ATTEMPTS, ask_for_discs, still_seen
from calibration.looking import at_rest
from calibration.prompts import Corners, Prompt, Said, Shown, Steps, Wish
from vision.colours import EmptyBoard, Place, TooFewSites, learn_empty
from vision.errors import BoardNotFound
from vision.evidence import Pair
from vision.filled import discs_in
from vision.rectify import Grid
from vision.types import Camera, Frame, Image
from vision.window import AIM

LOOKS = 6
"""Frames of the empty board that are learned from: enough to know how much each hole's look strays by noise."""
TAKE_OUT = "take all discs out of the grid, close the slider, and take your hands away"


@dataclass(frozen=True, slots=True, eq=False)
class FoundBoard:
    """The board in the picture: its grid, how far the rims stand from it (median, px), and its empty look.

    `by_hand`: a person has pointed at the corners. `size`: width and height of the picture, px. `believed`: holes that
    seemed to hold discs, and are empty as the person said; places as the camera sees them.
    """

    grid: Grid
    residual_px: float
    by_hand: bool
    size: tuple[int, int]
    empty: EmptyBoard
    believed: frozenset[Place] = frozenset()


def find_board(camera: Camera, corners: Corners | None = None, names: Pair = ("red", "yellow")) -> Steps[FoundBoard]:
    """Ask for the empty board, find it (or believe the `corners` of a person) and learn its look.

    `names` are those of the discs that may have been left in.
    Raises BadCorners, CalibrationError when no 7 by 6 board can be seen, CameraError as the camera does.
    """
    yield Prompt(Wish.EMPTY, TAKE_OUT, step=1)
    frames = yield from at_rest(camera, LOOKS)
    grid, by_hand = yield from _agree_on_grid(frames[0].image, corners)
    start = tuple((float(x), float(y)) for x, y in grid.corners)
    grid, frames, believed = yield from _without_discs(
        camera, frames, grid, names, lambda image: grid_by_hand(image, start)
    )
    return _learned(frames, grid, by_hand, believed)


def find_again(camera: Camera, known: FoundBoard, names: Pair = ("red", "yellow")) -> Steps[FoundBoard]:
    """Ask for the empty board and learn its look anew where it is known to stand.

    Raises CalibrationError when it stands elsewhere, CameraError as the camera does.
    """
    yield Prompt(Wish.EMPTY, TAKE_OUT, step=1)
    return (yield from learn_again(camera, known, names))


def learn_again(camera: Camera, known: FoundBoard, names: Pair) -> Steps[FoundBoard]:
    """Learn the look of the board, which has been emptied, anew. Raises as `find_again` does."""
    frames = yield from at_rest(camera, LOOKS)
    image = frames[0].image
    if (image.shape[1], image.shape[0]) != known.size:
        raise CalibrationError(f"the picture is {image.shape[1]} by {image.shape[0]} px, not {known.size}", AGAIN)
    grid = lay_again(image, known.grid, known.empty)
    grid, frames, believed = yield from _without_discs(
        camera, frames, grid, names, lambda image: lay_again(image, known.grid, known.empty), known.believed
    )
    return _learned(frames, grid, known.by_hand, believed)


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
        assert not isinstance(answer, Said)
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


def _without_discs(
    camera: Camera,
    frames: list[Frame],
    grid: Grid,
    names: Pair,
    lay: Callable[[Image], Grid],
    believed: frozenset[Place] = frozenset(),
) -> Steps[tuple[Grid, list[Frame], frozenset[Place]]]:
    """See that no disc is left in the board; give its grid, frames of it, and the holes that are believed to be empty.

    `lay` lays the grid anew once discs were taken out. Raises CalibrationError when they stay.
    """
    for _ in range(ATTEMPTS):
        seen = discs_in(frames[0].image, grid, names) - believed
        if not seen:
            return grid, frames, believed
        if (yield from ask_for_discs(frames[0].image, grid, seen)):
            return grid, frames, believed | seen
        frames = yield from at_rest(camera, LOOKS)
        grid = lay(frames[0].image)
    seen = discs_in(frames[0].image, grid, names) - believed
    if seen:
        raise still_seen(seen)
    return grid, frames, believed


def _learned(frames: Sequence[Frame], grid: Grid, by_hand: bool, believed: frozenset[Place]) -> FoundBoard:
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
    return FoundBoard(grid, residual, by_hand, (image.shape[1], image.shape[0]), empty, believed)
