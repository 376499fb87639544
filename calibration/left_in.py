"""Ask about discs that were left in a board which is to be learned as an empty one.

What is learned as empty is read as empty ever after, so a hole that seems to hold a disc is asked for. A person who
sees that it is empty says so: then the room behind has that colour.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from calibration.errors import CalibrationError
from calibration.prompts import Prompt, Said, Shown, Steps, Wish
from vision.colours import Colours, Floats, Place
from vision.filled import like_discs
from vision.rectify import Grid
from vision.types import COLUMNS, ROWS, Cell, Cells, Image

ATTEMPTS = 3
"""So often discs may be asked for that are still seen."""
FEW = 6
"""So many holes are named; of more only the number is told."""
TAKE_ALL_OUT = "take all discs out, put something plain behind the board, and calibrate again"
OR_SAY = "if it is empty and the room behind it has that colour, say so"


def ask_for_discs(image: Image, grid: Grid, places: Collection[Place]) -> Steps[bool]:
    """Have the discs at some `places`, as the camera sees them, taken out; True when the person says that none is."""
    seem = "seems" if len(places) == 1 else "seem"
    words = (
        f"{_count(places)} of the empty board {seem} to hold a disc, drawn below as the camera sees them:"
        f" take all discs out and close the slider; {OR_SAY}"
    )
    shown = Shown("discs", image, grid, _cells(places))
    answer = yield Prompt(Wish.TAKE_OUT, words, shown=shown, step=1)
    return answer is Said.EMPTY


def still_seen(places: Collection[Place]) -> CalibrationError:
    """Make the error when discs are still seen after all attempts."""
    seem = "seems" if len(places) == 1 else "seem"
    return CalibrationError(f"{_count(places)} of the empty board still {seem} to hold a disc", TAKE_ALL_OUT)


def taken_for_empty(colours: Colours, radius: float, holes: Floats) -> dict[Place, Cell]:
    """Tell which holes look like a disc that was taught although they were learned as empty, as the camera sees them.

    `radius` is that of the front rims, pitches; `holes` as `like_discs` takes them.
    """
    like = like_discs(colours, radius, holes)
    cells = {0: Cell.RED, 1: Cell.YELLOW}
    return {
        (ROWS - 1 - int(hole) // COLUMNS, int(hole) % COLUMNS): cells[int(kind)]
        for kind, hole in zip(*np.nonzero(like), strict=True)
    }


def holes_in_words(places: Collection[Place]) -> str:
    """Name some holes as the person sees them: c1, e1; how many they are where these are too many to name."""
    if len(places) > FEW:
        return f"{len(places)} holes"
    return " and ".join(
        f"{'abcdefg'[column]}{row + 1}" for row, column in sorted(places, key=lambda place: place[::-1])
    )


def _count(places: Collection[Place]) -> str:
    return "1 hole" if len(places) == 1 else f"{len(places)} holes"


def _cells(places: Collection[Place]) -> Cells:
    """Draw the holes at some places as unclear ones."""
    rows = [[(row, column) for column in range(COLUMNS)] for row in range(ROWS)]
    return tuple(tuple(Cell.UNKNOWN if place in places else Cell.EMPTY for place in row) for row in rows)
