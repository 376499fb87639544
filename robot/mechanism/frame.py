"""Lines on the wire to the controller, as firmware/PROTOCOL.md section 1 says. No I/O.

17 DROP 204 3*C3AE2C92      number, words, check: CRC-32 of the session's eight digits and of all before the star
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass

LONGEST = 79
"""Bytes of a line with its newline."""
NUMBERS = 1 << 16
"""Lines are numbered below this, then from 0 again."""
NO_SESSION = 0
"""The session of HELLO and of a controller that has not heard one."""


class LineError(ValueError):
    """What came is no sound line."""


@dataclass(frozen=True, slots=True)
class Line:
    """A sound line: its number, its words, and whether it is an event or answers a command."""

    number: int
    words: tuple[str, ...]
    is_event: bool = False

    def __str__(self) -> str:
        return f"{'!' if self.is_event else ''}{self.number} {' '.join(self.words)}"


def check(text: bytes, session: int) -> int:
    """Give the check of a line up to its star, in a session (32 bits)."""
    return zlib.crc32(text, zlib.crc32(b"%08X" % session))


def encode(line: Line, session: int) -> bytes:
    """Make the bytes of a line, newline included. Raises ValueError for what PROTOCOL.md does not allow."""
    text = str(line).encode("ascii")
    whole = b"%s*%08X\n" % (text, check(text, session))
    if len(whole) > LONGEST:
        raise ValueError(f"a line of {len(whole)} bytes is too long")
    if not all(word.isprintable() and word and " " not in word for word in line.words) or not line.words:
        raise ValueError(f"{line.words} are no words of a line")
    return whole


def decode(raw: bytes, session: int) -> Line:
    """Read the bytes of a line of a session, with or without its end. Raises LineError."""
    text, star, digits = raw.rstrip(b"\r\n").rpartition(b"*")
    if not star or len(digits) != 8:
        raise LineError("no check at its end")
    if digits != b"%08X" % check(text, session):
        raise LineError("its check is wrong")
    is_event = text.startswith(b"!")
    number, *words = text.removeprefix(b"!").decode("ascii", "replace").split(" ")
    if not number.isdecimal() or int(number) >= NUMBERS or not words or not all(words):
        raise LineError("no number and words")
    return Line(int(number), tuple(words), is_event)
