"""Read a file that somebody names: it may be a folder, a pipe that nobody writes to, a device that never ends.

Standard library only, so that anything may import it.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


class NoFile(OSError):
    """What the name leads to is there and is no file with an end: a folder, a pipe, a device."""


class TooLarge(OSError):
    """The file has more bytes than are read."""


def read_file(path: Path, largest_bytes: int) -> bytes:
    """Read a regular file of at most `largest_bytes` whole, without waiting for anybody.

    Raises NoFile, TooLarge, and any other OSError of the system; each with words (`strerror`) and the name.
    """
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode):
        what = "it is a folder" if stat.S_ISDIR(mode) else "it is a pipe or a device, no file"
        raise NoFile(errno.EINVAL, what, os.fspath(path))
    with path.open("rb") as file:
        data = file.read(largest_bytes + 1)
    if len(data) > largest_bytes:
        raise TooLarge(errno.EFBIG, f"it is larger than {_size(largest_bytes)}", os.fspath(path))
    return data


def _size(count: int) -> str:
    return f"{count / 1e6:.0f} megabytes" if count >= 1_000_000 else f"{count} bytes"
