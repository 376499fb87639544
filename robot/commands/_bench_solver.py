"""How fast the exact search is, beside other solvers, in the same run.

Every solver has one thread, no opening book, and a table that is cleared before each position, outside the timed part;
the positions are given to them in turn, block by block. A time is what the core worked. Peers are no dependencies: one
that is not there is named. Nodes are not the same thing in each program: compare the times.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Protocol

from robot.clock import CoreClock
from robot.commands import _position_sets
from robot.commands._peers import INSTALL, Missing, load
from robot.rules.notation import columns_of, position_of
from robot.rules.position import Position
from robot.solver._search import Search
from robot.solver.engine import ANY_LOWER, ANY_UPPER

TABLE_MIB = 64
BLOCK = 50
"""So many positions are given to one solver before the next has them: one that clears a large table leaves the
processor's cache cold to whoever comes after."""


class Racer(Protocol):
    """`ready` forgets what was found before and takes a position; `solve` gives its score, `nodes` what that took."""

    name: ClassVar[str]

    def ready(self, moves: str) -> None: ...

    def solve(self) -> int: ...

    def nodes(self) -> int: ...


class Quadrow:
    """Our search, called as `Solver` calls it."""

    name: ClassVar[str] = "quadrow"

    def __init__(self) -> None:
        self._search, self._nodes = Search(TABLE_MIB << 20), 0
        self._position = Position()

    def ready(self, moves: str) -> None:
        self._search.clear()
        self._position = position_of(moves)

    def solve(self) -> int:
        position = self._position
        found = self._search.solve(position.mover, position.mask, ANY_LOWER, ANY_UPPER, 0, -1)
        self._nodes = found[3]
        return found[0]

    def nodes(self) -> int:
        return self._nodes


class BitBully:
    """Its test by steps of one from 0, which is what its own solver does; a table of 64 MiB."""

    name: ClassVar[str] = "bitbully"

    def __init__(self) -> None:
        core = load(self.name, "bitbully.bitbully_core")
        self._make, self._solver = core.BoardCore, core.BitBullyCore()
        self._solver.resetBook()
        self._board = self._make()

    def ready(self, moves: str) -> None:
        self._solver.resetTranspositionTable()
        self._solver.resetNodeCounter()
        self._board = self._make()
        self._board.setBoard(list(columns_of(moves)))

    def solve(self) -> int:
        return int(self._solver.mtdf(self._board, 0))

    def nodes(self) -> int:
        return int(self._solver.getNodeCounter())


RACERS: tuple[type[Racer], ...] = (Quadrow, BitBully)


@dataclass
class Tally:
    """What one solver spent on one set."""

    name: str
    positions: int = 0
    spent_s: float = 0.0
    nodes: int = 0
    wrong: int = 0

    def add(self, spent_s: float, nodes: int, is_wrong: bool) -> None:
        self.positions += 1
        self.spent_s += spent_s
        self.nodes += nodes
        self.wrong += is_wrong

    def said(self, peer_of: Tally) -> dict[str, object]:
        """Means as an object; `ratio` is our time over its, for a peer."""
        said: dict[str, object] = {
            "name": self.name,
            "mean_us": round(self.spent_s / self.positions * 1e6, 2),
            "nodes": round(self.nodes / self.positions, 1),
            "nodes_per_s": round(self.nodes / self.spent_s),
            "wrong": self.wrong,
        }
        return said if self is peer_of else said | {"ratio": round(peer_of.spent_s / self.spent_s, 4)}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `bench solver`."""
    _position_sets.add_arguments(parser)
    parser.add_argument("--alone", action="store_true", help="no peers")
    parser.add_argument("--json", action="store_true", help="one JSON object a set")


def run(args: argparse.Namespace) -> int:
    """Race on set after set, and print who is how fast; 1 when a score is wrong."""
    racers, missing = _those_there(args.alone)
    failed = False
    for name, lines in _position_sets.position_sets(args):
        tallies = [Tally(racer.name) for racer in racers]
        for first in range(0, len(lines), BLOCK):
            for racer, tally in zip(racers, tallies, strict=True):
                for number, (moves, score) in enumerate(lines[first : first + BLOCK], start=first + 1):
                    _show(f"{name}: {racer.name}, {number} of {len(lines)}", args.quiet)
                    _solve(racer, tally, moves, score)
        _show("", args.quiet)
        failed = failed or any(tally.wrong for tally in tallies)
        report = {
            "set": name,
            "positions": len(lines),
            "solvers": [tally.said(tallies[0]) for tally in tallies],
            "missing": missing,
        }
        print(json.dumps(report) if args.json else "\n".join(_lines(report)), flush=True)
    if missing and not args.json:
        print(
            f"not there: {', '.join(missing)}; to race them, where Quadrow is installed: {INSTALL} {' '.join(missing)}"
        )
    return 1 if failed else 0


def _those_there(alone: bool) -> tuple[list[Racer], list[str]]:
    racers: list[Racer] = []
    missing: list[str] = []
    for make in RACERS[:1] if alone else RACERS:
        try:
            racers.append(make())
        except Missing as error:
            missing.append(str(error))
    return racers, missing


def _solve(racer: Racer, tally: Tally, moves: str, score: int | None) -> None:
    clock = CoreClock()
    racer.ready(moves)
    begin_s = clock.now()
    found = racer.solve()
    tally.add(clock.now() - begin_s, racer.nodes(), score is not None and found != score)


def _show(text: str, is_quiet: bool) -> None:
    """Say on a terminal how far the race is; an empty text takes the line away."""
    if sys.stderr.isatty() and not is_quiet:
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def _lines(report: dict[str, object]) -> Iterator[str]:
    yield f"{report['set']} ({report['positions']} positions)"
    solvers = report["solvers"]
    assert isinstance(solvers, list)
    for said in solvers:
        line = f"  {said['name']:<10}{said['mean_us']:>14,.2f} us{said['nodes']:>16,.1f} nodes"
        line += f"{said['nodes_per_s']:>14,} nodes/s"
        line += f"   ours / its time {said['ratio']:.3f}" if "ratio" in said else ""
        yield line + (f"   {said['wrong']} WRONG" if said["wrong"] else "")
