"""The simulated world: the board, the machine beside it, the discs on the table and a person's hand.

It runs on the virtual clock: what falls, falls while somebody sleeps. The machine is moved by servo pulses only
(`robot/sim/servos.py`), the hand by a person (`robot/sim/people.py`); the camera gets `scene`, and the tests and the
demo's counters get the truth: `cells_at` and `log`. No disc is ever made or lost: 21 red and 21 yellow.
"""

from __future__ import annotations

import enum
import random
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from robot.clock import VirtualClock
from robot.mechanism.types import Sensor, Servo
from robot.sim.grid import Fall, Grid
from robot.sim.hand import HandMotion
from robot.sim.machine import CAPACITY, Machine, Trouble
from robot.sim.rig import Rig
from robot.sim.scene import Lamp, Scene
from vision.types import Cells


class Kind(enum.Enum):
    """What can happen in the world."""

    RELEASED = "released"
    SETTLED = "settled"
    LOST = "lost"
    SPILLED = "spilled"
    SORTED = "sorted"
    JAM = "jam"
    DOUBLE = "double feed"
    STUCK = "slider stuck"


@dataclass(frozen=True, slots=True)
class Happening:
    """One line of the truth. `by` is "person", "robot" or "" (nobody); what does not apply is None."""

    time_s: float
    kind: Kind
    column: int | None = None
    row: int | None = None
    red: bool | None = None
    by: str = ""


@dataclass(frozen=True, slots=True)
class Bump:
    """How far the camera was knocked out of its place."""

    x_px: float = 0.0
    y_px: float = 0.0
    roll_deg: float = 0.0


class World:
    """A board on a table, seen from nowhere.

    `robot_red` says which colour is in the magazine. `lamp` and `bump` may be set at any time. `log` is the truth
    in the order of time; `when(kind, call)` calls once at the next such line.
    """

    def __init__(self, clock: VirtualClock, seed: int = 1, *, robot_red: bool = False, rig: Rig | None = None) -> None:
        rng = random.Random(seed)
        self.clock = clock
        self.robot_red = robot_red
        self.log: list[Happening] = []
        self.lamp = Lamp()
        self.bump = Bump()
        self.machine = Machine(clock, self, rig or Rig(), rng, CAPACITY)
        self.hand = HandMotion(clock, rng)
        self.stock = CAPACITY
        self._grid = Grid(clock, self._landed)
        self._pile = {True: 0, False: 0}
        self._waiting: defaultdict[Kind, list[Callable[[], None]]] = defaultdict(list)

    # The machine's side (SimServoDriver)

    def pulse(self, servo: Servo, pulse_us: int) -> None:
        self.machine.pulse(servo, pulse_us)

    def relax(self, servo: Servo) -> None:
        self.machine.relax(servo)

    def sense(self, sensor: Sensor) -> int:
        return self.machine.sense(sensor)

    # The person's side

    def has(self, red: bool) -> bool:
        """Whether a person could take a disc of a colour: from the stock, or from the robot's magazine."""
        return bool(self.machine.magazine if red == self.robot_red else self.stock)

    def pick_up(self, red: bool) -> bool:
        """Take a disc into the hand: an own one from the stock, one of the robot's from its magazine.

        False when the hand is full or there is none.
        """
        if self.hand.disc is not None or not self.has(red):
            return False
        self._store(red, -1)
        self.hand.disc = red
        return True

    def put_back(self) -> None:
        """Put the disc in the hand back where it came from."""
        if self.hand.disc is not None:
            self._store(self.hand.disc, 1)
            self.hand.disc = None

    def let_go(self, column: int) -> bool:
        """Let the disc in the hand fall into a column; False when there is none or the column is full."""
        if self.hand.disc is None or not self._grid.room(column):
            return False
        red, self.hand.disc = self.hand.disc, None
        self._release(column, red, "person")
        return True

    def sort(self, robot_red: bool | None = None) -> None:
        """Put the discs on the table back: the robot's into its magazine, the others to the person's stock.

        Where the robot is to have another colour than before, magazine and stock change places first.
        """
        if robot_red not in (None, self.robot_red):
            self.robot_red = not self.robot_red
            self.machine.magazine, self.stock = self.stock, self.machine.magazine
        for red in (True, False):
            self._store(red, self._pile[red])
            self._pile[red] = 0
        self._note(Kind.SORTED, by="person")

    # The truth

    def room(self, column: int) -> bool:
        """Whether one more disc fits into a column."""
        return self._grid.room(column)

    def cells_at(self, time_s: float) -> Cells:
        """The discs at rest at a time (s), as the person in front sees them."""
        return self._grid.cells_at(time_s)

    @property
    def cells(self) -> Cells:
        """The discs at rest now."""
        return self._grid.cells_at(self.clock.now())

    def scene(self, now_s: float) -> Scene:
        """What a camera could see now (`now_s` is the clock's time)."""
        return Scene(
            cells=self._grid.cells_at(now_s),
            falling=self._grid.falling(now_s),
            hand=self.hand.seen(now_s),
            pile_red=self._pile[True],
            pile_yellow=self._pile[False],
            slider_open=self.machine.opening(),
            lamp=self.lamp,
            bump_x_px=self.bump.x_px,
            bump_y_px=self.bump.y_px,
            bump_roll_deg=self.bump.roll_deg,
        )

    def count(self, red: bool) -> int:
        """All discs of a colour, wherever they are; 21 at any time."""
        stored = self.machine.magazine + self.machine.in_chute if red == self.robot_red else self.stock
        return stored + self._grid.count(red) + self._pile[red] + (self.hand.disc is red)

    def when(self, kind: Kind, call: Callable[[], None]) -> None:
        """Call once, at the next happening of a kind."""
        self._waiting[kind].append(call)

    # What the machine does to its surroundings

    def deliver(self, column: int | None) -> None:
        if column is not None and self._grid.room(column):
            self._release(column, self.robot_red, "robot")
        else:
            self._pile[self.robot_red] += 1
            self._note(Kind.LOST, column, red=self.robot_red, by="robot")

    def slider_moved(self, is_open: bool) -> None:
        self._grid.set_bottom(is_open, self._spilled)

    def trouble(self, kind: Trouble) -> None:
        self._note({Trouble.JAM: Kind.JAM, Trouble.DOUBLE: Kind.DOUBLE, Trouble.STUCK: Kind.STUCK}[kind], by="robot")

    def _release(self, column: int, red: bool, by: str) -> None:
        self._note(Kind.RELEASED, column, red=red, by=by)
        self._grid.let_go(column, red, by)

    def _landed(self, fall: Fall, row: int | None) -> None:
        if row is None:
            self._spilled(fall.red)
        else:
            self._note(Kind.SETTLED, fall.column, row, fall.red, fall.by)

    def _spilled(self, red: bool) -> None:
        self._pile[red] += 1
        self._note(Kind.SPILLED, red=red)

    def _store(self, red: bool, count: int) -> None:
        if red == self.robot_red:
            self.machine.magazine += count
        else:
            self.stock += count

    def _note(
        self, kind: Kind, column: int | None = None, row: int | None = None, red: bool | None = None, by: str = ""
    ) -> None:
        self.log.append(Happening(self.clock.now(), kind, column, row, red, by))
        waiting, self._waiting[kind] = self._waiting[kind], []
        for call in waiting:
            call()
