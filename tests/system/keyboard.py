"""A person at a terminal who plays on the simulated board, at the pace of a table."""

from __future__ import annotations

import os
import pty
import select
import subprocess
from pathlib import Path

from tests.system.shell import CHECKOUT, QUADROW


class Keyboard:
    """A terminal with a person at it: `quadrow play --sim --seed 2 --first human`, or with other words."""

    def __init__(self, home: Path, *words: str) -> None:
        self._terminal, there = pty.openpty()
        self.child = subprocess.Popen(
            [*QUADROW, "play", "--sim", "--seed", "2", *(words or ("--first", "human"))],
            env={**os.environ, "PYTHONPATH": str(CHECKOUT), "QUADROW_HOME": str(home), "NO_COLOR": "1"},
            stdin=there,
            stdout=there,
            stderr=there,
            start_new_session=True,
        )
        os.close(there)
        self.said = ""

    def type(self, text: str) -> None:
        os.write(self._terminal, text.encode())

    def wait_for(self, *words: str) -> None:
        """Read on until all of `words` are said once more, each; what comes together may be read together."""
        seen = {word: self.said.count(word) for word in words}

        def is_said() -> bool:
            return all(self.said.count(word) > count for word, count in seen.items())

        while not is_said() and self._read():
            pass
        assert is_said(), self.said

    def end(self) -> int:
        while self._read():
            pass
        os.close(self._terminal)
        return self.child.wait(timeout=60)

    def _read(self) -> bool:
        if not select.select([self._terminal], [], [], 60.0)[0]:
            self.child.kill()
            return False
        try:
            text = os.read(self._terminal, 4096).decode()
        except OSError:
            return False
        self.said += text
        return bool(text)
