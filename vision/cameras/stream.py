"""A camera in the network: JPEG pictures one after the other over HTTP, as phones and small camera boards send them.

    stream:http://192.168.1.20:8080/video

The form is multipart/x-mixed-replace (RFC 2046 for its parts): a line with the boundary, headers, an empty line, the
picture. Its length stands in the headers, or the next boundary ends it. Exposure and colours are locked in the
camera's own program; from here they cannot be.
"""

from __future__ import annotations

import re
import urllib.error
from collections.abc import Callable, Iterator
from email.message import Message
from http.client import HTTPException, InvalidURL
from typing import IO

from vision.cameras._decode import DECODERS, decode
from vision.cameras._header import read_header
from vision.cameras._http import Answer, ask
from vision.errors import CameraError, PictureError
from vision.types import Frame, Image, Locked

LIVE = True
TIMEOUT_S = 2.0
"""So long connecting, the headers and every picture may take, to the last byte."""
LARGEST_BYTES = 20_000_000
LARGEST_PX = 40_000_000
"""The largest video there is has 33 megapixels (7680x4320); a file is decoded smaller, a frame is not."""
LONGEST_LINE = 1000
MOST_DAMAGED = 3
"""So many damaged pictures in a row are passed over: small camera boards lose a few bytes now and then."""
REMEDY = "open the address in a browser: it must show moving pictures; see the camera's power and the network"
LOOSE = Locked(loose=("exposure", "white balance"))


class StreamCamera:
    """The pictures of one address; `now` gives the monotonic time. Raises CameraError when none can be had there."""

    def __init__(self, address: str, now: Callable[[], float]) -> None:
        self._address, self._now = address, now
        self._sequence = 0
        self._answer = _open(address, now)
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
        """Wait for the next picture; a few damaged ones are passed over. Raises CameraError when none comes."""
        for left in reversed(range(MOST_DAMAGED + 1)):
            try:
                image = self._decoded(self._received())
                break
            except PictureError as error:
                if not left:
                    raise CameraError(str(error), REMEDY) from error
        self._sequence += 1
        return Frame(image, self._sequence - 1, self._now())

    def close(self) -> None:
        """Let the camera go."""
        self._answer.close()

    def _received(self) -> bytes:
        self._answer.allow(TIMEOUT_S)
        try:
            return next(self._pictures)
        except TimeoutError as error:
            why = f"none within {TIMEOUT_S:.0f} s"
            raise CameraError(f"the camera at {self._address} gives no picture ({why})", REMEDY) from error
        except (OSError, ValueError, HTTPException) as error:
            why = "the stream has broken off" if isinstance(error, HTTPException) else _short(error)
            raise CameraError(f"the camera at {self._address} gives no picture ({why})", REMEDY) from error

    def _decoded(self, data: bytes) -> Image:
        header = read_header(data)
        if header is None:
            raise PictureError(f"the camera at {self._address} sends a damaged picture", REMEDY)
        return decode(f"a picture of the camera at {self._address}", data, header, LARGEST_PX, theirs=DECODERS)


def open_camera(place: str, now: Callable[[], float]) -> StreamCamera:
    """Open the stream at an address. Raises CameraError."""
    if not re.fullmatch(r"https?://[^\s\x00-\x1f\x7f]+", place):
        raise _no_address(place)
    return StreamCamera(place, now)


def _open(address: str, now: Callable[[], float]) -> Answer:
    try:
        return ask(address, now, TIMEOUT_S)
    except (InvalidURL, ValueError) as error:
        raise _no_address(address) from error
    except HTTPException as error:
        # a peer that hangs up is an OSError too, and has words for it
        why = _short(error) if isinstance(error, OSError) else "what it says is no HTTP"
        raise CameraError(f"the camera at {address} does not answer ({why})", REMEDY) from error
    except OSError as error:
        why = _short(getattr(error, "reason", error))
        if isinstance(error, urllib.error.HTTPError):
            error.close()
        raise CameraError(f"the camera at {address} does not answer ({why})", REMEDY) from error


def _no_address(place: str) -> CameraError:
    return CameraError(f"'{place[:200]}' is no address of a stream", "say stream:http://ADDRESS:PORT/PATH")


def _short(error: object) -> str:
    return " ".join(str(error).split())[:100]


def _boundary(headers: Message, address: str) -> bytes:
    if headers.get_content_maintype() != "multipart":
        raise CameraError(f"{address} sends no stream of pictures but {headers.get_content_type()}", REMEDY)
    try:
        boundary = (headers.get_boundary() or "").encode("latin-1")
    except UnicodeEncodeError:
        boundary = b""
    if not boundary:
        what = f"{address} sends no stream of pictures that can be read: it does not tell what stands between two"
        raise CameraError(what, REMEDY)
    return b"--" + boundary.removeprefix(b"--")


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
            length = _number(value.strip())
    return length


def _number(said: bytes) -> int:
    """Read the length of a picture. Raises ValueError for what can be none."""
    shown = ascii(said.decode("latin-1"))[1:-1][:20] + ("..." if len(said) > 20 else "")
    if not re.fullmatch(rb"-?[0-9]+", said):
        raise ValueError(f"it tells the length of one as '{shown}'")
    if len(said) > 12 or not 0 <= int(said) <= LARGEST_BYTES:
        raise ValueError(f"a picture of {shown} bytes")
    return int(said)


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
