"""What a line means that somebody typed at the table.

d 4 D _d = x      a move, as it is written (keep and swap are words for the last two)
undo draw yes no quit                     what `robot.table.words` knows, and the end of the evening
resign            gives the game up, resign match the whole match; between people with the name of who does: resign ann
moves clock hint threats scores help      asked of the program, not of the other side
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from robot.commands._advice import ADVICE
from robot.commands._answers import ASKED, Answers
from robot.messages import Event, Quit, Ready, Said, Word
from robot.phases import Phase
from robot.rules.contest import Contest
from robot.rules.errors import IllegalMove, RulesError
from robot.rules.moves import KEEP, SWAP, Kind, Move, move_of, text_of
from robot.rules.state import Due
from robot.table import Table

QUIT = ("quit", "q", "exit")
RESIGN = Word.RESIGN.value
RESIGN_MATCH = f"{RESIGN} match"
WORDS = {word.value: word for word in Word if word is not Word.RESIGN}
ANSWERS = (Word.YES.value, Word.NO.value)
CHOICES = {"keep": KEEP, "swap": SWAP}
NOT_DUE = {
    KEEP: "= keeps the colours as they are, and nothing is to be settled now",
    SWAP: "x exchanges the colours, and nothing is exchanged now",
}


class Spoken:
    """Acts on lines. `post` hands the table an event, `give_up_match` is None where there is no match to give up.

    `left`: somebody wants to play no more; `match_given_up`: no other game of the match follows.
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
        self.match_given_up = False

    @property
    def is_shown(self) -> bool:
        """Whether a game that was played before is shown again, and nobody is asked anything."""
        return self._table().terms.shown is not None

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
        elif low in ANSWERS and self._table().doubted:
            self._post(Said(self._speaker(WORDS[low], game) if self._people(game) else 0, WORDS[low]))
        elif self.is_shown and low not in ASKED:
            print("the game is only shown again: type moves to see it, quit to leave", file=sys.stderr, flush=True)
        elif (low in WORDS or gives_up(low)) and not self._people(game):
            print("no person plays in this game: type quit to end it", file=sys.stderr, flush=True)
        elif self._table().agreed.over and low not in ASKED:
            self._after(low, game)
        elif low in WORDS:
            self._post(Said(self._speaker(WORDS[low], game), WORDS[low]))
        elif gives_up(low):
            self._resign(low, game)
        elif low in ("", *ADVICE, *ASKED):
            self._answers.answer(low, game, to_move=self.is_asked(game))
        else:
            return self._move(word, game)
        return None

    def _after(self, low: str, game: Contest) -> None:
        """Act on a word after the end of a game: only the match can still be given up."""
        goes_on = self._table().terms.lingers
        if goes_on and _gives_match_up(low):
            if self._resign(low, game):
                self._post(Ready())
        else:
            may = f"press Enter to go on, or type {RESIGN_MATCH} or quit" if goes_on else "type quit to leave"
            print(f"the game is over: {may}", file=sys.stderr, flush=True)

    def _move(self, word: str, game: Contest) -> Move | None:
        try:
            move = CHOICES.get(word.lower()) or move_of(self._cased(word, game), game.state.rules.board)
            if move in NOT_DUE and game.state.due is not Due.CHOOSE:
                raise IllegalMove(NOT_DUE[move], f"play one of {choices(game)}")
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

    def _resign(self, low: str, game: Contest) -> bool:
        """Give the game or the whole match up for a person; tell whether it was clear for whom."""
        match = _gives_match_up(low)
        if match and self._give_up_match is None:
            print("there is no match to give up: type resign to give this game up", file=sys.stderr, flush=True)
            return False
        words, what = (RESIGN_MATCH, "match") if match else (RESIGN, "game")
        seat = self._who_resigns(low.removeprefix(words).strip(), game)
        if seat is None:
            table = self._table()
            choices = " or ".join(f"{words} {table.seats[at].name}" for at in self._people(game))
            print(f"who gives the {what} up? type {choices}", file=sys.stderr, flush=True)
            return False
        if match and self._give_up_match is not None:
            self.match_given_up = True
            self._give_up_match(seat)
        self._post(Said(seat, Word.RESIGN))
        return True

    def _who_resigns(self, name: str, game: Contest) -> int | None:
        """The seat of a name in small letters; without one that of a person where all people are one side."""
        table, people = self._table(), self._people(game)
        if not name and len({table.side_of(at) for at in people}) == 1:
            return self._speaker(Word.RESIGN, game)
        named = [at for at in people if table.seats[at].name.lower() == name]
        return named[0] if len(named) == 1 else None

    def _people(self, game: Contest) -> list[int]:
        """The seats of the people who still play."""
        seats, state = self._table().seats, game.state
        return [at for at, seat in enumerate(seats) if not seat.engine and state.colour_of(at) not in state.gone]


def choices(game: Contest) -> str:
    """The moves of a position as they are typed."""
    if game.state.due is Due.CHOOSE:
        return "keep or swap"
    moves, board = game.state.legal_moves(), game.state.rules.board
    plain = "".join(text_of(move, board) for move in moves if move.kind is Kind.DROP)
    pops = "".join(text_of(move, board) for move in moves if move.kind is Kind.POP)
    marks = "".join(dict.fromkeys(move.kind.value for move in moves if move.kind not in (Kind.DROP, Kind.POP)))
    return " ".join(part for part in (plain, pops, marks) if part)


def gives_up(low: str) -> bool:
    """Whether a line in small letters says that somebody gives the game or the match up."""
    return low == RESIGN or low.startswith(f"{RESIGN} ")


def _gives_match_up(low: str) -> bool:
    return low == RESIGN_MATCH or low.startswith(f"{RESIGN_MATCH} ")
