"""Tell a game as it goes: what the camera saw, what the referee said, what the engine thought, what the hand did."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from robot.commands._contest import contest_board
from robot.messages import Announce, Ask, Drop, Effect, Ended, Made, Request, Slide, Think
from robot.plastic import on_board
from robot.rules.contest import Contest
from robot.rules.moves import KEEP, SWAP, Kind, Move, text_of, written
from robot.rules.state import Due, State
from robot.solver.answers import Solution
from robot.table import Table
from robot.table.words import result_words, side_name

Score = Callable[[Contest], Solution | None]
"""The score of a position for the side to move, or what is proven about it; None where there is none to tell."""

CHORES = {
    Request.SORT: "sorts the discs and fills the magazine",
    Request.REFILL: "fills the magazine",
    Request.EXCHANGE: "exchanges the discs of the magazine",
    Request.FREE: "frees the stuck part",
    Request.CONFIRM: "looks into the hole and says what is in it",
}


@dataclass(frozen=True, slots=True)
class Style:
    """How a game is told. `colour` inks the discs; `quiet` leaves all but the result out.

    `helper` does the chores; where it is None, people are asked to, by others than the narrator.
    """

    helper: str | None
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
        self._thought: Contest | None = None
        self._cause = ""
        self._asked = 0
        self._moves = 0
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
            case Made(game):
                self._tell_move(game, now_s)
            case Announce(words, trouble):
                self._announce(words, trouble)
            case Ask(number, _, request, _, words):
                self._tell_taken_back(request)
                self._tell_chore(number, request, words)
            case Ended():
                self._tell_result()
                self._ended, self._asked, self._moves = False, 0, 0
            case _:
                pass

    def show_start(self) -> None:
        """Draw the board before the first disc."""
        self._draw(self._table().game)

    def tell_fault(self, name: str) -> None:
        """Say what the simulation has just let go wrong."""
        self._tell(f"      ~ simulated fault: {name}")

    def _tell(self, line: str) -> None:
        if not self._style.quiet:
            self._write(line)

    def _draw(self, game: Contest) -> None:
        table = self._table()
        signs = [table.disc_of(colour)[0].upper() for colour in range(len(table.colours))]
        for line in contest_board(game, signs, colour=self._style.colour):
            self._tell(f"          {line}")

    def _tell_drop(self, column: int) -> None:
        board = self._table().game.state.rules.board
        self._tell(f"        the robot drops into {board.names[on_board(board, column)]}")
        thought, self._thought = self._thought, None
        solution = self._score(thought) if thought is not None and self._score is not None else None
        if solution is not None and solution.score is not None:
            self._tell(f"        (score {score_words(solution.score)})")

    def _tell_move(self, game: Contest, now_s: float) -> None:
        assert game.before is not None
        before, table = game.before.state, self._table()
        seat = table.seats[before.seat]
        by_hand = table.terms.plastic and game.moves[-1] not in (KEEP, SWAP)
        how = "" if not by_hand else ", dropped" if seat.robot_hand else ", legal"
        when = f"   [{now_s:.1f} s]" if self._style.verbose else ""
        name = text_of(game.moves[-1], before.rules.board)
        does = move_words(before, game.moves[-1], table.disc_of(before.colour))
        if before.due is Due.PLACE and before.rules.drawn:
            self._tell(f"{len(game.moves):3d}. {name}   drawn: {does}{when}")
        else:
            self._tell(f"{len(game.moves):3d}. {name}   {seat.name}: {does}{how}{when}")
        self._moves = len(game.moves)
        self._draw(game)
        self._tell_holdings(game)
        self._tell_times(now_s)
        if game.over:
            self._tell_result()

    def _tell_holdings(self, game: Contest) -> None:
        seats = self._table().seats
        held = (f"{side_name(game, seats, colour)}: {what}" for colour, what in enumerate(game.state.holdings()))
        if line := "; ".join(held):
            self._tell(f"        {line}")

    def _tell_times(self, now_s: float) -> None:
        if self._table().times.clock is not None:
            self._tell(f"        time left: {times_words(self._table(), now_s)}")

    def _announce(self, words: str, trouble: bool) -> None:
        """Pass on what the table says, but for the result, which was told with the move, and for a cause said twice."""
        table = self._table()
        if table.agreed.over and words == result_words(table.agreed, table.seats):
            self._tell_result()
            return
        if trouble:
            self._cause = words.partition(";")[0]
        elif self._cause:
            words = words.removeprefix(f"{self._cause}: ")
        self._tell(f"     {'!!' if trouble else '  '} {words}")

    def _tell_taken_back(self, request: Request) -> None:
        """Draw the board again where moves were taken back from it."""
        game = self._table().game
        if request in (Request.DROP, Request.CHOOSE) and len(game.moves) < self._moves:
            self._moves = len(game.moves)
            self._draw(game)

    def _tell_chore(self, number: int, request: Request, words: str) -> None:
        if self._style.helper is None or request not in CHORES or number == self._asked:
            return
        self._asked = number
        if request in (Request.FREE, Request.CONFIRM):
            self._tell(f"     !! {words}")
        self._tell(f"        {self._style.helper} {CHORES[request]}")

    def _tell_result(self) -> None:
        """Say once how the game ended."""
        table, ended, self._ended = self._table(), self._ended, True
        if not ended:
            game = table.agreed
            self._write(f"result: {result_words(game, table.seats)}")
            if game.moves:
                self._write(f"        {len(game.moves)} moves: {written(game.moves, game.state.rules.board)}")


def side_at_start(table: Table, side: int) -> str:
    """Who plays a side of the match."""
    return " and ".join(seat.name for at, seat in enumerate(table.seats) if table.side_of(at) == side)


def times_words(table: Table, now_s: float) -> str:
    """What every side has left on the chess clock."""
    clock = table.times.clock
    sides = range(len(clock.banks_ms)) if clock is not None else ()
    left = ((side, clock.remaining_ms(side, now_s)) for side in sides if clock is not None)
    return ", ".join(f"{side_at_start(table, side)} {clock_words(left_ms)}" for side, left_ms in left)


def clock_words(left_ms: int) -> str:
    """What a clock shows: minutes and seconds, tenths in the last twenty seconds."""
    if left_ms < 20_000:
        return f"0:{left_ms // 1000:02d}.{left_ms % 1000 // 100}"
    return f"{left_ms // 60_000}:{left_ms // 1000 % 60:02d}"


def move_words(before: State, move: Move, disc: str) -> str:
    """What a move does, for people; `disc` is the colour of the side that moves."""
    if move.kind in _CHOICES:
        return _CHOICES[move.kind]
    name = before.rules.board.names[move.column]
    if move.kind is Kind.POP:
        return f"takes {name}1 out"
    row = (before.mask & before.rules.board.columns[move.column]).bit_count() + 1
    special = _SPECIALS.get(move.kind, "")
    return f"{disc} in {name}{1 if move.kind is Kind.ANVIL else row}{special}"


_CHOICES = {Kind.KEEP: "keeps the colours", Kind.SWAP: "exchanges the colours"}
_SPECIALS = {Kind.ANVIL: ", the anvil", Kind.WALL: ", the wall", Kind.TWICE: ", twice", Kind.BOMB: ", the bomb"}


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
