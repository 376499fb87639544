"""Where frames come from: one file a kind, found by its name. Standard library only; the kinds bring what they need.

    usb:/dev/v4l/by-id/NAME   usb:0   usb      a USB camera through OpenCV
    pi                                         the Raspberry Pi's own camera
    video:FILE                                 a video file
    picture:FILE   picture:FOLDER              picture files

Every kind's file has `open_camera(place, now)`: `place` is what follows the colon, `now` gives the monotonic time.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from vision.errors import CameraError
from vision.types import Camera

EXAMPLES = "usb:/dev/v4l/by-id/NAME, usb:0, pi, pi:1, video:FILE, picture:FILE"
"""The names of cameras, for help texts."""


def kinds() -> list[str]:
    """Name the kinds of camera: the files of this folder."""
    return sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("_"))


def open_camera(name: str, now: Callable[[], float]) -> Camera:
    """Open the camera called `kind:place`, or `kind` alone. Raises CameraError, PictureError."""
    kind, _, place = name.partition(":")
    if kind not in kinds():
        raise CameraError(f"there is no kind of camera called '{kind}'", f"say one of {', '.join(kinds())}")
    camera: Camera = import_module(f"vision.cameras.{kind}").open_camera(place, now)
    return camera
