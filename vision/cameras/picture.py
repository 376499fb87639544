"""Picture files: read one safely, write one whole or not at all, take a list of them for a camera.

A phone's picture holds far more pixels than the eye needs: large ones are decoded at a half, a quarter or an eighth.
`Picture` knows by how much, so that places can be told in pixels of the picture as a person sees
it: upright, full size.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import files
from vision.cameras._decode import DECODE, decode
from vision.cameras._header import read_header
from vision.errors import CameraEnded, PictureError
from vision.lens import Lens
from vision.types import Frame, Image

LARGEST_PX = 200_000_000
LARGEST_BYTES = 1_000_000_000
ENOUGH_PX = 1600
"""The longer side that a picture keeps at least when it is decoded smaller: that of the largest photographs tried."""
ENDINGS = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")
FILMS = (b"GIF8", b"\x1aE\xdf\xa3")
"""How a GIF begins, and a Matroska or WebM film."""
STILLS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1", b"avif", b"avis", b"crx ")
"""The brands of pictures among the files that begin with `ftyp` (ISO 14496-12), as films do."""


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A decoded picture: uint8 BGR (H, W, 3), upright; one of its pixels is `reduction` pixels of the file across.

    `lens` is that of the camera where the picture was straightened.
    """

    image: Image
    reduction: int
    lens: Lens | None = None

    def in_file(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Take points (N, 2) of the picture to px of the file, as a person sees it."""
        if self.lens is not None:
            points = self.lens.for_size(self.image.shape[1], self.image.shape[0]).bent(points)
        return (points + 0.5) * self.reduction - 0.5


def read_picture(path: str | os.PathLike[str]) -> Picture:
    """Read a JPEG, PNG, WebP, BMP or TIFF file as 8-bit BGR, turned upright as its EXIF orientation asks.

    Raises PictureError for what is no picture, is not whole, or has more than 200 megapixels (told from the header,
    before anything is decoded).
    """
    if not os.fspath(path):
        raise PictureError("'' is no name of a file", "name the picture files")
    path = Path(path)
    if path.is_dir():
        files = f"{shlex.quote(str(path))}/*"
        raise PictureError(
            f"{path} is a folder", f"name the pictures in it, those of one game with --sequence: {files}"
        )
    data = read_file(path, LARGEST_BYTES)
    header = read_header(data)
    if header is None:
        raise PictureError(f"{path} is no picture that can be read", _other_form(path, data))
    reduction = reduction_for(max(header.width, header.height))
    return Picture(decode(str(path), data, header, LARGEST_PX, reduction), reduction)


def reduction_for(longer_px: int) -> int:
    """Choose how much smaller to decode a picture whose longer side is `longer_px`: 1, 2, 4 or 8."""
    return max(by for by in DECODE if by == 1 or longer_px // by >= ENOUGH_PX)


def write_picture(path: str | os.PathLike[str], image: Image) -> None:
    """Write a picture in the format that the name's ending tells, whole or not at all.

    Raises OSError when the disk or the folder does not let it, PictureError for an ending nobody knows.
    """
    path = Path(path)
    try:
        done, encoded = cv2.imencode(path.suffix, image)
    except cv2.error:
        done = False
    if not done:
        raise PictureError(f"{path} cannot be written as '{path.suffix}'", "let the name end in .png or .jpg")
    part = path.with_name(f".{crc32(os.fsencode(path.name)):08x}.{os.getpid()}.part")  # no longer than other names
    try:
        part.write_bytes(encoded.tobytes())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error


class PictureCamera:
    """Picture files for a camera: one frame each, in order, a second apart on a time of their own."""

    def __init__(self, paths: Sequence[str | os.PathLike[str]]) -> None:
        self._paths = list(paths)
        self._next = 0

    @property
    def name(self) -> str:
        return f"{len(self._paths)} picture files"

    def capture(self) -> Frame:
        """Give the next picture; raises PictureError for a bad file and CameraEnded after the last."""
        if self._next >= len(self._paths):
            raise CameraEnded("there are no more pictures", "give more files")
        sequence = self._next
        self._next += 1
        return Frame(read_picture(self._paths[sequence]).image, sequence, float(sequence))

    def close(self) -> None:
        """Leave the remaining pictures unread."""
        self._next = len(self._paths)


def open_camera(place: str, now: Callable[[], float]) -> PictureCamera:
    """Make a camera of one picture file, or of all in a folder in the order of their names. Time is their own.

    Raises PictureError for a file that is no picture, and for a folder without any.
    """
    folder = Path(place)
    if not place or not folder.is_dir():
        read_picture(place)
        return PictureCamera([folder])
    pictures = sorted(path for path in folder.iterdir() if path.suffix.lower() in ENDINGS)
    if not pictures:
        raise PictureError(f"there is no picture in the folder {folder}", f"they end in {', '.join(ENDINGS)}")
    return PictureCamera(pictures)


def read_file(path: Path, largest_bytes: int) -> bytes:
    """Read a regular file of at most `largest_bytes` whole: no folder, pipe or device. Raises PictureError."""
    try:
        data = files.read_file(path, largest_bytes)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise PictureError(f"{path} does not exist", "check the name") from error
    except files.NoFile as error:
        raise PictureError(f"{path} is no file", "name the files themselves") from error
    except files.TooLarge as error:
        raise PictureError(
            f"{path} is larger than {largest_bytes / 1e6:.0f} megabytes", "give a smaller file"
        ) from error
    except OSError as error:
        raise PictureError(f"{path} cannot be read: {error.strerror}", "check who may read it") from error
    if not data:
        raise PictureError(f"{path} is empty", "copy it again")
    return data


def _other_form(path: Path, data: bytes) -> str:
    is_media = data[4:8] == b"ftyp"
    if data.startswith(FILMS) or data[8:12] == b"AVI " or (is_media and data[8:12] not in STILLS):
        return f"it is a film; look at it as through a camera: quadrow look --camera {shlex.quote(f'video:{path}')}"
    if is_media:
        return "save it as JPEG (an iPhone does with Settings, Camera, Formats, Most Compatible)"
    return "give a JPEG, PNG, WebP, BMP or TIFF file"
