"""Older versions of a file, kept in a folder beside it under the date on which they were saved."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

from calibration.files import Disk, write_whole
from calibration.schema import LARGEST_BYTES
from vision.files import read_file

HISTORY = "history"
"""The folder of older versions."""


class History:
    """The older versions of `path`: history/STEM-DATE.toml in the same folder."""

    def __init__(self, path: Path, disk: Disk) -> None:
        self._path, self._disk = path, disk
        self._folder = path.parent / HISTORY

    @property
    def paths(self) -> list[Path]:
        """The older versions, newest first; a pipe or a folder of such a name is none."""
        files = (path for path in self._folder.glob(f"{self._path.stem}-*.toml") if path.is_file())
        return sorted(files, key=lambda path: path.stem, reverse=True)

    def way_out(self, calibrate: str, *, kept: bool = False) -> str:
        """Say how to get a file again that cannot be used, by the command `calibrate` or from here.

        `kept`: it is to be used elsewhere, and must not be lost.
        """
        back = f", or copy {self.paths[0]} {'to its place' if kept else 'over it'}" if self.paths else ""
        return f"{'move it away, then ' if kept else ''}type: {calibrate}{back}"

    def keep(self) -> Path | None:
        """Copy the file that stands at `path` now, under the date that it tells; once is enough. Raises OSError.

        Gives the copy, None where there is no file.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        if not self._path.is_file():
            return None
        data = read_file(self._path, LARGEST_BYTES)
        for newest in self.paths[:1]:
            if data == read_file(newest, LARGEST_BYTES):
                return newest
        found = re.search(rb"^saved_at = ([0-9T:-]+)Z$", data, re.M)
        when = found[1].decode() if found else datetime.fromtimestamp(self._path.stat().st_mtime, UTC).isoformat()
        name = f"{self._path.stem}-{when[:19].replace(':', '')}Z"
        taken = len(list(self._folder.glob(f"{name}*.toml")))
        kept = self._folder / f"{name}{f'-{taken + 1}' if taken else ''}.toml"
        write_whole(self._disk, kept, data)
        return kept

    def forget(self, kept: int) -> None:
        """Take away all but the newest ones."""
        for path in self.paths[kept:]:
            self._disk.remove(path)
