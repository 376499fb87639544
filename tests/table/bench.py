"""A table on a board of plain lists: carries the effects out at once and shows the table what lies there.

Discs fall, the slider empties, the hand drops where it is told; faults are put in by the test (`spoil`, `endings`).
"""

from __future__ import annotations

from collections import deque

from robot.mechanism.types import Ending, Receipt
from robot.messages import (
    Announce,
    Ask,
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
from robot.phases import Patience, Phase, Seat
from robot.rules.contest import Contest
from robot.rules.moves import DROPS
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
        seats: tuple[Seat, Seat] = (PERSON, ROBOT),
        patience: Patience | None = None,
        obedient: bool = True,
        magazine: int = 21,
        capacity: int = 21,
    ) -> None:
        self.table = Table(seats, patience, magazine=magazine, capacity=capacity)
        self.cells = [[Cell.EMPTY] * 7 for _ in range(6)]
        self.person = deque("abcdefg".index(letter) for letter in person)
        self.engine = deque("abcdefg".index(letter) for letter in engine)
        self.endings: deque[Ending] = deque()
        self.misdrops: deque[int | None] = deque()
        self.obedient = obedient
        self.silent = False
        self.now_s = 0.0
        self.asked: list[Ask] = []
        self.said: list[str] = []
        self.motions: list[Effect] = []
        self.ended: Contest | None = None
        self._inbox: deque[Event] = deque()

    def fall(self, column: int, colour: Cell) -> None:
        row = next(r for r in range(6) if self.cells[r][column] is Cell.EMPTY)
        self.cells[row][column] = colour

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
                    self._inbox.append(Thought(game.moves, DROPS[self.engine.popleft()], None))
            case Ask():
                self.asked.append(effect)
                if self.obedient:
                    self._obey(effect)
            case Announce(words):
                self.said.append(words)
            case Ended(game):
                self.ended = game

    def _drop(self, action: int, column: int) -> Receipt:
        ending = self.endings.popleft() if self.endings else Ending.DONE
        where = self.misdrops.popleft() if self.misdrops else column
        if ending in (Ending.DONE, Ending.DOUBLE) and where is not None:
            self.fall(where, ROBOT.colour)
        if ending is Ending.DOUBLE:
            self.fall(column, ROBOT.colour)
        discs = {Ending.DONE: 1, Ending.DOUBLE: 2}.get(ending, 0)
        return Receipt(action, "drop", column, ending, discs, remedy="" if ending is Ending.DONE else "free the gate")

    def _obey(self, ask: Ask) -> None:
        if ask.request is Request.DROP:
            assert ask.seat is not None
            column = self.person.popleft() if ask.column is None else ask.column
            self.fall(column, self.table.seats[ask.seat].colour)
        else:
            self._inbox.append(Ready())
