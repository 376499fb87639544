"""What a robot's eye knows, kept on the disk: one folder a robot.

    eye.toml                    the newest profile: grid, camera, names; names the file of its arrays and their hash
    eye-<hash>.npz              the learned looks, called by their own SHA-256, so a profile never gets another's
    history/eye-<date>.toml     older profiles; to go back, copy one over eye.toml

Saved in an order in which every crash leaves the old profile or the new one whole: arrays, history, profile; only
then what nobody names any more is taken away. One calibration at a time does that: see `claim.py`.
"""

from __future__ import annotations

import hashlib
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from calibration.arrays import LARGEST_BYTES, ArraysError, pack, unpack
from calibration.board import FoundBoard
from calibration.claim import Claim
from calibration.colours import Taught
from calibration.errors import CalibrationError, ProfileDamaged, ProfileMissing, WrongProfile
from calibration.files import Disk, write_whole
from calibration.history import History
from calibration.kinds import EYE, OtherKind, need_kind
from calibration.schema import Date, Number, Schema, SchemaError, Truth, Values, Word, parse, render
from vision.evidence import HUES_DEG
from vision.files import read_file
from vision.rectify import Grid

SCHEMA_VERSION = 1
KEPT = 10
"""So many older profiles are kept."""
CALIBRATE = "quadrow calibrate all"
MOVE = "move it away"
COMMENT = (
    "What the eye of this robot knows. Written by: quadrow calibrate\nPixels count from the centre of the first one."
)

_PX = Number(-20_000, 20_000, count=2)
_DISC = Word(choices=tuple(HUES_DEG))
SCHEMA: Schema = {
    "": {"schema_version": Number(SCHEMA_VERSION, SCHEMA_VERSION, whole=True), "saved_at": Date()},
    "camera": {
        "name": Word("a camera's name of at most 300 letters", r'[^"\\\x00-\x1f\x7f]{1,300}'),
        "width_px": Number(16, 20_000, whole=True),
        "height_px": Number(16, 20_000, whole=True),
    },
    "grid": {
        "top_left_px": _PX,
        "top_right_px": _PX,
        "bottom_right_px": _PX,
        "bottom_left_px": _PX,
        "hole_radius_pitches": Number(0.2, 0.5),
        "residual_px": Number(0, 100),
        "by_hand": Truth(),
    },
    "looks": {
        "file": Word("the name of a file eye-HASH.npz", r"eye-[0-9a-f]{16}\.npz"),
        "sha256": Word("64 hexadecimal digits", r"[0-9a-f]{64}"),
    },
    "discs": {"red": _DISC, "yellow": _DISC, "camera_side": Word(choices=("front", "back"))},
}
CORNERS = ("top_left_px", "top_right_px", "bottom_right_px", "bottom_left_px")


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """What is kept: the camera's name, the board, and what was taught of the discs (None: not yet).

    `saved_at` has no fractions of a second; in UTC.
    """

    camera: str
    board: FoundBoard
    taught: Taught | None
    saved_at: datetime

    def need_taught(self) -> Taught:
        """Give what was taught; raises ProfileMissing when the colours were not learned yet."""
        if self.taught is None:
            raise ProfileMissing("the disc colours are not learned yet", "type: quadrow calibrate colours")
        return self.taught


def age_words(saved_at: datetime, now: datetime) -> str:
    """Say how old a profile is; a clock that was set back is told, not believed."""
    seconds = (now - saved_at).total_seconds()
    if seconds < -60:
        return f"saved on {saved_at:%Y-%m-%d}, which this machine's clock says is to come"
    for length, name in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= length:
            count = int(seconds // length)
            return f"{count} {name}{'s' if count > 1 else ''} old"
    return "less than a minute old"


class Shelf:
    """The profiles in one robot's folder. `before` is where the last save put what it replaced, None for nothing."""

    def __init__(self, folder: Path, disk: Disk | None = None) -> None:
        self.folder = folder
        self._disk = disk or Disk()
        self._history = History(self.path, self._disk)
        self._claim = Claim(self.path)
        self.before: Path | None = None

    @property
    def path(self) -> Path:
        """The newest profile's file."""
        return self.folder / "eye.toml"

    @property
    def history(self) -> list[Path]:
        """The older profiles, newest first."""
        return self._history.paths

    def claimed(self) -> AbstractContextManager[None]:
        """Keep other calibrations out until what is learned is kept, and prove that it can be: see `Claim.held`."""
        return self._claim.held()

    def load(self, path: Path | None = None) -> Profile:
        """Read the newest profile, or the one that is named. Raises ProfileMissing, ProfileDamaged, WrongProfile."""
        missing = ProfileMissing(f"there is no calibration in {self.folder}", f"type: {CALIBRATE}")
        remedy = MOVE
        if path:
            remedy = "name an eye.toml"
            missing = ProfileMissing(f"{path} does not exist", f"check the name; an eye.toml is made by: {CALIBRATE}")
        path = path or self.path
        data = _read(path, missing, remedy)
        try:
            need_kind(data, EYE)
            values = parse(data, SCHEMA, optional=("discs",))
            return _profile(values, self._looks(values))
        except (SchemaError, ArraysError) as error:
            raise self._refused(path, error) from error

    def save(self, profile: Profile) -> Path:
        """Keep a profile, and the one before it as history; read it back; give its path.

        When it cannot be kept, the old one stands, and nothing of the new one is left. Raises OSError when the disk
        does not let it, CalibrationError when it does not read back as it was written, and as `claimed` does.
        """
        taught = profile.taught
        looks = pack(profile.board.empty, taught.colours if taught else None)
        text = _text(profile, looks)
        with self._claim.held():
            self._claim.free_room()
            try:
                write_whole(self._disk, self.folder / _looks_name(looks), looks)
                self.before = self._history.keep()
                write_whole(self._disk, self.path, text.encode())
                self._compare(text)
            finally:
                with suppress(OSError):  # what cannot be taken away now is taken away next time
                    self._tidy()
        return self.path

    def _looks(self, values: Values) -> tuple[Any, Any]:
        path = self.folder / values["looks"]["file"]
        data = _read(path, ProfileDamaged(f"{path} is missing", self._history.way_out(CALIBRATE)))
        if hashlib.sha256(data).hexdigest() != values["looks"]["sha256"]:
            raise ArraysError(f"the file {path.name} is not the one that was saved with it")
        return unpack(data, with_discs="discs" in values)

    def _refused(self, path: Path, error: ValueError) -> CalibrationError:
        """Say why a profile cannot be used; nothing is copied over a file that is good for something else."""
        other = isinstance(error, OtherKind)
        if path == self.path:
            return ProfileDamaged(f"{path}: {error}", self._history.way_out(CALIBRATE, kept=other))
        if other:
            return WrongProfile(f"{path}: {error}", "name an eye.toml")
        return ProfileDamaged(f"{path}: {error}", f"name another eye.toml, or type: {CALIBRATE}")

    def _compare(self, text: str) -> None:
        try:
            back = self.load()
            taught = back.taught
            same = _text(back, pack(back.board.empty, taught.colours if taught else None)) == text
        except CalibrationError:
            same = False
        if not same:
            raise CalibrationError(
                f"{self.path} does not read back as it was written", "check the disk, and calibrate again"
            )

    def _tidy(self) -> None:
        """Take away what is too old, and arrays that no profile names."""
        self._history.forget(KEPT)
        profiles = [path for path in (self.path, *self.history) if path.is_file()]
        kept = b"".join(read_file(path, LARGEST_BYTES) for path in profiles)
        for path in self.folder.glob("eye-*.npz"):
            if path.name.encode() not in kept:
                self._disk.remove(path)
        for path in self.folder.glob("**/.eye*.part"):
            self._disk.remove(path)


def _looks_name(looks: bytes) -> str:
    return f"eye-{hashlib.sha256(looks).hexdigest()[:16]}.npz"


def _text(profile: Profile, looks: bytes) -> str:
    board, taught = profile.board, profile.taught
    corners = dict(zip(CORNERS, ([round(x, 4), round(y, 4)] for x, y in board.grid.corners.tolist()), strict=True))
    values: Values = {
        "": {"schema_version": SCHEMA_VERSION, "saved_at": profile.saved_at},
        "camera": {"name": profile.camera, "width_px": board.size[0], "height_px": board.size[1]},
        "grid": corners
        | {
            "hole_radius_pitches": round(board.grid.radius, 5),
            "residual_px": round(board.residual_px, 3),
            "by_hand": board.by_hand,
        },
        "looks": {"file": _looks_name(looks), "sha256": hashlib.sha256(looks).hexdigest()},
    }
    if taught is not None:
        values["discs"] = {"red": taught.names[0], "yellow": taught.names[1], "camera_side": taught.camera_side}
    try:
        return render(values, SCHEMA, COMMENT)
    except SchemaError as error:
        raise CalibrationError(f"this cannot be kept: {error}", f"type: {CALIBRATE}") from error


def _profile(values: Values, looks: tuple[Any, Any]) -> Profile:
    camera, grid, discs = values["camera"], values["grid"], values.get("discs")
    try:
        laid = Grid.from_corners([grid[name] for name in CORNERS], grid["hole_radius_pitches"])
    except ValueError as error:
        raise SchemaError("the corners in [grid] do not stand round a four-sided figure") from error
    size = (camera["width_px"], camera["height_px"])
    board = FoundBoard(laid, grid["residual_px"], grid["by_hand"], size, looks[0])
    if discs is None:
        return Profile(camera["name"], board, None, values[""]["saved_at"])
    if discs["red"] == discs["yellow"]:
        raise SchemaError("discs.red and discs.yellow are the same colour")
    taught = Taught(looks[1], (discs["red"], discs["yellow"]), discs["camera_side"])
    return Profile(camera["name"], board, taught, values[""]["saved_at"])


def _read(path: Path, missing: CalibrationError, remedy: str = MOVE) -> bytes:
    try:
        return read_file(path, LARGEST_BYTES)
    except FileNotFoundError:
        raise missing from None
    except PermissionError as error:
        raise ProfileDamaged(f"{path} cannot be read: {error.strerror}", "check who may read it") from error
    except OSError as error:
        raise ProfileDamaged(f"{path} cannot be read: {error.strerror}", remedy) from error
