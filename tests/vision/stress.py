"""Read altered photographs and count what is misread: `python -m tests.vision.stress --help`.

Development photographs tell how well known boards are read; altered ones come nearer to boards nobody has seen.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import cv2
import numpy as np

from tests.vision.altered import ALTERATIONS, Alteration, Board, close_by
from tests.vision.drawn import letters
from tests.vision.shared import labels_of
from vision.cells import read_cold
from vision.rectify import Grid

RED_YELLOW = ("red", "yellow")


@dataclass
class Count:
    """What was read of a number of boards; `spoilt` have a wrong cell."""

    boards: int = 0
    spoilt: int = 0
    cells: int = 0
    wrong: int = 0
    unknown: int = 0

    def add(self, seen: Sequence[str], board: Board) -> int:
        """Hold a reading, six strings, against the truth; give the number of wrong cells."""
        read = np.array([list(line) for line in seen])
        known = board.truth != "?"
        wrong = int(np.count_nonzero(known & (read != board.truth) & (read != "?")))
        self.boards += 1
        self.spoilt += wrong > 0
        self.cells += int(np.count_nonzero(known))
        self.wrong += wrong
        self.unknown += int(np.count_nonzero(known & (read == "?")))
        return wrong

    def __add__(self, other: Count) -> Count:
        sums = (getattr(self, field.name) + getattr(other, field.name) for field in fields(self))
        return Count(*sums)

    def line(self, name: str) -> str:
        shares = [100 * count / max(1, self.cells) for count in (self.wrong, self.unknown)]
        return f"{name:14} {self.boards:5} {self.spoilt:5} {shares[0]:7.2f} {shares[1]:7.2f}"


def boards_of(folder: Path, red_yellow: bool) -> dict[str, Board]:
    """Read the labelled boards, those with red and yellow discs or those with others."""
    boards = {}
    for label in labels_of(folder):
        discs = (label["disc_colours"]["R"], label["disc_colours"]["Y"])
        discs = RED_YELLOW if discs == ("orange-red", "yellow") else discs
        if (discs == RED_YELLOW) == red_yellow:
            truth = np.array([list(line) for line in label["grid"]])
            image = np.asarray(cv2.imread(str(folder / label["file"])), np.uint8)
            boards[label["file"]] = Board(image, np.array(label["corners"]), truth, discs)
    return boards


def variants(boards: dict[str, Board], alteration: Alteration, seed: int) -> Iterator[tuple[str, Board]]:
    """Alter every board, close by; one borrows from boards of other sources."""
    for number, (name, board) in enumerate(boards.items()):
        others = [other for file, other in boards.items() if file.split("-")[0] != name.split("-")[0]]
        rng = np.random.default_rng([seed, number, ALTERATIONS.index(alteration)])
        yield name, alteration(close_by(board), others, rng)


def read_altered(
    boards: dict[str, Board], seed: int, keep: Path | None = None, only: Sequence[str] = ()
) -> Iterator[tuple[str, Count]]:
    """Read all boards in each alteration and count; what has a wrong cell is written to the folder `keep`."""
    for alteration in ALTERATIONS:
        kind, count = alteration.__name__, Count()
        if only and kind not in only:
            continue
        for name, board in variants(boards, alteration, seed):
            seen = letters(read_cold(board.image, Grid.from_corners(board.corners)).cells)
            if count.add(seen, board) and keep is not None:
                truth = map("".join, board.truth)
                print(f"  {kind} {name}", *map("  ".join, zip(truth, seen, strict=True)), sep="\n    ")
                cv2.imwrite(str(keep / f"{kind}-{name}.png"), board.image)
        yield kind, count


def main() -> None:
    """Print a line per alteration: boards, boards with a wrong cell, wrong and unknown cells in percent."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path, help="photographs with their labels.json")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[], metavar="ALTERATION")
    parser.add_argument("--others", action="store_true", help="the boards whose discs are not red and yellow")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="write the pictures with a wrong cell to a folder")
    args = parser.parse_args()
    whole = Count()
    print(f"{'':14} boards spoilt wrong % unknown %")
    for name, count in read_altered(boards_of(args.folder, not args.others), args.seed, args.keep, args.only):
        whole = whole + count
        print(count.line(name), flush=True)
    print(whole.line("all"))


if __name__ == "__main__":
    main()
