"""`look --watch`: go on looking through a camera, and say in a line each what is seen, what stops that, and its end."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from robot.commands._draw import printable
from robot.errors import BadInput
from robot.messages import Blind, Lit, Seen
from robot.runner import Reads, Watch
from vision.cameras import locked
from vision.errors import CameraEnded
from vision.stable import Stable
from vision.types import Camera, Cells, Frame, Locked, Observation

PERIOD_S = 0.125
"""Between two frames that are looked at, as in a game."""
CLEAR = "take hands and things away from the board, and check the lamp and the camera"


class Paced:
    """A camera whose frames are PERIOD_S apart: a file is not read at once, and a Pi has other things to do."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._next_s = float("-inf")

    @property
    def name(self) -> str:
        return self._camera.name

    def capture(self) -> Frame:
        while (frame := self._camera.capture()).time_s < self._next_s:
            pass
        self._next_s = frame.time_s + PERIOD_S
        return frame

    def close(self) -> None:
        self._camera.close()


@dataclass(frozen=True, slots=True)
class Line:
    """What has happened at a time of the camera, with what belongs to it.

    `event` is "seen", "paused", "resumed", "light" (another than before) or "locked" (the camera's settings).
    """

    event: str
    time_s: float
    grid: tuple[str, ...] = ()
    reason: str = ""
    remedy: str = ""

    def as_json(self) -> str:
        """One object; `grid` is as `look` has it."""
        said = {"event": self.event, "time_s": round(self.time_s, 3), "grid": list(self.grid) or None}
        return json.dumps({**said, "reason": self.reason, "remedy": self.remedy})

    def as_text(self) -> str:
        """One line for a person; the rows of the grid from the top, side by side."""
        words = " - ".join(part for part in (self.reason, self.remedy) if part)
        return f"{self.time_s:7.1f} s  {self.event:8}{printable(' '.join((*self.grid, words)).strip())}".rstrip()


@dataclass
class Watching:
    """Tells lines of what a camera shows; the same thing is told once."""

    watch: Watch[Reads]
    locked: Callable[[], Locked | None]
    tell: Callable[[Line], None]
    _shown: Cells | None = field(default=None, init=False)
    _reason: str | None = field(default=None, init=False)
    _start_s: float | None = field(default=None, init=False)
    _locked: Locked | None = field(default=None, init=False)
    _told: bool = field(default=False, init=False)

    def run(self) -> None:
        """Look until the camera, which is a file, has given its last frame.

        Raises BadInput where it ended before anything could be told.
        """
        with suppress(CameraEnded):
            while True:
                self.step()
        if not self._told:
            raise BadInput(
                "the file ended too soon: only several pictures show that nothing moves", "leave out --watch"
            )

    def step(self) -> None:
        """Look once. Raises CameraEnded."""
        found = self.watch.look()
        if self._start_s is None:
            self._start_s = self.watch.time_s
        match found:
            case Blind(reason, remedy):
                self._pause(reason, remedy)
            case Seen(seen) if seen.readable:
                self._show(seen)
            case Seen(seen):
                self._pause(seen.reason, CLEAR)
            case Lit(words, remedy):
                self._say("light", reason=words, remedy=remedy)
            case None:
                self._look_at_settings()

    def _look_at_settings(self) -> None:
        before, self._locked = self._locked, self.locked()
        if self._locked is not None and self._locked is not before:
            self._say("locked", reason=self._locked.words)

    def _pause(self, reason: str, remedy: str) -> None:
        if reason != self._reason:
            self._reason = reason
            self._say("paused", reason=reason, remedy=remedy)

    def _show(self, seen: Observation) -> None:
        if self._reason is not None:
            self._reason, self._shown = None, None
            self._say("resumed")
        if seen.cells != self._shown:
            self._shown = seen.cells
            rows = tuple("".join(cell.letter for cell in row) for row in reversed(seen.cells))
            self._say("seen", grid=rows, reason=seen.reason)

    def _say(self, event: str, *, grid: tuple[str, ...] = (), reason: str = "", remedy: str = "") -> None:
        self._told = True
        self.tell(Line(event, self.watch.time_s - (self._start_s or 0.0), grid, reason, remedy))


def watching(camera: Camera, reader: Reads, tell: Callable[[Line], None]) -> Watching:
    """Put together what looks through a camera."""
    return Watching(Watch(Paced(camera), reader, Stable()), lambda: locked(camera), tell)
