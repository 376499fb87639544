"""What a calibration asks of the person beside it. A calibration is a generator of prompts.

Whoever draws it (a command, a page) shows each prompt, sees to what it asks, and resumes the generator; the value
that the generator returns is what was learned. So a calibration neither prints, nor waits, nor moves anything.
"""

from __future__ import annotations

import enum
from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeVar

from vision.types import COLUMNS, Camera, Frame

Learned = TypeVar("Learned")
Steps = Generator["Prompt", None, Learned]


class Wish(enum.Enum):
    """What is to be done before the generator is resumed."""

    EMPTY = "take all discs out and close the slider"
    DROP_RED = "drop a red disc"
    DROP_YELLOW = "drop a yellow disc"
    WAIT = "let a tenth of a second pass"


@dataclass(frozen=True, slots=True)
class Prompt:
    """One wish in words; `column` (as the camera sees it, 0 = left) where a disc is to be dropped."""

    wish: Wish
    words: str
    column: int | None = None


def pictures(camera: Camera, count: int) -> Steps[list[Frame]]:
    """Take `count` frames, some time apart. Raises CameraError as the camera does."""
    frames = []
    for _ in range(count):
        yield Prompt(Wish.WAIT, "looking")
        frames.append(camera.capture())
    return frames


def column_words(column: int) -> str:
    """A column as the camera sees it, in words that hold on either side of the board."""
    return {0: "the leftmost column", COLUMNS - 1: "the rightmost column"}.get(
        column, f"column {column + 1} from the left"
    )
