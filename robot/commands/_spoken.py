"""What a line means that somebody typed at the table.

d 4 D _d = x      a move, as it is written (keep and swap are words for the last two)
undo draw yes no resign quit      what `robot.table.words` knows, and the end of the evening
resign match      gives the whole match up; between people with the name of who does: resign match ann
moves clock hint help             asked of the program, not of the other side
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from robot.commands._answers import ASKED, Answers
from robot.messages import Event, Quit, Ready, Said, Word
from robot.phases import Phase
from robot.rules.contest import Contest
from robot.rules.errors import RulesError
from robot.rules.moves import KEEP, SWAP, Kind, Move, move_of
from robot.table import Table

QUIT = ("quit", "q", "exit")
RESIGN_MATCH = "resign match"
WORDS = {word.value: word for word in Word}
CHOICES = {"keep": KEEP, "swap": SWAP}


class Spoken:
    """Acts on lines. `post` hands the table an event, `give_up_match` is None where there is no match to give up.

    `left`: somebody wants to play no more.
    """

    def __init__(
        self,
        table: Callable[[], Table],
        post: Callable[[Event], None],
        answers: Answers,
        give_up_match: Callable[[int], None] | None,
    ) -> None:
        self._table = table
        self._post = post
        self._answers = answers
        self._give_up_match = give_up_match
        self.left = False

    def is_asked(self, game: Contest) -> bool:
        """Whether a move of this game is asked for."""
        table = self._table()
        return not self.left and table.phase in (Phase.TURN, Phase.CHOOSING) and table.game.moves == game.moves

    def taken(self, word: str, game: Contest) -> Move | None:
        """Act on a line; a move is given back."""
        low = word.lower()
        if low in QUIT:
            self.left = True
            self._post(Quit())
        elif (low in WORDS or gives_match_up(low)) and all(seat.engine for seat in self._table().seats):
            print("no person plays in this game: type quit to end it", file=sys.stderr, flush=True)
        elif self._table().agreed.over and low not in ASKED:
            self._after(low, game)
        elif low in WORDS:
            self._post(Said(self._speaker(WORDS[low], game), WORDS[low]))
        elif gives_match_up(low):
            self._resign_match(low, game)
        elif low in ("", "hint", *ASKED):
            self._answers.answer(low, game, to_move=self.is_asked(game))
        else:
            return self._move(word, game)
        return None

    def _after(self, low: str, game: Contest) -> None:
        """Act on a word after the end of a game: only the match can still be given up."""
        goes_on = self._table().terms.lingers
        if goes_on and gives_match_up(low):
            if self._resign_match(low, game):
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

    def _resign_match(self, low: str, game: Contest) -> bool:
        """Give the match up for a person; tell whether it was clear for whom."""
        if self._give_up_match is None:
            print("there is no match to give up: type resign to give this game up", file=sys.stderr, flush=True)
            return False
        table, name = self._table(), low.removeprefix(RESIGN_MATCH).strip()
        people = {seat.name.lower(): at for at, seat in enumerate(table.seats) if not seat.engine}
        alone = len({table.side_of(at) for at in people.values()}) == 1
        seat = self._speaker(Word.RESIGN, game) if alone and not name else people.get(name)
        if seat is None:
            words = " or ".join(f"{RESIGN_MATCH} {table.seats[at].name}" for at in people.values())
            print(f"who gives the match up? type {words}", file=sys.stderr, flush=True)
            return False
        self._give_up_match(seat)
        self._post(Said(seat, Word.RESIGN))
        return True


def gives_match_up(low: str) -> bool:
    """Whether a line in small letters says that somebody gives the match up."""
    return low == RESIGN_MATCH or low.startswith(f"{RESIGN_MATCH} ")
