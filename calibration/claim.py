"""One calibration at a time: a profile's file is claimed from before the first step until what was learned is kept.

A file beside it, locked by the kernel (which lets go when a process dies, however it dies), holds the room that the
profile will need: whoever claims has proved that it can be written, and keeps that room from the pictures.
"""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from calibration.errors import ProfileBusy, ProfileDamaged
from calibration.history import HISTORY
from calibration.schema import LARGEST_BYTES
from vision.files import TooLarge, read_file

ROOM_BYTES = 131_072
"""What a profile takes (62 kB of arrays, less than 1 kB of text and as much for the history), and as much again."""


class Claim:
    """The right to write the profile at `path` and what belongs to it. Readers need none."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: BinaryIO | None = None

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the claim; within a claim that is held already, go on with that.

        Raises ProfileBusy while somebody else holds it, ProfileDamaged when what stands in the profile's place cannot
        be put away, OSError when nothing can be written there.
        """
        if self._file is not None:
            yield
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._check_places()
        with self._taken() as self._file:
            try:
                self._fill(self._file)
                yield
            finally:
                self._file = None

    def free_room(self) -> None:
        """Give the room to what is written now."""
        if self._file is not None:
            os.ftruncate(self._file.fileno(), 0)

    @contextmanager
    def _taken(self) -> Iterator[BinaryIO]:
        """Open and lock the file; it is taken away while it is still locked, so that nobody waits for a dead one."""
        place = self._path.with_name(f".{self._path.stem}.claim")
        while True:
            with self._open(place) as file:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError as error:
                    raise ProfileBusy(
                        f"another calibration of this robot is running ({self._path})", "let it end, then try again"
                    ) from error
                if not _is_still(place, file):
                    continue
                try:
                    yield file
                finally:
                    place.unlink(missing_ok=True)
                return

    def _open(self, place: Path) -> BinaryIO:
        try:
            return place.open("ab")
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self._path)) from error

    def _fill(self, file: BinaryIO) -> None:
        try:
            self.free_room()
            file.write(os.urandom(ROOM_BYTES))  # no file system can make that smaller
            file.flush()
            os.fsync(file.fileno())
        except OSError as error:
            os.ftruncate(file.fileno(), 0)
            raise OSError(error.errno, error.strerror, str(self._path)) from error

    def _check_places(self) -> None:
        """Refuse what a file cannot take the place of, and what could not be kept as history."""
        try:
            read_file(self._path, LARGEST_BYTES)
        except TooLarge as error:
            raise ProfileDamaged(f"{self._path} is no profile: {error.strerror}", "move it away") from error
        except PermissionError as error:
            raise ProfileDamaged(f"{self._path} cannot be read: {error.strerror}", "check who may read it") from error
        except OSError:
            pass  # none, or a link, a pipe, a device: a file takes its place
        for path in (self._path, *self._path.parent.glob(f"{self._path.stem}-*.npz")):
            if path.is_dir():
                raise ProfileDamaged(f"{path} is a folder, where a file belongs", "move it away")
        history = self._path.parent / HISTORY
        if history.exists() and not history.is_dir():
            raise ProfileDamaged(f"{history} is no folder, older profiles belong into one", "move it away")
        if history.exists() and not os.access(history, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(history))


def _is_still(place: Path, file: BinaryIO) -> bool:
    """Tell whether the file that was locked is the one of that name, not one that was taken away meanwhile."""
    try:
        return os.path.samestat(place.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False
