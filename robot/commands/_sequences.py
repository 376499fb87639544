"""How well labelled sequences are read: the frames of a game by one steady camera, read as `look --sequence` does.

A label says which sequence a picture belongs to, as `game`, `index` and `kind` or as `sequence` with `id` and `index`.
Cells are counted apart in settled frames and in those with a hand or a disc in flight; what the label leaves open
(`?`) is not counted, and a picture in which no board is found has all its cells unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from robot.clock import RealClock
from robot.commands._eye import ColdEye, Eye, Look, SequenceEye
from vision.cameras.picture import read_picture

HEADINGS = (
    "sequence", "frames", "cells", "right %", "wrong %", "unknown %", "restless",
    "in motion", "cells", "wrong", "unknown %", "unseen", "knocks", "ms each",
)  # fmt: skip
COLD = "cold"
"""The kind of pictures that are no frames of a sequence: each is read by itself."""
AT_REST = ("empty", "settled", COLD)


@dataclass
class Cells:
    """Cells that were counted."""

    cells: int = 0
    right: int = 0
    wrong: int = 0
    unknown: int = 0

    def add(self, read: Sequence[str], true: Sequence[str]) -> None:
        """Hold two grids of letters against each other; no grid was read as unknown."""
        for seen, known in zip("".join(read) or "?" * 42, "".join(true), strict=True):
            if known != "?":
                self.cells += 1
                self.right += seen == known
                self.unknown += seen == "?"
                self.wrong += seen not in (known, "?")

    def share(self, count: int) -> str:
        return f"{100 * count / max(1, self.cells):.2f}"


@dataclass
class Game:
    """What was counted over one sequence.

    `restless` settled frames were called not still, `unseen` ones with a hand or a disc in flight were called still;
    `knocks` counts the frames in which the board or the camera was said to be moved.
    """

    name: str
    settled: Cells
    moving: Cells
    frames: int = 0
    restless: int = 0
    in_motion: int = 0
    unseen: int = 0
    knocks: int = 0
    took_ms: float = 0.0

    def add(self, seen: Look, kind: str, grid: Sequence[str]) -> None:
        """Hold one frame against its label."""
        at_rest = kind in AT_REST
        (self.settled if at_rest else self.moving).add(seen.letters, grid)
        self.frames += 1
        self.in_motion += not at_rest
        self.restless += at_rest and seen.still is False
        self.unseen += not at_rest and seen.still is True
        self.knocks += seen.moved is True
        self.took_ms += seen.took_ms

    def row(self) -> list[str]:
        """Give the line of the printed table."""
        rest, motion = self.settled, self.moving
        shares = [rest.share(count) for count in (rest.right, rest.wrong, rest.unknown)]
        counts = map(str, (self.restless, self.in_motion, motion.cells, motion.wrong))
        ends = (motion.share(motion.unknown), str(self.unseen), str(self.knocks))
        each = f"{self.took_ms / max(1, self.frames):.0f}"
        return [self.name, str(self.frames - self.in_motion), str(rest.cells), *shares, *counts, *ends, each]


def read_sequences(folder: Path, labels: Iterable[dict[str, Any]]) -> list[Game]:
    """Read all labelled sequences of a folder."""
    games: dict[str, list[tuple[int, str, dict[str, Any]]]] = {}
    for label in labels:
        place = _place_of(label)
        if place is not None:
            name, index, kind = place
            games.setdefault(name, []).append((index, kind, label))
    return [_read(folder, name, sorted(frames, key=lambda frame: frame[0])) for name, frames in games.items()]


def _place_of(label: dict[str, Any]) -> tuple[str, int, str] | None:
    """Tell a picture's sequence, its place in it and its kind; None when it belongs to none."""
    if "game" in label:
        return label["game"], label["index"], label["kind"]
    series = label.get("sequence")
    return (series["id"], series["index"], "settled") if series else None


def _read(folder: Path, name: str, frames: list[tuple[int, str, dict[str, Any]]]) -> Game:
    game, clock = Game(name, Cells(), Cells()), RealClock()
    eye: Eye = SequenceEye("auto", None, clock, anywhere=True)
    for _, kind, label in frames:
        file = str(folder / label["file"])
        chosen = ColdEye("auto", None, clock) if kind == COLD else eye
        game.add(chosen.look(file, read_picture(file)), kind, label["grid"])
    return game
