"""How long the eye takes for a 1280x720 picture on one core, beside a plain reader, and whether its memory grows.

The pictures are rendered: the boards of one game, from empty to nearly full, each picture with noise of its own. A game
is read as a camera shows it at ten frames a second, with discs of each board in sight for a second, so most frames show
nothing new; and with other discs in every frame. Every picture is copied just before it is looked at, as a camera's
decoder writes every frame anew; one line tells what a frame costs that the processor's cache has not seen. Times are
medians after a first lap over the pictures: of the core's work for this thread, and of the time that passed.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from robot.clock import CoreClock, RealClock
from robot.commands._film import SIZE, STAYS, Film
from vision.bump import lies_right
from vision.cells import read_cold
from vision.follow import Place
from vision.locate import locate
from vision.plain import one_thread, read_plain
from vision.reader import Reader
from vision.types import COLUMNS, ROWS, Cell, Cells, Frame, Image
from vision.warm import Warm

PERIOD_S = 0.1
SLOW_TIMES = 20
"""What takes many milliseconds is measured at most so often."""
HEADINGS = (
    "on one core, 1280x720",
    "core ms",
    "mean",
    "passed ms",
    "times",
    "plain reader takes",
    "right",
    "wrong",
    "unknown",
)


@dataclass(frozen=True)
class Taken:
    """What one way of looking took: medians in ms over `times` pictures; with it, how its cells compare to the truth.

    `core_mean_ms` holds the rare frames too, in which the grid is laid anew or the light has changed.
    `plain_ratio` tells how many times as long the plain reader works. A way that reads no cells has no counts.
    """

    what: str
    core_ms: float
    core_mean_ms: float
    passed_ms: float
    times: int
    plain_ratio: float = 1.0
    right: int | None = None
    wrong: int | None = None
    unknown: int | None = None


@dataclass(frozen=True)
class Memory:
    """What was kept after `frames` frames more than after the first tenth of them, in bytes.

    `allocated` is what Python and numpy hold, `resident` the whole process's (None where the system does not tell).
    """

    frames: int
    allocated: int
    resident: int | None


class Ours:
    """The reader fed with the pictures of a film, over and over, as the frames of one camera."""

    def __init__(self, film: Film) -> None:
        self._reader = Reader(film.grid, film.colours)
        self._number = 0

    def read(self, image: Image) -> Cells:
        """Read the next frame."""
        self._number += 1
        return self._reader.read(Frame(image, self._number, self._number * PERIOD_S)).cells


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    with one_thread():
        film = Film.of(args.seed)
        taken = measure_all(film, args.frames)
        memory = measure_memory(film, args.frames)
    if args.json:
        print(json.dumps({"size": SIZE, "took": [asdict(one) for one in taken], "memory": asdict(memory)}))
    else:
        print("\n".join([*table(taken), describe(memory)]))
    return 0


def measure_all(film: Film, frames: int) -> list[Taken]:
    """Measure every way of looking; the plain reader comes last."""
    place = Place.of(film.grid, film.pictures[0])
    rims = film.colours.board.rims
    few = min(frames, SLOW_TIMES)
    warm = Warm(film.colours, place.spots, place.grid)

    def read_holes(image: Image) -> None:
        seen = warm.read(image)
        warm.told.note(seen.values, seen.look, seen.gain, whole=True)

    taken = [
        measure("warm frame of a game", Ours(film).read, film, frames, reads=True, game=True),
        measure("warm, other discs in each", Ours(film).read, film, frames, reads=True),
        measure("the same, memory cold", Ours(film).read, film, frames, reads=True, cold=True),
        measure("its holes alone", read_holes, film, frames),
        measure("bump check", lambda image: lies_right(place.rims.edges(image), rims), film, frames),
        measure("cold locate", locate, film, few),
        measure("cold read", lambda image: read_cold(image, film.grid).cells, film, few, reads=True),
        measure("plain reader", read_plain, film, few, reads=True),
    ]
    return [_beside(one, taken[-1]) for one in taken]


def _beside(one: Taken, plain: Taken) -> Taken:
    return replace(one, plain_ratio=round(plain.core_ms / max(1e-6, one.core_ms), 1))


def measure(
    what: str,
    look: Callable[[Image], object],
    film: Film,
    times: int,
    *,
    reads: bool = False,
    cold: bool = False,
    game: bool = False,
) -> Taken:
    """Take the medians of `times` looks; `reads` counts the cells of a first lap over all pictures."""
    pictures = film.game if game else film.pictures
    truths = [truth for truth in film.truths for _ in range(STAYS)] if game else film.truths
    firsts = [look(image) for image in pictures] if reads else [look(pictures[0])]
    core, passed = CoreClock(), RealClock()
    core_ms, passed_ms = [], []
    for number in range(times):
        image = pictures[number % len(pictures)]
        image = image if cold else image.copy()
        core_s, passed_s = core.now(), passed.now()
        look(image)
        core_ms.append((core.now() - core_s) * 1000)
        passed_ms.append((passed.now() - passed_s) * 1000)
    middle_ms, mean_ms = statistics.median(core_ms), statistics.fmean(core_ms)
    took_ms = [round(each, 4) for each in (middle_ms, mean_ms, statistics.median(passed_ms))]
    right, wrong, unknown = _counts(firsts, truths) if reads else (None, None, None)
    return Taken(what, took_ms[0], took_ms[1], took_ms[2], times, 1.0, right, wrong, unknown)


def _counts(seen: Sequence[object], truths: Sequence[Cells]) -> tuple[int, int, int]:
    """Count the cells read right, wrong and left open; a board that was not found leaves all of its cells open."""
    nothing = ((Cell.UNKNOWN,) * COLUMNS,) * ROWS
    boards = [cells if isinstance(cells, tuple) else nothing for cells in seen]
    pairs = [
        (read, true)
        for cells, truth in zip(boards, truths, strict=True)
        for row, true_row in zip(cells, truth, strict=True)
        for read, true in zip(row, true_row, strict=True)
    ]
    right, unknown = sum(read == true for read, true in pairs), sum(read == Cell.UNKNOWN for read, _ in pairs)
    return right, len(pairs) - right - unknown, unknown


def measure_memory(film: Film, frames: int) -> Memory:
    """Read so many frames and see what is kept: allocations and the size of the process."""
    ours, pictures = Ours(film), film.pictures
    tracemalloc.start()
    try:
        before = None
        for number in range(frames):
            if number == frames // 10:
                before = (tracemalloc.get_traced_memory()[0], resident_bytes())
            ours.read(pictures[number % len(pictures)])
        after = (tracemalloc.get_traced_memory()[0], resident_bytes())
    finally:
        tracemalloc.stop()
    assert before is not None
    grown = None if after[1] is None or before[1] is None else after[1] - before[1]
    return Memory(frames, after[0] - before[0], grown)


def resident_bytes() -> int | None:
    """Tell how much memory the process has, where Linux says so."""
    if not sys.platform.startswith("linux"):
        return None
    import resource

    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def table(taken: Sequence[Taken]) -> list[str]:
    """Lay the measured times out in columns."""
    rows = [list(HEADINGS)]
    for one in taken:
        counts = ["" if count is None else str(count) for count in (one.right, one.wrong, one.unknown)]
        taken_ms = [f"{each:.3f}" for each in (one.core_ms, one.core_mean_ms, one.passed_ms)]
        times = [*taken_ms, str(one.times), f"x {one.plain_ratio:.1f}"]
        rows.append([one.what, *times, *counts])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows]


def describe(memory: Memory) -> str:
    """Say in a line what the frames left behind."""
    resident = "" if memory.resident is None else f", the process {memory.resident / 1024:+.0f} KiB"
    return f"memory over {memory.frames} frames: allocations {memory.allocated / 1024:+.1f} KiB{resident}"
