"""Is this frame usable? Freshness and wholeness are proved here: a camera's word that all is well is not enough."""

from __future__ import annotations

import numpy as np

from vision.errors import CameraError
from vision.types import Frame, Image

BLACK = 12
"""A picture of which less than one value in a hundred reaches this shows nothing."""
SPARSE = 8
"""Every so many pixels are looked at across and down."""


def check(frame: Frame, previous: Frame | None = None) -> None:
    """Raise CameraError, with the remedy, for a frame that must not be read.

    Wrong form, black, half delivered (its lower quarter one single colour); against the `previous` frame also:
    another size, a sequence number or a time that did not rise. That a picture is frozen shows only over time: see
    `same_picture`.
    """
    image = frame.image
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or min(image.shape[:2]) < 2:
        raise CameraError(
            f"the camera delivers no 8-bit colour picture but {image.shape} {image.dtype}",
            "choose another pixel format or camera",
        )
    _check_content(image)
    if previous is not None:
        _check_fresh(frame, previous)


def _check_content(image: Image) -> None:
    sparse = image[::SPARSE, ::SPARSE]
    enough = sparse.size / 100
    if _lit(sparse[:: 2 * SPARSE]) < enough and _lit(sparse) < enough:
        raise CameraError("the picture is black", "take the cap off, switch the light on, or see the camera's cable")
    lower = image[-max(1, image.shape[0] // 4) :: SPARSE, ::SPARSE]
    if _plain(lower[-1:]) and _plain(lower) and not _plain(sparse):
        raise CameraError("only the upper part of the picture arrived", "see the camera's cable; try a smaller picture")


def _lit(image: Image) -> int:
    """Count the values that are not black."""
    return int(np.count_nonzero(image >= BLACK))


def _plain(image: Image) -> bool:
    """Tell whether all pixels are alike."""
    return bool(np.all(image == image[0, 0]))


def _check_fresh(frame: Frame, previous: Frame) -> None:
    if frame.image.shape != previous.image.shape:
        was, now = (f"{one.image.shape[1]}x{one.image.shape[0]}" for one in (previous, frame))
        raise CameraError(f"the picture's size changed from {was} to {now}", "calibrate the board again for this size")
    if frame.sequence <= previous.sequence or frame.time_s <= previous.time_s:
        raise CameraError(
            f"the camera gives an old picture again (number {frame.sequence} after {previous.sequence})",
            "unplug the camera and plug it in again",
        )


def same_picture(frame: Frame, previous: Frame) -> bool:
    """Tell whether two frames of one size carry the same bytes: once is chance or a driver's old buffer, no news."""
    middle = frame.image.shape[0] // 2
    same = np.array_equal(frame.image[middle], previous.image[middle])
    return same and np.array_equal(frame.image, previous.image)


def frozen() -> CameraError:
    """Give the error for a picture that has been the same for too long."""
    return CameraError("the picture is frozen", "unplug the camera and plug it in again")
