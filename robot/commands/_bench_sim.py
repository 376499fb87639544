"""How long a whole simulated game takes when nobody watches, rendering and reading included."""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
from pathlib import Path

from robot.clock import RealClock
from robot.commands import _arguments
from robot.commands.demo import play, setup_for
from robot.store import Store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `bench sim`."""
    parser.add_argument("--games", type=_arguments.count, default=10, metavar="N", help="how many games (10)")
    parser.add_argument("--seed", type=_arguments.seed, default=0, metavar="N", help="the seed of the first (0)")
    parser.add_argument(
        "--faults", type=_arguments.rate, default=0.0, metavar="RATE", help="how often a ply goes wrong"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Play the games and print the seconds that each took."""
    times_s = [time_game(seed, args.faults) for seed in range(args.seed, args.seed + args.games)]
    found = {
        "games": len(times_s),
        "median_s": round(statistics.median(times_s), 3),
        "slowest_s": round(max(times_s), 3),
        "all_s": round(sum(times_s), 3),
    }
    print(
        json.dumps(found)
        if args.json
        else "a game takes {median_s} s (median of {games}), the slowest {slowest_s} s".format(**found)
    )
    return 0


def time_game(seed: int, fault_rate: float) -> float:
    """Play the game of one seed on a journal of its own; give the seconds it took."""
    clock = RealClock()
    with tempfile.TemporaryDirectory(prefix="quadrow-") as folder, Store(Path(folder) / "bench.sqlite3") as store:
        start_s = clock.now()
        play(setup_for(seed, "4", fault_rate), store)
        return clock.now() - start_s
