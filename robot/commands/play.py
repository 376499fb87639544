"""Play a game against the robot, on the real board or, with --sim, on a simulated one.

With `--sim` you type a column, and a simulated hand drops your disc.

On a terminal the game runs at the pace of a table, and what was typed before a move is asked for is thrown away;
without one, lines are read from standard input as they come.
"""

from __future__ import annotations

import argparse
import random
import sys
import termios

from robot.clock import RealClock
from robot.commands import _arguments
from robot.commands._draw import wants_colour
from robot.commands._narrator import Narrator, Style
from robot.commands._simulated import Setup, Simulation
from robot.config import journal_path
from robot.errors import GameStopped
from robot.messages import Quit
from robot.rules.errors import RulesError
from robot.rules.notation import column_of, letter
from robot.rules.position import Position
from robot.sim.people import Manner
from robot.store import Store

HELP = "Type a column's letter (a to g, or 1 to 7); quit ends a game without a result"

LONGEST_LINE = 200
"""Letters; what is longer is no answer and is taken in pieces."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `play`."""
    parser.add_argument("--sim", action="store_true", help="on the simulated board, without hardware")
    parser.add_argument("--level", choices=_arguments.LEVELS, default="4", metavar="L", help="1 to 10 or perfect (4)")
    parser.add_argument("--first", choices=("toss", "human", "robot"), default="toss", help="who opens (toss)")
    parser.add_argument("--colour", choices=("red", "yellow"), default="red", help="the colour of your discs (red)")
    parser.add_argument("--robot", metavar="NAME", help="whose calibration is used (as set in config.toml)")
    parser.add_argument("--seed", type=_arguments.seed, metavar="N", help="toss, room and robot by this number")


def run(args: argparse.Namespace) -> int:
    """Play one game; 0 when it came to an end."""
    if not args.sim:
        return _play_live(args)
    seed = args.seed if args.seed is not None else random.SystemRandom().randrange(10**6)
    with Store(journal_path()) as store:
        return Evening(args, seed, store).play()


def _play_live(args: argparse.Namespace) -> int:
    """Play on the real board; where it is not calibrated, name the simulated one too."""
    from calibration.errors import ProfileMissing
    from robot.commands._live import LiveEvening

    with Store(journal_path()) as store:
        try:
            return LiveEvening(args, store).play()
        except ProfileMissing as error:
            raise ProfileMissing(str(error), f"{error.remedy}; on a simulated board: quadrow play --sim") from error


class Evening:
    """One person at the keyboard and one simulated board."""

    def __init__(self, args: argparse.Namespace, seed: int, store: Store) -> None:
        first = {"human": True, "robot": False, "toss": random.Random(seed).random() < 0.5}[args.first]
        self._setup = Setup(
            seed=seed,
            level=args.level,
            person_first=first,
            person_red=args.colour == "red",
            manner=Manner.CORRECT,
            choose=self._choose,
        )
        self._simulation = Simulation(self._setup, RealClock() if sys.stdout.isatty() else None)
        self._store = store
        self._quiet = args.quiet
        style = Style("the simulated person", wants_colour(), quiet=args.quiet, verbose=args.verbose)
        self._narrator = Narrator(lambda: self._simulation.table, style, lambda line: print(line, flush=True))

    def play(self) -> int:
        """Calibrate, play, and say what was kept."""
        if self._quiet:
            self._simulation.calibrate()
        else:
            self._introduce()
        try:
            self._simulation.play(self._store, (self._narrator,))
        except (KeyboardInterrupt, GameStopped):
            if sys.stdin.isatty():
                print()
            print(f"        the game so far is kept, without a result, in {self._store.path}", flush=True)
            raise
        if not self._quiet:
            print(f"        the game is kept in {self._store.path}")
        return 0

    def _introduce(self) -> None:
        """Say who plays and how to, and calibrate."""
        yours, other = ("red", "yellow") if self._setup.person_red else ("yellow", "red")
        print(f"SIMULATED board, seed {self._setup.seed}, level {self._setup.level}")
        if self._setup.person_first:
            print(f"You ({yours}) play first against the robot ({other}).")
        else:
            print(f"The robot ({other}) plays first against you ({yours}).")
        print(f"{HELP}.")
        self._simulation.calibrate(lambda text: print(text, end="", flush=True))

    def _choose(self, position: Position) -> int:
        """Ask at the keyboard until the answer is a column with room."""
        if not position.ply:
            self._narrator.show_empty()
        while True:
            word = self._ask(position).strip().lower()
            if word in ("quit", "q", "exit"):
                return self._leave(position)
            try:
                column = column_of(word)
                position.landing_row(column)
                return column
            except RulesError as error:
                print(f"{error}: {error.remedy}, or type quit" if word else HELP, file=sys.stderr, flush=True)

    def _ask(self, position: Position) -> str:
        """One line of input; on a terminal one that was typed after it was asked for. Raises GameStopped at the end."""
        at_terminal = sys.stdin.isatty()
        if at_terminal:
            termios.tcflush(sys.stdin, termios.TCIFLUSH)
            print(f"your move ({''.join(map(letter, position.legal_columns()))}): ", end="", flush=True)
        line = sys.stdin.readline(LONGEST_LINE)
        if line:
            return line
        if at_terminal:
            raise GameStopped("the game was ended at the keyboard", "to end one without an error, type quit")
        raise GameStopped("the input ended before the game did", "give one column a line, or play on a terminal")

    def _leave(self, position: Position) -> int:
        assert self._simulation.runner is not None
        self._simulation.runner.post(Quit())
        return position.legal_columns()[0]
