"""Read a picture's size from its first bytes, before anything is decoded. Standard library only.

Formats: JPEG (ITU T.81, markers of annex B), PNG, BMP, WebP, TIFF. What the file says is believed; whether the
picture is whole is also told, as decoders fill what is missing of a broken file with grey and say nothing.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

PNG = b"\x89PNG\r\n\x1a\n"
JPEG_END = b"\xff\xd9"
JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The second bytes of the markers that carry a picture's size (T.81 table B.1)."""
JPEG_SCAN = 0xDA


@dataclass(frozen=True, slots=True)
class Header:
    """What a picture file says of itself: its format, its size as stored, px, and whether its end is there.

    `sound` is False when its parts cannot be followed to that end.
    """

    form: str
    width: int
    height: int
    whole: bool
    sound: bool = True


def read_header(data: bytes) -> Header | None:
    """Give the header of a picture file's bytes; None when they are of no known format."""
    try:
        for start, reader in _READERS:
            if data.startswith(start):
                return reader(data)
    except (struct.error, IndexError):
        return None
    return None


def _jpeg(data: bytes) -> Header | None:
    """Walk the segments to the frame header, and on to the first scan."""
    size = None
    at = 2
    while True:
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker == JPEG_SCAN:
            break
        (length,) = struct.unpack_from(">H", data, at + 2)
        if marker in JPEG_FRAMES:
            size = struct.unpack_from(">HH", data, at + 5)
        at += 2 + length
    if size is None:
        return None
    return Header("JPEG", size[1], size[0], data.rfind(JPEG_END) > at)


def _png(data: bytes) -> Header:
    """Walk the chunks to the last one: a decoder sets memory aside for whatever length a damaged one claims."""
    width, height = struct.unpack_from(">II", data, 16)
    at, kind = 8, b""
    while kind != b"IEND" and at + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        at += 12 + length
    return Header("PNG", width, height, data.find(b"\0\0\0\0IEND", 33) > 0, kind == b"IEND")


def _bmp(data: bytes) -> Header:
    (length,) = struct.unpack_from("<I", data, 2)
    width, height = struct.unpack_from("<ii", data, 18)
    return Header("BMP", width, abs(height), len(data) >= length)


def _webp(data: bytes) -> Header | None:
    """Read the first chunk: VP8X (extended), VP8L (lossless) or VP8 (lossy)."""
    (length,) = struct.unpack_from("<I", data, 4)
    whole = len(data) >= length + 8
    kind = data[8:16]
    if kind == b"WEBPVP8X":
        width, height = (int.from_bytes(data[at : at + 3], "little") + 1 for at in (24, 27))
    elif kind == b"WEBPVP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    elif kind == b"WEBPVP8 ":
        width, height = (size & 0x3FFF for size in struct.unpack_from("<HH", data, 26))
    else:
        return None
    return Header("WebP", width, height, whole)


def _tiff(data: bytes) -> Header | None:
    """Read width (tag 256) and height (tag 257) of the first directory; decoders refuse a file without its end."""
    order = "<" if data[:2] == b"II" else ">"
    (at,) = struct.unpack_from(f"{order}I", data, 4)
    (count,) = struct.unpack_from(f"{order}H", data, at)
    sizes = {}
    for entry in range(at + 2, at + 2 + 12 * count, 12):
        tag, kind = struct.unpack_from(f"{order}HH", data, entry)
        if tag in (256, 257):
            (sizes[tag],) = struct.unpack_from(order + ("H" if kind == 3 else "I"), data, entry + 8)
    if len(sizes) < 2:
        return None
    return Header("TIFF", sizes[256], sizes[257], True)


_READERS = (
    (b"\xff\xd8\xff", _jpeg),
    (PNG, _png),
    (b"BM", _bmp),
    (b"RIFF", _webp),
    (b"II*\0", _tiff),
    (b"MM\0*", _tiff),
)
