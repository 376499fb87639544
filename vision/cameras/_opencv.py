"""What OpenCV does for the whole process, and what is told of a picture in three numbers."""

from __future__ import annotations

from typing import Any

import cv2

from vision.cameras._lock import Means
from vision.types import Image

SILENT = 0
"""The level at which OpenCV writes nothing to standard error: what matters is said in words of our own."""
SPARSE = 16
"""Every so many pixels, across and down, are enough for a mean: 3,600 of a picture of 1280x720."""


def set_log_level(level: int) -> int:
    """Choose how much OpenCV writes to standard error; give how much it was before."""
    log: Any = getattr(cv2.utils, "logging", cv2)  # OpenCV 4 has the two functions at its top
    before: int = log.getLogLevel()
    log.setLogLevel(level)
    return before


def is_utf8(name: str) -> bool:
    """Tell whether a file's name is text in UTF-8: with another one OpenCV ends the whole process."""
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def means_of(image: Image) -> Means:
    """Give the means of blue, green and red, 0..255, of a picture uint8 BGR (H, W, 3)."""
    blue, green, red = image[::SPARSE, ::SPARSE].mean(axis=(0, 1)).tolist()
    return blue, green, red
