"""A table on its parts: looks, hands in, makes durable, carries out; and all of that in one thread on a virtual clock.

    camera -> reader -> stable --Seen--> table.handle --effects--> hand, engine, people, spectators
                                            |
                                         journal (durable before the effects)

In `SimRunner` the clock goes on while the hand sleeps through a motion and the eye keeps looking, so the table hears
what happens meanwhile; a motion that it asks for then begins when the one under way has ended. `robot.live` has the
same for real parts.
"""

from __future__ import annotations

import contextlib
import math
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from robot.clock import Clock, VirtualClock
from robot.errors import GameStopped
from robot.mechanism.errors import MechanismError
from robot.mechanism.types import Mechanism, Receipt
from robot.messages import (
    Ask,
    Blind,
    Drop,
    Effect,
    Ended,
    Event,
    Home,
    Judged,
    Lit,
    Load,
    Motion,
    Reported,
    Seen,
    Slide,
    Start,
    Think,
    Thought,
    Tick,
)
from robot.referee import Moved, Unchanged, Verified, WrongColumn
from robot.rules.game import Game
from robot.store import Store
from robot.table import Table
from vision.errors import CameraEnded, CameraError, PictureError
from vision.light import Light, LightWatch
from vision.reader import Reader
from vision.stable import Stable
from vision.types import Camera, Frame, Observation, Reading

Spectator = Callable[[Effect, float], None]
"""Is told every effect and its time; changes nothing."""


LIGHT_AGAIN_S = 0.5
"""Time between two looks at the light."""


class Reads(Protocol):
    """Tells what one frame shows; raises CameraError for a frame that must not be read.

    `light` is that of the frame that was read last, None where it is not known.
    """

    @property
    def light(self) -> Light | None: ...

    def read(self, frame: Frame) -> Reading: ...


AnyReader = TypeVar("AnyReader", bound=Reads)
AnyClock = TypeVar("AnyClock", bound=Clock)


@dataclass
class Watch(Generic[AnyReader]):
    """The eye in use: takes a frame, reads it, says what the board shows once it is at rest, and how it is lit.

    `last` is the newest frame with its reading, for those who draw; `time_s` that of the newest frame, read or not.
    """

    camera: Camera
    reader: AnyReader
    stable: Stable
    last: tuple[Frame, Reading] | None = field(default=None, init=False)
    time_s: float = field(default=0.0, init=False)
    _lights: LightWatch = field(default_factory=LightWatch, init=False)
    _light_s: float = field(default=-math.inf, init=False)

    def look(self) -> Seen | Blind | Lit | None:
        """One frame; None while there is nothing to tell. Raises CameraEnded after the last frame of a file."""
        try:
            frame = self.camera.capture()
            self.time_s = frame.time_s
            reading = self.reader.read(frame)
        except CameraEnded:
            raise
        except (CameraError, PictureError) as error:
            self.stable.break_off()
            return Blind(str(error), error.remedy)
        self.last = frame, reading
        observation = self.stable.add(reading)
        return self._lit() if observation is None else Seen(observation)

    def _lit(self) -> Lit | None:
        """Look at the light now and then."""
        if self.time_s - self._light_s < LIGHT_AGAIN_S or (light := self.reader.light) is None:
            return None
        self._light_s = self.time_s
        verdict = self._lights.add(light, self.time_s)
        return None if verdict is None else Lit(verdict.words, verdict.remedy)


@dataclass
class Parts:
    """All that a table is connected to. `think` answers at once or after sleeping on the clock."""

    watch: Watch[Reader]
    hand: Mechanism
    think: Callable[[Game], Thought]
    people: Callable[[Ask], None]
    spectators: tuple[Spectator, ...] = ()


class Runner(ABC, Generic[AnyClock]):
    """One game of `table` on its parts: takes events one at a time, makes them durable, carries their effects out.

    How time goes by, and what happens at the same time, is up to its kinds: `SimRunner` here, and `LiveRunner`.
    """

    def __init__(self, table: Table, parts: Parts, clock: AnyClock, store: Store, game: int) -> None:
        self.table = table
        self._parts = parts
        self._clock = clock
        self._store = store
        self._number = game
        self._ended: Game | None = None

    def _handle(self, event: Event) -> None:
        now_s, agreed = self._clock.now(), self.table.agreed.moves
        effects = self.table.handle(event, now_s)
        if self.table.agreed.moves != agreed:
            self._store.progress(self._number, self.table.agreed)
        if effects or not isinstance(event, Tick):
            self._store.append(self._number, now_s, event)
        if not all(isinstance(effect, Judged) and isinstance(effect.verdict, Unchanged) for effect in effects):
            for effect in effects:
                if isinstance(effect, Home | Drop | Slide):
                    self._store.spend_action(effect.action)
            self._store.commit()
        for effect in effects:
            self._carry_out(effect)

    def _carry_out(self, effect: Effect) -> None:
        for spectator in self._parts.spectators:
            spectator(effect, self._clock.now())
        match effect:
            case Home() | Drop() | Slide():
                self._begin_motion(effect)
            case Load(count):
                self._parts.hand.refill(count)
            case Think(game):
                self._begin_thought(game)
            case Ask():
                self._parts.people(effect)
            case Judged(observation=accepted, verdict=Moved() | Verified() | WrongColumn()):
                self._confirm(accepted)
            case Ended(game):
                self._ended = game
            case _:
                return

    @abstractmethod
    def _begin_motion(self, motion: Motion) -> None:
        """Let the hand move; its receipt comes back as an event."""

    @abstractmethod
    def _begin_thought(self, game: Game) -> None:
        """Let the engine choose; its thought comes back as an event."""

    def _confirm(self, accepted: Observation) -> None:
        """Let the reader learn on from the frame of an observation that the referee has accepted."""
        watch = self._parts.watch
        if watch.last is not None and watch.last[0].sequence == accepted.sequence:
            watch.reader.confirmed(watch.last[0], accepted.cells)

    def _finish(self) -> Game:
        assert self._ended is not None
        self._store.finish(self._number, self._ended)
        return self._ended

    def _move(self, motion: Motion) -> Receipt:
        hand = self._parts.hand
        match motion:
            case Home(action):
                return hand.home(action)
            case Drop(action, column):
                return hand.drop(action, column)
            case Slide(action, opened):
                return hand.slider(action, opened=opened)


class SimRunner(Runner[VirtualClock]):
    """Plays to the end in one thread on a virtual clock: whoever sleeps lets the others do what falls due."""

    def __init__(self, table: Table, parts: Parts, clock: VirtualClock, store: Store, game: int) -> None:
        super().__init__(table, parts, clock, store, game)
        self._inbox: deque[Event] = deque()
        self._motions: deque[Motion] = deque()
        self._handling = False

    def run(self, frame_s: float = 0.125, limit_s: float = 7200.0) -> Game:
        """Play until the table is done; the hand is stopped whatever happens.

        Raises GameStopped when the game is not over after `limit_s` seconds of the clock.
        """
        until_s = self._clock.now() + limit_s
        try:
            self._plan_look(frame_s)
            self.post(Start())
            while self._ended is None:
                if self._clock.now() > until_s:
                    raise GameStopped(
                        f"the game stands still: {self.table.phase.value}", "look at the board, start again"
                    )
                self._step(frame_s)
        finally:
            with contextlib.suppress(MechanismError):  # a controller that cannot be told stops by itself
                self._parts.hand.stop()
            self._store.commit()
        return self._finish()

    def post(self, event: Event) -> None:
        """Hand in an event; carried out at once unless another one is being handled."""
        self._inbox.append(event)
        if self._handling:
            return
        self._handling = True
        try:
            while self._inbox:
                self._handle(self._inbox.popleft())
        finally:
            self._handling = False

    def _step(self, frame_s: float) -> None:
        if self._motions:
            self.post(Reported(self._move(self._motions.popleft())))
        else:
            self._clock.sleep(frame_s)

    def _plan_look(self, frame_s: float) -> None:
        def look() -> None:
            if self._ended is None:
                self._clock.call_in(frame_s, look)
                self.post(self._parts.watch.look() or Tick())

        self._clock.call_in(frame_s, look)

    def _begin_motion(self, motion: Motion) -> None:
        self._motions.append(motion)

    def _begin_thought(self, game: Game) -> None:
        self._inbox.append(self._parts.think(game))
