"""Learn the two colours from one disc of each, and prove that they are read: what `Reader` needs to read warm."""

from __future__ import annotations

from dataclasses import dataclass

from calibration.board import find_board
from calibration.errors import CalibrationError, ProofFailed
from calibration.prompts import Prompt, Steps, Wish, column_words, pictures
from vision.colours import Colours, TooFewSites, learn_discs
from vision.reader import Reader
from vision.rectify import Grid
from vision.types import COLUMNS, ROWS, Camera, Cell, Cells, Frame

RED_PLACE = (0, 0)
YELLOW_PLACE = (0, COLUMNS - 1)
"""(row, column) of the two discs that are shown, as the camera sees them."""

LOOKS = 3


@dataclass(frozen=True, slots=True, eq=False)
class Learned:
    """What the eye knows after calibration: the grid in the picture, its residual in px, and the colours."""

    grid: Grid
    residual_px: float
    colours: Colours


def calibrate_eye(camera: Camera) -> Steps[Learned]:
    """Find the board, learn its empty look and both colours, prove it, and have the board emptied again.

    Raises BoardNotFound, CameraError, and ProofFailed when the two discs that were shown are not read.
    """
    located, board = yield from find_board(camera)
    yield Prompt(Wish.DROP_RED, f"drop one red disc into {column_words(RED_PLACE[1])}", RED_PLACE[1])
    yield Prompt(Wish.DROP_YELLOW, f"drop one yellow disc into {column_words(YELLOW_PLACE[1])}", YELLOW_PLACE[1])
    frames = yield from pictures(camera, LOOKS)
    images = [frame.image for frame in frames]
    try:
        colours = learn_discs(board, images, located.grid, red=[RED_PLACE], yellow=[YELLOW_PLACE])
    except (TooFewSites, ValueError) as error:
        raise CalibrationError(str(error), "light the board evenly, take hands away, and calibrate again") from error
    _prove(frames[-1], located.grid, colours)
    yield Prompt(Wish.EMPTY, "it works: take the two discs out again, and close the slider")
    return Learned(located.grid, located.residual_px, colours)


def _prove(frame: Frame, grid: Grid, colours: Colours) -> None:
    seen = Reader(grid, colours).read(frame).cells
    if seen != _shown():
        raise ProofFailed(
            f"I see {_letters(seen)} where one red and one yellow disc were shown",
            "see that both discs lie in the bottom corners and nothing else is in the grid, then calibrate again",
        )


def _shown() -> Cells:
    places = {RED_PLACE: Cell.RED, YELLOW_PLACE: Cell.YELLOW}
    return tuple(tuple(places.get((row, column), Cell.EMPTY) for column in range(COLUMNS)) for row in range(ROWS))


def _letters(cells: Cells) -> str:
    return " / ".join("".join(cell.letter for cell in row) for row in reversed(cells))
