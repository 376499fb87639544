"""Pictures made dark, bright, pale, of other colours, one thing at a time, and the discs that are then called empty.

Unlike `altered.py` nothing here looks like what a good camera makes: values are changed as a wrong exposure, a black
and white camera, a filter or swapped channels change them. `python -m tests.vision.relit FOLDER` prints a line for
each way: pictures, discs, discs called empty, empty holes called discs, unknown cells in percent.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.altered import Board, Picture
from tests.vision.drawn import letters
from vision.cells import read_cold
from vision.rectify import Grid

Relit = Callable[[Picture], Picture]
"""Makes another picture, uint8 BGR (H, W, 3), of one."""


def _values(values: NDArray[np.floating]) -> Picture:
    return np.clip(np.rint(values), 0, 255).astype(np.uint8)


def brightness(image: Picture, percent: int) -> Picture:
    return _values(image * (percent / 100))


def saturation(image: Picture, percent: int) -> Picture:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)[..., None].astype(np.float64)
    return _values(grey + (image - grey) * (percent / 100))


def gamma(image: Picture, percent: int) -> Picture:
    return _values(255 * (image / 255) ** (percent / 100))


def contrast(image: Picture, percent: int) -> Picture:
    return _values((image - 128.0) * (percent / 100) + 128)


def channels(image: Picture, order: str) -> Picture:
    return np.ascontiguousarray(image[..., [int(channel) for channel in order]])


def cast(image: Picture, channel: int, percent: int) -> Picture:
    return _values(image * np.where(np.arange(3) == channel, percent / 100, 1.0))


RELIT: dict[str, Relit] = {
    "as it is": lambda image: image,
    **{f"brightness {p}": partial(brightness, percent=p) for p in (5, 8, 10, 12, 15, 20, 30, 50, 70, 130, 200, 300)},
    **{f"saturation {p}": partial(saturation, percent=p) for p in (0, 10, 20, 30, 50, 70, 150, 200)},
    **{f"gamma {p}": partial(gamma, percent=p) for p in (40, 60, 160, 250)},
    **{f"contrast {p}": partial(contrast, percent=p) for p in (30, 50, 70)},
    **{f"channels {order}": partial(channels, order=order) for order in ("021", "102", "120", "201", "210")},
    **{
        f"{'BGR'[channel]} {p}": partial(cast, channel=channel, percent=p)
        for channel in range(3)
        for p in (50, 70, 140)
    },
}


@dataclass
class Hidden:
    """What was counted in one light: `lost` discs were called empty, `ghosts` are empty holes called discs."""

    pictures: int = 0
    cells: int = 0
    discs: int = 0
    lost: int = 0
    ghosts: int = 0
    unknown: int = 0

    def add(self, seen: Sequence[str], truth: NDArray[np.str_]) -> None:
        read, known = np.array([list(line) for line in seen]), truth != "?"
        self.pictures += 1
        self.cells += int(np.count_nonzero(known))
        self.discs += int(np.count_nonzero(np.isin(truth, ["R", "Y"])))
        self.lost += lost(seen, truth)
        self.ghosts += int(np.count_nonzero((truth == ".") & np.isin(read, ["R", "Y"])))
        self.unknown += int(np.count_nonzero(known & (read == "?")))

    def line(self, name: str) -> str:
        open_cells = 100 * self.unknown / max(1, self.cells)
        return f"{name:14} {self.pictures:4} {self.discs:5} {self.lost:5} {self.ghosts:5} {open_cells:7.2f}"


def lost(seen: Sequence[str], truth: NDArray[np.str_]) -> int:
    """Count the discs of a truth (6, 7) that a reading, six strings, is certain are none."""
    read = np.array([list(line) for line in seen])
    return int(np.count_nonzero(np.isin(truth, ["R", "Y"]) & (read == ".")))


def relit(boards: Iterable[Board], names: Iterable[str] = RELIT) -> dict[str, Hidden]:
    """Read boards in each light that is named, their true places given."""
    counts = {name: Hidden() for name in names}
    for board in boards:
        for name, count in counts.items():
            seen = read_cold(RELIT[name](board.image), Grid.from_corners(board.corners))
            count.add(letters(seen.cells), board.truth)
    return counts


def main() -> None:
    """Print what is lost in each light."""
    from tests.vision.stress import boards_of

    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path, help="photographs with their labels.json")
    folder = parser.parse_args().folder
    boards = [board for red_yellow in (True, False) for board in boards_of(folder, red_yellow).values()]
    for name, count in relit(boards).items():
        print(count.line(name))


if __name__ == "__main__":
    main()
