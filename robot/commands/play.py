"""Play a game or a match against the robot, on the real board or, with --sim, on a simulated one.

With `--sim` you type a column, and a simulated hand drops your disc. Every variant of `quadrow variants` can be played
there; those that no plastic grid can hold are played in words, without camera and hand.

On a terminal the game runs at the pace of a table, and what was typed before a move is asked for is thrown away;
without one, lines are read from standard input as they come.
"""

from __future__ import annotations

import argparse
import random

from robot.commands import _arguments, _plan
from robot.commands.look import RED_FIRST
from robot.config import journal_path
from robot.errors import BadInput
from robot.store import Store

SIMULATED_ONLY = {
    "variant": "classic",
    "swap": None,
    "partners": False,
    "opening": None,
    "dead_draw": False,
    "match": None,
    "clock": None,
    "people": None,
}
"""What is played on simulated boards only, and how it is when nothing was typed."""


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
    parser.add_argument("--discs", default="red,yellow", metavar="A,B", help="with --sim: the two colours of the discs")
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
    parser.add_argument("--robot", metavar="NAME", help="whose calibration is used (as set in config.toml)")
    parser.add_argument("--seed", type=_arguments.seed, metavar="N", help="toss, room and robot by this number")


def run(args: argparse.Namespace) -> int:
    """Play; 0 when it came to an end."""
    if not args.sim:
        _refuse_what_is_simulated_only(args)
        return _play_live(args)
    from robot.commands._evening import Evening

    seed = args.seed if args.seed is not None else random.SystemRandom().randrange(10**6)
    with Store(journal_path()) as store:
        return Evening(args, seed, store).play()


def _refuse_what_is_simulated_only(args: argparse.Namespace) -> None:
    """Raise BadInput for what the real board does not know yet."""
    typed = [name for name, usual in SIMULATED_ONLY.items() if getattr(args, name) != usual]
    if args.first not in ("toss", "human", "robot"):
        typed.append("first")
    if typed:
        raise BadInput(
            f"--{typed[0].replace('_', '-')} {getattr(args, typed[0])} is not there yet on the real board",
            "add --sim to play it on a simulated one",
        )


def _play_live(args: argparse.Namespace) -> int:
    """Play on the real board; where it is not calibrated, name the simulated one too."""
    from calibration.errors import ProfileMissing
    from robot.commands._live import LiveEvening

    with Store(journal_path()) as store:
        try:
            return LiveEvening(args, store).play()
        except ProfileMissing as error:
            raise ProfileMissing(str(error), f"{error.remedy}; on a simulated board: quadrow play --sim") from error
