"""How fast the rules count and play, beside other programs in Python, in the same run.

Perft counts the nodes of the whole tree without a table; games are played at random to their end. Of rounds in turn
the median is told, in seconds that the core has worked. Peers are no dependencies: those that are not there are named.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
from collections.abc import Callable
from dataclasses import dataclass, field

from robot.clock import CoreClock
from robot.commands import _arguments
from robot.commands._peers import COMPILED, INSTALL, RACED, Missing
from robot.commands._raced import OURS, Peer

DEPTH, NODES = 4, 7 + 49 + 343 + 2401
SPENT_S = 0.1
"""A round of one peer takes at least so long."""


@dataclass
class Result:
    """What was measured of one program, round by round."""

    name: str
    nodes_per_s: list[float] = field(default_factory=list)
    games_per_s: list[float] = field(default_factory=list)

    def said(self, ours: Result | None) -> dict[str, object]:
        """The medians as an object; with ours over theirs, where it is not ours."""
        said: dict[str, object] = {
            "name": self.name,
            "nodes_per_s": round(statistics.median(self.nodes_per_s)),
            "games_per_s": round(statistics.median(self.games_per_s)),
        }
        if ours is not None:
            said["nodes_ratio"] = _ratio(ours.nodes_per_s, self.nodes_per_s)
            said["games_ratio"] = _ratio(ours.games_per_s, self.games_per_s)
        return said


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `bench rules`."""
    parser.add_argument("--rounds", type=_arguments.count, default=5, metavar="N", help="how many rounds (5)")
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Race, and print who is how fast; 1 when a peer that is raced counts wrongly."""
    peers, missing = _those_there()
    wrong = [peer.name for peer in peers if peer.nodes(DEPTH) != NODES]
    results = [Result(peer.name) for peer in peers]
    for number in range(args.rounds):
        for peer, result in zip(peers, results, strict=True):
            if sys.stderr.isatty() and not args.quiet:
                print(f"\r\x1b[Kround {number + 1}: {peer.name} ", end="", file=sys.stderr, flush=True)
            luck = random.Random(number)
            result.nodes_per_s.append(NODES * _per_s(lambda peer=peer: peer.nodes(DEPTH)))  # type: ignore[misc]
            result.games_per_s.append(_per_s(lambda peer=peer, luck=luck: peer.game(luck)))  # type: ignore[misc]
    if sys.stderr.isatty() and not args.quiet:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    report = _report(results, missing, wrong)
    print(json.dumps(report) if args.json else "\n".join(_lines(report)))
    return 1 if wrong else 0


def _those_there() -> tuple[list[Peer], list[str]]:
    peers: list[Peer] = []
    missing: list[str] = []
    for make in (*OURS, *RACED, *COMPILED):
        try:
            peers.append(make())
        except Missing as error:
            missing.append(str(error))
    return peers, missing


def _per_s(work: Callable[[], object]) -> float:
    """How often something is done in a second of the core's work."""
    clock, times = CoreClock(), 0
    begin_s = clock.now()
    while (spent_s := clock.now() - begin_s) < SPENT_S:
        work()
        times += 1
    return times / spent_s


def _ratio(ours: list[float], theirs: list[float]) -> float:
    return round(statistics.median(own / other for own, other in zip(ours, theirs, strict=True)), 2)


def _report(results: list[Result], missing: list[str], wrong: list[str]) -> dict[str, object]:
    compiled = {make.name for make in COMPILED}
    ours, others = results[: len(OURS)], results[len(OURS) :]
    raced = [result.said(ours[0]) for result in others if result.name not in compiled]
    return {
        "ours": [result.said(None) for result in ours],
        "peers": raced,
        "compiled": [result.said(ours[0]) for result in others if result.name in compiled],
        "missing": missing,
        "wrong": wrong,
        "times_the_best": {
            name: min((float(str(said[name])) for said in raced if said["name"] not in wrong), default=None)
            for name in ("nodes_ratio", "games_ratio")
        },
    }


def _lines(report: dict[str, object]) -> list[str]:
    lines = [f"{'':<34}{'perft nodes/s':>14}{'games/s':>10}   ours / theirs"]
    for title in ("ours", "peers", "compiled"):
        found = report[title]
        assert isinstance(found, list)
        for said in found:
            name = f"{said['name']} (compiled)" if title == "compiled" else said["name"]
            ratios = f"   {said['nodes_ratio']:.2f} and {said['games_ratio']:.2f}" if title != "ours" else ""
            lines.append(f"{name:<34}{said['nodes_per_s']:>14,}{said['games_per_s']:>10,}{ratios}")
    missing, wrong = report["missing"], report["wrong"]
    assert isinstance(missing, list) and isinstance(wrong, list)
    lines += [f"{name} counts other nodes than there are" for name in wrong]
    if missing:
        lines.append(
            f"not there: {', '.join(missing)}; to race them, where Quadrow is installed: {INSTALL} {' '.join(missing)}"
        )
    return lines
