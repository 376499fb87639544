"""A camera in the network: JPEG pictures one after the other over HTTP, as phones and small camera boards send them.

    stream:http://192.168.1.20:8080/video

The form is multipart/x-mixed-replace (RFC 2046 for its parts): a line with the boundary, headers, an empty line, the
picture. Its length stands in the headers, or the next boundary ends it. Exposure and colours are locked in the
camera's own program; from here they cannot be.
"""

from __future__ import annotations

import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from email.message import Message
from typing import IO, Any

import cv2
import numpy as np

from vision.errors import CameraError
from vision.types import Frame, Locked

LIVE = True
TIMEOUT_S = 2.0
LARGEST_BYTES = 20_000_000
LONGEST_LINE = 1000
LOOK = "open the address in a browser: it must show moving pictures; see the camera's power and the network"
LOOSE = Locked(loose=("exposure", "white balance"))


class StreamCamera:
    """The pictures of one address; `now` gives the monotonic time. Raises CameraError when none can be had there."""

    def __init__(self, address: str, now: Callable[[], float]) -> None:
        self._address, self._now = address, now
        self._sequence = 0
        self._answer = _open(address)
        try:
            self._pictures = _pictures(self._answer, _boundary(self._answer.headers, address))
        except CameraError:
            self._answer.close()
            raise

    @property
    def name(self) -> str:
        return self._address

    @property
    def locked(self) -> Locked:
        """Nothing can be locked from here."""
        return LOOSE

    def capture(self) -> Frame:
        """Wait for the next picture. Raises CameraError when none comes."""
        try:
            data = next(self._pictures)
        except (OSError, ValueError) as error:
            raise CameraError(f"the camera at {self._address} gives no picture ({error})", LOOK) from error
        image = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_COLOR)
        if image is None:
            raise CameraError(f"the camera at {self._address} sends a damaged picture", LOOK)
        self._sequence += 1
        return Frame(np.asarray(image, dtype=np.uint8), self._sequence - 1, self._now())

    def close(self) -> None:
        """Let the camera go."""
        self._answer.close()


def open_camera(place: str, now: Callable[[], float]) -> StreamCamera:
    """Open the stream at an address. Raises CameraError."""
    if not place.startswith(("http://", "https://")):
        raise CameraError(f"'{place}' is no address of a stream", "say stream:http://ADDRESS:PORT/PATH")
    return StreamCamera(place, now)


def _open(address: str) -> Any:
    try:
        return urllib.request.urlopen(address, timeout=TIMEOUT_S)
    except (OSError, ValueError) as error:
        why = getattr(error, "reason", error)
        if isinstance(error, urllib.error.HTTPError):
            error.close()
        raise CameraError(f"the camera at {address} does not answer ({why})", LOOK) from error


def _boundary(headers: Message, address: str) -> bytes:
    boundary = headers.get_boundary()
    if headers.get_content_maintype() != "multipart" or not boundary:
        raise CameraError(f"{address} sends no stream of pictures but {headers.get_content_type()}", LOOK)
    return b"--" + boundary.removeprefix("--").encode("latin-1")


def _pictures(answer: IO[bytes], boundary: bytes) -> Iterator[bytes]:
    """Give picture after picture. Raises ValueError when they are at an end, OSError when nothing comes."""
    found = False
    while True:
        while not found:
            found = _line(answer).startswith(boundary)
        length = _length(answer)
        found = length == 0
        yield answer.read(length) if length else _until(answer, boundary)


def _length(answer: IO[bytes]) -> int:
    """Read the headers of a part; give the bytes of its picture, 0 where they do not tell."""
    length = 0
    while header := _line(answer):
        name, _, value = header.partition(b":")
        if name.strip().lower() == b"content-length":
            length = int(value)
    if not 0 <= length <= LARGEST_BYTES:
        raise ValueError(f"a picture of {length} bytes")
    return length


def _line(answer: IO[bytes]) -> bytes:
    """Read one line of the headers; the data of a picture before them is passed over."""
    line = answer.readline(LONGEST_LINE)
    if not line:
        raise ValueError("the stream has ended")
    return line.rstrip(b"\r\n")


def _until(answer: IO[bytes], boundary: bytes) -> bytes:
    """Read a picture of unknown length: it ends before a line that begins with the boundary."""
    data = bytearray()
    while len(data) <= LARGEST_BYTES:
        line = answer.readline(LARGEST_BYTES)
        if not line:
            raise ValueError("the stream has ended")
        if line.startswith(boundary):
            return bytes(data)
        data += line
    raise ValueError("a picture without an end")
