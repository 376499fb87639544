"""What `look` sees in one picture, and the eyes that see it: cold, in a sequence, with a profile.

The readers at the end read frame after frame of a camera that is watched.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from calibration.history import HISTORY
from calibration.left_in import holes_in_words
from calibration.profile import Profile, Shelf
from robot.clock import Clock
from robot.commands._corners import Corners, grid_from
from robot.errors import BadInput
from vision.cameras.picture import Picture
from vision.cells import ColdReading
from vision.errors import BoardNotFound
from vision.evidence import Pair
from vision.filled import game_in
from vision.frame import Gate
from vision.locate import locate
from vision.reader import NO_MARGINS, Reader
from vision.rectify import Grid
from vision.sequence import Sequence, Sight
from vision.stable import ALL_UNKNOWN
from vision.turned import locate_upright, read_upright
from vision.types import Frame, Image, Reading


class NotEmpty(BadInput):
    """A sequence does not begin with the empty board, so nothing can be learned from it."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What one picture shows. `grid` is in px of the decoded picture, None without a board; `reason` is in words.

    `still` and `moved` are told where pictures follow each other, else None.
    """

    file: str
    picture: Picture
    grid: Grid | None
    reading: ColdReading | Sight | None
    reason: str
    took_ms: float
    still: bool | None = None
    moved: bool | None = None

    @property
    def letters(self) -> list[str]:
        """Six strings of seven, top row first, as the camera sees it; none without a board."""
        rows = self.reading.cells[::-1] if self.reading else ()
        return ["".join(cell.letter for cell in row) for row in rows]

    @property
    def corners(self) -> list[list[float]]:
        """Centres of the corner holes TL TR BR BL in px of the picture file held upright; none without a board."""
        if self.grid is None:
            return []
        return [[round(x, 1), round(y, 1)] for x, y in self.picture.in_file(self.grid.corners).tolist()]


class Eye(Protocol):
    """Sees one picture after the other. Raises BadInput when what it was given does not fit a picture."""

    def look(self, file: str, picture: Picture) -> Look: ...


@dataclass(frozen=True, slots=True, eq=False)
class ColdEye:
    """Reads every picture by itself."""

    colours: Pair | str
    corners: Corners | None
    clock: Clock

    def look(self, file: str, picture: Picture) -> Look:
        start_s = self.clock.now()
        grid, reading = None, None
        try:
            grid = grid_of(file, picture, self.corners) or locate_upright(picture.image)
            reading = read_upright(picture.image, grid, self.colours)
            reason = reading.reason
        except BoardNotFound as error:
            reason = _without_board(error)
        return Look(file, picture, grid, reading, reason, _since_ms(self.clock, start_s))


@dataclass(slots=True, eq=False)
class SequenceEye:
    """Reads pictures as the frames of one steady camera: the first that shows a board shows it empty.

    `anywhere`: it may show a game, too, which is read as well as that can be done.
    """

    colours: Pair | str
    corners: Corners | None
    clock: Clock
    anywhere: bool = False
    _sequence: Sequence | None = field(default=None, init=False)

    def look(self, file: str, picture: Picture) -> Look:
        start_s = self.clock.now()
        grid = grid_of(file, picture, self.corners)
        try:
            if self._sequence is None:
                self._sequence = self._start(file, picture.image, grid or locate(picture.image).grid)
            sight = self._sequence.read(picture.image, grid)
        except BoardNotFound as error:
            took_ms = _since_ms(self.clock, start_s)
            return Look(file, picture, None, None, _without_board(error), took_ms, still=False, moved=False)
        return _seen(file, picture, sight, _since_ms(self.clock, start_s))

    def _start(self, file: str, image: Image, grid: Grid) -> Sequence:
        """Learn the empty board. Raises NotEmpty."""
        discs = frozenset() if self.anywhere else game_in(image, grid, self.colours)
        if discs:
            raise NotEmpty(
                f"{file}: the first picture shows discs ({holes_in_words(discs)} as the camera sees it)",
                "begin with one of the empty board, or leave out --sequence: then each picture is read by itself",
            )
        return Sequence.starting(image, self.colours, grid)


@dataclass(slots=True, eq=False)
class ProfileEye:
    """Reads pictures of the camera that a profile was made with: each by itself, or as a sequence."""

    profile: Profile
    steady: bool
    clock: Clock
    _sequence: Sequence | None = field(default=None, init=False)

    def look(self, file: str, picture: Picture) -> Look:
        start_s = self.clock.now()
        known = self._sequence if self.steady else None
        size = (picture.image.shape[1], picture.image.shape[0])
        if size != self.profile.board.size:
            words = "{} is {}x{}, the profile was made for {}x{}".format(file, *size, *self.profile.board.size)
            raise BadInput(words, "give pictures of the camera that was calibrated, of that size")
        if known is None:
            taught = self.profile.need_taught()
            known = Sequence(self.profile.board.grid, taught.colours, taught.names, picture.image)
        self._sequence = known
        try:
            sight = known.read(picture.image)
        except BoardNotFound as error:
            took_ms = _since_ms(self.clock, start_s)
            return Look(file, picture, None, None, _without_board(error), took_ms, still=False, moved=True)
        return _seen(file, picture, sight, _since_ms(self.clock, start_s))


@dataclass(slots=True, eq=False)
class ColdReader:
    """Reads every frame of a camera by itself, without calibration; so no light is known to compare with."""

    colours: Pair | str
    light: None = field(default=None, init=False)
    _gate: Gate = field(default_factory=Gate, init=False)
    _last: Reading | None = field(default=None, init=False)

    def read(self, frame: Frame) -> Reading:
        """Read one frame; the same picture again has the reading that it had. Raises CameraError as `Gate` does."""
        if self._gate.admit(frame) or self._last is None:
            self._last = self._read(frame)
        return self._last

    def _read(self, frame: Frame) -> Reading:
        try:
            cold = read_upright(frame.image, locate_upright(frame.image), self.colours)
        except BoardNotFound as error:
            return Reading(ALL_UNKNOWN, NO_MARGINS, frame.sequence, frame.time_s, reason=_without_board(error))
        return Reading(cold.cells, cold.margins, frame.sequence, frame.time_s, reason=cold.reason)


def load_profile(path: Path) -> Profile:
    """Read the profile of an eye from the file that was named, an older one too. Raises BadInput, CalibrationError."""
    if path.is_dir():
        raise BadInput(f"{path} is a folder", f"name the profile in it: {path / 'eye.toml'}")
    folder = path.parent
    return Shelf(folder.parent if folder.name == HISTORY else folder).load(path)


def profile_reader(profile: Profile) -> Reader:
    """Read with what a calibration learned, as the camera sees it. Raises ProfileMissing without colours."""
    return Reader(profile.board.grid, profile.need_taught().colours, size=profile.board.size)


def grid_of(file: str, picture: Picture, corners: Corners | None) -> Grid | None:
    """Give the grid of a picture from its known corners, in px of the file; None without any. Raises BadInput."""
    return None if corners is None else grid_from(corners, file, picture)


def _seen(file: str, picture: Picture, sight: Sight, took_ms: float) -> Look:
    return Look(file, picture, sight.grid, sight, sight.reason, took_ms, still=sight.still, moved=sight.moved)


def _without_board(error: BoardNotFound) -> str:
    return f"{error.kind}: {error}. {error.remedy}"


def _since_ms(clock: Clock, start_s: float) -> float:
    return round((clock.now() - start_s) * 1000, 1)
