"""The simulated board, put together for `demo` and `play --sim`: world, camera, person, hand and eye on one clock.

The eye gets pictures and nothing else: it is calibrated as at a real board, by a person who shows the empty grid and
one disc of each colour.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from calibration.colours import Learned, Names, calibrate_eye
from calibration.prompts import Answer, Prompt, Wish, guide
from robot.clock import Clock, VirtualClock
from robot.commands._mind import LevelMind
from robot.errors import GameStopped
from robot.mechanism.servos import ServoMechanism
from robot.mechanism.types import Mechanism
from robot.messages import Ask, Chosen, Event, Ready, Request, Think
from robot.one_thread import SimRunner
from robot.phases import Patience, Seat, Terms
from robot.plastic import in_grid
from robot.rules.contest import Contest
from robot.rules.moves import Move
from robot.rules.timecontrol import ChessClock
from robot.runner import Parts, Spectator, Watch
from robot.sim.camera import SimCamera
from robot.sim.faults import Faults, LossyCamera
from robot.sim.people import (
    ChooseColumn,
    Choosing,
    Decide,
    DropDisc,
    FreeParts,
    Manner,
    MoveSlider,
    Person,
    SortDiscs,
)
from robot.sim.render import Renderer, Room
from robot.sim.rig import Rig
from robot.sim.servos import SimServoDriver
from robot.sim.world import Bump, World
from robot.store import Store
from robot.table import Table
from vision.reader import Reader, Side
from vision.stable import Stable
from vision.types import Cell

PERSON, ROBOT = "you", "robot"

AnyChoice = TypeVar("AnyChoice")
Deciding = Generator[float, None, Move | None]
"""Takes its time and gives a move, or None when none is asked for any more."""


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


@dataclass(frozen=True)
class Setup:
    """What a simulated game is made of; equal set-ups play equal games.

    `choose` decides for the person; None lets an engine of `person_level` do it. `look` is how long the person looks at
    the final position of a game of a match; None is not at all. `manner` None is drawn by the seed.
    `person` is what the person is called. `camera_side` is where the camera stands, `askew` how it is turned and
    pushed out of the room's usual place. `discs` name the colours of the discs, the red side's first. `rig` is the
    machine's body, None the usual one. `hand` makes the robot's hand; None is the one with servos at the Pi's own pins.
    """

    seed: int = 1
    level: str = "4"
    person_level: str = "3"
    person: str = PERSON
    person_first: bool = True
    person_red: bool = True
    fault_rate: float = 0.0
    manner: Manner | None = None
    choose: Callable[[Contest], Deciding] | None = None
    look: Callable[[], Generator[float, None, None]] | None = None
    size: tuple[int, int] = (640, 480)
    camera_side: Side = "front"
    askew: Bump = Bump()
    discs: Names = ("red", "yellow")
    rig: Rig | None = None
    hand: Callable[[World, VirtualClock], Mechanism] | None = None
    patience: Patience = field(default_factory=lambda: Patience(give_up_s=120.0))
    limit_s: float = 7200.0


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
        self._choose = setup.choose or (lambda game: _at_once(chooser.think(game).move))
        self.person = Person(self.world, self.clock, rng.randrange(2**31), manner)
        self.faults = Faults(rng.randrange(2**31), setup.fault_rate, self.world, self.person, self.camera, self.clock)
        make_hand = setup.hand or _servo_hand
        self.hand = make_hand(self.world, self.clock)
        self.mind = LevelMind(setup.level, rng.randrange(2**31))
        self.watch: Watch[Reader] | None = None
        self.runner: SimRunner | None = None
        self._told = 0

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
        seats = seats or self.seats()
        table = Table(seats, self.setup.patience, store.next_action(), terms=terms, clock=clock)
        if number is None:
            number = store.begin(*(seat.name for seat in seats), seed=self.setup.seed)
        parts = Parts(
            watch=self.watch,
            hand=self.hand,
            mind=self.mind,
            people=self._ask,
            spectators=(*spectators, self._begin_ply),
        )
        self.runner = SimRunner(table, parts, self.clock, store, number)
        return self.runner.run(limit_s=self.setup.limit_s)

    def seats(self) -> tuple[Seat, Seat]:
        """First and second."""
        red, yellow = Cell.RED, Cell.YELLOW
        yours, other = (red, yellow) if self.setup.person_red else (yellow, red)
        person = Seat(self.setup.person, yours, engine=False, robot_hand=False, discs=self.setup.discs)
        robot = Seat(ROBOT, other, engine=True, robot_hand=True, discs=self.setup.discs)
        return (person, robot) if self.setup.person_first else (robot, person)

    # -- the engine and the person -----------------------------------------------------------------------------------

    def _begin_ply(self, effect: object, _: float) -> None:
        """Let the list of faults decide about the ply that begins."""
        match effect:
            case Think():
                self.faults.begin_ply(robots_turn=True)
            case Ask(number=number, request=Request.DROP, column=None) if number != self._told:
                self.faults.begin_ply(robots_turn=False)
            case _:
                return

    def _ask(self, ask: Ask) -> None:
        """Tell the person; what was asked before is only a reminder."""
        if ask.number == self._told:
            self.person.reminded()
            return
        self._told = ask.number
        red = self.table.colours[self.table.game.state.colour] is Cell.RED
        match ask.request:
            case Request.DROP if ask.column is None:
                self.person.asked(ChooseColumn(partial(self._column, self.table.game), red))
            case Request.DROP:
                assert ask.column is not None
                self.person.asked(DropDisc(ask.column, red))
            case Request.CHOOSE:
                self.person.asked(Decide(partial(self._word, self.table.game)))
            case Request.GO_ON:
                self.person.asked(Decide(self._looking), self._ready)
            case Request.SORT | Request.REFILL | Request.EXCHANGE:
                self.person.asked(SortDiscs(self.table.robots_disc == "red"), self._ready)
            case Request.FREE:
                self.person.asked(FreeParts(), self._ready)

    def _column(self, game: Contest) -> Choosing:
        """The column in which the person drops the next disc."""
        move = yield from self._choose(game)
        return None if move is None else in_grid(game.state.rules.board, move.column)

    def _looking(self) -> Choosing:
        """The person looks at the final position."""
        if self.setup.look is not None:
            yield from self.setup.look()
        return None

    def _word(self, game: Contest) -> Choosing:
        """The person says the next move."""
        move = yield from self._choose(game)
        if move is not None:
            self.post(Chosen(move))
        return None

    def _ready(self) -> None:
        self.post(Ready())

    # -- calibration -------------------------------------------------------------------------------------------------

    def fulfil(self, prompt: Prompt) -> Answer:
        """Have the simulated person do what a calibration asks; they find the grid right wherever it lies."""
        match prompt.wish:
            case Wish.WAIT:
                self.clock.sleep(0.1)
            case Wish.EMPTY:
                self._empty_the_grid()
            case Wish.DROP_RED | Wish.DROP_YELLOW:
                assert prompt.column is not None
                self.person.asked(DropDisc(prompt.column, red=prompt.wish is Wish.DROP_RED))
                self._wait_for_person()
            case Wish.CONFIRM | Wish.POINT:
                pass
        return None

    def _empty_the_grid(self) -> None:
        if not any(cell for row in self.world.cells for cell in row):
            return
        for request in (MoveSlider(True), SortDiscs(), MoveSlider(False)):
            self.person.asked(request)
            self._wait_for_person()

    def _wait_for_person(self, deadline_s: float = 60.0) -> None:
        until_s = self.clock.now() + deadline_s
        while self.clock.now() < until_s:
            self.clock.sleep(1.0)
            self.person.reminded()
            if not self.person.is_busy:
                return
        raise GameStopped("the simulated person does not answer", "try another seed")


def _at_once(chosen: AnyChoice) -> Generator[float, None, AnyChoice]:
    """Choose without taking time."""
    yield from ()
    return chosen
