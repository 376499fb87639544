"""Play whole games on the simulated board, nobody needed.

A person made of a script and the robot play through camera pictures; with `--faults` things go wrong on the way.
Every observation and every verdict is held against the simulated world's own log.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import json
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from robot.audit import Audit
from robot.clock import Clock, RealClock
from robot.commands import _arguments
from robot.commands._album import Album
from robot.commands._draw import wants_colour
from robot.commands._firmware import build
from robot.commands._firmware_hand import FirmwareHand
from robot.commands._narrator import Narrator, Style
from robot.commands._setup import Setup
from robot.commands._simulated import Simulation
from robot.config import journal_path
from robot.mechanism.firmware import version
from robot.rules.contest import Contest
from robot.rules.moves import written
from robot.solver.answers import Solution
from robot.solver.engine import Solver
from robot.solver.general import classic_position
from robot.store import Store

SPEED_UP = 4.0
"""How many seconds of the simulated board pass in one second before the eyes of a watcher."""

EXPLAIN_NODES = 2_000_000
"""How many nodes the score beside a robot's move may cost."""


@dataclass(frozen=True, slots=True)
class FastClock:
    """A clock for watchers: `SPEED_UP` simulated seconds take one real second."""

    real: Clock

    def now(self) -> float:
        return self.real.now() * SPEED_UP

    def sleep(self, duration_s: float) -> None:
        self.real.sleep(duration_s / SPEED_UP)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `demo`."""
    parser.add_argument("--seed", type=_arguments.seed, default=1, metavar="N", help="equal seeds play equal games (1)")
    parser.add_argument("--games", type=_arguments.count, default=1, metavar="N", help="how many; game i has seed N+i")
    parser.add_argument("--level", choices=_arguments.LEVELS, default="4", metavar="L", help="1 to 10 or perfect (4)")
    parser.add_argument(
        "--faults", type=_arguments.rate, default=0.0, metavar="RATE", help="how often a move goes wrong (0)"
    )
    parser.add_argument("--firmware", action="store_true", help="the real firmware moves the hand, in a simulated chip")
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="where the contact sheet goes (./quadrow-demo)")
    parser.add_argument("--keep", action="store_true", help="keep the games in the journal")
    parser.add_argument("--json", action="store_true", help="one JSON object a game, nothing drawn")


def run(args: argparse.Namespace) -> int:
    """Play the games; 0 when every game came to an end."""
    if args.pictures is None and not args.json:
        args.pictures = Path("quadrow-demo")
    if args.pictures is not None:
        _probe(args.pictures)
    built = _built(quiet=args.quiet or args.json) if args.firmware else None
    with _journal(args.keep) as store:
        for seed in range(args.seed, args.seed + args.games):
            setup = setup_for(seed, args.level, args.faults)
            if built is not None:
                setup = replace(setup, hand=FirmwareHand(built, seed))
            (_play_for_machines if args.json else _play_for_eyes)(setup, args, store)
            gc.collect()  # a simulation's parts know each other, and its pictures are large
    if not args.json and not args.quiet:
        print("        play yourself: quadrow play --sim")
    return 0


def _built(*, quiet: bool) -> Path:
    """Build the firmware and its simulator."""
    if not quiet:
        print("building the firmware and its simulator ...", flush=True)
    return build("all", "sim")


def setup_for(seed: int, level: str, fault_rate: float) -> Setup:
    """The game of a seed: who opens is tossed for, the person's colour is red."""
    first = random.Random(seed).random() < 0.5
    return Setup(seed=seed, level=level, fault_rate=fault_rate, person="visitor", person_first=first)


def play(setup: Setup, store: Store) -> dict[str, object]:
    """Play one game unseen; give the object of `--json`."""
    simulation = Simulation(setup)
    audit = Audit(simulation.world)
    game = simulation.play(store, (audit,))
    return report(simulation, audit, game)


def report(simulation: Simulation, audit: Audit, game: Contest) -> dict[str, object]:
    """Say how a game went, in the words of the contract."""
    assert game.outcome is not None and simulation.runner is not None
    counts = audit.counts
    return {
        "seed": simulation.setup.seed,
        "moves": written(game.moves, game.state.rules.board) if game.moves else "",
        "result": game.outcome.word,
        "reason": game.outcome.reason.value,
        "plies": len(game.moves),
        "misread": counts.misread,
        "misjudged": counts.misjudged,
        "double_drops": counts.double_drops,
        "unknown": counts.unknown,
        "observations": counts.observations,
        "pauses": simulation.runner.table.pauses,
        "faults": simulation.faults.fired,
    }


def _probe(folder: Path) -> None:
    """Make the folder of the pictures and see that something can be written there. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".quadrow-"):
        pass


@contextlib.contextmanager
def _journal(keep: bool) -> Iterator[Store]:
    if keep:
        with Store(journal_path()) as store:
            yield store
        return
    with tempfile.TemporaryDirectory(prefix="quadrow-") as folder, Store(Path(folder) / "demo.sqlite3") as store:
        yield store


def _play_for_machines(setup: Setup, args: argparse.Namespace, store: Store) -> None:
    simulation = Simulation(setup)
    audit = Audit(simulation.world)
    album = Album(simulation) if args.pictures else None
    game = simulation.play(store, (audit, *((album,) if album else ())))
    if album:
        album.save(args.pictures)
    moved_by = {"firmware": version()} if isinstance(setup.hand, FirmwareHand) else {}
    print(json.dumps(report(simulation, audit, game) | moved_by), flush=True)
    if args.verbose:
        for miss in audit.misses:
            print(miss, file=sys.stderr)


def _play_for_eyes(setup: Setup, args: argparse.Namespace, store: Store) -> None:
    pace = FastClock(RealClock()) if sys.stdout.isatty() and not args.quiet else None
    simulation = Simulation(setup, pace)
    if args.quiet:
        simulation.calibrate()
    else:
        _introduce(simulation, verbose=args.verbose)
    audit, album = Audit(simulation.world), Album(simulation)
    style = Style("the visitor", wants_colour(), quiet=args.quiet, verbose=args.verbose)
    narrator = Narrator(lambda: simulation.table, style, lambda line: print(line, flush=True), _scorer())
    simulation.faults.told = narrator.tell_fault
    game = simulation.play(store, (audit, album, narrator))
    if not args.quiet:
        _print_end(report(simulation, audit, game))
    print(f"        contact sheet: {album.save(args.pictures)}", flush=True)


def _introduce(simulation: Simulation, *, verbose: bool) -> None:
    """Say who plays, and calibrate."""
    first, second = (f"the {seat.name} ({seat.disc})" for seat in simulation.setup.seats())
    print(f"SIMULATED board, seed {simulation.setup.seed}, level {simulation.setup.level}")
    print(f"{first.capitalize()} plays first against {second}.")
    if isinstance(simulation.setup.hand, FirmwareHand):
        print(f"The robot's hand is moved by firmware {version()}, the real binary, in a simulated ATmega328P.")
    learned = simulation.calibrate(lambda text: print(text, end="", flush=True))
    if verbose:
        print(f"        residual of the board {learned.board.residual_px:.2f} px")


def _scorer() -> Callable[[Contest], Solution | None]:
    solver = Solver(16)

    def score(game: Contest) -> Solution | None:
        position = classic_position(game.state)
        return None if position is None else solver.solve(position, nodes=EXPLAIN_NODES)

    return score


def _print_end(said: dict[str, object]) -> None:
    print(
        f"        {said['observations']} observations: {said['misread']} cells misread, {said['unknown']} unknown, "
        f"{said['misjudged']} verdicts wrong, {said['double_drops']} double drops"
    )
    fired = said["faults"]
    assert isinstance(fired, dict)
    if fired:
        print(f"        went wrong on purpose: {', '.join(f'{name} {_times(n)}' for name, n in fired.items())}")


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
