"""Scripted persons at the simulated board: they are told what to do, and do it with their hand in their own time.

    correct     does what was asked, at once
    hesitant    holds the disc over another slot first, or goes away with it and comes back
    forgetful   starts late, and now and then must be reminded

A person never sleeps: each task is a generator that yields how long (s) until its next step.
"""

from __future__ import annotations

import enum
import random
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass

from robot.clock import VirtualClock
from robot.sim.world import World
from vision.types import COLUMNS

Task = Generator[float, None, None]
Choosing = Generator[float, None, int | None]
"""Takes its time and gives a column of the grid, or None when nothing is to be dropped any more."""
Done = Callable[[], None]
Happened = Callable[[], None]
"""Called when something that was prepared has really come about."""

OVER_Y = 6.4
ABOVE_Y = 10.5
BELOW_Y = -4.5


class Manner(enum.Enum):
    """How a person behaves."""

    CORRECT = "correct"
    HESITANT = "hesitant"
    FORGETFUL = "forgetful"


@dataclass(frozen=True, slots=True)
class Habits:
    """How a manner shows: chances 0 to 1, and the longest time (s) before a person begins."""

    begins_within_s: float
    hesitates: float
    forgets: float


HABITS = {
    Manner.CORRECT: Habits(begins_within_s=0.4, hesitates=0.0, forgets=0.0),
    Manner.HESITANT: Habits(begins_within_s=0.8, hesitates=0.7, forgets=0.0),
    Manner.FORGETFUL: Habits(begins_within_s=2.0, hesitates=0.0, forgets=0.1),
}


@dataclass(frozen=True, slots=True)
class DropDisc:
    """Drop a disc into a column; one of the person's own colour unless `red` says otherwise."""

    column: int
    red: bool | None = None


@dataclass(frozen=True, slots=True)
class ChooseColumn:
    """It is your turn: choose a column and drop a disc there, your own unless `red` says otherwise."""

    choose: Callable[[], Choosing]
    red: bool | None = None


@dataclass(frozen=True, slots=True)
class Decide:
    """Choose something that moves no disc; `choose` says it to whom it concerns."""

    choose: Callable[[], Choosing]


@dataclass(frozen=True, slots=True)
class SortDiscs:
    """Sort the discs on the table: the robot's into its magazine, yours before you.

    Where the robot is to have another colour (`robot_red`) than before, magazine and stock change places.
    """

    robot_red: bool | None = None


@dataclass(frozen=True, slots=True)
class FreeParts:
    """Free what sticks: the disc at the gate, the slider."""


@dataclass(frozen=True, slots=True)
class MoveSlider:
    """Push the slider open or closed by hand."""

    opened: bool


@dataclass(frozen=True, slots=True)
class HandAway:
    """Take your hand away from the board."""


Request = DropDisc | ChooseColumn | Decide | SortDiscs | FreeParts | MoveSlider | HandAway


@dataclass(frozen=True, slots=True)
class Mishap:
    """What the person will do wrong with the next disc."""

    wrong_colour: bool
    two_discs: bool
    happened: Happened


class Person:
    """One person with one hand in one world."""

    def __init__(
        self,
        world: World,
        clock: VirtualClock,
        seed: int = 1,
        manner: Manner = Manner.CORRECT,
    ) -> None:
        self._world = world
        self._clock = clock
        self._rng = random.Random(seed)
        self._habits = HABITS[manner]
        self._tasks: deque[tuple[Task, Done | None]] = deque()
        self._forgotten: list[tuple[Request, Done | None]] = []
        self._mishap: Mishap | None = None
        self._told_away = False

    # What can be said to a person

    @property
    def is_busy(self) -> bool:
        """Whether the person is doing something."""
        return bool(self._tasks)

    def asked(self, request: Request, done: Done | None = None) -> None:
        """Ask for something new; `done` is called when the person has finished with it."""
        if isinstance(request, HandAway):
            self._told_away = True
        elif self._rng.random() < self._habits.forgets:
            self._forgotten.append((request, done))
            return
        self._begin(self._task(request), done)

    def reminded(self) -> None:
        """Remind the person of what was forgotten; who has done it or is at it does nothing."""
        forgotten, self._forgotten = self._forgotten, []
        for request, done in forgotten:
            self._begin(self._task(request), done)

    # What a person does unasked (see faults)

    def prepare(self, mishap: Mishap) -> None:
        """Go wrong with the next disc."""
        self._mishap = mishap

    def drop_unasked(self, column: int, happened: Happened) -> None:
        """Drop an own disc without being asked."""
        self._begin(self._drop(column, not self._world.robot_red, happened), None)

    def rest_hand(self, duration_s: float, happened: Happened) -> None:
        """Leave the hand before the board for a while, or until asked to take it away."""
        self._begin(self._rest(duration_s, happened), None)

    # Tasks, one after the other

    def _begin(self, task: Task, done: Done | None) -> None:
        self._tasks.append((task, done))
        if len(self._tasks) == 1:
            self._clock.call_in(0.0, self._step)

    def _step(self) -> None:
        task, done = self._tasks[0]
        try:
            self._clock.call_in(next(task), self._step)
        except StopIteration:
            self._tasks.popleft()
            if self._tasks:
                self._clock.call_in(0.0, self._step)
            if done is not None:
                done()

    def _task(self, request: Request) -> Task:
        match request:
            case DropDisc(column, red):
                return self._asked_drop(column, red)
            case ChooseColumn(choose, red):
                return self._chosen_drop(choose, red)
            case Decide(choose):
                return self._decide(choose)
            case SortDiscs(robot_red):
                return self._at_the_table(2.0, lambda: self._world.sort(robot_red))
            case FreeParts():
                return self._at_the_table(1.0, self._world.machine.free)
            case MoveSlider(opened):
                return self._at_the_table(0.5, lambda: self._world.machine.slide_by_hand(opened), 0.8)
            case HandAway():
                return self._withdraw()

    def _between(self, shortest_s: float, longest_s: float) -> float:
        return self._rng.uniform(shortest_s, longest_s)

    # What the hand does

    def _chosen_drop(self, choose: Callable[[], Choosing], red: bool | None) -> Task:
        column = yield from choose()
        if column is not None:
            yield from self._asked_drop(column, red)

    def _decide(self, choose: Callable[[], Choosing]) -> Task:
        yield from choose()

    def _asked_drop(self, column: int, asked_red: bool | None) -> Task:
        red = not self._world.robot_red if asked_red is None else asked_red
        yield self._between(0.1, self._habits.begins_within_s)
        mishap, self._mishap = self._mishap, None
        if mishap is None:
            yield from self._drop(column, red)
        elif mishap.two_discs:
            yield from self._drop(column, red, second=mishap.happened)
        elif mishap.wrong_colour and self._world.has(not red):
            yield from self._drop(column, not red, mishap.happened)
        else:
            yield from self._drop(column, red)

    def _drop(self, column: int, red: bool, happened: Happened | None = None, second: Happened | None = None) -> Task:
        """Reach over the column with a disc, let go, and take the hand away."""
        self._world.pick_up(red)
        yield from self._reach(column)
        if self._rng.random() < self._habits.hesitates:
            yield from self._hesitate(column)
        yield self._between(0.1, 0.2)
        if self._world.let_go(column) and happened is not None:
            happened()
        if second is not None:
            yield from self._drop_second(red, second)
        yield from self._withdraw()

    def _drop_second(self, red: bool, happened: Happened) -> Task:
        roomy = [column for column in range(COLUMNS) if self._world.room(column)]
        if roomy and self._world.pick_up(red):
            column = roomy[int(self._rng.random() * len(roomy))]
            yield from self._go((float(column), OVER_Y), 0.25)
            if self._world.let_go(column):
                happened()

    def _reach(self, column: int) -> Task:
        """Come from above the board, or from below across its front."""
        before = self._rng.random() < 0.5
        self._world.hand.enter((column + self._between(-0.5, 1.5), BELOW_Y if before else ABOVE_Y), before=before)
        yield from self._go((float(column), OVER_Y), 0.4)

    def _hesitate(self, column: int) -> Task:
        """Hold the disc over another slot, or go away with it, then come back."""
        if self._rng.random() < 0.6:
            other = (column + 1 + int(self._rng.random() * (COLUMNS - 1))) % COLUMNS
            yield from self._go((float(other), OVER_Y), 0.3)
            yield self._between(0.3, 1.2)
            yield from self._go((float(column), OVER_Y), 0.3)
        else:
            yield from self._leave()
            yield self._between(0.5, 1.5)
            yield from self._reach(column)

    def _rest(self, duration_s: float, happened: Happened) -> Task:
        x, y = self._between(0.5, 5.5), self._between(0.5, 4.0)
        self._told_away = False
        self._world.hand.enter((x, BELOW_Y), before=True)
        yield from self._go((x, y), 0.4)
        happened()
        until_s = self._clock.now() + duration_s
        while self._clock.now() < until_s and not self._told_away:
            yield 0.1
        yield from self._withdraw()

    def _withdraw(self) -> Task:
        """Put down what is still in the hand, and take it out of the picture."""
        yield from self._leave()
        self._world.put_back()

    def _leave(self) -> Task:
        hand = self._world.hand
        if hand.is_there:
            x, _ = hand.place
            yield from self._go((x + 0.5, BELOW_Y if hand.before else ABOVE_Y), 0.3)
            hand.leave()

    def _go(self, to: tuple[float, float], takes_s: float) -> Task:
        self._world.hand.move(to, takes_s)
        yield takes_s

    def _at_the_table(self, takes_s: float, act: Callable[[], None], after_s: float = 0.0) -> Task:
        """Do something that the camera does not see."""
        yield self._between(0.1, self._habits.begins_within_s) + takes_s
        act()
        if after_s:
            yield after_s
