"""Look quickly, at every start, whether what is kept still holds: the camera, the grid, the light, the colours.

Takes half a second and changes nothing. Each check says in words what was found and, when it is not fine, what to do.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from calibration.colours import Taught
from calibration.errors import CalibrationError
from calibration.grid import AGAIN
from calibration.looking import at_rest, read_at_rest
from calibration.profile import CALIBRATE, Profile
from calibration.prompts import Steps
from vision.colours import TooFewSites, light
from vision.light import RELEARN, judge, measure
from vision.occlusion import covered
from vision.reader import Reader
from vision.rectify import Grid
from vision.spots import Spots
from vision.types import Camera, Cell, Frame, Image, Reading

LOOKS = 3
FOLLOWED_PX = 1.0
"""A grid that moved by more since it was found is told of."""
UNCLEAR = 2
"""So many of the 42 holes may be unclear."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at: its name, whether it is fine, what was found; `remedy` when it is not."""

    name: str
    fine: bool
    words: str
    remedy: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """All checks, and the grid as it lies now: a small bump is followed."""

    checks: tuple[Check, ...]
    grid: Grid

    @property
    def fine(self) -> bool:
        return all(check.fine for check in self.checks)

    def need_fine(self) -> None:
        """Raise CalibrationError for the first check that is not fine."""
        for check in self.checks:
            if not check.fine:
                raise CalibrationError(f"{check.name}: {check.words}", check.remedy)


def verify(camera: Camera, name: str, profile: Profile) -> Steps[Verdict]:
    """Look through a camera, called `name` in the settings, whether a profile still holds.

    Raises CameraError as the camera does, CalibrationError when the picture does not come to rest, ProfileMissing when
    the profile knows no colours.
    """
    taught = profile.need_taught()
    first = (yield from at_rest(camera, 1))[0]
    source = _camera(name, first.image, profile)
    if not source.fine:
        return Verdict((source,), profile.board.grid)
    reader = Reader(profile.board.grid, taught.colours, taught.camera_side)
    frame, reading = yield from read_at_rest(camera, reader, LOOKS)
    grid = _grid(reading, reader, profile)
    checks = (source, grid, _light(frame, reader), _colours(reading, taught)) if grid.fine else (source, grid)
    return Verdict(checks, reader.grid)


def _camera(name: str, image: Image, profile: Profile) -> Check:
    size = (image.shape[1], image.shape[0])
    if name != profile.camera:
        words = f"calibrated was {profile.camera}, in use is {name}"
        return Check("camera", False, words, f"choose that camera, or type: {CALIBRATE}")
    if size != profile.board.size:
        words = "its picture is {}x{}, at the calibration {}x{}".format(*size, *profile.board.size)
        return Check("camera", False, words, f"choose that size, or type: {CALIBRATE}")
    return Check("camera", True, f"{name}, {size[0]}x{size[1]}")


def _grid(reading: Reading, reader: Reader, profile: Profile) -> Check:
    if reading.moved:
        return Check("grid", False, "the board is not where it was found", AGAIN)
    apart = reader.grid.corners - profile.board.grid.corners
    moved_px = float(np.linalg.norm(apart, axis=1).max())
    if moved_px > FOLLOWED_PX:
        return Check("grid", True, f"the board or the camera moved by {moved_px:.0f} px since; followed")
    return Check("grid", True, "the board is where it was found")


def _light(frame: Frame, reader: Reader) -> Check:
    board = reader.colours.board
    look = Spots.of(reader.grid, frame.image).look(frame.image)
    try:
        gain = light(look, board)
    except TooFewSites as error:
        return Check("light", False, str(error), "take away what stands before the board")
    verdict = judge(measure(look.sites, board, gain, covered(look.sites, board, gain)))
    return Check("light", verdict.usable, verdict.words, verdict.remedy)


def _colours(reading: Reading, taught: Taught) -> Check:
    found = Counter(cell for row in reading.cells for cell in row)
    if reading.hand:
        return Check("colours", False, "something stands before the board", "take it away")
    if found[Cell.UNKNOWN] > UNCLEAR:
        words = f"{found[Cell.UNKNOWN]} of the holes are unclear"
        return Check("colours", False, words, f"take the discs out, see that nothing moved behind the board, {RELEARN}")
    red, yellow = taught.names
    words = f"{found[Cell.RED]} {red}, {found[Cell.YELLOW]} {yellow}, {found[Cell.EMPTY]} empty holes"
    return Check("colours", True, f"{words}, {found[Cell.UNKNOWN]} unclear")
