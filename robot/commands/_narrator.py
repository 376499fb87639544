"""Tell a game as it goes: what the camera saw, what the referee said, what the engine thought, what the hand did."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from robot.commands._draw import board_lines
from robot.messages import Announce, Ask, Drop, Effect, Ended, Judged, Request, Slide, Think
from robot.phases import Seat
from robot.referee import Moved, Unchanged, Unreadable, Verified, WrongColumn, square_name
from robot.rules.game import Game, Reason
from robot.rules.notation import letter, letters
from robot.solver.engine import Solution
from vision.types import Cells

Score = Callable[[Game], Solution]
"""The score of a position for the side to move, or what is proven about it."""


class Narrator:
    """A spectator that prints. `score` explains the robot's choice (None: do not); `colour` inks the discs."""

    def __init__(
        self, seats: Sequence[Seat], score: Score | None, *, colour: bool, write: Callable[[str], None]
    ) -> None:
        self._seats = seats
        self._score = score
        self._colour = colour
        self._write = write
        self._thought: Game | None = None

    def __call__(self, effect: Effect, now_s: float) -> None:
        match effect:
            case Think(game):
                self._thought = game
            case Drop(_, column):
                self._tell_drop(column)
            case Slide(_, opened):
                self._write(f"        the slider {'opens' if opened else 'closes'}")
            case Judged(game, observation, verdict):
                self._tell_verdict(game, observation.cells, verdict, now_s)
            case Announce(words, trouble):
                self._write(f"     {'!!' if trouble else '  '} {words}")
            case Ask(request=request, words=words) if request is not Request.DROP:
                self._write(f"        please: {words}")
            case Ended():
                return
            case _:
                return

    def _tell_drop(self, column: int) -> None:
        text = f"        the robot drops into {letter(column)}"
        if self._thought is not None and self._score is not None:
            text += f"; score {_score_words(self._score(self._thought))}"
            self._thought = None
        self._write(text)

    def _tell_verdict(self, game: Game, cells: Cells, verdict: object, now_s: float) -> None:
        match verdict:
            case Unchanged() | Unreadable():
                return
            case Moved(column) | Verified(column) | WrongColumn(column):
                self._tell_move(game, column, cells, now_s)
            case _:
                return

    def _tell_move(self, game: Game, column: int, cells: Cells, now_s: float) -> None:
        ply, side = len(game.moves) + 1, game.position.side
        seat = self._seats[side]
        square = square_name((column, game.position.height(column)))
        how = "dropped" if seat.robot_hand else "legal"
        self._write(
            f"{ply:3d}. {letter(column)}   {seat.name}: {seat.colour.name.lower()} in {square}, {how}   [{now_s:.1f} s]"
        )
        grid = ["".join(cell.letter for cell in row) for row in reversed(cells)]
        for line in board_lines(grid, colour=self._colour):
            self._write(f"            {line}")


def result_words(seats: Sequence[Seat], game: Game) -> str:
    """How a game ended, for people: who won or that nobody did, why, and the moves."""
    outcome = game.outcome
    assert outcome is not None
    words = {"first": f"{seats[0].name} won", "second": f"{seats[1].name} won", "draw": "a draw"}
    moves = f"after {len(game.moves)} plies: {letters(game.moves)}"
    why = "" if outcome.reason is Reason.ANNULLED else f" ({outcome.reason.value})"
    return f"{words.get(outcome.word, outcome.word)}{why} {moves}"


def _score_words(found: Solution) -> str:
    """Positive: the robot wins, the sooner the higher; 0: a draw with best play."""
    if found.score is None:
        return f"between {found.lower:+d} and {found.upper:+d}"
    return f"{found.score:+d}" if found.score else "0 (a draw)"
