"""Score positions exactly: who wins, and how soon."""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TextIO

from robot.commands import _arguments
from robot.commands._progress import Progress
from robot.errors import BadInput
from robot.rules.errors import RulesError
from robot.rules.notation import LETTERS, position_of
from robot.rules.position import Position
from robot.solver.book import Book
from robot.solver.engine import Solver, playable_columns

DESCRIPTION = """\
A position is its moves from the empty board, as digits 1-7 or letters a-g;
- is the empty board. Without MOVES, positions are read from standard input:
the first word of each line; blank lines and # are skipped.

A score is for the side to move: +n it wins with its n-th last disc, 0 draw,
-n it loses so. Positions of few moves that the opening book does not hold take
seconds to minutes. Ctrl-C ends a search."""
WAITING = "type a position a line, such as 4453 or - for the empty board; Ctrl-D ends"


@dataclass(frozen=True)
class Request:
    """One position as it was typed, and where it stood."""

    text: str
    place: str


@dataclass(frozen=True)
class Answer:
    """What the solver says about one position."""

    text: str
    score: int
    by_column: tuple[int | None, ...] | None
    nodes: int
    took_us: int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.description = DESCRIPTION
    parser.add_argument("moves", nargs="*", metavar="MOVES", help="positions; none: read standard input")
    parser.add_argument("--scores", action="store_true", help="also the score of each column, x where none can go")
    parser.add_argument("--stats", action="store_true", help="also nodes and microseconds")
    parser.add_argument("--no-book", action="store_true", help="search what the opening book knows, too")
    parser.add_argument("--threads", type=_arguments.count, default=1, metavar="N", help="for long searches (1)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Answer every position as it comes, and name every bad line; 2 when there was one, else 0."""
    progress = Progress(sys.stderr, shown=not args.quiet)
    book = None if args.no_book else Book.shipped()
    solver = Solver(watch=progress, threads=args.threads, book=book)
    exit_code = 0
    _greet(args)
    for request in _typed(args.moves) if args.moves else _lines(_stdin()):
        try:
            position = _open_position(request.text)
        except (RulesError, BadInput) as error:
            _say(f"quadrow solve: {request.place}: {error} - {error.remedy}")
            exit_code = error.exit_code
            continue
        try:
            answer = _answer(solver, request.text, position, args.scores)
        finally:
            progress.clear()
        print(_as_json(answer, args.stats) if args.json else _as_text(answer, args.stats), flush=True)
    return exit_code


def _greet(args: argparse.Namespace) -> None:
    """Tell a person at a terminal what is waited for and what the columns of the answers are."""
    if args.quiet:
        return
    if not args.moves and sys.stdin.isatty():
        _say(f"quadrow solve: {WAITING}")
    if args.scores and not args.json and sys.stdout.isatty():
        stats = ["NODES", "MICROSECONDS"] if args.stats else []
        _say(" ".join(["MOVES", "SCORE", *LETTERS[: Position.WIDTH], *stats]))


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _open_position(text: str) -> Position:
    """A position in which somebody is to move. Raises RulesError, and BadInput for a finished game."""
    position = position_of(text)
    if not playable_columns(position):
        raise BadInput("the game is over", "leave out its last move")
    return position


def _stdin() -> TextIO:
    """Standard input without a byte order mark, in which bytes that are no text make a bad line and no more."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace")
    return sys.stdin


def _typed(moves: Iterable[str]) -> Iterator[Request]:
    for number, text in enumerate(moves, start=1):
        yield Request(text, f"position {number}")


def _lines(stream: Iterable[str]) -> Iterator[Request]:
    for number, line in enumerate(stream, start=1):
        words = line.split(maxsplit=1)
        if words and not words[0].startswith("#"):
            yield Request(words[0], f"line {number}")


def _answer(solver: Solver, text: str, position: Position, with_columns: bool) -> Answer:
    if with_columns:
        found = solver.scores(position)
        score = max(score for score in found.by_column if score is not None)
        return Answer(text, score, found.by_column, found.nodes, found.took_us)
    solution = solver.solve(position)
    return Answer(text, solution.lower, None, solution.nodes, solution.took_us)


def _as_text(answer: Answer, with_stats: bool) -> str:
    fields = [answer.text, str(answer.score)]
    if answer.by_column is not None:
        fields += ["x" if score is None else str(score) for score in answer.by_column]
    if with_stats:
        fields += [str(answer.nodes), str(answer.took_us)]
    return " ".join(fields)


def _as_json(answer: Answer, with_stats: bool) -> str:
    fields: dict[str, object] = {"moves": answer.text, "score": answer.score}
    if answer.by_column is not None:
        fields["scores"] = answer.by_column
    if with_stats:
        fields |= {"nodes": answer.nodes, "took_us": answer.took_us}
    return json.dumps(fields)
