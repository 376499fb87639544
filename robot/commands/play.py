"""Play a game or a match against the robot, on the real board or, with --sim, on a simulated one.

On the real board you drop your discs by hand, and type words (undo, draw, resign ...) or, where you are asked for one,
a move. With `--sim` you type a column, and a simulated hand drops your disc. Every variant of `quadrow variants` can be
played there; those that no plastic grid can hold are played in words, without camera and hand.

On a terminal a simulated game runs at the pace of a table, and what was typed before a move is asked for is thrown
away; without one, lines are read from standard input as they come.
"""

from __future__ import annotations

import argparse
import random

from robot.commands import _arguments, _plan
from robot.commands._disc_colours import RED_FIRST
from robot.config import journal_path
from robot.errors import BadInput
from robot.rules.catalogue import load
from robot.rules.model import Played
from robot.store import Store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `play`."""
    parser.add_argument("--sim", action="store_true", help="on the simulated board, without hardware")
    parser.add_argument("--level", choices=_arguments.LEVELS, default="4", metavar="L", help="1 to 10 or perfect (4)")
    parser.add_argument(
        "--first",
        choices=("toss", "human", "robot", "youngest", "loser", "alternate"),
        default="toss",
        help="who opens (toss); loser and alternate look at the last game of the same players",
    )
    parser.add_argument("--colour", choices=RED_FIRST, help="the colour of your discs (red, or the first of the two)")
    parser.add_argument("--discs", metavar="A,B", help="with --sim: the two colours of the discs (red,yellow)")
    _plan.add_arguments(parser)
    parser.add_argument(
        "--match",
        type=_arguments.count,
        nargs="?",
        const=2,
        metavar="N",
        help="a match of two games with the opener changing; of N: best of N",
    )
    parser.add_argument(
        "--clock", metavar="M+S", help="M minutes for each side's match and S seconds more a move; MdS: delay"
    )
    parser.add_argument(
        "--charge", choices=("fair", "strict"), default="fair", help="strict: the robot's hand costs time"
    )
    parser.add_argument("--people", metavar="NAMES", help="who plays: ann,bob are two people, you+ann are partners")
    parser.add_argument(
        "--replay", type=_arguments.count, metavar="N", help="show game N again on the board; it is not kept twice"
    )
    parser.add_argument("--robot", metavar="NAME", help="whose calibration is used (as set in config.toml)")
    parser.add_argument("--seed", type=_arguments.seed, metavar="N", help="toss, room and robot by this number")


def run(args: argparse.Namespace) -> int:
    """Play; 0 when it came to an end."""
    if args.charge == "strict" and args.clock is None:
        raise BadInput("--charge strict is for a game with a clock", "add --clock M+S, or leave it out")
    if args.sim and args.robot is not None:
        raise BadInput("--robot is for the real board", "leave out --robot or --sim")
    if not args.sim:
        _refuse_what_no_board_holds(args.variant)
        if args.discs:
            raise BadInput("--discs is for the simulated board", "the real one's are those it was taught; leave it out")
    from calibration.errors import ProfileMissing
    from robot.commands._evening import Evening

    seed = args.seed if args.seed is not None else random.SystemRandom().randrange(10**6)
    with Store(journal_path()) as store:
        try:
            return Evening(args, seed, store).play()
        except ProfileMissing as error:
            raise ProfileMissing(str(error), f"{error.remedy}; on a simulated board: quadrow play --sim") from error


def _refuse_what_no_board_holds(variant: str) -> None:
    """Raise BadInput for a variant that is simulated only."""
    if load(variant.partition(":")[0]).played is Played.SIMULATED:
        raise BadInput(f"{variant[:40]} cannot be played on the real board", "add --sim to play it on a simulated one")
