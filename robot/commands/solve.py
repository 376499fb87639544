"""Score positions exactly: who wins, and how soon."""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol, TextIO

from robot.commands import _arguments, _plan
from robot.commands._progress import Progress
from robot.commands._proved import Answer, Classic, Variant
from robot.errors import BadInput
from robot.rules.errors import RulesError
from robot.solver.book import Book
from robot.solver.engine import Solver

DESCRIPTION = """\
A position is its moves from the empty board, as digits 1-7 or letters a-g;
- is the empty board. Without MOVES, positions are read from standard input:
the first word of each line; blank lines and # are skipped.

A score is for the side to move: +n it wins with its n-th last disc, 0 draw,
-n it loses so. Positions of few moves that the opening book does not hold take
seconds to minutes. Ctrl-C ends a search.

With --variant moves are written as there (quadrow variants NAME): capitals pop,
= and x answer an exchange of colours. Where classic rules count from a position
on its score is exact; elsewhere 1 means that the side to move wins with best
play, 0 a draw, -1 a loss, ? that nothing was proven within --nodes N: boards to
6x5 are solved from the start, larger ones towards the end; of PopOut wins and
losses are proven, of three sides, Pop 10 and Power Up what few turns decide.
--scores then gives all columns, pops, special discs and = x in this order, as
on a terminal the first line says; x for what cannot be played."""
NODES = 20_000_000
"""Enough for 6 x 5 from the start; some seconds."""
CLASSIC = "classic"
WAITING = "type a position a line, such as 4453 or - for the empty board; Ctrl-D ends"


@dataclass(frozen=True)
class Request:
    """One position as it was typed, and where it stood."""

    text: str
    place: str


class Answerer(Protocol):
    """`answer` raises RulesError and BadInput for a bad position; `names` are the moves that it gives scores of."""

    @property
    def names(self) -> tuple[str, ...]: ...

    def answer(self, text: str, with_moves: bool) -> Answer: ...


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.description = DESCRIPTION
    parser.add_argument("moves", nargs="*", metavar="MOVES", help="positions; none: read standard input")
    parser.add_argument("--scores", action="store_true", help="also the score of each move, x where none is")
    parser.add_argument("--stats", action="store_true", help="also nodes and microseconds")
    _plan.add_variant(parser)
    parser.add_argument(
        "--nodes", type=_arguments.count, default=NODES, metavar="N", help=f"limit of a proof in variants ({NODES:,})"
    )
    parser.add_argument("--no-book", action="store_true", help="search what the opening book knows, too")
    parser.add_argument("--threads", type=_arguments.count, default=1, metavar="N", help="for long searches (1)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Answer every position as it comes, and name every bad line; 2 when there was one, else 0."""
    progress = Progress(sys.stderr, shown=not args.quiet)
    book = None if args.no_book else Book.shipped()
    answerer = _answerer(args, Solver(watch=progress, threads=args.threads, book=book))
    exit_code = 0
    _greet(args, answerer.names)
    for request in _typed(args.moves) if args.moves else _lines(_stdin()):
        try:
            answer = answerer.answer(request.text, args.scores)
        except (RulesError, BadInput) as error:
            _say(f"quadrow solve: {request.place}: {error} - {error.remedy}")
            exit_code = error.exit_code
            continue
        finally:
            progress.clear()
        print(_as_json(answer, args.stats) if args.json else _as_text(answer, answerer.names, args.stats), flush=True)
    return exit_code


def _answerer(args: argparse.Namespace, solver: Solver) -> Answerer:
    if args.variant == CLASSIC:
        return Classic(solver)
    return Variant(solver, _plan.start_named(args.variant), args.nodes)


def _greet(args: argparse.Namespace, names: Iterable[str]) -> None:
    """Tell a person at a terminal what is waited for and what the fields of the answers are."""
    if args.quiet:
        return
    if not args.moves and sys.stdin.isatty():
        _say(f"quadrow solve: {WAITING}")
    if args.scores and not args.json and sys.stdout.isatty():
        stats = ["NODES", "MICROSECONDS"] if args.stats else []
        _say(" ".join(["MOVES", "SCORE", *names, *stats]))


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


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


def _as_text(answer: Answer, names: Iterable[str], with_stats: bool) -> str:
    fields = [answer.text, _written(answer.score, True)]
    if answer.by_move is not None:
        fields += [_written(score, name in answer.unknown) for name, score in zip(names, answer.by_move, strict=True)]
    if with_stats:
        fields += [str(answer.nodes), str(answer.took_us)]
    return " ".join(fields)


def _written(score: int | None, is_open: bool) -> str:
    """A score, ? where it is open, x where there is none."""
    return str(score) if score is not None else "?" if is_open else "x"


def _as_json(answer: Answer, with_stats: bool) -> str:
    fields: dict[str, object] = {"moves": answer.text, "score": answer.score}
    if answer.by_move is not None:
        fields["scores"] = answer.by_move
    if answer.unknown:
        fields["unknown"] = answer.unknown
    if with_stats:
        fields |= {"nodes": answer.nodes, "took_us": answer.took_us}
    return json.dumps(fields)
