"""List players, add one, show a profile with its rating curve, or give somebody another name.

Only matches of two classic games without help are rated; a ? stands behind a rating until ten of them were played.
"""

from __future__ import annotations

import argparse
import json
import sys
from datetime import date

from robot.clock import utc_now
from robot.commands._curve import curve_lines
from robot.commands._draw import printable
from robot.config import journal_path
from robot.rules.rating import Rating
from robot.store import Player, Store, Tally

OLDEST = 120
"""Years."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `players`."""
    parts = parser.add_subparsers(metavar="WHAT", title="what to do", dest="what", required=True)

    def part(name: str, line: str) -> argparse.ArgumentParser:
        made = parts.add_parser(name, help=line, description=line[0].upper() + line[1:])
        made.add_argument("--json", action="store_true", help="for programs")
        return made

    part("list", "everybody, with games, wins, draws, losses and rating")
    add = part("add", "make a profile")
    add.add_argument("name", metavar="NAME")
    born = add.add_mutually_exclusive_group()
    born.add_argument("--born", type=_day, metavar="YYYY-MM-DD", help="the birthday, for 'the youngest begins'")
    born.add_argument("--age", type=_age, metavar="YEARS", help="the age, where the birthday is not told")
    part("show", "one profile").add_argument("name", metavar="NAME")
    rename = part("rename", "give a player another name, in old games too")
    rename.add_argument("name", metavar="NAME")
    rename.add_argument("new", metavar="NEW", help="the other name")


def run(args: argparse.Namespace) -> int:
    """Do one of them."""
    with Store(journal_path(), to_read=args.what in ("list", "show")) as store:
        return {"list": _list, "add": _add, "show": _show, "rename": _rename}[args.what](args, store)


def _list(args: argparse.Namespace, store: Store) -> int:
    tallies = [store.players.tally(player) for player in store.players.all()]
    if args.json:
        for tally in tallies:
            print(json.dumps(_said(tally)))
    elif tallies:
        width = max(len(tally.player.name) for tally in tallies)
        for tally in tallies:
            print(f"{tally.player.name:<{width}}  {_score(tally)}  {_rated(tally)}")
    elif not args.quiet:
        print("there are no players yet; make one: quadrow players add NAME", file=sys.stderr)
    return 0


def _add(args: argparse.Namespace, store: Store) -> int:
    born = args.born
    if args.age is not None:
        today = utc_now().date()
        born = date(today.year - args.age, today.month, min(today.day, 28))
    player = store.players.add(args.name, born)
    return _tell(args, store, player, f"{player.name} can play now")


def _rename(args: argparse.Namespace, store: Store) -> int:
    before = store.players.named(args.name)
    player = store.players.rename(before, args.new)
    return _tell(args, store, player, f"{before.name} is called {player.name} now")


def _show(args: argparse.Namespace, store: Store) -> int:
    tally = store.players.tally(store.players.named(args.name))
    if args.json:
        print(json.dumps(_said(tally)))
        return 0
    player = tally.player
    age = player.age(utc_now().date())
    print(player.name + ("" if age is None else f", {int(age)} years old") + f", here since {player.created[:10]}")
    print(_score(tally))
    print(f"rating {_rated(tally)}")
    values = [Rating().value, *(rating.value for rating in tally.curve)]
    if tally.curve:
        print("\n".join(["", *curve_lines(values)]))
    return 0


def _tell(args: argparse.Namespace, store: Store, player: Player, words: str) -> int:
    if args.json:
        print(json.dumps(_said(store.players.tally(player))))
    elif not args.quiet:
        print(printable(words))
    return 0


def _score(tally: Tally) -> str:
    games = "1 game " if tally.games == 1 else f"{tally.games} games"
    return f"{games}: {tally.wins} won, {tally.draws} drawn, {tally.losses} lost"


def _rated(tally: Tally) -> str:
    return f"{tally.rating} after {len(tally.curve)} rated" if tally.curve else "not rated yet"


def _said(tally: Tally) -> dict[str, object]:
    return {
        "name": tally.player.name,
        "born": tally.player.born and tally.player.born.isoformat(),
        "created": tally.player.created,
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "rating": tally.rating.value if tally.curve else None,
        "provisional": tally.rating.provisional,
        "curve": [rating.value for rating in tally.curve],
    }


def _day(text: str) -> date:
    """A birthday that has been."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no date: write it like 2015-04-01") from None
    if not 0 <= (utc_now().date() - day).days <= OLDEST * 366:
        raise argparse.ArgumentTypeError(f"{text[:20]} is nobody's birthday: give a date that has been")
    return day


def _age(text: str) -> int:
    """Whole years."""
    if not (text.isascii() and text.isdigit() and int(text[:4]) <= OLDEST and len(text) <= 3):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no age: give whole years, 0 to {OLDEST}")
    return int(text)
