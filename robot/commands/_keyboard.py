"""The keyboard at the table: asks for moves, and hears what is typed meanwhile; `_spoken` says what a line means.

ready      at the real board: done what was asked; an empty line says it too
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator

from robot.commands._advice import Advice
from robot.commands._answers import Answers
from robot.commands._lines import Lines
from robot.commands._narrator import clock_words
from robot.commands._spoken import QUIT, Spoken, choices, gives_up
from robot.messages import Chosen, Event, Ready
from robot.phases import Phase
from robot.rules.contest import Contest
from robot.rules.moves import Move
from robot.rules.state import Due
from robot.table import Table

POLL_S = 0.1
DONE = ("", "ready")


class Keyboard:
    """Whoever plays at this keyboard. `table` gives the table in play, `post` hands it an event, `now` is its time.

    `advice` is what the teacher says, `give_up_match` is called when the whole match is resigned, None where there is
    no such thing.
    """

    def __init__(
        self,
        lines: Lines,
        table: Callable[[], Table],
        post: Callable[[Event], None],
        now: Callable[[], float],
        advice: Advice,
        give_up_match: Callable[[int], None] | None = None,
    ) -> None:
        self._lines = lines
        self._table = table
        self._post = post
        self._now = now
        self._spoken = Spoken(table, post, Answers(table, now, advice), give_up_match)
        self._open = False
        self._asking = False

    @property
    def left(self) -> bool:
        """Whether somebody at this keyboard wants to play no more, or can not."""
        return self._spoken.left

    @property
    def match_given_up(self) -> bool:
        """Whether no other game of the match follows: nobody need say when to go on."""
        return self._spoken.match_given_up

    def leave(self) -> None:
        """Ask nothing any more: nobody can answer."""
        self._spoken.left = True

    def interrupted(self) -> None:
        """End the line of the question that is open, before something else is printed."""
        if self._open:
            print(flush=True)
            self._open = False

    def choose(self, game: Contest) -> Generator[float, None, Move | None]:
        """Ask until the answer is a move of this position; None when none is asked for any more."""
        while self._spoken.is_asked(game):
            line = yield from self._answer(self._prompt(game), lambda: self._spoken.is_asked(game))
            move = None if line is None else self._spoken.taken(line.strip(), game)
            if move is not None:
                return move
            yield 0.0  # what was said is heard before the next question
        return None

    def hear(self, line: str) -> None:
        """Act on a line at a board where discs are dropped by hand: done, a word, or a move that is asked for."""
        table, word = self._table(), line.strip()
        if word.lower() in DONE:
            self._post(Ready())
        elif (move := self._spoken.taken(word, table.game)) is None:
            return
        elif table.phase is Phase.CHOOSING:
            self._post(Chosen(move))
        else:
            print("discs are dropped by hand here: no column is asked for in words now", file=sys.stderr, flush=True)

    def wait_for_ready(self) -> Generator[float, None, None]:
        """Wait until a person has seen the final position, and says so."""
        while self._lines.at_terminal and self._is_over() and not self.match_given_up:
            line = yield from self._answer("ready to go on? (Enter): ", self._is_over)
            if line is None or line.strip().lower() in DONE:
                return
            self._spoken.taken(line.strip(), self._table().game)
            yield 0.0  # what was said is heard before the next question

    def overhear(self) -> None:
        """Hear what a person at a terminal types while nothing is asked: who wants to leave may do so at any time."""
        while self._lines.at_terminal and not self._asking and not self.left:
            if (line := self._lines.next()) is None:
                return
            low = (word := line.strip()).lower()
            if low in QUIT or gives_up(low) or (word and self._spoken.is_shown):
                self._spoken.taken(word, self._table().game)
            elif word:
                print("not now: wait until you are asked; only quit and resign are heard", file=sys.stderr, flush=True)

    def _answer(self, prompt: str, still: Callable[[], bool]) -> Generator[float, None, str | None]:
        self.overhear()
        self._lines.forget()
        self._asking = True
        try:
            self._show(prompt)
            while (line := self._lines.next()) is None:
                yield POLL_S
                if not still():
                    self.interrupted()
                    return None
                self._show(prompt)
            self._open = False
            return line
        finally:
            self._asking = False

    def _show(self, prompt: str) -> None:
        """Show the question, where something else was printed again."""
        if self._lines.at_terminal and not self._open:
            print(prompt, end="", flush=True)
            self._open = True

    def _is_over(self) -> bool:
        return not self.left and self._table().phase is Phase.OVER

    def _prompt(self, game: Contest) -> str:
        seat = self._table().seats[game.state.seat]
        whose = "your move" if seat.name == "you" else f"{seat.name}'s move"
        left = "" if game.state.due is Due.CHOOSE else self._left()
        return f"{whose} ({choices(game)}){left}: "

    def _left(self) -> str:
        """What the side to move has left on its clock."""
        table = self._table()
        if table.times.clock is None:
            return ""
        side = table.side_of(table.game.state.seat)
        return f", {clock_words(table.times.clock.remaining_ms(side, self._now()))} left"
