"""How long the eye takes on one core beside a plain reader; with --photos, how well photographs are read.

The speed is measured on rendered pictures (`_eye_speed.py`). Of labelled photographs it is counted how many boards are
found and how many of their cells are read right. A board counts as found when the centres of all four corner holes lie
within a quarter of a pitch of the truth. Cells are counted on found boards, those that the label leaves open (`?`)
excepted. With --sequences the pictures are read as the frames of games (`_sequences.py`).
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from robot.clock import RealClock
from robot.commands import _arguments, _eye_speed, _sequences
from robot.commands._eye import Look
from robot.commands._labels import read_labels
from robot.commands.look import look

CLOSE = 0.25
"""So far from the truth, in pitches, a corner hole may be."""
HEADINGS = ("", "boards", "found", "misplaced", "cells", "right %", "wrong %", "unknown %", "ms each")


@dataclass
class Tally:
    """What was counted over a group of pictures. `misplaced` boards were seen where there is none of 7 by 6."""

    group: str
    pictures: int = 0
    boards: int = 0
    found: int = 0
    misplaced: int = 0
    cells: int = 0
    right: int = 0
    wrong: int = 0
    unknown: int = 0
    took_ms: float = 0.0

    def add(self, seen: Look, label: dict[str, Any]) -> None:
        """Hold what was seen in one picture against its label."""
        is_board = label.get("is_7x6") is not False
        self.pictures += 1
        self.boards += is_board
        self.took_ms += seen.took_ms
        if not seen.corners:
            return
        if not is_board or farthest(seen.corners, label["corners"]) > CLOSE:
            self.misplaced += 1
            return
        self.found += 1
        for read, true in zip("".join(seen.letters), "".join(label["grid"]), strict=True):
            if true != "?":
                self.cells += 1
                self.right += read == true
                self.unknown += read == "?"
                self.wrong += read not in (true, "?")

    def row(self) -> list[str]:
        """Give the line of the printed table."""
        shares = [f"{100 * count / max(1, self.cells):.2f}" for count in (self.right, self.wrong, self.unknown)]
        counts = [str(count) for count in (self.boards, self.found, self.misplaced, self.cells)]
        return [self.group, *counts, *shares, f"{self.took_ms / max(1, self.pictures):.0f}"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `bench vision`."""
    parser.add_argument(
        "--photos",
        type=Path,
        nargs="?",
        metavar="DIR",
        const=Path(os.environ.get("QUADROW_PHOTOS", "")),
        help="read a folder of pictures with their labels.json (QUADROW_PHOTOS)",
    )
    parser.add_argument(
        "--sequences",
        type=Path,
        nargs="?",
        metavar="DIR",
        const=Path(os.environ.get("QUADROW_RENDERS", "")),
        help="read the sequences of a folder of pictures with their labels.json (QUADROW_RENDERS)",
    )
    parser.add_argument(
        "--true-corners", action="store_true", help="hand the labelled corners over, to judge the cells alone"
    )
    parser.add_argument(
        "--frames", type=_arguments.count, default=500, metavar="N", help="measure over so many frames (500)"
    )
    parser.add_argument("--seed", type=_arguments.seed, default=1, metavar="N", help="the seed of the room (1)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Measure the speed, or read labelled photographs when a folder is named."""
    if args.sequences is not None:
        return read_games(args)
    if args.photos is None:
        return _eye_speed.run(args)
    return read_photographs(args)


def read_games(args: argparse.Namespace) -> int:
    """Read every labelled sequence and print what came out."""
    games = _sequences.read_sequences(*read_labels(args.sequences))
    rows = [list(_sequences.HEADINGS), *(game.row() for game in games)]
    for line in map(json.dumps, map(asdict, games)) if args.json else in_columns(rows):
        print(line)
    return 0


def read_photographs(args: argparse.Namespace) -> int:
    """Read every labelled picture and print what came out, per source and in all."""
    folder, labels = read_labels(args.photos)
    corners = {label["file"]: label["corners"] for label in labels} if args.true_corners else None
    tallies: dict[str, Tally] = {}
    for label in labels:
        seen = look(str(folder / label["file"]), "auto", corners, RealClock())
        for group in groups(label):
            tallies.setdefault(group, Tally(group)).add(seen, label)
        if args.verbose:
            print(f"{label['file']}: {seen.reason or 'read'}")
    ordered = sorted(tallies.values(), key=lambda tally: (tally.group.startswith("all"), tally.group))
    for line in map(json.dumps, map(asdict, ordered)) if args.json else table(ordered):
        print(line)
    return 0


def groups(label: dict[str, Any]) -> Iterable[str]:
    """Name the groups that a picture counts in: its source, all, and all with red and yellow discs."""
    yield re.split(r"-\d", label["file"])[0]
    yield "all"
    discs = label.get("disc_colours", {"R": "red", "Y": "yellow"})
    if discs["R"] in ("red", "orange-red") and discs["Y"] == "yellow":
        yield "all red and yellow"


def farthest(seen: list[list[float]], true: list[list[float]]) -> float:
    """Give the distance of the worst corner from the truth, in pitches."""
    across = (math.dist(true[0], true[1]) + math.dist(true[3], true[2])) / 2 / 6
    down = (math.dist(true[0], true[3]) + math.dist(true[1], true[2])) / 2 / 5
    return max(map(math.dist, seen, true)) / ((across + down) / 2)


def table(tallies: list[Tally]) -> list[str]:
    """Lay the tallies out in columns."""
    return in_columns([list(HEADINGS), *(tally.row() for tally in tallies)])


def in_columns(rows: list[list[str]]) -> list[str]:
    """Lay rows of words out, the first column to the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows]
