"""How soon the exact answer comes at every ply of a game, with the opening book.

The positions are those of games that levels play against each other. Each is asked for one column that keeps its score,
`best`, and for the scores of all seven, by one thread with a table that is cleared before each question, outside the
timed part. A time is what the core worked.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from robot.clock import CoreClock
from robot.commands import _arguments
from robot.commands._progress import Progress
from robot.errors import BadInput
from robot.rules.contest import Contest
from robot.rules.model import Rules
from robot.rules.notation import letters
from robot.rules.position import Position
from robot.rules.state import State
from robot.solver.book import Book
from robot.solver.engine import Solver
from robot.solver.general import General, classic_position

PLAYERS = ("1", "2", "3", "4", "5", "6")
"""The levels that play: the stronger ones would take longer than the questions."""
TABLE_MIB = 64
LAST_PLY = 32
"""So far most games of these levels come."""
BARS_MS = {"best": (1.0, 100.0, 1000.0), "scores": (float("inf"), 300.0, 2000.0)}
"""What the median, 99 of 100 and the worst may take."""


@dataclass
class Times:
    """What every question of one kind took, and which one took longest."""

    times_ms: list[float] = field(default_factory=list)
    worst: str = ""

    def add(self, took_ms: float, moves: str) -> None:
        """Count one question."""
        if took_ms > max(self.times_ms, default=-1.0):
            self.worst = moves
        self.times_ms.append(took_ms)

    def said(self) -> dict[str, object]:
        """Median, 99 of 100 and worst as an object, milliseconds."""
        ordered = sorted(self.times_ms)
        return {
            "median_ms": round(statistics.median(ordered), 3),
            "of_99_in_100_ms": round(ordered[(99 * len(ordered) - 1) // 100], 3),
            "worst_ms": round(ordered[-1], 3),
            "worst": self.worst,
        }


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `bench answers`."""
    parser.add_argument("--most", type=_arguments.count, default=1000, metavar="N", help="how many positions (1000)")
    parser.add_argument("--from-ply", type=_arguments.seed, default=0, metavar="N", help="only from that ply on (0)")
    parser.add_argument("--seed", type=_arguments.seed, default=1, metavar="N", help="which games (1)")
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Ask, and print the times; 1 when one is above its bar."""
    if args.from_ply > LAST_PLY:
        raise BadInput(f"hardly a game has {args.from_ply} moves", f"choose --from-ply 0 to {LAST_PLY}")
    solver, clock = Solver(TABLE_MIB, book=Book.shipped()), CoreClock()
    progress = Progress(sys.stderr, shown=not args.quiet)
    kinds: dict[str, tuple[Callable[[Position], object], Times]] = {
        "best": (solver.best_one, Times()),
        "scores": (solver.scores, Times()),
    }
    asked = 0
    for moves, position in _positions(args.seed, args.from_ply, args.most):
        for ask, times in kinds.values():
            solver.clear()
            begin_s = clock.now()
            ask(position)
            times.add((clock.now() - begin_s) * 1000, moves)
        asked += 1
        progress.say(f"{asked} of {args.most} positions")
    progress.clear()
    report = {name: times.said() for name, (_, times) in kinds.items()}
    above = [name for name, (_, times) in kinds.items() if _is_above(times, BARS_MS[name])]
    print(json.dumps({"positions": asked, **report, "above": above}) if args.json else "\n".join(_lines(report, above)))
    return 1 if above else 0


def _positions(seed: int, first_ply: int, most: int) -> Iterator[tuple[str, Position]]:
    """The positions of games between levels, each with its moves: the first `most`."""
    luck, given = random.Random(seed), 0
    while True:
        players = [General(random.Random(luck.random()), luck.choice(PLAYERS)) for _ in range(2)]
        game = Contest(State.start(Rules()))
        while not game.over:
            position = classic_position(game.state)
            if len(game.moves) >= first_ply and position is not None:
                yield letters(move.column for move in game.moves), position
                given += 1
                if given == most:
                    return
            game = game.play(players[game.state.colour].choose(game).move)


def _is_above(times: Times, bars_ms: tuple[float, float, float]) -> bool:
    said = times.said()
    found = (said["median_ms"], said["of_99_in_100_ms"], said["worst_ms"])
    return any(isinstance(value, float) and value > bar for value, bar in zip(found, bars_ms, strict=True))


def _lines(report: dict[str, dict[str, object]], above: list[str]) -> Iterator[str]:
    for name, said in report.items():
        mark = "  above the bar" if name in above else ""
        yield (
            f"{name:<8}median {said['median_ms']} ms, 99 of 100 in {said['of_99_in_100_ms']} ms, "
            f"worst {said['worst_ms']} ms ({said['worst'] or '-'}){mark}"
        )
