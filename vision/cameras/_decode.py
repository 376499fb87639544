"""Decode a picture's bytes: judged by the header first, and without a word of the libraries on standard error.

What they say there counts: it is the only place where they tell that a picture is not whole.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import cv2
import numpy as np

from vision.cameras._header import Header
from vision.cameras._opencv import SILENT, set_log_level
from vision.errors import PictureError
from vision.types import Image

DAMAGE = re.compile(r"premature end|libpng error|bad Huffman code|\d\d extraneous bytes before marker 0xd9", re.I)
"""What libjpeg and libpng say on standard error of a picture that is not whole or has lost its thread; libjpeg fills
the rest with grey or with shreds. A few needless bytes are usual, and so is any number before 0xd0 to 0xd7, the restart
markers of webcams and scanners."""
ANYTHING = re.compile("")
DECODERS = re.compile(
    r"corrupt jpeg|premature end|libpng|inconsistent progression|invalid sos|unknown adobe|warning:", re.I
)
"""How the lines begin that libjpeg (its jerror.h) and libpng write."""
DECODE = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}

_ONE_AT_A_TIME = threading.Lock()
"""Standard error belongs to the whole process."""


def decode(
    name: str, data: bytes, header: Header, largest_px: int, reduction: int = 1, theirs: re.Pattern[str] = ANYTHING
) -> Image:
    """Decode the bytes of a picture called `name`, `reduction` (1, 2, 4 or 8) times smaller; uint8 BGR (H, W, 3).

    `theirs`: see `overhearing`. Raises PictureError for what is damaged, or has more than `largest_px` pixels by its
    `header`, before anything is decoded.
    """
    pixels = header.width * header.height
    if pixels == 0:
        raise PictureError(f"{name} is a damaged {header.form} picture without a pixel", "take or copy it again")
    if pixels > largest_px:
        what = f"{name} has {pixels / 1e6:.0f} megapixels, more than the {largest_px // 1_000_000} that are read"
        raise PictureError(what, "make a smaller picture of it")
    if not header.whole:
        raise PictureError(f"{name} ends in the middle of the picture", "copy it again")
    image = _decode(data, DECODE[reduction], theirs) if header.sound else None
    if image is None:
        raise PictureError(f"{name} is a damaged {header.form} picture", "take or copy it again")
    return image


def _decode(data: bytes, flags: int, theirs: re.Pattern[str]) -> Image | None:
    """Decode; None when that cannot be done without a complaint of damage."""
    with overhearing(theirs) as complaints:
        try:
            image = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
        except cv2.error:
            return None
    return None if image is None or DAMAGE.search("".join(complaints)) else np.asarray(image, dtype=np.uint8)


@contextmanager
def overhearing(theirs: re.Pattern[str] = ANYTHING) -> Iterator[list[str]]:
    """Keep the libraries from writing to standard error for a while; afterwards the list holds what they said.

    Other threads write there, too: a line that does not begin as `theirs` is passed on.
    """
    complaints: list[str] = []
    with _ONE_AT_A_TIME, tempfile.TemporaryFile() as caught:
        level = set_log_level(SILENT)
        try:
            with _standard_error_into(caught.fileno()):
                yield complaints
        finally:
            set_log_level(level)
            caught.seek(0)
            for line in caught.read().decode(errors="replace").splitlines(keepends=True):
                if theirs.match(line):
                    complaints.append(line)
                else:
                    with suppress(OSError):
                        os.write(2, line.encode())


@contextmanager
def _standard_error_into(place: int) -> Iterator[None]:
    """Send the process's standard error (its libraries' too) to the file descriptor `place` for a while."""
    sys.stderr.flush()
    kept = os.dup(2)
    os.dup2(place, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
