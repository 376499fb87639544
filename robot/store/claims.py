"""Which matches are being played: each process that writes in one holds it, until it ends, however it ends.

One file beside the journal, of which a match is the byte of its number. Locks of this kind go with their process, so
that a robot whose plug was pulled has no match held after it.
"""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import BinaryIO

from robot.errors import BadInput

SUFFIX = "-playing"


class Claims:
    """What this process holds of one journal."""

    def __init__(self, journal: Path) -> None:
        self._path = journal.with_name(journal.name + SUFFIX)
        self._file: BinaryIO | None = None
        self._held: set[int] = set()

    def hold(self, match: int) -> None:
        """Hold a match until `close`. Raises BadInput where another process does, or where no file can be made."""
        if match in self._held:
            return
        try:
            self._file = self._file or self._path.open("ab")
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, match)
        except (BlockingIOError, PermissionError) as error:
            if error.filename is not None:
                raise BadInput(f"{self._path} cannot be written: {error.strerror}", "give it back its rights") from None
            raise BadInput(
                f"match {match} is being played by another quadrow", "let that come to its end, then try again"
            ) from None
        except OSError as error:
            raise BadInput(f"{self._path} cannot be used: {error.strerror}", "choose another QUADROW_HOME") from None
        self._held.add(match)

    def close(self) -> None:
        """Let go of all."""
        if self._file is not None:
            self._file.close()
            self._file = None
        self._held.clear()
