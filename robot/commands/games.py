"""List, show, replay, analyse, export, import and delete the games that are kept, and make puzzles of them.

A game is named by its number. `export FILE` writes everything into one file, `export FILE N...` single games as text
records; `import FILE` takes either, and lines of moves as other programs write them.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

from robot.commands import _arguments, _games_moved, _games_shown
from robot.config import journal_path
from robot.store import Store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `games`."""
    parts = parser.add_subparsers(metavar="WHAT", title="what to do", dest="what", required=True)

    def part(name: str, line: str) -> argparse.ArgumentParser:
        made = parts.add_parser(name, help=line, description=line[0].upper() + line[1:])
        made.add_argument("--json", action="store_true", help="for programs")
        return made

    listing = part("list", "one line a game, the newest last")
    listing.add_argument("--player", metavar="NAME", help="only games of this player")
    listing.add_argument("--last", type=_arguments.count, metavar="N", help="only the newest N")
    show = part("show", "one game: who, what, how it ended, its moves and its last position")
    _game(show)
    form = show.add_mutually_exclusive_group()
    form.add_argument("--record", action="store_true", help="the text record alone")
    form.add_argument("--digits", action="store_true", help="the moves in digits alone")
    replay = part("replay", "go through a game forwards and backwards by keys; without a terminal, print all of it")
    _game(replay)
    replay.add_argument("--ply", type=_arguments.seed, metavar="N", help="begin after so many moves (0)")
    _game(part("analyse", "judge every move of a game: mistakes, where it was decided, puzzles; takes a while"))
    puzzles = part("puzzles", "positions of all games, or of some, in which one move alone begins a win: who finds it?")
    puzzles.add_argument("games", nargs="*", type=_arguments.count, metavar="N", help="only out of these games")
    puzzles.add_argument("--answers", action="store_true", help="with the moves that win")
    puzzles.add_argument("--wins-in", type=_arguments.count, metavar="K", help="only wins in K moves, 2 to 4")
    export = part("export", "write everything into one new file, or single games as text records")
    export.add_argument("file", metavar="FILE", help="a new file; - for standard output")
    export.add_argument("games", nargs="*", type=_arguments.count, metavar="N", help="only these games, as text")
    export.add_argument("--digits", action="store_true", help="games as lines of digits, for other programs")
    taken = part("import", "take over a file of `export`, text records, or lines of moves")
    taken.add_argument("file", metavar="FILE", help="the file; - for standard input")
    taken.add_argument("--variant", default="classic", metavar="V", help="the variant of lines of moves (classic)")
    delete = part("delete", "remove games, each with its whole match; asks first")
    delete.add_argument("games", nargs="+", type=_arguments.count, metavar="N", help="numbers of games")
    delete.add_argument("--yes", action="store_true", help="do not ask")


def run(args: argparse.Namespace) -> int:
    """Do one of them."""
    with Store(journal_path(), to_read=args.what not in ("import", "delete")) as store:
        return _part(args.what)(args, store)


def _part(what: str) -> Callable[[argparse.Namespace, Store], int]:
    """The sub-command of this name; the solver is loaded only where it is needed."""
    if what == "analyse":
        from robot.commands._games_analysed import games_analyse

        return games_analyse
    if what == "puzzles":
        from robot.commands._games_puzzles import games_puzzles

        return games_puzzles
    return {**_games_shown.PARTS, **_games_moved.PARTS}[what]


def _game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", type=_arguments.count, metavar="N", help="the number of the game")
