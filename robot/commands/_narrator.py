"""Tell a game as it goes: what the camera saw, what the referee said, what the engine thought, what the hand did."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from robot.commands._draw import named_board
from robot.messages import Announce, Ask, Drop, Effect, Ended, Judged, Request, Slide, Think
from robot.phases import Phase, Seat
from robot.referee import Moved, Verified, WrongColumn, square_name
from robot.rules.game import Game, Outcome, Reason
from robot.rules.lines import Square
from robot.rules.notation import letter, letters
from robot.solver.engine import Solution
from robot.table import Table

Score = Callable[[Game], Solution]
"""The score of a position for the side to move, or what is proven about it."""

EMPTY = (".......",) * 6
CHORES = {
    Request.SORT: "sorts the discs and fills the magazine",
    Request.REFILL: "fills the magazine",
    Request.FREE: "frees the stuck part",
}


@dataclass(frozen=True, slots=True)
class Style:
    """How a game is told. `helper` does the chores; `colour` inks the discs; `quiet` leaves all but the result out."""

    helper: str
    colour: bool = False
    quiet: bool = False
    verbose: bool = False


class Narrator:
    """A spectator that prints. `table` gives the table in play; `score` explains the robot's choice (None: do not)."""

    def __init__(
        self, table: Callable[[], Table], style: Style, write: Callable[[str], None], score: Score | None = None
    ) -> None:
        self._table = table
        self._style = style
        self._write = write
        self._score = score
        self._thought: Game | None = None
        self._cause = ""
        self._asked = 0
        self._ended = False

    def __call__(self, effect: Effect, now_s: float) -> None:
        match effect:
            case Think(game):
                self._thought = game
            case Drop(_, column):
                self._tell_drop(column)
            case Slide(_, opened):
                self._thought = None
                self._tell(f"        the slider {'opens' if opened else 'closes'}")
            case Judged(game, _, Moved(column) | Verified(column) | WrongColumn(column)):
                self._tell_move(effect, game, column, now_s)
            case Announce(words, trouble):
                self._announce(words, trouble)
            case Ask(number, _, request, _, words):
                self._tell_chore(number, request, words)
            case _:
                pass
        if isinstance(effect, Judged | Ended) and self._table().agreed.over and not self._ended:
            self._ended = True
            self._tell_result(self._table())

    def show_empty(self) -> None:
        """Draw the board before the first disc."""
        self._draw(EMPTY)

    def tell_fault(self, name: str) -> None:
        """Say what the simulation has just let go wrong."""
        self._tell(f"      ~ simulated fault: {name}")

    def _tell(self, line: str) -> None:
        if not self._style.quiet:
            self._write(line)

    def _draw(self, grid: Sequence[str], marked: Collection[Square] = ()) -> None:
        for line in named_board(grid, marked, colour=self._style.colour):
            self._tell(f"          {line}")

    def _tell_drop(self, column: int) -> None:
        self._tell(f"        the robot drops into {letter(column)}")
        if self._thought is not None and self._score is not None:
            score = self._score(self._thought).score
            if score is not None:
                self._tell(f"        (score {score_words(score)})")
        self._thought = None

    def _tell_move(self, judged: Judged, game: Game, column: int, now_s: float) -> None:
        seat = self._table().seats[game.position.side]
        square = square_name((column, game.position.height(column)))
        how = "dropped" if seat.robot_hand else "legal"
        when = f"   [{now_s:.1f} s]" if self._style.verbose else ""
        colour = seat.colour.name.lower()
        self._tell(f"{len(game.moves) + 1:3d}. {letter(column)}   {seat.name}: {colour} in {square}, {how}{when}")
        outcome = game.play(column).outcome
        four = {square for line in outcome.lines for square in line} if outcome else ()
        grid = ["".join(cell.letter for cell in row) for row in reversed(judged.observation.cells)]
        self._draw(grid, four)

    def _announce(self, words: str, trouble: bool) -> None:
        """Pass on what the table says, but for the result, which was told with the move, and for a cause said twice."""
        if self._table().phase is Phase.OVER:
            return
        if trouble:
            self._cause = words.partition(";")[0]
        elif self._cause:
            words = words.removeprefix(f"{self._cause}: ")
        self._tell(f"     {'!!' if trouble else '  '} {words}")

    def _tell_chore(self, number: int, request: Request, words: str) -> None:
        if request not in CHORES or number == self._asked:
            return
        self._asked = number
        if request is Request.FREE:
            self._tell(f"     !! {words}")
        self._tell(f"        {self._style.helper} {CHORES[request]}")

    def _tell_result(self, table: Table) -> None:
        game = table.agreed
        assert game.outcome is not None
        self._write(f"result: {result_words(table.seats, game.outcome)}")
        if game.moves:
            self._write(f"        {len(game.moves)} moves: {letters(game.moves)}")


def who(name: str) -> str:
    """A seat's name in a sentence."""
    return name if name == "you" else f"the {name}"


def result_words(seats: Sequence[Seat], outcome: Outcome) -> str:
    """How a game ended, for people: who won and why, or that nobody did."""
    if outcome.reason is Reason.ANNULLED:
        return "the game is annulled, nobody gets a point"
    if outcome.winner is None:
        return "a draw, the board is full"
    winner = who(seats[outcome.winner].name)
    if not outcome.lines:
        return f"{winner} won, the other side gave up"
    return f"{winner} won with {' '.join(map(square_name, outcome.lines[0]))}"


def score_words(score: int) -> str:
    """A proven score of the position before a move, for the side that moves."""
    if score == 0:
        return "0 before it: best play ends in a draw"
    how = "wins with its" if score > 0 else "loses to the other's"
    return f"{score:+d} before it: best play {how} {_from_the_end(abs(score))}"


def _from_the_end(number: int) -> str:
    if number == 1:
        return "last disc"
    ending = {2: "2nd", 3: "3rd", 21: "21st"}.get(number, f"{number}th")
    return f"{ending} last disc"
