"""What players say besides their moves: taking back, draws, giving up. Pure: a game in, what became of it out.

    undo      the robot consents; another person is asked (`yes`, `no`); never in a rated game
    draw      claims a draw where the rules give one, accepts the other side's offer, or offers one
    yes, no   answer what is asked
    resign    gives the game up

The last move of a person and all that followed are taken back; between two people one move is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from robot.messages import Word
from robot.phases import Seat, Terms
from robot.rules.contest import Contest
from robot.rules.errors import IllegalMove
from robot.rules.game import Outcome, Reason
from robot.rules.moves import text_of
from robot.rules.state import Due


@dataclass(frozen=True, slots=True)
class Heard:
    """What became of a word: the game now, what to tell, the colours whose engine weighs a draw, who wants to undo."""

    game: Contest
    words: str
    weighing: tuple[int, ...] = ()
    undoing: int | None = None


def heard(game: Contest, seats: Sequence[Seat], terms: Terms, seat: int, word: Word, undoing: int | None) -> Heard:
    """Take a word of a person; `undoing` is the seat whose wish to take back stands. Raises IllegalMove."""
    match word:
        case Word.UNDO:
            return _undo(game, seats, terms, seat)
        case Word.DRAW:
            return _draw(game, seats, seat)
        case Word.RESIGN:
            return Heard(game.resign(game.state.colour_of(seat)), f"{seats[seat].name}: I resign")
        case Word.YES | Word.NO if undoing is not None:
            return _answer_undo(game, seats, accepts=word is Word.YES)
        case Word.YES | Word.NO:
            return answered(game, seats, game.state.colour_of(seat), accepts=word is Word.YES)


def answered(game: Contest, seats: Sequence[Seat], colour: int, *, accepts: bool) -> Heard:
    """A side has answered the draw offer that stands. Raises IllegalMove."""
    name = side_name(game, seats, colour)
    return Heard(game.answer_draw(colour, accepts), f"{name}: {'agreed' if accepts else 'no draw, play on'}")


def taken_back(game: Contest, seats: Sequence[Seat]) -> Contest | None:
    """The game before the last move that a person decided; None when there is none."""
    while game.before is not None:
        game = game.before
        if not seats[game.state.seat].engine and not _is_forced(game):
            return game
    return None


def _is_forced(game: Contest) -> bool:
    """Whether the next disc was drawn by lot."""
    return game.state.due is Due.PLACE and bool(game.state.rules.drawn)


def _undo(game: Contest, seats: Sequence[Seat], terms: Terms, seat: int) -> Heard:
    if terms.rated:
        raise IllegalMove("a rated game is played without taking back", "play on, or resign")
    if game.state.rules.colours > 2:
        raise IllegalMove("three players take nothing back", "play on")
    before = taken_back(game, seats)
    if before is None:
        raise IllegalMove("there is no move of yours to take back", "play a move first")
    if _has_engine(game, seats):
        return Heard(before, f"{seats[seat].name}: I take that back")
    others = [each for each in range(game.state.rules.colours) if each != game.state.colour_of(seat)]
    answers = " or ".join(side_name(game, seats, each) for each in others)
    asked = f"may {_whose(game, before, seats)} be taken back? ({answers}: yes or no)"
    return Heard(game, f"{seats[seat].name}: {asked}", undoing=seat)


def _whose(game: Contest, before: Contest, seats: Sequence[Seat]) -> str:
    """The move after `before`, and who decided it."""
    move = text_of(game.moves[len(before.moves)], game.state.rules.board)
    return f"{seats[before.state.seat].name}'s move {move}"


def _answer_undo(game: Contest, seats: Sequence[Seat], *, accepts: bool) -> Heard:
    before = taken_back(game, seats)
    if not accepts or before is None:
        return Heard(game, "the move stands")
    return Heard(before, f"{_whose(game, before, seats)} is taken back")


def _draw(game: Contest, seats: Sequence[Seat], seat: int) -> Heard:
    colour = game.state.colour_of(seat)
    if game.state.rules.pops and game.state.is_full() and game.state.seat == seat:
        return Heard(game.claim_draw(), f"{seats[seat].name}: I claim a draw")
    if game.agreed and colour not in game.agreed:
        return answered(game, seats, colour, accepts=True)
    offered = game.offer_draw(colour)
    others = [each for each in range(game.state.rules.colours) if each != colour and each not in game.state.gone]
    weighing = tuple(each for each in others if _is_engines(game, seats, each))
    people = " and ".join(side_name(game, seats, each) for each in others if each not in weighing)
    answer = f" ({people}: yes or no)" if people else ""
    return Heard(offered, f"{seats[seat].name}: I offer a draw{answer}", weighing)


def _is_engines(game: Contest, seats: Sequence[Seat], colour: int) -> bool:
    """Whether no person plays this colour."""
    return all(seat.engine for at, seat in enumerate(seats) if game.state.colour_of(at) == colour)


def _has_engine(game: Contest, seats: Sequence[Seat]) -> bool:
    return any(_is_engines(game, seats, colour) for colour in range(game.state.rules.colours))


def result_words(game: Contest, seats: Sequence[Seat]) -> str:
    """How a game ended, for people: who won and why, with the line cell by cell, or that nobody did."""
    outcome = game.outcome
    if outcome is None or outcome.reason is Reason.ANNULLED:
        return "the game is annulled, nobody gets a point"
    if outcome.winner is None:
        return f"a draw, {_DRAWN[outcome.reason]}"
    return f"{side_name(game, seats, outcome.winner)} won{_how(game, outcome)}"


def _how(game: Contest, outcome: Outcome) -> str:
    if outcome.reason is not Reason.LINE:
        return _WON[outcome.reason]
    names = game.state.rules.board.names
    line = " ".join(f"{names[column]}{row + 1}" for column, row in outcome.lines[0])
    return f": the other side had to make {line}" if game.state.rules.misere else f" with {line}"


def side_name(game: Contest, seats: Sequence[Seat], colour: int) -> str:
    """Who plays a colour, in a sentence."""
    return " and ".join(who(seat.name) for at, seat in enumerate(seats) if game.state.colour_of(at) == colour)


def who(name: str) -> str:
    """A seat's name in a sentence."""
    return f"the {name}" if name.endswith(("robot", "visitor")) else name


_DRAWN = {
    Reason.FULL: "the board is full",
    Reason.DEAD: "no line can be made any more",
    Reason.AGREED: "both sides agreed",
    Reason.CLAIMED: "it was claimed on a full board",
    Reason.REPETITION: "the position came for the third time",
    Reason.NO_MOVE: "there is no move left",
    Reason.LENGTH: "it took too long",
    Reason.COUNT: "both kept equally many discs",
    Reason.LINE: "both sides have a line",
    Reason.TIME: "the time is over, and the other side could not win any more",
}
_WON = {
    Reason.RESIGNED: ", the other side gave up",
    Reason.TIME: " on time",
    Reason.COUNT: " with more discs kept",
}
