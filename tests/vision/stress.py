"""Read altered photographs and count what is misread: `python -m tests.vision.stress --help`.

Development photographs tell how well known boards are read; altered ones come nearer to boards nobody has seen.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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


def variants(boards: dict[str, Board], alteration: Alteration, rounds: int, seed: int) -> Iterator[tuple[str, Board]]:
    """Alter every board `rounds` times; a board borrows from those of other sources."""
    for number, (name, board) in enumerate(boards.items()):
        others = [other for file, other in boards.items() if file.split("-")[0] != name.split("-")[0]]
        for turn in range(rounds):
            rng = np.random.default_rng([seed, number, turn, ALTERATIONS.index(alteration)])
            yield f"{name}#{turn}", alteration(close_by(board), others, rng)


def main() -> None:
    """Print a line per alteration: boards, boards with a wrong cell, wrong and unknown cells in percent."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--others", action="store_true", help="boards with discs of other colours")
    parser.add_argument("--colours", default="auto")
    parser.add_argument("--keep", type=Path, help="write what was misread to this folder")
    args = parser.parse_args()
    boards = boards_of(args.folder, not args.others)
    colours = args.colours if args.colours == "auto" else tuple(args.colours.split(","))
    whole = Count()
    print(f"{'':14} boards spoilt wrong % unknown %")
    for alteration in ALTERATIONS:
        name = alteration.__name__
        if args.only and name not in args.only:
            continue
        count = Count()
        for which, board in variants(boards, alteration, args.rounds, args.seed):
            seen = letters(read_cold(board.image, Grid.from_corners(board.corners), colours).cells)
            count.add(seen, board)
            wrong = whole.add(seen, board)
            if wrong and args.keep:
                args.keep.mkdir(exist_ok=True)
                shown = [f"{true}  {read}" for true, read in zip(map("".join, board.truth), seen, strict=True)]
                print(f"   {name} {which}: {wrong}", *shown, sep="\n      ")
                cv2.imwrite(str(args.keep / f"{name}-{which}.png"), board.image)
        print(count.line(name), flush=True)
    print(whole.line("all"))


if __name__ == "__main__":
    main()
