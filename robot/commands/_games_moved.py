"""The parts of `games` that carry games elsewhere or away: export, import, delete."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO, TypeVar

from robot.commands._games_shown import NO_SUCH_GAME, known
from robot.commands._progress import ERASE_LINE
from robot.errors import BadInput
from robot.rules.errors import RulesError
from robot.rules.record import Record, record_of_line, records_of, written
from robot.store import Store, StoredGame, Taken
from robot.store.archive import HEAD

LARGEST_BYTES = 64 * 2**20
TOLD_EVERY = 100
Item = TypeVar("Item")
_NUMBER = re.compile(r"[+-]?[0-9]+")


def games_export(args: argparse.Namespace, store: Store) -> int:
    """Write everything, or the games that are named; of everything, only classic games have digits others know."""
    chosen = [known(store, number) for number in args.games or (store.games() if args.digits else ())]
    others = 0
    if args.digits and not args.games:
        classic = [game for game in chosen if _is_classic(game)]
        others, chosen = len(chosen) - len(classic), classic
    digits = [_digits(game) for game in chosen] if args.digits else []
    with _new_file(args.file) as file:
        if args.digits:
            file.writelines(f"{line}\n" for line in digits)
        elif chosen:
            file.write(written(game.record for game in chosen))
        else:
            store.archive.write(file)
    games = len(chosen) if args.games or args.digits else len(store.games())
    if others and not args.quiet:
        are = "is" if others == 1 else "are"
        print(f"{_count(others)} {are} not classic, and {are} left out; name one to have it", file=sys.stderr)
    if args.file != "-":
        _tell(args, {"file": args.file, "games": games}, f"{_count(games)} written to {args.file}")
    return 0


def _is_classic(game: StoredGame) -> bool:
    """Whether a game is one that other programs know: without options, from the empty grid."""
    return game.variant == "classic" and game.setup.tag("Opening") is None


def _digits(game: StoredGame) -> str:
    try:
        return game.record.digits
    except RulesError as error:
        raise BadInput(f"game {game.number} has no digits: {error}", "export it without --digits") from None


def games_import(args: argparse.Namespace, store: Store) -> int:
    """Take a file over, whole or not at all."""
    text = _text_of(args.file)
    if re.match(rf'\s*{{\s*"{HEAD}"', text):
        with _said_of(args.file):
            taken = store.archive.read(_counted(args, text.splitlines(keepends=True)))
    else:
        with _said_of(args.file):
            records = records_in(text, args.variant)
        taken = Taken(games=_add(args, store, records))
    words = f"{_count(taken.games)} taken over"
    words += f", {taken.players} new players" if taken.players else ""
    words += f"; {taken.known} matches were here already" if taken.known else ""
    _tell(args, {"games": taken.games, "players": taken.players, "known": taken.known}, words)
    return 0


def games_delete(args: argparse.Namespace, store: Store) -> int:
    """Remove games with their matches, after asking. Raises BadInput for one that is being played."""
    matches = sorted({_match_of(store, number) for number in args.games})
    games = [game for match in matches for game in store.games_of(match)]
    others = sorted(set(games) - set(args.games))
    for match in matches:
        store.hold(match)
    words = f"{_count(len(games))} to be deleted: {', '.join(map(str, games))}"
    words += f" ({', '.join(map(str, others))} of the same match)" if others else ""
    if not args.yes and not _agreed(words):
        print("nothing was deleted", file=sys.stderr)
        return 1
    with store.together():
        for match in matches:
            store.delete(match)
    _tell(args, {"deleted": games}, f"{_count(len(games))} deleted")
    return 0


PARTS = {"export": games_export, "import": games_import, "delete": games_delete}


def records_in(text: str, variant: str) -> tuple[Record, ...]:
    """The games of a text: records, or a line of moves each. Raises BadNotation and BadInput, which say in which line.

    Of a line of moves the first word counts; numbers may follow it, as in lists of solved positions.
    """
    records = records_of(text) if re.search(r"[\[{.]", text) else _lines_in(text, variant)
    if not any(record.moves or record.tags for record in records):
        raise BadInput("there are no games in it", "give a file of `quadrow games export`, records, or lines of moves")
    return records


def _lines_in(text: str, variant: str) -> tuple[Record, ...]:
    records = []
    for number, line in enumerate(text.splitlines(), start=1):
        first, *rest = line.partition("#")[0].split() or [""]
        if not first:
            continue
        if not all(map(_NUMBER.fullmatch, rest)):
            raise BadInput(
                f"line {number}: {rest[0]!r} stands after the moves", "write moves with nothing between them"
            )
        try:
            records.append(record_of_line(first, variant))
        except RulesError as error:
            raise BadInput(f"line {number}: {error}", error.remedy) from None
    return tuple(records)


def _add(args: argparse.Namespace, store: Store, records: tuple[Record, ...]) -> int:
    with store.together():
        for number, record in enumerate(_counted(args, records), start=1):
            try:
                store.add(record)
            except (RulesError, BadInput) as error:
                raise BadInput(f"{args.file}, game {number}: {error}", error.remedy) from None
    return len(records)


def _counted(args: argparse.Namespace, items: Sequence[Item]) -> Iterator[Item]:
    """The same, one by one; on a terminal a line says how far it is."""
    shown = sys.stderr.isatty() and not args.quiet and len(items) > TOLD_EVERY
    for number, item in enumerate(items):
        if shown and number % TOLD_EVERY == 0:
            print(f"{ERASE_LINE}{number} of {len(items)}", end="", file=sys.stderr, flush=True)
        yield item
    if shown:
        print(ERASE_LINE, end="", file=sys.stderr, flush=True)


def _text_of(name: str) -> str:
    """What a file says. Raises BadInput where it is no text, or too large; OSError where it cannot be read."""
    if name == "-":
        data = sys.stdin.buffer.read(LARGEST_BYTES + 1)
    else:
        with open(name, "rb") as file:
            data = file.read(LARGEST_BYTES + 1)
    if len(data) > LARGEST_BYTES:
        raise BadInput(f"{name} is larger than {LARGEST_BYTES // 2**20} MiB", "give a file of games")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{name} is no text in UTF-8 (byte {error.start})", "give a file of games") from None


@contextmanager
def _said_of(name: str) -> Iterator[None]:
    """Put the file's name before what is wrong with it."""
    try:
        yield
    except (RulesError, BadInput) as error:
        raise BadInput(f"{name}: {error}", error.remedy) from None


@contextmanager
def _new_file(name: str) -> Iterator[TextIO]:
    """A file that appears under its name once it is whole. Raises BadInput where there is one already."""
    if name == "-":
        yield sys.stdout
        return
    path, part = Path(name), Path(f"{name}.part")
    if path.exists():
        raise BadInput(f"{name} is there already", "choose another name")
    try:
        opened = part.open("x", encoding="utf-8")
    except FileExistsError:
        raise BadInput(f"{part} is there already, from an export that was cut off", "remove it") from None
    except OSError as error:
        raise BadInput(f"{name} cannot be written: {error.strerror}", "choose another place") from None
    try:
        with opened as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _match_of(store: Store, number: int) -> int:
    match = store.match_of(number)
    if match is None:
        raise BadInput(f"there is no game {number}", NO_SUCH_GAME)
    return match


def _agreed(words: str) -> bool:
    if not sys.stdin.isatty():
        raise BadInput(words, "say --yes where nobody can be asked")
    print(f"{words}. Really? (y/n) ", end="", flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _tell(args: argparse.Namespace, said: dict[str, object], words: str) -> None:
    if args.json:
        print(json.dumps(said))
    elif not args.quiet:
        print(words)


def _count(games: int) -> str:
    return "1 game" if games == 1 else f"{games} games"
