"""A table on its parts: looks, hands in, makes durable, carries out.

    camera -> reader -> stable --Seen--> table.handle --effects--> hand, engine, people, spectators
                                            |
                                         journal (durable before the effects)

How time goes by is up to the kinds of runners: `robot.one_thread` has those on a virtual clock, `robot.live` the one
for real parts.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from robot.clock import Clock
from robot.mechanism.types import Mechanism, Receipt
from robot.messages import (
    Ask,
    Blind,
    Consider,
    Considered,
    Drop,
    Effect,
    Ended,
    Event,
    Home,
    Judged,
    Lit,
    Load,
    Motion,
    Seen,
    Slide,
    Think,
    Thought,
    Tick,
)
from robot.referee import Moved, Unchanged, Verified, WrongColumn
from robot.rules.contest import Contest
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


class Mind(Protocol):
    """Plays for the robot; answers at once, or after sleeping on the clock."""

    def think(self, game: Contest) -> Thought:
        """Choose a move."""

    def accepts_draw(self, game: Contest, colour: int) -> bool:
        """Weigh the draw that is offered to `colour`."""


@dataclass(kw_only=True)
class Voices:
    """Who takes part in a game that is played in words alone."""

    mind: Mind
    people: Callable[[Ask], None]
    spectators: tuple[Spectator, ...] = ()


@dataclass(kw_only=True)
class Parts(Voices):
    """All that a table with a plastic board is connected to."""

    watch: Watch[Reader]
    hand: Mechanism


AnyVoices = TypeVar("AnyVoices", bound=Voices)


class Runner(ABC, Generic[AnyVoices, AnyClock]):
    """One game of `table` on its parts: takes events one at a time, makes them durable, carries their effects out.

    How time goes by, and what happens at the same time, is up to its kinds.
    """

    def __init__(self, table: Table, parts: AnyVoices, clock: AnyClock, store: Store, game: int) -> None:
        self.table = table
        self._parts = parts
        self._clock = clock
        self._store = store
        self._number = game
        self._ended: Contest | None = None

    @abstractmethod
    def post(self, event: Event) -> None:
        """Hand in an event of a person."""

    def _handle(self, event: Event) -> None:
        now_s, before = self._clock.now(), self.table.agreed
        effects = self.table.handle(event, now_s)
        if self.table.agreed.moves != before.moves:
            self._keep(len(before.moves))
        if effects or not isinstance(event, Tick):
            self._store.append(self._number, now_s, event)
        if not all(isinstance(effect, Judged) and isinstance(effect.verdict, Unchanged) for effect in effects):
            for effect in effects:
                if isinstance(effect, Home | Drop | Slide):
                    self._store.spend_action(effect.action)
            self._make_durable(before)
        for effect in effects:
            for spectator in self._parts.spectators:
                spectator(effect, self._clock.now())
            self._carry_out(effect)

    def _make_durable(self, before: Contest) -> None:
        """Write what was handled; a game that is over with it has its result from then on, whatever follows.

        One that is only shown again gets none: it must not count twice, even if nobody comes to delete it.
        """
        if self.table.agreed.over and not before.over and self.table.terms.shown is None:
            self._store.finish(self._number, self.table.agreed, self.table.times.clock)
        else:
            self._store.commit()

    def _keep(self, before: int) -> None:
        """Keep the moves, of which there were `before`; who takes one back has used help."""
        self._store.progress(self._number, self.table.agreed, self.table.times.clock)
        if len(self.table.agreed.moves) < before:
            self._store.help_used(self._number)

    def _carry_out(self, effect: Effect) -> None:
        match effect:
            case Think(game):
                self._begin_thought(lambda: self._parts.mind.think(game))
            case Consider(game, colour):
                self._begin_thought(lambda: Considered(game.moves, colour, self._parts.mind.accepts_draw(game, colour)))
            case Ask():
                self._parts.people(effect)
            case Ended(game):
                self._ended = game
            case _:
                return

    @abstractmethod
    def _begin_thought(self, thought: Callable[[], Event]) -> None:
        """Let the engine think; what it gives comes back as an event."""


class PlasticRunner(Runner[Parts, AnyClock]):
    """A runner with an eye and a hand."""

    def _carry_out(self, effect: Effect) -> None:
        match effect:
            case Home() | Drop() | Slide():
                self._begin_motion(effect)
            case Load(count):
                self._parts.hand.refill(count)
            case Judged(observation=accepted, verdict=Moved() | Verified() | WrongColumn()):
                self._confirm(accepted)
            case _:
                super()._carry_out(effect)

    @abstractmethod
    def _begin_motion(self, motion: Motion) -> None:
        """Let the hand move; its receipt comes back as an event."""

    def _confirm(self, accepted: Observation) -> None:
        """Let the reader learn on from the frame of an observation that the referee has accepted."""
        watch = self._parts.watch
        if watch.last is not None and watch.last[0].sequence == accepted.sequence:
            watch.reader.confirmed(watch.last[0], accepted.cells)

    def _move(self, motion: Motion) -> Receipt:
        hand = self._parts.hand
        match motion:
            case Home(action):
                return hand.home(action)
            case Drop(action, column):
                return hand.drop(action, column)
            case Slide(action, opened):
                return hand.slider(action, opened=opened)
