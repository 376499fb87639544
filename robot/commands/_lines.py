"""Lines that a person types: at a terminal as they come, without one from standard input until it ends."""

from __future__ import annotations

import os
import select
import sys
import termios

from robot.errors import GameStopped

LONGEST_LINE = 200
"""Letters; what is longer is no answer, and the rest of its line is passed over."""


class Lines:
    """Standard input, line by line, without waiting for a person at a terminal."""

    def __init__(self) -> None:
        try:
            self._file = sys.stdin.fileno()
        except (AttributeError, OSError, ValueError):
            raise GameStopped("there is no keyboard to play with", "play on a terminal, or feed lines to it") from None
        self.at_terminal = os.isatty(self._file)
        self._rest = b""

    def forget(self) -> None:
        """Throw away what was typed before it was asked for."""
        if self.at_terminal:
            self._rest = b""
            termios.tcflush(self._file, termios.TCIFLUSH)

    def next(self) -> str | None:
        """The next line; None while a person at a terminal has not ended one. Raises GameStopped at the end."""
        while b"\n" not in self._rest:
            if self.at_terminal and not select.select([self._file], [], [], 0.0)[0]:
                return None
            more = os.read(self._file, LONGEST_LINE)
            if not more and not self._rest:
                raise self._ended()
            if not more:
                more = b"\n"
            self._rest = self._rest[:LONGEST_LINE] + more
        line, _, self._rest = self._rest.partition(b"\n")
        return line[:LONGEST_LINE].decode(errors="replace")

    def _ended(self) -> GameStopped:
        if self.at_terminal:
            return GameStopped("the game was ended at the keyboard", "to end one without an error, type quit")
        return GameStopped("the input ended before the game did", "give one column a line, or play on a terminal")
