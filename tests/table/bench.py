"""A table on a board of plain lists: carries the effects out at once and shows the table what lies there.

Moves are written as people write them, in the columns of the variant's board.

Discs fall, the slider empties, the hand drops where it is told; faults are put in by the test (`spoil`, `endings`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from robot.mechanism.types import Ending, Receipt
from robot.messages import (
    Announce,
    Ask,
    Chosen,
    Consider,
    Considered,
    Drop,
    Effect,
    Ended,
    Event,
    Home,
    Ready,
    Reported,
    Request,
    Seen,
    Slide,
    Start,
    Think,
    Thought,
    Tick,
)
from robot.phases import Patience, Phase, Seat, Terms
from robot.plastic import in_grid
from robot.rules.contest import Contest
from robot.rules.moves import moves_of
from robot.rules.timecontrol import ChessClock
from robot.table import Table
from tests.table.boards import observation
from vision.types import Cell

PERSON = Seat("you", Cell.RED, engine=False, robot_hand=False)
ROBOT = Seat("robot", Cell.YELLOW, engine=True, robot_hand=True)


class Bench:
    """Person plays the columns of `person`; the engine those of `engine`; a `silent` hand reports nothing."""

    def __init__(
        self,
        person: str,
        engine: str,
        seats: tuple[Seat, ...] = (PERSON, ROBOT),
        patience: Patience | None = None,
        obedient: bool = True,
        magazine: int = 21,
        capacity: int = 21,
        terms: Terms | None = None,
        clock: ChessClock | None = None,
    ) -> None:
        self.table = Table(seats, patience, magazine=magazine, capacity=capacity, terms=terms, clock=clock)
        self.board = self.table.terms.start.state.rules.board
        self.cells = [[Cell.EMPTY] * 7 for _ in range(6)]
        self.person = deque(moves_of(person or "-", self.board))
        self.engine = deque(moves_of(engine or "-", self.board))
        self.endings: deque[Ending] = deque()
        self.misdrops: deque[int | None] = deque()
        self.obedient = obedient
        self.silent = False
        self.agreeable = False
        self.now_s = 0.0
        self.asked: list[Ask] = []
        self.said: list[str] = []
        self.motions: list[Effect] = []
        self.ended: Contest | None = None
        self._inbox: deque[Event] = deque()

    def fall(self, column: int, colour: Cell) -> None:
        row = next(r for r in range(6) if self.cells[r][column] is Cell.EMPTY)
        self.cells[row][column] = colour

    @property
    def colour(self) -> Cell:
        """The colour of the disc that comes next."""
        return self.table.colours[self.table.game.state.colour]

    def feed(self, event: Event) -> None:
        """Hand in one event and everything that follows from it at once."""
        self._inbox.append(event)
        while self._inbox:
            for effect in self.table.handle(self._inbox.popleft(), self.now_s):
                self._carry_out(effect)

    def look(self, wait_s: float = 0.6) -> None:
        """Time passes, then the board is seen at rest."""
        self.now_s += wait_s
        self.feed(Tick())
        self.feed(Seen(observation(self.cells, self.now_s)))

    def run(self, looks: int = 400) -> Contest:
        """Play until the table is done."""
        self.feed(Start())
        for _ in range(looks):
            if self.ended is not None:
                return self.ended
            self.look()
        raise AssertionError(f"stuck in {self.table.phase} with {self.table.trouble}; said {self.said[-3:]}")

    def look_until(self, done: Callable[[], bool], looks: int = 120) -> None:
        """Play until something is so."""
        for _ in range(looks):
            if done():
                return
            self.look()
        raise AssertionError(f"it never came to that: {self.table.phase}, said {self.said[-3:]}")

    def until(self, phase: Phase, looks: int = 60) -> None:
        """Play until the table waits in `phase`."""
        for _ in range(looks):
            if self.table.phase is phase:
                return
            self.look()
        raise AssertionError(f"never came to {phase}, but {self.table.phase}")

    def _carry_out(self, effect: Effect) -> None:
        match effect:
            case Home(action):
                self._inbox.append(Reported(Receipt(action, "home", None, Ending.DONE)))
            case Drop(action, column):
                self.motions.append(effect)
                if not self.silent:
                    self._inbox.append(Reported(self._drop(action, column)))
            case Slide(action, opened):
                self.motions.append(effect)
                if opened:
                    self.cells = [[Cell.EMPTY] * 7 for _ in range(6)]
                self._inbox.append(Reported(Receipt(action, "slider", None, Ending.DONE)))
            case Think(game):
                if self.engine:
                    self._inbox.append(Thought(game.moves, self.engine.popleft(), None))
            case Ask():
                self.asked.append(effect)
                if self.obedient:
                    self._obey(effect)
            case Consider(game, colour):
                self._inbox.append(Considered(game.moves, colour, self.agreeable))
            case Announce(words):
                self.said.append(words)
            case Ended(game):
                self.ended = game

    def _drop(self, action: int, column: int) -> Receipt:
        ending = self.endings.popleft() if self.endings else Ending.DONE
        where = self.misdrops.popleft() if self.misdrops else column
        if ending in (Ending.DONE, Ending.DOUBLE) and where is not None:
            self.fall(where, self.colour)
        if ending is Ending.DOUBLE:
            self.fall(column, self.colour)
        discs = {Ending.DONE: 1, Ending.DOUBLE: 2}.get(ending, 0)
        return Receipt(action, "drop", column, ending, discs, remedy="" if ending is Ending.DONE else "free the gate")

    def _obey(self, ask: Ask) -> None:
        """Do what is asked; who has no move left thinks on, and the final position is looked at for good."""
        match ask.request:
            case Request.DROP if ask.column is not None:
                self.fall(ask.column, self.colour)
            case Request.DROP if self.person:
                self.fall(in_grid(self.board, self.person.popleft().column), self.colour)
            case Request.CHOOSE if self.person:
                self._inbox.append(Chosen(self.person.popleft()))
            case Request.DROP | Request.CHOOSE | Request.GO_ON | Request.CONFIRM:
                pass
            case _:
                self._inbox.append(Ready())
