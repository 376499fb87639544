"""The keyboard at the table: asks for moves, reads them and the words that may be said instead.

d 4 D _d = x      a move, as it is written (keep and swap are words for the last two)
undo draw yes no resign quit      what `robot.table.words` knows, and the end of the evening
moves clock hint help             asked of the program, not of the other side
ready                             at the real board: done what was asked; an empty line says it too
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator

from robot.commands._lines import Lines
from robot.commands._narrator import clock_words, times_words
from robot.messages import Chosen, Event, Quit, Ready, Said, Word
from robot.phases import Phase
from robot.rules.contest import Contest
from robot.rules.errors import RulesError
from robot.rules.moves import KEEP, SWAP, Kind, Move, move_of, text_of
from robot.rules.state import Due
from robot.table import Table

POLL_S = 0.1
QUIT = ("quit", "q", "exit")
RESIGN_MATCH = "resign match"
WORDS = {word.value: word for word in Word}
CHOICES = {"keep": KEEP, "swap": SWAP}
DONE = ("", "ready")
ASKED = ("help", "?", "moves", "clock")
HELP = "Type a column's letter; or undo, draw, resign, moves, clock, hint, help, quit"
BY_HAND_HELP = (
    "Drop your discs by hand. Enter: done, when you were asked for something; "
    "or type undo, draw, resign, moves, clock, hint, help, quit"
)
LONG_HELP = """\
        d  4      drop a disc into column d           D      push out your disc under d, where the game knows that
        _d |d +d !d      anvil, wall, twice, bomb     keep   swap      settle the colours
        undo      take your last move back            resign           give this game up
        draw      offer a draw; answer with yes, no   resign match     give the whole match up
        moves     what was played                     clock            the time that is left
        hint      what to play                        quit             end the game without a result
        ready     what was asked is done: at the real board, where you drop your discs by hand"""


class Keyboard:
    """Whoever plays at this keyboard. `table` gives the table in play, `post` hands it an event, `now` is its time.

    `hint` gives a sentence about a position, `give_up_match` is called when the whole match is resigned; None where
    there is no such thing.
    """

    def __init__(
        self,
        lines: Lines,
        table: Callable[[], Table],
        post: Callable[[Event], None],
        now: Callable[[], float],
        hint: Callable[[Contest], str] | None = None,
        give_up_match: Callable[[int], None] | None = None,
    ) -> None:
        self._lines = lines
        self._table = table
        self._post = post
        self._now = now
        self._hint = hint
        self._give_up_match = give_up_match
        self.left = False
        self._open = False
        self._asking = False

    def interrupted(self) -> None:
        """End the line of the question that is open, before something else is printed."""
        if self._open:
            print(flush=True)
            self._open = False

    def choose(self, game: Contest) -> Generator[float, None, Move | None]:
        """Ask until the answer is a move of this position; None when none is asked for any more."""
        while self._is_asked(game):
            line = yield from self._answer(self._prompt(game), lambda: self._is_asked(game))
            move = None if line is None else self._taken(line.strip(), game)
            if move is not None:
                return move
            yield 0.0  # what was said is heard before the next question
        return None

    def hear(self, line: str) -> None:
        """Act on a line at a board where discs are dropped by hand: done, a word, or a move that is asked for."""
        table, word = self._table(), line.strip()
        if word.lower() in DONE:
            self._post(Ready())
        elif (move := self._taken(word, table.game)) is None:
            return
        elif table.phase is Phase.CHOOSING:
            self._post(Chosen(move))
        else:
            print("discs are dropped by hand here: no column is asked for in words now", file=sys.stderr, flush=True)

    def wait_for_ready(self) -> Generator[float, None, None]:
        """Wait until a person has seen the final position, and says so."""
        while self._lines.at_terminal and self._is_over():
            line = yield from self._answer("ready to go on? (Enter): ", self._is_over)
            if line is None or line.strip().lower() in DONE:
                return
            self._taken(line.strip(), self._table().game)
            yield 0.0  # what was said is heard before the next question

    def overhear(self) -> None:
        """Hear what a person at a terminal types while nothing is asked: who wants to leave may do so at any time."""
        while self._lines.at_terminal and not self._asking and not self.left:
            if (line := self._lines.next()) is None:
                return
            if (word := line.strip()).lower() in (*QUIT, Word.RESIGN.value, RESIGN_MATCH):
                self._taken(word, self._table().game)
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

    def _is_asked(self, game: Contest) -> bool:
        table = self._table()
        return not self.left and table.phase in (Phase.TURN, Phase.CHOOSING) and table.game.moves == game.moves

    def _is_over(self) -> bool:
        return not self.left and self._table().phase is Phase.OVER

    def _prompt(self, game: Contest) -> str:
        seat = self._table().seats[game.state.seat]
        whose = "your move" if seat.name == "you" else f"{seat.name}'s move"
        left = "" if game.state.due is Due.CHOOSE else self._left()
        return f"{whose} ({self.choices(game)}){left}: "

    @staticmethod
    def choices(game: Contest) -> str:
        """The moves of a position as they are typed."""
        if game.state.due is Due.CHOOSE:
            return "keep or swap"
        moves, board = game.state.legal_moves(), game.state.rules.board
        plain = "".join(text_of(move, board) for move in moves if move.kind is Kind.DROP)
        pops = "".join(text_of(move, board) for move in moves if move.kind is Kind.POP)
        marks = "".join(dict.fromkeys(move.kind.value for move in moves if move.kind not in (Kind.DROP, Kind.POP)))
        return " ".join(part for part in (plain, pops, marks) if part)

    def _left(self) -> str:
        """What the side to move has left on its clock."""
        table = self._table()
        if table.times.clock is None:
            return ""
        side = table.side_of(table.game.state.seat)
        return f", {clock_words(table.times.clock.remaining_ms(side, self._now()))} left"

    def _taken(self, word: str, game: Contest) -> Move | None:
        """Act on a line; a move is given back."""
        low = word.lower()
        if low in QUIT:
            self.left = True
            self._post(Quit())
        elif low in (*WORDS, RESIGN_MATCH) and all(seat.engine for seat in self._table().seats):
            print("no person plays in this game: type quit to end it", file=sys.stderr, flush=True)
        elif self._table().agreed.over and low not in ASKED:
            self._after(low, game)
        elif low in WORDS:
            self._post(Said(self._speaker(WORDS[low], game), WORDS[low]))
        elif low == RESIGN_MATCH:
            self._resign_match(game)
        elif low in ("", "hint", *ASKED):
            self._tell(low, game)
        else:
            return self._move(word, game)
        return None

    def _after(self, low: str, game: Contest) -> None:
        """Act on a word after the end of a game: only the match can still be given up."""
        goes_on = self._table().terms.lingers
        if goes_on and low == RESIGN_MATCH:
            self._resign_match(game)
            self._post(Ready())
        else:
            may = f"press Enter to go on, or type {RESIGN_MATCH} or quit" if goes_on else "type quit to leave"
            print(f"the game is over: {may}", file=sys.stderr, flush=True)

    def _move(self, word: str, game: Contest) -> Move | None:
        try:
            move = CHOICES.get(word.lower()) or move_of(self._cased(word, game), game.state.rules.board)
            game.state.play(move)
            return move
        except RulesError as error:
            print(f"{error}: {error.remedy}, or type quit", file=sys.stderr, flush=True)
            return None

    def _cased(self, word: str, game: Contest) -> str:
        """Capitals mean something only where discs can be pushed out."""
        pops = any(move.kind is Kind.POP for move in game.state.legal_moves())
        return word if pops else word.lower()

    def _speaker(self, word: Word, game: Contest) -> int:
        """The seat that says a word: who is to move, but for an answer the person who was asked."""
        table = self._table()
        people = [at for at, seat in enumerate(table.seats) if not seat.engine]
        now = game.state.seat if game.state.seat in people else people[0]
        asked = [at for at in people if table.agreed.state.colour_of(at) not in table.agreed.agreed]
        return asked[0] if word in (Word.YES, Word.NO) and table.agreed.agreed and asked else now

    def _resign_match(self, game: Contest) -> None:
        if self._give_up_match is None:
            print("there is no match to give up: type resign to give this game up", file=sys.stderr, flush=True)
            return
        seat = self._speaker(Word.RESIGN, game)
        self._give_up_match(seat)
        self._post(Said(seat, Word.RESIGN))

    def _tell(self, word: str, game: Contest) -> None:
        if word == "moves":
            board = game.state.rules.board
            played = " ".join(f"{ply}. {text_of(move, board)}" for ply, move in enumerate(game.moves, start=1))
            print(f"        {played or 'no moves yet'}", flush=True)
        elif word == "clock":
            print(f"        {self._times()}", flush=True)
        elif word in ("help", "?"):
            print(LONG_HELP, flush=True)
        elif word == "hint":
            print(f"        {self._hint_words(game)}", flush=True)
        else:
            print(HELP, file=sys.stderr, flush=True)

    def _hint_words(self, game: Contest) -> str:
        if self._hint is None:
            return "there are no hints in this game"
        return self._hint(game) if self._is_asked(game) else "ask for a hint when it is your move"

    def _times(self) -> str:
        table = self._table()
        if table.times.clock is None:
            return "this game is played without a clock"
        return times_words(table, self._now())
