"""The Raspberry Pi's own camera, through picamera2.

picamera2 comes with Raspberry Pi OS and is on no package index: it is imported when a camera is opened. OpenCV alone
cannot read this camera.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from vision.errors import CameraError
from vision.types import Frame

SIZE = (1280, 720)
INSTALL = (
    "type: sudo apt install python3-picamera2, and make the environment with the system's Python: "
    "/usr/bin/python3 -m venv --system-site-packages .venv"
)
PLUG = "check the ribbon cable with the power off; rpicam-hello --list-cameras shows what is connected"


class PiCamera:
    """The camera at the ribbon cable. `number` counts them from 0, `now` gives the monotonic time.

    Raises CameraError when picamera2 is not installed or no camera answers.
    """

    def __init__(self, number: int, now: Callable[[], float], size: tuple[int, int] = SIZE) -> None:
        self._now = now
        self._number = number
        self._sequence = 0
        self._camera = _start(number, size)

    @property
    def name(self) -> str:
        return f"Pi camera {self._number}"

    def capture(self) -> Frame:
        """Wait for the next frame. Raises CameraError when none comes."""
        try:
            image = self._camera.capture_array("main")
        except RuntimeError as error:
            raise CameraError(f"the Pi camera gives no picture ({error})", PLUG) from error
        self._sequence += 1
        return Frame(np.asarray(image, dtype=np.uint8), self._sequence - 1, self._now())

    def close(self) -> None:
        """Let the camera go, for others to use."""
        self._camera.close()


def open_camera(place: str, now: Callable[[], float]) -> PiCamera:
    """Open the Pi camera of a number; without one the first."""
    if place and not place.isdigit():
        raise CameraError(f"'{place}' is no number of a Pi camera", "say pi, or pi:1 for the second")
    return PiCamera(int(place or 0), now)


def _start(number: int, size: tuple[int, int]) -> Any:
    """Start the camera as a video source; its "RGB888" is blue, green, red in memory (picamera2 manual, appendix A)."""
    try:
        library = import_module("picamera2")
    except ImportError as error:
        raise CameraError(f"the Pi camera needs picamera2 ({error})", INSTALL) from error
    try:
        camera = library.Picamera2(number)
        camera.configure(camera.create_video_configuration({"size": size, "format": "RGB888"}, buffer_count=2))
        camera.start()
    except (RuntimeError, IndexError) as error:
        raise CameraError(f"the Pi camera {number} does not answer ({error})", PLUG) from error
    return camera
