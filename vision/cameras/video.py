"""A video file for a camera: every frame in order, on the video's own time."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from vision.cameras._decode import overhearing
from vision.cameras._opencv import is_utf8
from vision.errors import CameraEnded, PictureError
from vision.types import Frame, Image

USUAL_FPS = 25.0
"""Frames a second of a file that does not tell."""
QUIET = "-8"
"""FFmpeg's level at which it writes nothing to standard error (libavutil/log.h); OpenCV reads it at the first file."""


class VideoCamera:
    """A video file. The time of a frame is its number over the frames a second, from 0.

    Raises PictureError when the file is missing, no video, or one without a picture.
    """

    def __init__(self, path: str) -> None:
        if not is_utf8(path):
            raise PictureError(f"the name of the video {path} is no UTF-8 text", "give the file another name")
        if not Path(path).is_file():
            raise PictureError(f"there is no video file {path}", "check the name")
        self._path = path
        os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", QUIET)
        with overhearing():
            self._video = cv2.VideoCapture(path)
        if not self._video.isOpened():
            raise PictureError(f"{path} is no video that can be read", "give an MP4, AVI or MKV file")
        self._fps = self._video.get(cv2.CAP_PROP_FPS) or USUAL_FPS
        self._next = 0
        self._held: Image | None = self._read_next()
        if self._held is None:
            self.close()
            raise PictureError(f"the video {path} has no picture that can be read", "copy it again, or give another")

    @property
    def name(self) -> str:
        return self._path

    def capture(self) -> Frame:
        """Give the next frame; raises CameraEnded after the last."""
        image, self._held = (self._read_next() if self._held is None else self._held), None
        if image is None:
            raise CameraEnded(f"the video {self._path} has ended", "give a longer one")
        sequence = self._next
        self._next += 1
        return Frame(image, sequence, sequence / self._fps)

    def close(self) -> None:
        """Close the file."""
        self._video.release()

    def _read_next(self) -> Image | None:
        with overhearing():
            there, image = self._video.read()
        return np.asarray(image, dtype=np.uint8) if there else None


def open_camera(place: str, now: Callable[[], float]) -> VideoCamera:
    """Open a video file. Time is its own."""
    return VideoCamera(place)
