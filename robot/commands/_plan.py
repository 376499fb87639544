"""What is to be played, from what was typed: the variant with its options, and the game before its first move.

--variant NAME      one of robot/rules/variants, with its board where it has several: small:5x4, obstacles:b1,f1
--swap --partners --opening --dead-draw --time-draw      options of any variant for two sides
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass, replace

from robot.errors import BadInput
from robot.rules.catalogue import Variant, load, names
from robot.rules.contest import Contest
from robot.rules.model import Opening, Played, Rules
from robot.rules.moves import DROPS, written
from robot.rules.record import Record
from robot.rules.replay import record_of_game, start_of
from robot.rules.variants import drawn, obstacles, pop10

DISCS_DRAWN = 4


@dataclass(frozen=True)
class Plan:
    """The game that was asked for; `setup` is how the store keeps it, `line` says what it is.

    `shown` is a game that was played before, as it ended, where that is to be shown again.
    """

    start: Contest
    setup: Record
    line: str
    plastic: bool
    shown: Contest | None = None

    @property
    def classic(self) -> bool:
        """Whether this is the game that ratings count. An early end where no line is left does not change that."""
        return self.setup.variant == "classic" and all(name == "DeadDraw" for name, _ in self.setup.tags)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments that say which game is played."""
    add_variant(parser)
    parser.add_argument("--swap", choices=("pie", "swap3"), help="how the colours are settled in the opening")
    parser.add_argument("--partners", action="store_true", help="two on two")
    parser.add_argument("--opening", metavar="drawn[:N]", help="the first N discs, 1 to 8, are drawn by lot (4)")
    parser.add_argument("--dead-draw", action="store_true", help="a draw as soon as no line can be made any more")
    parser.add_argument(
        "--time-draw", action="store_true", help="a flag that falls is a draw where the other side cannot win any more"
    )


def add_variant(parser: argparse.ArgumentParser) -> None:
    """Declare --variant."""
    parser.add_argument(
        "--variant",
        default="classic",
        metavar="NAME",
        help=f"one of {', '.join(names())} (classic); NAME:BOARD where `quadrow variants NAME` tells of several",
    )


def start_named(typed: str) -> Contest:
    """The game before its first move, without luck: obstacles that are not named stand as the variant's own file says.

    Raises BadInput and RulesError for what cannot be played.
    """
    variant, board = _named(typed)
    return Contest(start_of(_record(variant.name, [], {"Board": board.replace(",", " ")})).state)


def _named(typed: str) -> tuple[Variant, str]:
    """A variant and its board, as typed; empty where none was."""
    name, _, board = typed.partition(":")
    variant = load(name)
    if board and variant.on_board is None:
        raise BadInput(f"the board of {name} is always the same", f"type --variant {name}")
    return variant, board


def plan_of(args: argparse.Namespace, luck: random.Random) -> Plan:
    """The game that the arguments ask for. Raises BadInput and RulesError for what cannot be played."""
    variant, board = _named(args.variant)
    name = variant.name
    options = [option for option in (args.swap, "partners" if args.partners else None) if option and option != name]
    tags = {
        "Board": _board(variant, board, luck),
        "DeadDraw": "on" if _dead_draw(args, variant) else "",
        "TimeDraw": "on" if _time_draw(args) else "",
    }
    if args.opening is not None or name == "drawn":
        if args.swap:
            raise BadInput("the opening is drawn by lot or settled by a swap, not both", "leave one of them out")
        options += ["drawn"] if name != "drawn" else []
        tags["Opening"] = _opening(args.opening, _free(start_of(_record(name, [], tags)).state.rules), luck)
    record = _record(name, options, tags)
    start = Contest(start_of(record).state)
    setup = record_of_game(start, record.variant, {})
    return Plan(start, setup, variant.line, variant.played is not Played.SIMULATED)


def _record(name: str, options: list[str], tags: dict[str, str]) -> Record:
    said = tuple((tag, text) for tag, text in tags.items() if text)
    return Record(variant=" ".join((name, *options)), tags=said)


def _board(variant: Variant, typed: str, luck: random.Random) -> str:
    """The tag Board; obstacles that nobody has chosen are placed by lot, and so are the discs of a full board."""
    if variant.name == "obstacles" and not typed:
        return variant.board_text(obstacles.by_lot(luck))
    if variant.name == "pop10" and typed == "full":
        return variant.board_text(pop10.filled(luck))
    return typed.replace(",", " ")


def _dead_draw(args: argparse.Namespace, variant: Variant) -> bool:
    """Asked for, or on by itself in a game with a clock, where lines can die."""
    if args.dead_draw or args.clock is None:
        return bool(args.dead_draw)
    return not variant.rules.pops and variant.name != "powerup"


def _time_draw(args: argparse.Namespace) -> bool:
    """Asked for in a game by itself with a clock; a match is lost with the flag whatever the board."""
    if args.time_draw and args.clock is None:
        raise BadInput("--time-draw is for a game with a clock", "add --clock M+S, or leave it out")
    if args.time_draw and args.match:
        raise BadInput("a flag that falls loses the whole match", "leave out --time-draw or --match")
    return bool(args.time_draw)


def _opening(typed: str | None, rules: Rules, luck: random.Random) -> str:
    """Discs drawn by lot, as the board's columns are named: even ones where such are known, else any that leave the
    game undecided."""
    word, _, number = (typed or "drawn").partition(":")
    plies = int(number) if number.isdecimal() and number.isascii() else 0
    if word != "drawn" or (number and plies not in drawn.PLIES):
        raise BadInput(f"{(typed or '')[:40]!r} is no opening", f"type drawn or drawn:N, N from 1 to {drawn.PLIES[-1]}")
    return written((DROPS[column] for column in drawn.draw(rules, plies or DISCS_DRAWN, luck)), rules.board)


def _free(rules: Rules) -> Rules:
    """The same rules without an opening."""
    return replace(rules, opening=Opening.NONE, drawn=())
