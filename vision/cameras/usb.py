"""A USB camera, through OpenCV on Video4Linux.

Numbers move when cameras are plugged in again: name it by its path in /dev/v4l/by-id. What was asked of a camera is
read back, as drivers agree to anything. `capture` gives the next frame that comes; keep reading in a thread (see
`_live`), or the frame is an old one (OpenCV keeps at least one in its buffer).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Protocol

import cv2
import numpy as np

from vision.cameras._controls import Settings, UsbControls
from vision.cameras._lock import Lock
from vision.cameras._opencv import SILENT, is_utf8, means_of, set_log_level
from vision.errors import CameraError
from vision.types import Frame, Locked

LIVE = True
SIZE = (1280, 720)
BY_ID = "/dev/v4l/by-id"
WAIT_S = "1"
"""Whole seconds that OpenCV waits for a frame (cap_v4l.cpp, tryIoctl); without a word it would be ten."""


class Capture(Settings, Protocol):
    """What is used of cv2.VideoCapture."""

    def isOpened(self) -> bool: ...

    def read(self) -> tuple[bool, Any]: ...

    def release(self) -> None: ...


class UsbCamera:
    """A camera of a steady size. `device` is its path, `now` the monotonic time, `size` width and height, px.

    Exposure, white balance and focus are locked once the picture has settled. Raises CameraError when it is missing,
    forbidden, busy, silent, or gives another size.
    """

    def __init__(
        self,
        device: str,
        now: Callable[[], float],
        size: tuple[int, int] = SIZE,
        open_capture: Callable[[str, int], Capture] = cv2.VideoCapture,
    ) -> None:
        _check_device(device)
        self._device, self._now, self._size = device, now, size
        self._sequence = 0
        set_log_level(SILENT)
        os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", WAIT_S)
        self._capture = open_capture(device, cv2.CAP_V4L2)
        try:
            self._set_up()
            self._lock = Lock(UsbControls(self._capture))
        except CameraError:
            self._capture.release()
            raise

    @property
    def name(self) -> str:
        return self._device

    @property
    def locked(self) -> Locked | None:
        """What was locked; None while the picture settles."""
        return self._lock.locked

    def capture(self) -> Frame:
        """Wait for the next frame. Raises CameraError when none comes or it has the wrong size."""
        arrived, image = self._capture.read()
        time_s = self._now()
        if not arrived or image is None:
            raise CameraError(f"the camera {self._device} gives no picture", "plug it in again; try another cable")
        self._check_size(image.shape[1], image.shape[0])
        self._lock.saw(means_of(image), time_s)
        self._sequence += 1
        return Frame(np.asarray(image, dtype=np.uint8), self._sequence - 1, time_s)

    def close(self) -> None:
        """Let the camera go, for others to use."""
        self._capture.release()

    def _set_up(self) -> None:
        if not self._capture.isOpened():
            raise CameraError(
                f"the camera {self._device} does not open",
                f"close the program that uses it (fuser {self._device} names it), or try the next device",
            )
        self._capture.set(cv2.CAP_PROP_FOURCC, float(int.from_bytes(b"MJPG", "little")))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._size[0])
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size[1])
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._check_size(
            round(self._capture.get(cv2.CAP_PROP_FRAME_WIDTH)), round(self._capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
        )

    def _check_size(self, width: int, height: int) -> None:
        if (width, height) != self._size:
            asked = f"{self._size[0]}x{self._size[1]}"
            raise CameraError(
                f"the camera {self._device} gives {width}x{height} instead of {asked}",
                f"ask for a size that it has (v4l2-ctl -d {self._device} --list-formats-ext shows them)",
            )


def open_camera(place: str, now: Callable[[], float]) -> UsbCamera:
    """Open the camera of a number or a path; without either the first one."""
    return UsbCamera(f"/dev/video{place or 0}" if place.isdecimal() or not place else place, now)


def _check_device(device: str) -> None:
    if not is_utf8(device):
        raise CameraError(f"the name {device} is no UTF-8 text", f"take its name in {BY_ID}")
    if not os.path.exists(device):
        raise CameraError(f"there is no camera at {device}", f"plug it in, then look into {BY_ID} for its name")
    if not os.access(device, os.R_OK | os.W_OK):
        raise CameraError(
            f"you may not use the camera {device}", "type: sudo usermod -aG video $USER, then log out and in again"
        )
