"""The steps of a game on the line to the controller, by name: every line that is sent, answered or said by itself.

    begin: GET 7 sent      home: HOME 1 answered      drop 2: PING 3 sent      drop 2: DONE 1 said

What is sent and said while a motion is under way is a moment in the middle of it: there is a line every 250 ms.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from robot.sim.firmware import Mcu

MOTIONS = ("HOME", "AIM", "DROP", "SLIDER")
MOST_PINGS = 9
"""After so many in one phase no more are steps: a game may wait for a person for minutes."""


class Steps:
    """Names lines in the order in which they pass. `numbered`: the drops of a game are told apart."""

    def __init__(self, *, numbered: bool) -> None:
        self._numbered = numbered
        self._phase, self._seen = "begin", Counter[str]()
        self._motions = Counter[str]()
        self._asked: dict[str, str] = {}

    def sent(self, line: str) -> str | None:
        """Name a line of the host's; None for one more that is no step."""
        number, word, *rest = line.split()
        if word == "HELLO":
            self._asked.clear()  # numbers begin again
        if word in MOTIONS and self._asked.get(number) != word:
            self._begin(f"{word.lower()} {rest[-1].lower()}" if word == "SLIDER" else word.lower())
        again = self._asked.get(number) == word
        self._asked[number] = word
        return self._name(word, "sent again" if again else "sent")

    def said(self, line: str) -> str | None:
        """Name a line of the controller's."""
        number, word, *rest = line.split()
        if not number.startswith("!"):
            return self._name(self._asked.get(number, "?"), "answered" if word == "OK" else f"refused {' '.join(rest)}")
        name = self._name(word, "said")
        if word in ("DONE", "FAIL"):
            self._phase, self._seen = f"after {self._phase}", Counter()
        return name

    def _begin(self, motion: str) -> None:
        self._motions[motion] += 1
        self._phase = f"{motion} {self._motions[motion]}" if self._numbered else motion
        self._seen = Counter()

    def _name(self, word: str, what: str) -> str | None:
        self._seen[f"{word} {what}"] += 1
        count = self._seen[f"{word} {what}"]
        return f"{self._phase}: {word} {count} {what}" if word != "PING" or count <= MOST_PINGS else None


class Tap(Mcu):
    """A controller with the binary of `built` whose line is overheard.

    `on_step` hears the name of every line when it has reached the other end.
    """

    def __init__(self, built: Path, steps: Steps, on_step: Callable[[str], None]) -> None:
        super().__init__(built / "mcu.so", built / "quadrow.elf")
        self._steps, self._on_step = steps, on_step
        self._sent = self._said = b""

    def say(self, data: bytes) -> None:
        super().say(data)
        *lines, self._sent = (self._sent + data).split(b"\n")
        self._tell(lines, self._steps.sent)

    def heard(self) -> bytes:
        data = super().heard()
        *lines, self._said = (self._said + data).split(b"\n")
        self._tell(lines, self._steps.said)
        return data

    def _tell(self, lines: list[bytes], name: Callable[[str], str | None]) -> None:
        for line in lines:
            text = line.decode("ascii", "replace").rpartition("*")[0]
            step = name(text) if len(text.split()) > 1 else None
            if step is not None:
                self._on_step(step)
