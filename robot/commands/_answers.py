"""What the program itself answers at the table: to `moves`, `clock`, `hint` and `help`."""

from __future__ import annotations

import sys
from collections.abc import Callable

from robot.commands._narrator import times_words
from robot.rules.contest import Contest
from robot.rules.moves import text_of
from robot.table import Table

ASKED = ("help", "?", "moves", "clock")
"""What may be asked at any time, and `hint` by who is to move."""
HELP = "Type a column's letter; or undo, draw, resign, moves, clock, hint, help, quit"
BY_HAND_HELP = (
    "Drop your discs by hand. Enter: done, when you were asked for something; "
    "or type undo, draw, resign, moves, clock, hint, help, quit"
)
LONG_HELP = """\
        d  4      drop a disc into column d           D      push out your disc under d, where the game knows that
        _d |d +d !d      anvil, wall, twice, bomb     keep   swap      settle the colours
        undo      take your last move back            resign           give this game up
        draw      offer a draw                        resign match     give the whole match up
        yes  no   answer what is asked
        moves     what was played                     clock            the time that is left
        hint      what to play                        quit             end the game without a result
        ready     what was asked is done: at the real board, where you drop your discs by hand"""


class Answers:
    """`table` gives the table in play, `now` is its time, `hint` gives a sentence about a position; None: no hints."""

    def __init__(
        self, table: Callable[[], Table], now: Callable[[], float], hint: Callable[[Contest], str] | None
    ) -> None:
        self._table = table
        self._now = now
        self._hint = hint

    def answer(self, word: str, game: Contest, *, to_move: bool) -> None:
        """Print what was asked; `to_move`: a person is asked for a move of this game now."""
        if word == "moves":
            board = game.state.rules.board
            played = " ".join(f"{ply}. {text_of(move, board)}" for ply, move in enumerate(game.moves, start=1))
            print(f"        {played or 'no moves yet'}", flush=True)
        elif word == "clock":
            print(f"        {self._times()}", flush=True)
        elif word in ("help", "?"):
            print(LONG_HELP, flush=True)
        elif word == "hint":
            print(f"        {self._hint_words(game, to_move)}", flush=True)
        else:
            print(HELP, file=sys.stderr, flush=True)

    def _hint_words(self, game: Contest, to_move: bool) -> str:
        if self._hint is None:
            return "there are no hints in this game"
        return self._hint(game) if to_move else "ask for a hint when it is your move"

    def _times(self) -> str:
        table = self._table()
        if table.times.clock is None:
            return "this game is played without a clock"
        return times_words(table, self._now())
