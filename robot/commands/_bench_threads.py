"""How much faster several threads are than one, on the same positions in turn.

A pair is the whole set by one thread and by several, each position with a table that is cleared before it, outside the
timed part. A time is that of the clock on the wall, so it means something on a machine that does nothing else: the load
is told. Nodes do not depend on that.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from robot.clock import RealClock
from robot.commands import _arguments, _position_sets
from robot.commands._progress import Progress
from robot.errors import BadInput
from robot.rules.notation import position_of
from robot.solver.engine import Solver

TABLE_MIB = 64


@dataclass(frozen=True, slots=True)
class Spent:
    """What a set took: seconds on the wall and nodes, and how many scores were wrong."""

    wall_s: float
    nodes: int
    wrong: int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `bench threads`."""
    _position_sets.add_arguments(parser)
    parser.add_argument("--threads", type=_arguments.count, default=2, metavar="N", help="how many beside one (2)")
    parser.add_argument("--pairs", type=_arguments.count, default=5, metavar="N", help="how often both are timed (5)")
    parser.add_argument("--json", action="store_true", help="one JSON object a set")


def run(args: argparse.Namespace) -> int:
    """Time set after set, and print the median of the pairs; 1 when a score is wrong."""
    if args.threads < 2:
        raise BadInput("one thread is compared with itself", "choose --threads 2 or more")
    solvers = Solver(TABLE_MIB), Solver(TABLE_MIB, threads=args.threads)
    progress, failed = Progress(sys.stderr, shown=not args.quiet), False
    for name, lines in _position_sets.position_sets(args):
        pairs = []
        for number in range(args.pairs):
            progress.say(f"{name}: pair {number + 1} of {args.pairs}")
            pairs.append(_pair(solvers, lines, number))
        progress.clear()
        failed = failed or any(spent.wrong for pair in pairs for spent in pair)
        report = _report(name, len(lines), args.threads, pairs)
        print(json.dumps(report) if args.json else "\n".join(_lines(report)), flush=True)
    return 1 if failed else 0


def _pair(solvers: tuple[Solver, Solver], lines: list[tuple[str, int | None]], number: int) -> tuple[Spent, Spent]:
    """Time both; the several begin every other pair, so that what changes with time falls on both alike."""
    if number % 2:
        several = _spent(solvers[1], lines)
        return _spent(solvers[0], lines), several
    return _spent(solvers[0], lines), _spent(solvers[1], lines)


def _spent(solver: Solver, lines: list[tuple[str, int | None]]) -> Spent:
    clock, wall_s, nodes, wrong = RealClock(), 0.0, 0, 0
    for moves, score in lines:
        solver.clear()
        position, begin_s = position_of(moves), clock.now()
        found = solver.solve(position)
        wall_s += clock.now() - begin_s
        nodes += found.nodes
        wrong += score is not None and found.score != score
    return Spent(wall_s, nodes, wrong)


def _report(name: str, positions: int, threads: int, pairs: list[tuple[Spent, Spent]]) -> dict[str, object]:
    faster = [one.wall_s / several.wall_s for one, several in pairs]
    nodes = [several.nodes / max(1, one.nodes) for one, several in pairs]
    return {
        "set": name,
        "positions": positions,
        "threads": threads,
        "pairs": [[round(spent.wall_s, 6) for spent in pair] for pair in pairs],
        "faster": round(statistics.median(faster), 3),
        "nodes": round(statistics.median(nodes), 3),
        "wrong": sum(spent.wrong for pair in pairs for spent in pair),
        "load": round(os.getloadavg()[0], 2),
    }


def _lines(report: dict[str, object]) -> Iterator[str]:
    pairs = report["pairs"]
    assert isinstance(pairs, list)
    yield f"{report['set']} ({report['positions']} positions), load average {report['load']}"
    for one_s, several_s in pairs:
        yield f"  1 thread {one_s:.2f} s, {report['threads']} threads {several_s:.2f} s"
    wrong = f"   {report['wrong']} WRONG" if report["wrong"] else ""
    yield f"  median {report['faster']} times as fast, by {report['nodes']} times the nodes{wrong}"
