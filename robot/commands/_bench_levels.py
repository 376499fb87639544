"""How strong the levels are: a tournament of each against the one below it, which goes on where it was interrupted.

Each side opens every other game; a draw is half a point. The ratings are counted down from perfect play. What was
played by the same rows of the table of levels and with the same book is kept in the data folder and not played again.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from zlib import crc32

from robot.commands import _arguments
from robot.config import data_folder
from robot.solver.book import Book
from robot.solver.ladder import Tally, neighbours, points, ratings
from robot.solver.levels import LEVELS, Level

LEAST, MOST = 0.60, 0.80
"""What a level has to score against the one below it."""
BAR_GAMES = 400
"""The bar is for so many games and more."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `bench levels`."""
    parser.add_argument(
        "--games", type=_arguments.count, default=BAR_GAMES, metavar="N", help=f"how many games a pair ({BAR_GAMES})"
    )
    parser.add_argument(
        "--level",
        choices=[level.name for level in LEVELS[1:]],
        action="append",
        help="only this one",
    )
    parser.add_argument("--fresh", action="store_true", help="play again what was played")
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Play what is missing and print the ladder; 1 when a level that has played enough is outside of the bar."""
    folder = data_folder() / "ladder"
    folder.mkdir(exist_ok=True)
    pairs = [pair for pair in neighbours() if not args.level or pair[0].name in args.level]
    tallies = {}
    for upper, lower in pairs:
        kept = folder / kept_name(upper, lower)
        if args.fresh:
            kept.unlink(missing_ok=True)
        tallies[upper.name] = played(upper, lower, args.games, kept, not args.quiet)
    outside = [name for name, tally in tallies.items() if tally.games >= BAR_GAMES and not LEAST <= tally.share <= MOST]
    print(json.dumps(_report(tallies, outside)) if args.json else "\n".join(_lines(tallies, outside)))
    return 1 if outside else 0


def kept_name(upper: Level, lower: Level) -> str:
    """The file for a pair: another one for other rows of the table, or another book where one of the two reads it."""
    book = Book.shipped() if upper.book_nodes or lower.book_nodes else None
    plies = book.plies if book else 0
    return f"{upper.name}-{lower.name}-{crc32(f'{upper} {lower} {plies}'.encode()):08x}.txt"


def played(upper: Level, lower: Level, games: int, kept: Path, shown: bool) -> Tally:
    """The first `games` games of a pair; the half points of those in the file `kept` are read, the others added.

    A file in which anything else stands is begun again.
    """
    known = kept.read_text(errors="replace") if kept.exists() else ""
    if known.strip("012"):
        kept.unlink()
        known = ""
    tally = Tally()
    for number in range(games):
        if number < len(known):
            tally = tally.plus(int(known[number]))
            continue
        half_points = points(upper, lower, number)
        with kept.open("a") as file:
            file.write(str(half_points))
        tally = tally.plus(half_points)
        _show(f"{upper.name} against {lower.name}: {tally.games} of {games} games, {tally.share:.0%}", shown)
    _show("", shown)
    return tally


def _report(tallies: dict[str, Tally], outside: list[str]) -> dict[str, object]:
    levels = {name: {**asdict(tally), "share": round(tally.share, 4)} for name, tally in tallies.items()}
    return {"levels": levels, "ratings": _ratings(tallies), "outside": outside}


def _lines(tallies: dict[str, Tally], outside: list[str]) -> list[str]:
    rated = _ratings(tallies)
    lines = [f"{'level':>8} {'games':>6} {'won':>5} {'drawn':>5} {'lost':>5} {'score':>7} {'rating':>7}"]
    if rated:
        lines.append(f"{LEVELS[0].name:>8} {'':>32} {rated[LEVELS[0].name]:>7}")
    for name, tally in tallies.items():
        counts = f"{tally.games:>6} {tally.won:>5} {tally.drawn:>5} {tally.lost:>5} {tally.share:>7.1%}"
        mark = f"  not {LEAST:.0%} to {MOST:.0%}" if name in outside else ""
        lines.append(f"{name:>8} {counts} {rated.get(name, ''):>7}{mark}")
    return lines


def _ratings(tallies: dict[str, Tally]) -> dict[str, int]:
    """The rating of every level, where all pairs were played and none won everything."""
    shares = [tally.share for tally in tallies.values()]
    if len(shares) < len(LEVELS) - 1 or not all(0 < share < 1 for share in shares):
        return {}
    return dict(zip((level.name for level in LEVELS), ratings(shares), strict=True))


def _show(text: str, shown: bool) -> None:
    if shown and sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
