"""Find the board: where the camera sees the 42 holes, and how they look when they are empty."""

from __future__ import annotations

from calibration.prompts import Prompt, Steps, Wish, pictures
from vision.colours import EmptyBoard, learn_empty
from vision.locate import Located, locate
from vision.types import Camera

LOOKS = 6
"""Frames of the empty board that are learned from: enough to know how much each hole's look strays by noise."""


def find_board(camera: Camera) -> Steps[tuple[Located, EmptyBoard]]:
    """Ask for the empty board, find it and learn its look.

    Raises BoardNotFound when no 7 by 6 board can be seen, CameraError as the camera does.
    """
    yield Prompt(Wish.EMPTY, "take all discs out of the grid, close the slider, and take your hands away")
    frames = yield from pictures(camera, LOOKS)
    located = locate(frames[0].image)
    return located, learn_empty([frame.image for frame in frames], located.grid)
