"""The simulated board, put together for `demo` and `play --sim`: world, camera, person, hand and eye on one clock.

The eye gets pictures and nothing else: it is calibrated as at a real board, by a person who shows the empty grid and
one disc of each colour.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from calibration.colours import Learned, calibrate_eye
from calibration.prompts import Answer, Prompt, Wish, guide
from robot.clock import Clock, VirtualClock
from robot.commands._mind import LevelMind
from robot.commands._setup import Setup
from robot.commands._simulated_person import Obliging
from robot.mechanism.servos import ServoMechanism
from robot.mechanism.types import Mechanism
from robot.messages import Ask, Event, Request, Think
from robot.one_thread import SimRunner
from robot.phases import Seat, Terms
from robot.rules.contest import Contest
from robot.rules.timecontrol import ChessClock
from robot.runner import Parts, Spectator, Watch
from robot.sim.camera import SimCamera
from robot.sim.faults import Faults, LossyCamera
from robot.sim.people import (
    Manner,
    Person,
)
from robot.sim.render import Renderer, Room
from robot.sim.servos import SimServoDriver
from robot.sim.world import World
from robot.store import Store
from robot.table import Table
from vision.reader import Reader
from vision.stable import Stable


class Pace:
    """A clock that makes nobody wait until it is started."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.started = False

    def now(self) -> float:
        return self._clock.now()

    def sleep(self, duration_s: float) -> None:
        if self.started:
            self._clock.sleep(duration_s)


def _servo_hand(world: World, clock: VirtualClock) -> Mechanism:
    return ServoMechanism(SimServoDriver(world), clock)


class Simulation:
    """One simulated board with everything around it; games take their time on `pace`, calibration does not."""

    def __init__(self, setup: Setup, pace: Clock | None = None) -> None:
        rng = random.Random(setup.seed)
        self.setup = setup
        self._pace = None if pace is None else Pace(pace)
        self.clock = VirtualClock(self._pace)
        self.world = World(self.clock, rng.randrange(2**31), robot_red=not setup.person_red, rig=setup.rig)
        self.world.bump = setup.askew
        self.renderer = Renderer(Room(rng.randrange(2**31), setup.camera_side, setup.discs), setup.size)
        self.camera = LossyCamera(SimCamera(lambda: self.world.scene(self.clock.now()), self.clock, self.renderer))
        manner = setup.manner or rng.choice(list(Manner))
        chooser = LevelMind(setup.person_level, rng.randrange(2**31))
        self.person = Person(self.world, self.clock, rng.randrange(2**31), manner)
        self.faults = Faults(rng.randrange(2**31), setup.fault_rate, self.world, self.person, self.camera, self.clock)
        make_hand = setup.hand or _servo_hand
        self.hand = make_hand(self.world, self.clock)
        self.mind = LevelMind(setup.level, rng.randrange(2**31))
        self.watch: Watch[Reader] | None = None
        self.runner: SimRunner | None = None
        self._obliging = Obliging(setup, self.person, chooser, self.world, self.clock, lambda: self.table, self.post)

    @property
    def table(self) -> Table:
        """The table of the game that is played."""
        assert self.runner is not None
        return self.runner.table

    def post(self, event: Event) -> None:
        """Hand in an event of a person."""
        assert self.runner is not None
        self.runner.post(event)

    def calibrate(self, tell: Callable[[str], None] = lambda _: None) -> Learned:
        """Let the eye find the board and learn the discs, as a person would show them; `tell` hears how far it is."""
        found = False

        def fulfil(prompt: Prompt) -> Answer:
            nonlocal found
            if prompt.wish is Wish.DROP_RED and not found:
                found = True
                tell("found; learning the colours ... ")
            return self.fulfil(prompt)

        tell("The camera looks for the board ... ")
        learned = guide(calibrate_eye(self.camera, self.setup.discs), fulfil)
        tell("done\n")
        taught = learned.taught
        self.watch = Watch(
            self.camera,
            Reader(learned.board.grid, taught.colours, taught.camera_side, size=learned.board.size),
            Stable(repeat_s=0.5),
        )
        return learned

    def play(
        self,
        store: Store,
        spectators: tuple[Spectator, ...] = (),
        seats: tuple[Seat, ...] | None = None,
        terms: Terms | None = None,
        clock: ChessClock | None = None,
        number: int | None = None,
    ) -> Contest:
        """Play one game to its end, calibrating first where that has not been done.

        Without `seats` it is person against robot, without `terms` classic, without a `number` a game by itself.
        """
        if self.watch is None:
            self.calibrate()
        assert self.watch is not None
        if self._pace is not None:
            self._pace.started = True
        seats = seats or self.setup.seats()
        table = Table(seats, self.setup.patience, store.next_action(), terms=terms, clock=clock)
        if number is None:
            number = store.begin(*(seat.name for seat in seats), seed=self.setup.seed)
        parts = Parts(
            watch=self.watch,
            hand=self.hand,
            mind=self.mind,
            people=self._obliging.ask,
            spectators=(*spectators, self._begin_ply),
        )
        self.runner = SimRunner(table, parts, self.clock, store, number)
        return self.runner.run(limit_s=self.setup.limit_s)

    def fulfil(self, prompt: Prompt) -> Answer:
        """Have the simulated person do what a calibration asks."""
        return self._obliging.fulfil(prompt)

    def _begin_ply(self, effect: object, _: float) -> None:
        """Let the list of faults decide about the ply that begins."""
        match effect:
            case Think():
                self.faults.begin_ply(robots_turn=True)
            case Ask(number=number, request=Request.DROP, column=None) if number != self._obliging.told:
                self.faults.begin_ply(robots_turn=False)
            case _:
                return
