"""Take pictures of a board at rest, and tell which holes have changed since they were seen empty."""

from __future__ import annotations

import numpy as np

from calibration.errors import CalibrationError
from calibration.prompts import Prompt, Steps, Wish
from vision import frame as frames
from vision.alike import LIKE, squared, strays
from vision.colours import EmptyBoard, Floats, Place, TooFewSites, light
from vision.reader import Reader
from vision.rectify import Grid
from vision.spots import Spots, features
from vision.types import COLUMNS, ROWS, Camera, Frame, Image, Reading

PATIENCE = 100
"""Frames, a tenth of a second apart, within which the picture has to come to rest."""
STIR, STILL = 30, 0.005
"""A picture is still while at most the second share of its pixels change by more than the first, in grey levels."""
SPARSE = 6
"""Every so many pixels are compared."""
SAME = 0.8
"""Share of a hole's points that look as they did when it was empty, below which something new is in it. In 60
simulated rooms a disc left at most 0.58 of them, a hole without one kept at least 0.96."""
PATIENCE_MOVED = 20
"""Frames within which a reader has to find a board that was moved."""


def at_rest(camera: Camera, count: int) -> Steps[list[Frame]]:
    """Take `count` frames in a row between which nothing moves.

    Raises CameraError as the camera does and for frames that must not be read, CalibrationError when it never rests.
    """
    run: list[Frame] = []
    for _ in range(PATIENCE):
        yield Prompt(Wish.WAIT, "looking")
        frame = camera.capture()
        frames.check(frame, run[-1] if run else None)
        run = [*run, frame] if run and _still(frame.image, run[-1].image) else [frame]
        if len(run) == count:
            return run
    raise CalibrationError(
        "the picture does not come to rest", "take your hands away, see that nothing moves behind the board, try again"
    )


def changed_places(image: Image, grid: Grid, board: EmptyBoard) -> frozenset[Place]:
    """Tell which holes no longer look empty, as the camera sees them.

    Raises CalibrationError when so much of the board is hidden that the light cannot be told.
    """
    same = _share_unchanged(image, grid, board)
    return frozenset((ROWS - 1 - int(hole) // COLUMNS, int(hole) % COLUMNS) for hole in np.flatnonzero(same < SAME))


def read_at_rest(camera: Camera, reader: Reader, count: int) -> Steps[tuple[Frame, Reading]]:
    """Read `count` frames at rest and more while the reader searches for a board that was moved; give the last.

    Raises as `at_rest` does.
    """
    frames = yield from at_rest(camera, count)
    for frame in frames:
        reading = reader.read(frame)
    for _ in range(PATIENCE_MOVED):
        if not reading.moved:
            break
        (frame,) = yield from at_rest(camera, 1)
        reading = reader.read(frame)
    return frame, reading


def _share_unchanged(image: Image, grid: Grid, board: EmptyBoard) -> Floats:
    """Share of the points of each hole that look as they did when it was empty: (42,), top row first."""
    look = Spots.of(grid, image).look(image)
    try:
        gain = light(look, board)
    except TooFewSites as error:
        raise CalibrationError(str(error), "take hands and things away from the board, and try again") from error
    empty = features(np.minimum(board.holes * gain[:, None, None], np.float32(1.0)))
    same = squared(features(look.holes), empty, strays(empty) + board.stray) < LIKE
    return np.asarray(same.mean(axis=1), dtype=np.float32)


def _still(image: Image, before: Image) -> bool:
    sparse = np.s_[::SPARSE, ::SPARSE]
    stirred = np.abs(image[sparse].astype(np.int16) - before[sparse]).max(axis=2) > STIR
    return bool(stirred.mean() <= STILL)
