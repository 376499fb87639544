"""Where frames come from: one file a kind, found by its name. Standard library only; the kinds bring what they need.

    usb:/dev/v4l/by-id/NAME   usb:0   usb      a USB camera through OpenCV
    pi                                         the Raspberry Pi's own camera
    stream:http://ADDRESS:PORT/PATH            a phone or a small camera board in the network
    video:FILE                                 a video file
    picture:FILE   picture:FOLDER              picture files

Every kind's file has `open_camera(place, now)`: `place` is what follows the colon, `now` gives the monotonic time. A
kind whose frames come by themselves says `LIVE = True`: `live_camera` reads it all the time, and opens it again; its
`REMEDY`, if it has one, is what a person does when it falls silent.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vision.cameras._live import REPLUG, LiveCamera
from vision.errors import CameraError
from vision.types import Camera, Locked

if TYPE_CHECKING:
    from vision.lens import Lens

EXAMPLES = "usb:/dev/v4l/by-id/NAME, usb:0, pi, pi:1, stream:http://ADDRESS/, video:FILE, picture:FILE"
"""The names of cameras, for help texts."""


def kinds() -> list[str]:
    """Name the kinds of camera: the files of this folder."""
    return sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("_"))


def open_camera(name: str, now: Callable[[], float]) -> Camera:
    """Open the camera called `kind:place`, or `kind` alone. Raises CameraError, PictureError."""
    kind, place = _kind_and_place(name)
    camera: Camera = kind.open_camera(place, now)
    return camera


def live_camera(name: str, now: Callable[[], float], lens: Lens | None = None) -> Camera:
    """Give the newest frames of a camera, which is opened again whenever it fails; a file as `open_camera` does.

    With a `lens` the frames are straightened.
    Raises CameraError, PictureError for a name or a file that is no camera; that a camera is missing or busy is said by
    its `capture`.
    """
    kind, place = _kind_and_place(name)

    def open_it() -> Any:
        camera = kind.open_camera(place, now)
        if lens is None:
            return camera
        from vision.lens import StraightCamera  # numpy and OpenCV only where they are needed

        return StraightCamera(camera, lens)

    if not getattr(kind, "LIVE", False):
        return open_it()  # type: ignore[no-any-return]
    return LiveCamera(name, open_it, now, getattr(kind, "REMEDY", REPLUG))


def goes_on(name: str) -> bool:
    """Tell whether the frames of a camera come by themselves and without end; those of a file do not.

    Raises CameraError for a kind that is none.
    """
    return bool(getattr(_kind_and_place(name)[0], "LIVE", False))


def settle(camera: Camera) -> Locked | None:
    """Let a live camera find its exposure and lock it; a file has none. Raises CameraError."""
    return camera.settle() if isinstance(camera, LiveCamera) else None


def locked(camera: Camera) -> Locked | None:
    """Tell what is locked of a live camera; None while it settles, and of a file."""
    return camera.locked if isinstance(camera, LiveCamera) else None


def _kind_and_place(name: str) -> tuple[Any, str]:
    """Find the file of a kind of camera by its name."""
    kind, _, place = name.partition(":")
    if kind not in kinds():
        raise CameraError(f"there is no kind of camera called '{kind}'", f"say one of {', '.join(kinds())}")
    return import_module(f"vision.cameras.{kind}"), place
