"""Build the opening book from our own search, or check the one that is there."""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from robot.clock import RealClock
from robot.commands import _arguments
from robot.commands._progress import Progress
from robot.errors import BadInput
from robot.rules.position import Position
from robot.solver.answers import BestMoves
from robot.solver.book import (
    Book,
    digest,
    file_name,
    is_built,
    open_positions,
    shipped_folder,
    sums_of,
    write_sums,
    write_whole,
)
from robot.solver.book_form import NO_COLUMN, PART_BYTES, REMEDY, Entry, entries_of_part, packed, part_of
from robot.solver.engine import Solver
from robot.solver.errors import BadBook

DEEPEST = 10
"""The deepest ply that is built: with eleven the book would be larger than 2 MiB."""
TABLE_MIB = 1024
TOLD_EVERY = 1000
"""Positions between two words on the terminal."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare `build` and `check`."""
    verbs = parser.add_subparsers(metavar="VERB", title="verbs", dest="verb", required=True)
    build = verbs.add_parser("build", help="go on building: what was solved is kept", description=BUILD)
    build.add_argument(
        "--plies", type=int, choices=range(DEEPEST + 1), default=DEEPEST, metavar="N", help=f"how deep ({DEEPEST})"
    )
    build.add_argument("--table", type=_arguments.count, default=TABLE_MIB, metavar="MIB", help=f"memory ({TABLE_MIB})")
    check = verbs.add_parser("check", help="digests, positions, and a sample solved again", description=CHECK)
    check.add_argument(
        "--sample", type=_arguments.seed, default=1, metavar="N", help="positions to solve again, 0 for none (1)"
    )
    check.add_argument("--seed", type=_arguments.seed, default=1, metavar="N", help="which ones (1)")
    check.add_argument("--json", action="store_true", help="one JSON object")
    for verb in (build, check):
        verb.add_argument(
            "--folder", type=_arguments.folder, metavar="DIR", help="another book than the one of the package"
        )


BUILD = """Solve every position of plies 0 to N, the deepest first, since the others follow from it; where the ply
before it is there, it begins with what that says. Ctrl-C ends it; the same command goes on."""
CHECK = """Hold the book against its digests and each ply against the one after it, which takes minutes, and solve some
positions of the deepest again, which can take as long for each."""


def run(args: argparse.Namespace) -> int:
    """Build, or check; 1 when the book is not what it should be."""
    folder = args.folder or Path(str(shipped_folder()))
    if args.verb == "build":
        return _build(folder, args.plies, args.table, args.quiet)
    return _check(folder, args)


def _build(folder: Path, plies: int, table_mib: int, is_quiet: bool) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    progress = Progress(sys.stderr, shown=not is_quiet)
    for ply in range(plies, -1, -1):
        if is_built(folder, ply):
            (folder / file_name(ply)).with_suffix(".part").unlink(missing_ok=True)
        else:
            solver = Solver(table_mib, watch=progress, book=Book.beside(folder, ply))
            try:
                _build_ply(folder, ply, solver, is_quiet)
            finally:
                progress.clear()
    return 0


def _build_ply(folder: Path, ply: int, solver: Solver, is_quiet: bool) -> None:
    """Solve what the part of a ply lacks, and finish its file."""
    positions = open_positions(ply)
    clock, path = RealClock(), (folder / file_name(ply)).with_suffix(".part")
    with _alone(path) as part:
        entries = _solved(part, path.name, positions)
        first, start_s = len(entries), clock.now()
        for position in positions[first:]:
            entries.append(_entry_of(position, solver))
            part.write(part_of(entries[-1:]))
            part.flush()
            if not is_quiet:
                left_s = (clock.now() - start_s) / (len(entries) - first) * (len(positions) - len(entries))
                print(f"ply {ply}: {len(entries)} of {len(positions)}, {left_s / 60:.0f} minutes to go", flush=True)
        os.fsync(part.fileno())
        write_whole(folder / file_name(ply), packed(entries))
        write_sums(folder)
        path.unlink()


def _entry_of(position: Position, solver: Solver) -> Entry:
    best = solver.best_one(position)
    assert best.score is not None and best.column is not None, "a search without limits ends with both"
    return Entry(position.key, best.score, best.column)


@contextmanager
def _alone(path: Path) -> Iterator[BinaryIO]:
    """Open a part to be written at its end, by nobody else. Raises BadInput."""
    with path.open("a+b") as part:
        try:
            fcntl.flock(part, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BadInput(f"{path} is being built by another program", "wait for it, or end it") from error
        yield part


def _solved(part: BinaryIO, name: str, positions: list[Position]) -> list[Entry]:
    """What a part holds, without a record that was cut off. Raises BadBook for other positions."""
    size = part.seek(0, os.SEEK_END)
    part.truncate(size - size % PART_BYTES)
    part.seek(0)
    entries = entries_of_part(part.read())
    if [entry.key for entry in entries] != [position.key for position in positions[: len(entries)]]:
        raise BadBook(f"{name} holds other positions", "take the file away and build again")
    return entries


def _check(folder: Path, args: argparse.Namespace) -> int:
    wrong = list(_wrong_files(folder))
    progress = Progress(sys.stderr, shown=not args.quiet)
    book = None if wrong else Book.read(folder)
    if not wrong and book is None:
        raise BadBook(f"{folder}: there is no book", REMEDY)
    counts: list[int] = []
    if book is not None:
        try:
            progress.say("listing the positions")
            counts = [len(open_positions(ply)) for ply in range(book.plies + 1)]
            wrong += _wrong_before_last(book, progress)
            wrong += _wrong_in_last(book, args.sample, args.seed, progress)
        finally:
            progress.clear()
    report = {
        "plies": book.plies if book else None,
        "positions": sum(counts),
        "bytes": sum(map(len, book.files)) if book else 0,
        "wrong": wrong,
    }
    if args.json:
        print(json.dumps(report))
    else:
        print("\n".join(wrong) or "plies 0 to {plies}: {positions} positions, {bytes} bytes, right".format(**report))
    return 1 if wrong else 0


def _wrong_files(folder: Path) -> Iterator[str]:
    """Name the files that are missing, damaged, or have no digest."""
    sums = sums_of(folder)
    for name in sorted(sums.keys() | {path.name for path in folder.glob("ply-*.book")}):
        path = folder / name
        if not path.is_file():
            yield f"{name} is missing"
        elif digest(path.read_bytes()) != sums.get(name):
            yield f"{name} is not what was built"


def _wrong_before_last(book: Book, progress: Progress) -> Iterator[str]:
    """Say of each ply but the last what first does not follow from the ply after it."""
    for ply in range(book.plies):
        after = Solver(book=Book((packed([]),) * (ply + 1) + book.files[ply + 1 : ply + 2]))
        positions = _told(open_positions(ply), f"ply {ply} of {book.plies}", progress)
        said = (_wrong_entry(book.entry(ply, one.key), after.best(one)) for one in positions)
        yield from islice(filter(None, said), 1)


def _told(positions: list[Position], what: str, progress: Progress) -> Iterator[Position]:
    """The positions, while the line on the terminal says how many of them are done."""
    for number, position in enumerate(positions):
        if number % TOLD_EVERY == 0:
            progress.say(f"{what}: {number:,} of {len(positions):,} positions")
        yield position


def _wrong_in_last(book: Book, sample: int, seed: int, progress: Progress) -> Iterator[str]:
    """Solve positions of the deepest ply again, without the book."""
    positions = open_positions(book.plies) if sample else []
    solver = Solver(watch=progress)
    for position in random.Random(seed).sample(positions, min(sample, len(positions))):
        try:
            best = solver.best(position)
        finally:
            progress.clear()
        wrong = _wrong_entry(book.entry(book.plies, position.key), best)
        if wrong:
            yield wrong


def _wrong_entry(entry: Entry, best: BestMoves) -> str | None:
    if entry.score != best.score:
        return f"the position with the key {entry.key} scores {best.score}, not {entry.score}"
    if entry.column not in (*best.columns, NO_COLUMN):
        return f"column {entry.column} does not keep the score of the position with the key {entry.key}"
    return None
