"""One line on a terminal that is kept up to date; anywhere else nothing."""

from __future__ import annotations

import sys

from robot.commands._progress import ERASE_LINE


class LiveLine:
    """The line at the bottom; `say` writes a line that stays above it."""

    def __init__(self) -> None:
        self.is_shown = sys.stdout.isatty()
        self._drawn = ""

    def show(self, text: str) -> None:
        """Bring the line up to date."""
        if self.is_shown and text != self._drawn:
            self._drawn = text
            print(f"{ERASE_LINE}{text}", end="", flush=True)

    def say(self, text: str) -> None:
        """Write a line that stays."""
        erase = ERASE_LINE if self._drawn else ""
        self._drawn = ""
        print(f"{erase}{text}", flush=True)
