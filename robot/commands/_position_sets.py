"""Positions to race on: published sets in files, random ones without files, the empty board when it is asked for."""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Iterator
from pathlib import Path

from robot.commands import _arguments
from robot.errors import BadInput
from robot.rules.errors import RulesError
from robot.rules.notation import position_of
from robot.rules.position import Position

SETS = ("end-easy", "middle-easy", "middle-medium", "begin-easy", "begin-medium", "begin-hard")
EMPTY = "empty"
"""The one position before the first move: minutes, so only when it is asked for."""
RANDOM_PLIES = {"late": 30, "middle": 22, "early": 16}
"""Without files: positions of random games after so many plies."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare which positions are raced on."""
    parser.add_argument("--positions", type=Path, metavar="DIR", help=f"where {SETS[0]}.txt and the other sets are")
    parser.add_argument(
        "--sets", nargs="+", choices=(*SETS, EMPTY), metavar="SET", help=f"which of {' '.join(SETS)} (all), or {EMPTY}"
    )
    parser.add_argument("--most", type=_arguments.count, default=20, metavar="N", help="positions of each set (20)")


def position_sets(args: argparse.Namespace) -> Iterator[tuple[str, list[tuple[str, int | None]]]]:
    """Name the sets, each with the moves and scores of its first positions. Raises BadInput for a file that is none."""
    folder = args.positions or os.environ.get("QUADROW_POSITIONS")
    files = [name for name in args.sets or SETS if name != EMPTY]
    if EMPTY in (args.sets or ()):
        yield EMPTY, [("-", 1)]
    if folder:
        for name in files:
            yield name, _read(Path(folder) / f"{name}.txt", args.most)
    elif args.sets and files:
        raise BadInput("no folder of positions is named", "say where it is: --positions DIR")
    elif not args.sets:
        for name, plies in RANDOM_PLIES.items():
            luck = random.Random(plies)
            yield f"{name}, {plies} random plies", [(_random_moves(luck, plies), None) for _ in range(args.most)]


def _read(path: Path, most: int) -> list[tuple[str, int | None]]:
    lines = path.read_text(encoding="ascii", errors="replace").splitlines()[:most]
    found: list[tuple[str, int | None]] = []
    for number, line in enumerate(lines, start=1):
        moves, _, score = line.partition(" ")
        try:
            position_of(moves)
            found.append((moves, int(score)))
        except (RulesError, ValueError) as error:
            raise BadInput(f"{path}, line {number}: {error}", "write moves, a space and the score") from error
    if not found:
        raise BadInput(f"{path}: no positions", "write moves, a space and the score, one position a line")
    return found


def _random_moves(luck: random.Random, plies: int) -> str:
    """The moves of a random game that is not over after so many plies."""
    while True:
        position, moves = Position(), ""
        while len(moves) < plies and not position.last_mover_has_line():
            column = luck.choice(position.legal_columns())
            position, moves = position.play(column), moves + str(column + 1)
        if not position.last_mover_has_line():
            return moves
