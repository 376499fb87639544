"""What a calibration asks of the person beside it. A calibration is a generator of prompts.

Whoever draws it (a command, a page) shows each prompt, sees to what it asks, and resumes the generator with the
answer; the value that the generator returns is what was learned. So a calibration neither prints, nor waits, nor
moves anything.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TypeVar

from vision.colours import Place
from vision.rectify import Grid
from vision.types import Cells, Image

Learned = TypeVar("Learned")
Asked = TypeVar("Asked")
Answered = TypeVar("Answered")
Corners = tuple[tuple[float, float], ...]
"""Four points in px: the centres of the corner holes TL TR BR BL as the camera sees them."""


class Said(enum.Enum):
    """What a person may say instead of doing what is asked."""

    EMPTY = "empty"


Answer = Corners | Said | None
"""Corners that a person has pointed at, or a word; None says that what was asked is done, or is right as it is."""
Steps = Generator["Prompt", Answer, Learned]


STEPS = {"all": (1, 2, 3, 4, 5, 6), "board": (1, 2), "colours": (1, 3, 4, 5, 6)}
"""The steps of each calibration of the eye: empty board, look at the grid, first disc, second disc, proof, emptied."""


class Wish(enum.Enum):
    """What is to be done before the generator is resumed."""

    EMPTY = "take all discs out and close the slider"
    TAKE_OUT = "take out the discs that are seen, or say that there are none"
    DROP_RED = "drop a disc of the first colour"
    DROP_YELLOW = "drop a disc of the second colour"
    CONFIRM = "look at the picture; point at the corner holes if the grid lies wrong"
    POINT = "point at the corner holes"
    WAIT = "let a tenth of a second pass"


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A picture to look at, uint8 BGR, with what the eye makes of it; cells as the CAMERA sees them.

    `name` tells one picture of a calibration from the others. `columns` are the person's names of the columns, from the
    left of the picture; empty while the camera's side is not known.
    """

    name: str
    image: Image
    grid: Grid | None = None
    cells: Cells | None = None
    columns: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Prompt:
    """One wish in words; `column` (0 = at the left of the person in front) where a disc is to be dropped.

    `holes` are those that seem to hold discs which were left in, as the person sees them: none named, any may be.

    `step` is its number in the whole calibration of the eye (see STEPS); what is asked again keeps its number.
    """

    wish: Wish
    words: str
    column: int | None = None
    shown: Shown | None = None
    step: int = 0
    holes: frozenset[Place] = frozenset()


def guide(steps: Generator[Asked, Answered | None, Learned], fulfil: Callable[[Asked], Answered | None]) -> Learned:
    """Run a calibration to its end; `fulfil` sees to each prompt and gives the answer. Raises as the steps do."""
    answer: Answered | None = None
    try:
        while True:
            answer = fulfil(steps.send(answer))
    except StopIteration as done:
        learned: Learned = done.value
        return learned
    finally:
        steps.close()
