"""A person's keys: single ones at a terminal, the letters of a line from anywhere else."""

from __future__ import annotations

import os
import re
import select
import sys
import termios
import tty
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

ENTER, STOP, END = "enter", " ", "end"
"""Keys that are no letters; END says that no more will come."""
ARROWS = {"A": "k", "B": "j", "C": "l", "D": "h"}
"""The last letter of what a terminal sends for up, down, right, left, and the letter that means the same."""
_SENT = re.compile(r"\x1b[\[O]([A-D])|\x1b\[[0-9;]*[ -/]*[@-~]|.", re.S)
READ = 4096


class Keys(Protocol):
    """`poll` gives the keys since the last call; `poll_line` a line once it is whole, None until then."""

    def poll(self) -> Sequence[str]: ...

    def poll_line(self) -> str | None: ...


class TerminalKeys:
    """Keys of a terminal in cbreak mode: nothing waits for Enter, Ctrl-C still interrupts."""

    def __init__(self, terminal: int) -> None:
        self._terminal = terminal
        self._typed = ""

    def poll(self) -> Sequence[str]:
        return [key for key in map(_key, _SENT.finditer(self._read())) if key]

    def poll_line(self) -> str | None:
        for letter in self._read():
            if letter in "\r\n\x04":
                line, self._typed = self._typed, ""
                print(flush=True)
                return line
            self._typed = self._typed[:-1] if letter in "\x7f\b" else self._typed + letter
            print(letter if letter.isprintable() else "\b \b", end="", flush=True)
        return None

    def _read(self) -> str:
        there, _, _ = select.select([self._terminal], [], [], 0)
        return os.read(self._terminal, READ).decode("utf-8", "replace") if there else ""


class LineKeys:
    """The letters of lines, a line a call; an empty line is Enter. `waits`: wait for the next line, not for time."""

    def __init__(self, source: int, *, waits: bool) -> None:
        self._source, self._waits = source, waits
        self._lines: deque[str] = deque()
        self._rest, self._ended = b"", False

    def poll(self) -> Sequence[str]:
        line = self.poll_line()
        if line is None:
            return [END] if self._ended else []
        return list(line) or [ENTER]

    def poll_line(self) -> str | None:
        while not self._lines and not self._ended:
            there, _, _ = select.select([self._source], [], [], None if self._waits else 0)
            if not there:
                return None
            self._take(os.read(self._source, READ))
        return self._lines.popleft() if self._lines else None

    def _take(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        if not data:
            self._ended = True
            lines = [self._rest] if self._rest else []
        self._lines.extend(line.decode("utf-8", "replace").rstrip("\r") for line in lines)


def read_line(source: int) -> str | None:
    """Read one line, and no byte more: the rest is for whoever reads next. None at the end of the input."""
    line = bytearray()
    while (byte := os.read(source, 1)) not in (b"", b"\n"):
        line += byte
    return line.decode("utf-8", "replace") if line or byte else None


@contextmanager
def keys_of_person(*, virtual: bool) -> Iterator[Keys]:
    """Give the keys at standard input; the terminal is put back as it was.

    `virtual`: time is simulated, so that lines are waited for.
    """
    source = sys.stdin.fileno()
    if not sys.stdin.isatty():
        yield LineKeys(source, waits=virtual)
        return
    before = termios.tcgetattr(source)
    try:
        tty.setcbreak(source)
        yield TerminalKeys(source)
    finally:
        termios.tcsetattr(source, termios.TCSADRAIN, before)


def _key(sent: re.Match[str]) -> str:
    """Name a key by what the terminal has sent; empty for one that means nothing."""
    if sent[1]:
        return ARROWS[sent[1]]
    if sent[0] in "\r\n":
        return ENTER
    if sent[0] == "\x04":
        return END
    return sent[0] if sent[0].isprintable() else ""
