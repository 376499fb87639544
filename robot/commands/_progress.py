"""One line on a terminal that says how far something is; anywhere else nothing."""

from __future__ import annotations

from typing import TextIO

FIRST_US = 1_000_000
EVERY_US = 200_000
ERASE_LINE = "\r\x1b[K"


class Progress:
    """The watch of a solver: after a second of one request it keeps a line on `stream` up to date.

    `say` puts another line there at once. `clear` takes the line away, before anything else is written. `shown` false
    shows nothing.
    """

    def __init__(self, stream: TextIO, shown: bool) -> None:
        self._stream = stream
        self._shown = shown and stream.isatty()
        self._next_us = FIRST_US
        self._is_drawn = False

    def __call__(self, nodes: int, took_us: int) -> None:
        if self._shown and took_us >= self._next_us:
            self._next_us = took_us + EVERY_US
            self.say(f"searching: {took_us // 1_000_000} s, {nodes / 1e6:.1f} million nodes")

    def say(self, text: str) -> None:
        """Put a text in the line's place."""
        if self._shown:
            self._is_drawn = True
            self._write(f"{ERASE_LINE}{text}")

    def clear(self) -> None:
        """Take the line away and be ready for the next request."""
        self._next_us = FIRST_US
        if self._is_drawn:
            self._is_drawn = False
            self._write(ERASE_LINE)

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()
