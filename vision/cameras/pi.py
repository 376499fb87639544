"""The Raspberry Pi's own camera, through picamera2.

picamera2 comes with Raspberry Pi OS and is on no package index: it is imported when a camera is opened. OpenCV alone
cannot read this camera.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from vision.cameras._lock import Jump, Lock
from vision.cameras._opencv import means_of
from vision.errors import CameraError
from vision.types import Frame, Locked

LIVE = True
SIZE = (1280, 720)
WAIT_S = 1.0
"""So long the library waits for a frame; one from before 2024 takes the number for a yes and waits for ever."""
NEAR = 0.05
"""Share by which a setting may miss what was asked: exposure comes in lines of the sensor, gain in its steps."""
INSTALL = (
    "type: sudo apt install python3-picamera2, and make the environment with the system's Python: "
    "/usr/bin/python3 -m venv --system-site-packages .venv"
)
MATCH = (
    "it was built for the system's libraries, often for another numpy than the environment's; in the checkout type: "
    ".venv/bin/pip install -c constraints-bookworm.txt -e ."
)
PLUG = "check the ribbon cable with the power off; rpicam-hello --list-cameras shows what is connected"


class PiCamera:
    """The camera at the ribbon cable. `number` counts them from 0, `now` gives the monotonic time.

    Exposure, white balance and focus are locked once the picture has settled. Raises CameraError when picamera2 is not
    installed or no camera answers.
    """

    def __init__(self, number: int, now: Callable[[], float], size: tuple[int, int] = SIZE) -> None:
        self._now = now
        self._number = number
        self._sequence = 0
        self._camera = _start(number, size)
        self._controls = PiControls(self._camera)
        self._lock = Lock(self._controls)

    @property
    def name(self) -> str:
        return f"Pi camera {self._number}"

    @property
    def locked(self) -> Locked | None:
        """What was locked; None while the picture settles."""
        return self._lock.locked

    def capture(self) -> Frame:
        """Wait for the next frame. Raises CameraError when none comes; the camera must then be opened again."""
        try:
            request = self._camera.capture_request(wait=WAIT_S)
        except (RuntimeError, TimeoutError) as error:
            raise CameraError(f"the Pi camera gives no picture ({error or 'none in a second'})", PLUG) from error
        time_s = self._now()
        try:
            image = np.asarray(request.make_array("main"), dtype=np.uint8)
            self._controls.metadata = request.get_metadata()
        finally:
            request.release()
        self._lock.saw(means_of(image), time_s)
        self._sequence += 1
        return Frame(image, self._sequence - 1, time_s)

    def close(self) -> None:
        """Let the camera go, for others to use."""
        self._camera.close()


class PiControls:
    """The settings of a started camera. `metadata` is what came with the newest frame: the settings it was taken with.

    Names and units are libcamera's: ExposureTime in us, ColourGains of red and blue, LensPosition in dioptres; AfMode 0
    is manual.
    """

    def __init__(self, camera: Any) -> None:
        self.metadata: dict[str, Any] = {}
        self._camera = camera
        self._asked: dict[str, Any] = {}

    def lock(self) -> None:
        """Order the settings to stay as they are now."""
        held = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
        self._asked = {name: self.metadata[name] for name in held if name in self.metadata}
        focus = {"AfMode": 0} if "LensPosition" in self._asked else {}
        self._camera.set_controls({"AeEnable": False, "AwbEnable": False, **focus, **self._asked})

    def told(self, jump: Jump) -> Locked:
        """Read back what holds; what has spoilt the picture is left to the camera's automatic again."""
        fixed, loose = [], []
        if self._holds("ExposureTime", "AnalogueGain") and not jump & Jump.BRIGHTNESS:
            fixed.append("exposure {:.1f} ms".format(self.metadata["ExposureTime"] / 1000))
            fixed.append("gain {:.1f}".format(self.metadata["AnalogueGain"]))
        else:
            self._camera.set_controls({"AeEnable": True})
            loose.append("exposure")
        if self._holds("ColourGains") and not jump & Jump.COLOUR:
            fixed.append("white balance (red {:.2f}, blue {:.2f})".format(*self.metadata["ColourGains"]))
        else:
            self._camera.set_controls({"AwbEnable": True})
            loose.append("white balance")
        if "LensPosition" in self._asked:
            (fixed if self._holds("LensPosition") else loose).append("focus")
        return Locked(tuple(fixed), tuple(loose))

    def _holds(self, *names: str) -> bool:
        """Whether the newest frame was taken with what was asked."""
        both = [(self._asked.get(name), self.metadata.get(name)) for name in names]
        return all(a is not None and b is not None and np.allclose(b, a, rtol=NEAR, atol=NEAR) for a, b in both)


def open_camera(place: str, now: Callable[[], float]) -> PiCamera:
    """Open the Pi camera of a number; without one the first."""
    if place and not re.fullmatch("[0-9]{1,3}", place):
        raise CameraError(f"'{place}' is no number of a Pi camera", "say pi, or pi:1 for the second")
    return PiCamera(int(place or 0), now)


def _start(number: int, size: tuple[int, int]) -> Any:
    """Start the camera as a video source; its "RGB888" is blue, green, red in memory (picamera2 manual, appendix A)."""
    try:
        library = import_module("picamera2")
    except ImportError as error:
        raise CameraError(f"the Pi camera needs picamera2 ({error})", INSTALL) from error
    except Exception as error:  # a library that was built for another one throws whatever comes to it
        why = " ".join(str(error).split())[:200]
        raise CameraError(f"picamera2 cannot be loaded ({why})", MATCH) from error
    try:
        camera = library.Picamera2(number)
    except (RuntimeError, IndexError) as error:
        raise CameraError(f"the Pi camera {number} does not answer ({error})", PLUG) from error
    try:
        camera.configure(camera.create_video_configuration({"size": size, "format": "RGB888"}, buffer_count=2))
        camera.start()
    except RuntimeError as error:
        camera.close()
        raise CameraError(f"the Pi camera {number} does not start ({error})", PLUG) from error
    return camera
