"""Is this frame usable? Freshness and wholeness are proved here: a camera's word that all is well is not enough."""

from __future__ import annotations

import math

import numpy as np

from vision.errors import CameraError
from vision.types import Frame, Image

BLACK = 12
"""A picture of which less than one value in a hundred reaches this shows nothing."""
GREY = 2
"""Values by which the channels of a picture without colour differ at most."""
SPARSE = 8
"""Every so many pixels are looked at across and down."""
FROZEN_S = 1.0
"""A picture that stays the same for so long is frozen: no two pictures of a working sensor are alike."""
REPLUG = "unplug the camera and plug it in again; of one in the network begin the program anew"


class Gate:
    """Lets the frames of one camera through that may be read. `size`: width and height, px, that they must have.

    A frame that was refused leaves no trace: the next good one is let through.
    """

    def __init__(self, size: tuple[int, int] | None = None) -> None:
        self._size = size
        self._previous: Frame | None = None

    @property
    def previous(self) -> Frame | None:
        """The last frame that was let through and was news."""
        return self._previous

    def admit(self, frame: Frame) -> bool:
        """Tell whether a frame is news; one with the same picture as before is none.

        Raises CameraError as `check` does, and for a picture that has been the same for FROZEN_S.
        """
        previous = self._previous
        check(frame, previous, self._size)
        if previous is not None and same_picture(frame, previous):
            if frame.time_s - previous.time_s >= FROZEN_S:
                raise CameraError("the picture is frozen", REPLUG)
            return False
        self._previous = frame
        return True


def check(frame: Frame, previous: Frame | None = None, size: tuple[int, int] | None = None) -> None:
    """Raise CameraError, with the remedy, for a frame that must not be read.

    Wrong form, a time that is none, another `size` (width, height, px), black, without colour, half delivered (its
    lower quarter one single colour); against the `previous` frame also: another size, a sequence number or a time that
    did not rise. That a picture is frozen shows only over time: see `Gate`.
    """
    image = frame.image
    check_form(image)
    check_time(frame.time_s)
    _check_size(image, size)
    _check_content(image)
    if previous is not None:
        _check_fresh(frame, previous)


def check_form(image: object) -> None:
    """Raise CameraError for anything but a picture: an array (H, W, 3) uint8 with pixels. Well below a us."""
    if isinstance(image, np.ndarray):
        if image.dtype == np.uint8 and image.ndim == 3 and image.shape[2] == 3 and image.size:
            return
        what = f"{image.shape} {image.dtype}"
    else:
        what = type(image).__name__
    raise CameraError(
        f"this is no 8-bit colour picture (H, W, 3) uint8 but {what}",
        "convert it to that, or choose another pixel format or camera",
    )


def check_time(time_s: float) -> None:
    """Raise CameraError for a time that is not finite: nothing comes before or after it."""
    if not math.isfinite(time_s):
        raise CameraError(f"the time of a picture is {time_s} s", "give the monotonic time of its exposure in seconds")


def _check_size(image: Image, size: tuple[int, int] | None) -> None:
    now = (image.shape[1], image.shape[0])
    if size is not None and now != size:
        raise CameraError(
            "the picture is {}x{}, the board was found at {}x{}".format(*now, *size),
            "choose that size, or calibrate again: quadrow calibrate all",
        )


def _check_content(image: Image) -> None:
    sparse = image[::SPARSE, ::SPARSE]
    enough = sparse.size / 100
    if _lit(sparse[:: 2 * SPARSE]) < enough and _lit(sparse) < enough:
        raise CameraError("the picture is black", "take the cap off, switch the light on, or see the camera's cable")
    lower = image[-max(1, image.shape[0] // 4) :: SPARSE, ::SPARSE]
    if _plain(lower[-1:]) and _plain(lower) and not _plain(sparse):
        raise CameraError("only the upper part of the picture arrived", "see the camera's cable; try a smaller picture")
    if _grey(sparse[:: 2 * SPARSE]) and _grey(sparse):
        raise CameraError("the picture has no colour", "switch the camera's night mode or its black and white off")


def _lit(image: Image) -> int:
    """Count the values that are not black."""
    return int(np.count_nonzero(image >= BLACK))


def _grey(image: Image) -> bool:
    """Tell whether all channels are alike everywhere."""
    return bool((image.max(axis=2) - image.min(axis=2)).max() <= GREY)


def _plain(image: Image) -> bool:
    """Tell whether all pixels are alike."""
    return bool(np.all(image == image[0, 0]))


def _check_fresh(frame: Frame, previous: Frame) -> None:
    if frame.image.shape != previous.image.shape:
        was, now = (f"{one.image.shape[1]}x{one.image.shape[0]}" for one in (previous, frame))
        raise CameraError(f"the picture's size changed from {was} to {now}", "calibrate the board again for this size")
    if frame.sequence <= previous.sequence or frame.time_s <= previous.time_s:
        raise CameraError(
            f"the camera gives an old picture again (number {frame.sequence} after {previous.sequence})", REPLUG
        )


def same_picture(frame: Frame, previous: Frame) -> bool:
    """Tell whether two frames of one size carry the same bytes: once is chance or a driver's old buffer, no news."""
    middle = frame.image.shape[0] // 2
    same = np.array_equal(frame.image[middle], previous.image[middle])
    return same and np.array_equal(frame.image, previous.image)
