"""Cameras made of numbers, as strict as the real ones: OpenCV's capture on Video4Linux, and picamera2.

Sources: OpenCV's cap_v4l.cpp (what set and get give), the uvcvideo driver (an exposure that is given in automatic is
refused, settings outlive a closing), the picamera2 manual and picamera2.py (requests must be released, a timeout leaves
its job behind).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from vision.types import Image

EXPOSURE, AUTO_EXPOSURE, GAIN = cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_GAIN
AUTO_WB, WARMTH = cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_WB_TEMPERATURE
AUTOFOCUS, FOCUS = cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS
MANUAL, BY_TIME = 1, 3
RIGHT = 120.0
"""The brightness that the automatic brings the picture to."""

LONGEST = 2500.0
"""The longest exposure of the automatic, 0.1 ms."""


class Clock:
    """A monotonic time that frames move on."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def now(self) -> float:
        return self.now_s


@dataclass
class FakeCapture:
    """A webcam: agrees to every size and has only `sizes`; its automatic adapts within a second.

    `menu`: the values that its automatic exposure knows, the automatic one last. `stale`: what exposure reads as while
    it is automatic (None: what is in use). `deaf`: settings that say yes and stay as they are.
    """

    clock: Clock = field(default_factory=Clock)
    opened: bool = True
    sizes: tuple[tuple[int, int], ...] = ((1280, 720),)
    frames: int = 10_000
    settings: dict[int, float] = field(
        default_factory=lambda: {
            EXPOSURE: 80.0,
            AUTO_EXPOSURE: BY_TIME,
            GAIN: 32.0,
            AUTO_WB: 1.0,
            WARMTH: 4600.0,
            AUTOFOCUS: 1.0,
            FOCUS: 30.0,
        }
    )
    menu: tuple[int, ...] = (MANUAL, BY_TIME)
    stale: float | None = None
    deaf: frozenset[int] = frozenset()
    light: float = 0.4
    released: bool = False

    def __post_init__(self) -> None:
        self.width, self.height = 640, 480
        self.asked: dict[int, float] = {}
        self.in_use = self.settings.get(EXPOSURE, 80.0)

    def isOpened(self) -> bool:
        return self.opened and not self.released

    def set(self, propId: int, value: float) -> bool:
        assert self.isOpened(), "a closed device was set up"
        self.asked[propId] = value
        if propId in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT):
            wanted = (self.asked.get(cv2.CAP_PROP_FRAME_WIDTH), self.asked.get(cv2.CAP_PROP_FRAME_HEIGHT))
            if wanted in self.sizes:
                self.width, self.height = int(wanted[0] or 0), int(wanted[1] or 0)
            return True
        if propId in (cv2.CAP_PROP_FOURCC, cv2.CAP_PROP_BUFFERSIZE):
            return True
        if propId not in self.settings or (propId == AUTO_EXPOSURE and value not in self.menu):
            return False
        if propId == EXPOSURE and self.is_automatic:
            return False
        if propId not in self.deaf:
            self.settings[propId] = value
        return True

    def get(self, propId: int) -> float:
        size = {cv2.CAP_PROP_FRAME_WIDTH: self.width, cv2.CAP_PROP_FRAME_HEIGHT: self.height}
        if propId in size:
            return size[propId]
        if propId == EXPOSURE and EXPOSURE in self.settings and self.is_automatic:
            return self.in_use if self.stale is None else self.stale
        return self.settings.get(propId, -1.0)

    def read(self) -> tuple[bool, Any]:
        assert self.isOpened(), "a closed device was read"
        self.clock.now_s += 1 / 30
        if not self.frames:
            return False, None
        self.frames -= 1
        if self.is_automatic:
            self.in_use += 0.15 * (min(RIGHT / self.light, LONGEST) - self.in_use)
        else:
            self.in_use = self.settings.get(EXPOSURE, self.in_use)
        green = min(self.in_use * self.light, 255.0)
        colour = (np.array([0.8 * green, green, 0.9 * green]) + self.frames % 2).astype(np.uint8)
        return True, np.broadcast_to(colour, (self.height, self.width, 3))

    def release(self) -> None:
        self.released = True

    @property
    def is_automatic(self) -> bool:
        return self.settings.get(AUTO_EXPOSURE) == self.menu[-1]


class FakeRequest:
    """A completed request: a picture with the settings it was taken with; must be given back."""

    def __init__(self, camera: FakePicamera2, image: Image, metadata: dict[str, Any]) -> None:
        self._camera, self._image, self._metadata = camera, image, metadata

    def make_array(self, name: str) -> Image:
        assert name == "main"
        return self._image.copy()

    def get_metadata(self) -> dict[str, Any]:
        return self._metadata

    def release(self) -> None:
        self._camera.lent -= 1


class FakePicamera2:
    """As strict as the library where we use it: configured before started, started before asked for a picture.

    An order takes effect four frames later (`DELAY`). Subclass it to change what is connected.
    """

    cameras = 1
    clock = Clock()
    autofocus = False
    obeys = True
    DELAY = 4

    def __init__(self, number: int) -> None:
        if number >= self.cameras:
            raise IndexError("list index out of range")
        self.state = "open"
        self.size = (0, 0)
        self.buffers = self.lent = 0
        self.orders: list[tuple[int, dict[str, Any]]] = []
        self.taken = 0
        self.now: dict[str, Any] = {"AeEnable": True, "AwbEnable": True, "ExposureTime": 2000, "AnalogueGain": 1.0}
        self.now["ColourGains"] = (1.0, 1.0)
        if self.autofocus:
            self.now |= {"AfMode": 2, "LensPosition": 1.5}

    def create_video_configuration(self, main: dict[str, Any], buffer_count: int) -> dict[str, Any]:
        assert main["format"] == "RGB888"
        return {"main": main, "buffer_count": buffer_count}

    def configure(self, configuration: dict[str, Any]) -> None:
        self.size = configuration["main"]["size"]
        self.buffers = configuration["buffer_count"]
        self.state = "configured"

    def start(self) -> None:
        assert self.state == "configured"
        self.state = "started"

    def set_controls(self, controls: dict[str, Any]) -> None:
        if not self.autofocus and {"AfMode", "LensPosition"} & set(controls):
            raise RuntimeError("Control AfMode is not advertised by libcamera")
        self.orders.append((self.taken + self.DELAY, controls))

    def capture_request(self, wait: float | None = None) -> FakeRequest:
        if self.state != "started":
            raise RuntimeError("camera was not started")
        if self.lent >= self.buffers:
            raise TimeoutError
        self.clock.now_s += 1 / 30
        self.taken += 1
        self.lent += 1
        self._obey()
        green = min(self.now["ExposureTime"] * self.now["AnalogueGain"] / 100, 255.0)
        image = np.broadcast_to(np.uint8(green), (self.size[1], self.size[0], 3))
        metadata = {name: value for name, value in self.now.items() if name not in ("AeEnable", "AwbEnable", "AfMode")}
        return FakeRequest(self, image, metadata)

    def close(self) -> None:
        self.state = "closed"

    def _obey(self) -> None:
        due = [controls for when, controls in self.orders if when <= self.taken]
        self.orders = [order for order in self.orders if order[0] > self.taken]
        for controls in due if self.obeys else ():
            self.now |= controls
        if self.now["AeEnable"]:
            self.now["ExposureTime"] += int(0.2 * (12000 - self.now["ExposureTime"]))
        if self.now["AwbEnable"]:
            red, blue = self.now["ColourGains"]
            self.now["ColourGains"] = (red + 0.2 * (1.9 - red), blue + 0.2 * (1.5 - blue))
