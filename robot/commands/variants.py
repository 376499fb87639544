"""List the variants, or explain one: set-up, move, win, draw, and where it can be played."""

from __future__ import annotations

import argparse
import json

from robot.errors import BadInput
from robot.rules.catalogue import Variant, load, names
from robot.rules.model import Played

LONGEST_TITLE = 16


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `variants`."""
    parser.add_argument(
        "name", nargs="?", metavar="NAME", help="the variant to explain; without it, all in one line each"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """List all, or explain one."""
    if args.name is not None and args.name not in names():
        raise BadInput(f"there is no variant {args.name!r}", f"choose one of {', '.join(names())}")
    chosen = [load(name) for name in (names() if args.name is None else (args.name,))]
    if args.json:
        for variant in chosen:
            print(json.dumps(_said(variant)))
    elif args.name is not None:
        print("\n".join(explained(chosen[0])))
    else:
        print("\n".join(listed(chosen)))
    return 0


def listed(variants: list[Variant]) -> list[str]:
    """One line each, by where they can be played, those of the plastic board first."""
    lines = []
    for place in Played:
        lines.append(f"{place.value}{' only' if place is Played.SIMULATED else ''}:")
        lines += [f"  {variant.name:<10} {_gist(variant)}" for variant in variants if variant.played is place]
    return lines


def explained(variant: Variant) -> list[str]:
    """A variant as its file explains it."""
    board = variant.rules.board
    size = f"{board.width} columns, {board.height} rows, {board.k} in a line"
    return [variant.line, "", *variant.text.splitlines(), "", f"Played  {variant.played.value}; {size}."]


def _gist(variant: Variant) -> str:
    """What is said after the name in the first line."""
    name, colon, rest = variant.line.partition(": ")
    gist = rest if colon and len(name) <= LONGEST_TITLE else variant.line
    return gist[0].upper() + gist[1:]


def _said(variant: Variant) -> dict[str, object]:
    board = variant.rules.board
    return {
        "name": variant.name,
        "line": variant.line,
        "played": variant.played.value,
        "option": variant.option is not None,
        "width": board.width,
        "height": board.height,
        "k": board.k,
        "players": variant.rules.colours,
        "text": variant.text,
    }
