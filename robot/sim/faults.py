"""The faults that can be simulated, one function each, and the seeded list that decides when they come.

A fault function prepares its fault for this ply and says whether it could. It is handed `happened`, which it has
called when the fault has really come about: a jam that was prepared for a feed that never came is not counted.
To add a fault, write its function and name it in `FAULTS`.
"""

from __future__ import annotations

import enum
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from robot.clock import VirtualClock
from robot.sim.people import Happened, Mishap, Person
from robot.sim.scene import Lamp
from robot.sim.world import Bump, Kind, World
from vision.errors import CameraError
from vision.types import COLUMNS, Camera, Frame


class Failure(enum.Enum):
    """What can become of a camera until it recovers."""

    UNPLUGGED = "no frame comes"
    FROZEN = "every frame has the same picture"
    BLACK = "every frame is black"


class LossyCamera:
    """A camera that now and then fails. Implements `Camera` around another one."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._to_lose = 0
        self._failure: Failure | None = None
        self._happened: Happened | None = None
        self._last: Frame | None = None

    @property
    def name(self) -> str:
        return self._camera.name

    def lose(self, frames: int, happened: Happened) -> None:
        """Let the next `frames` captures time out; `happened` is called at the first."""
        self._to_lose = frames
        self._happened = happened

    def fail(self, failure: Failure, happened: Happened) -> None:
        """Fail from now on; `happened` is called at the first frame that is not as it should be."""
        self._failure = failure
        self._happened = happened

    def recover(self) -> None:
        """Work as ever from now on."""
        self._failure = None

    def capture(self) -> Frame:
        if self._to_lose:
            self._to_lose -= 1
            self._has_happened()
            raise CameraError("the camera did not answer in time", "look after its cable; the game goes on by itself")
        if self._failure is Failure.UNPLUGGED:
            self._has_happened()
            raise CameraError("the camera is gone", "plug it in again; the game goes on by itself")
        frame = self._camera.capture()
        if self._failure is None:
            self._last = frame
            return frame
        self._has_happened()
        last = self._last or frame
        image = last.image if self._failure is Failure.FROZEN else np.zeros_like(frame.image)
        return Frame(image, frame.sequence, frame.time_s)

    def close(self) -> None:
        self._camera.close()

    def _has_happened(self) -> None:
        if self._happened is not None:
            self._happened()
            self._happened = None


@dataclass(frozen=True, slots=True)
class Stage:
    """Where faults are played: all that they can touch, and whose turn it is."""

    world: World
    person: Person
    camera: LossyCamera
    clock: VirtualClock
    rng: random.Random
    robots_turn: bool

    def soon(self, act: Callable[[], None]) -> None:
        """Let it happen within the next second."""
        self.clock.call_in(self.rng.uniform(0.0, 1.0), act)


Fault = Callable[[Stage, Happened], bool]


def hand_in_front(stage: Stage, happened: Happened) -> bool:
    """A hand rests before the board."""
    duration_s = stage.rng.uniform(1.0, 4.0)
    stage.soon(lambda: stage.person.rest_hand(duration_s, happened))
    return True


def jam(stage: Stage, happened: Happened) -> bool:
    """A disc sticks at the gate, mostly once, at times so often that a person must free it."""
    if not stage.robots_turn or stage.world.machine.pending.jams:
        return False
    stage.world.machine.pending.jams = 3 if stage.rng.random() < 0.2 else 1
    stage.world.when(Kind.JAM, happened)
    return True


def wrong_colour(stage: Stage, happened: Happened) -> bool:
    """The person drops a disc of the robot's colour."""
    if stage.robots_turn:
        return False
    stage.person.prepare(Mishap(wrong_colour=True, two_discs=False, happened=happened))
    return True


def two_discs(stage: Stage, happened: Happened) -> bool:
    """The person drops two discs in one turn."""
    if stage.robots_turn:
        return False
    stage.person.prepare(Mishap(wrong_colour=False, two_discs=True, happened=happened))
    return True


def out_of_turn(stage: Stage, happened: Happened) -> bool:
    """The person drops a disc while it is the robot's turn."""
    roomy = [column for column in range(COLUMNS) if stage.world.room(column)]
    if not stage.robots_turn or not roomy:
        return False
    column = roomy[int(stage.rng.random() * len(roomy))]
    stage.soon(lambda: stage.person.drop_unasked(column, happened))
    return True


def lamp_switched(stage: Stage, happened: Happened) -> bool:
    """Somebody switches a lamp: another colour temperature, another brightness."""
    lamp = Lamp(stage.rng.uniform(2700.0, 6500.0), stage.rng.uniform(0.75, 1.3))

    def switch() -> None:
        stage.world.lamp = lamp
        happened()

    stage.soon(switch)
    return True


def camera_bumped(stage: Stage, happened: Happened) -> bool:
    """Somebody knocks against the camera."""
    rng = stage.rng
    bump = Bump(rng.uniform(-6.0, 6.0), rng.uniform(-6.0, 6.0), rng.uniform(-0.4, 0.4))

    def knock() -> None:
        stage.world.bump = bump
        happened()

    stage.soon(knock)
    return True


def missing_frame(stage: Stage, happened: Happened) -> bool:
    """The camera does not answer for some frames."""
    frames = 1 + int(stage.rng.random() * 10)
    stage.soon(lambda: stage.camera.lose(frames, happened))
    return True


def camera_unplugged(stage: Stage, happened: Happened) -> bool:
    """Somebody pulls the camera's plug and puts it in again."""
    return _fail_for_a_while(stage, Failure.UNPLUGGED, happened)


def picture_frozen(stage: Stage, happened: Happened) -> bool:
    """The camera gives the same picture again and again."""
    return _fail_for_a_while(stage, Failure.FROZEN, happened)


def picture_black(stage: Stage, happened: Happened) -> bool:
    """Somebody covers the lens."""
    return _fail_for_a_while(stage, Failure.BLACK, happened)


def _fail_for_a_while(stage: Stage, failure: Failure, happened: Happened) -> bool:
    duration_s = stage.rng.uniform(1.0, 4.0)

    def fail() -> None:
        stage.camera.fail(failure, happened)
        stage.clock.call_in(duration_s, stage.camera.recover)

    stage.soon(fail)
    return True


FAULTS: tuple[Fault, ...] = (
    hand_in_front,
    jam,
    wrong_colour,
    out_of_turn,
    two_discs,
    lamp_switched,
    camera_bumped,
    missing_frame,
    camera_unplugged,
    picture_frozen,
    picture_black,
)


def name_of(fault: Fault) -> str:
    """A fault's name for people: its function's, with blanks."""
    return str(getattr(fault, "__name__", "fault")).replace("_", " ")


class Faults:
    """A seeded list of faults: in each ply, with chance `rate`, one that fits.

    `fired` counts by name what has really come about; `told`, when set, hears each name at that moment.
    """

    def __init__(
        self,
        seed: int,
        rate: float,
        world: World,
        person: Person,
        camera: LossyCamera,
        clock: VirtualClock,
        kinds: tuple[Fault, ...] = FAULTS,
    ) -> None:
        self._rng = random.Random(seed)
        self._rate = rate
        self._parts = (world, person, camera, clock)
        self._kinds = kinds
        self._counted: Counter[str] = Counter()
        self.told: Callable[[str], None] | None = None

    @property
    def fired(self) -> dict[str, int]:
        """How often each fault has really come about, by name."""
        return dict(sorted(self._counted.items()))

    def begin_ply(self, *, robots_turn: bool) -> None:
        """Decide what goes wrong in the ply that begins now, and prepare it."""
        if self._rng.random() >= self._rate:
            return
        stage = Stage(*self._parts, self._rng, robots_turn)
        kinds = list(self._kinds)
        while kinds:
            fault = kinds.pop(int(self._rng.random() * len(kinds)))
            if fault(stage, self._counting(name_of(fault))):
                return

    def _counting(self, name: str) -> Happened:
        def happened() -> None:
            self._counted[name] += 1
            if self.told is not None:
                self.told(name)

        return happened
