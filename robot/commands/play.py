"""Play a game against the robot: you type a column, a simulated hand drops your disc.

On a terminal the game runs at the pace of a table; without one, lines are read from standard input as they come.
"""

from __future__ import annotations

import argparse
import random
import sys

from robot.clock import RealClock
from robot.commands import _arguments
from robot.commands._draw import wants_colour
from robot.commands._narrator import Narrator, result_words
from robot.commands._simulated import Setup, Simulation
from robot.config import journal_path
from robot.errors import GameStopped, HardwareMissing
from robot.messages import Quit
from robot.rules.errors import RulesError
from robot.rules.notation import column_of, letter
from robot.rules.position import Position
from robot.sim.people import Manner
from robot.store import Store

HELP = "type the letter of a column (a to g, or 1 to 7); quit ends the game without a result"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `play`."""
    parser.add_argument("--sim", action="store_true", help="on the simulated board, without hardware")
    parser.add_argument("--level", choices=_arguments.LEVELS, default="4", metavar="L", help="1 to 10 or perfect (4)")
    parser.add_argument("--first", choices=("toss", "human", "robot"), default="toss", help="who opens (toss)")
    parser.add_argument("--colour", choices=("red", "yellow"), default="red", help="the colour of your discs (red)")
    parser.add_argument("--seed", type=_arguments.seed, metavar="N", help="toss, room and robot by this number")


def run(args: argparse.Namespace) -> int:
    """Play one game; 0 when it came to an end."""
    if not args.sim:
        raise HardwareMissing("no robot is set up on this machine", "play on the simulated board: quadrow play --sim")
    seed = args.seed if args.seed is not None else random.SystemRandom().randrange(10**6)
    with Store(journal_path()) as store:
        return Evening(args, seed, store).play()


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

    def play(self) -> int:
        """Calibrate, play, and say how it ended."""
        seats = self._simulation.seats()
        print(f"SIMULATED board, seed {self._setup.seed}: {seats[0].name} first, level {self._setup.level}. {HELP}")
        self._simulation.calibrate()
        narrator = Narrator(seats, None, colour=wants_colour(), write=lambda line: print(line, flush=True))
        game = self._simulation.play(self._store, (narrator,))
        print(f"result: {result_words(seats, game)}")
        print(f"        kept in {self._store.path}")
        return 0

    def _choose(self, position: Position) -> int:
        """Ask at the keyboard until the answer is a column with room."""
        while True:
            print(f"your move ({''.join(map(letter, position.legal_columns()))}): ", end="", flush=True)
            word = self._line().strip().lower()
            if word in ("quit", "q", "exit"):
                return self._leave(position)
            try:
                column = column_of(word)
                position.landing_row(column)
                return column
            except RulesError as error:
                print(f"{error}: {error.remedy}, or type quit" if word else HELP, file=sys.stderr, flush=True)

    def _line(self) -> str:
        line = sys.stdin.readline()
        if not line:
            print()
            raise GameStopped("the input ended before the game did", "give one column a line, or play on a terminal")
        return line

    def _leave(self, position: Position) -> int:
        assert self._simulation.runner is not None
        self._simulation.runner.post(Quit())
        return position.legal_columns()[0]
