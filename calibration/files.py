"""Write a file whole or not at all, even when the power fails in the middle.

    temporary file in the same folder -> write -> sync the file -> rename over the old one -> sync the folder

Until the rename is on the disk the old file stands; from then on the new one. Nothing but `Disk` touches the disk, so
a test can put its own in its place and look at every state that a crash may leave.
"""

from __future__ import annotations

import os
from pathlib import Path


class Disk:
    """The few things that are done to a file system."""

    def write(self, path: Path, data: bytes) -> None:
        """Make a new file, or empty an old one, and write it."""
        path.write_bytes(data)

    def sync(self, path: Path) -> None:
        """See that the bytes of a file, or the names in a folder, are on the disk."""
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

    def rename(self, path: Path, to: Path) -> None:
        """Put a file in the place of another one of the same folder."""
        path.replace(to)

    def remove(self, path: Path) -> None:
        """Take a file away; one that is gone is no trouble."""
        path.unlink(missing_ok=True)


def write_whole(disk: Disk, path: Path, data: bytes) -> None:
    """Write `data` to `path`, whole or not at all; an interrupted try leaves nothing. Raises OSError, naming a file."""
    part = path.with_name(f".{path.name}.part")
    try:
        disk.write(part, data)
        disk.sync(part)
        disk.rename(part, path)
    except BaseException as error:
        disk.remove(part)
        if isinstance(error, OSError) and error.filename is None:  # a full disk is told without a name
            error.filename = str(path)
        raise
    disk.sync(path.parent)
