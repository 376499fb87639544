"""What the program itself answers at the table: to `moves`, `clock` and `help`, and to who asks the teacher."""

from __future__ import annotations

import sys
from collections.abc import Callable

from robot.commands._advice import ADVICE, Advice
from robot.commands._narrator import times_words
from robot.rules.contest import Contest
from robot.rules.moves import text_of
from robot.table import Table

ASKED = ("help", "?", "moves", "clock")
"""What may be asked at any time, and what `ADVICE` lists by who is to move."""
HELP = "Type a column; or undo, draw, resign, hint, threats, scores, help, quit"
BY_HAND_HELP = (
    "Drop your discs by hand. Enter: done, when you were asked for something; "
    "or type undo, draw, resign, hint, threats, scores, help, quit"
)
LONG_HELP = """\
        d  4      drop a disc into column d           D      push out your disc under d, where the game knows that
        _d |d +d !d      anvil, wall, twice, bomb     keep   swap      settle the colours
        undo      take your last move back            resign           give this game up
        draw      offer a draw                        resign match     give the whole match up
        yes  no   answer what is asked
        moves     what was played                     clock            the time that is left
        hint      what to play                        scores           what every move is worth
        threats   whose disc makes a line, where      quit             end the game without a result
        ready     what was asked is done: at the real board, where you drop your discs by hand"""


class Answers:
    """`table` gives the table in play, `now` is its time, `advice` is what the teacher says."""

    def __init__(self, table: Callable[[], Table], now: Callable[[], float], advice: Advice) -> None:
        self._table = table
        self._now = now
        self._advice = advice

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
        elif word in ADVICE:
            print(f"        {self._advice.about(word, game, to_move=to_move)}", flush=True)
        else:
            print(HELP, file=sys.stderr, flush=True)

    def _times(self) -> str:
        table = self._table()
        if table.times.clock is None:
            return "this game is played without a clock"
        return times_words(table, self._now())
