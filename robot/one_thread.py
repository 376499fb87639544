"""Runners that do everything in one thread: on the simulated board, and in words alone.

In `SimRunner` the clock goes on while the hand sleeps through a motion and the eye keeps looking, so the table hears
what happens meanwhile; a motion that it asks for then begins when the one under way has ended. `WordRunner` has neither
eye nor hand: for a variant that no plastic board can hold.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable

from robot.clock import Clock, VirtualClock
from robot.errors import GameStopped
from robot.mechanism.errors import MechanismError
from robot.messages import Event, Motion, Reported, Start, Tick
from robot.rules.contest import Contest
from robot.runner import Parts, PlasticRunner, Runner, Voices
from robot.store import Store
from robot.table import Table


class WordRunner(Runner[Voices, Clock]):
    """Plays in words alone: there is no board but the one on the screen.

    `wait` lets a little time pass, in which a person may `post`; nothing happens at the same time.
    """

    def __init__(
        self, table: Table, voices: Voices, clock: Clock, store: Store, game: int, wait: Callable[[], None]
    ) -> None:
        super().__init__(table, voices, clock, store, game)
        self._inbox: deque[Event] = deque()
        self._wait = wait

    def run(self) -> Contest:
        """Play until the table is done."""
        try:
            self.post(Start())
            while self._ended is None:
                if not self._inbox:
                    self._wait()
                    self.post(Tick())
                self._handle(self._inbox.popleft())
        finally:
            self._store.commit()
        return self._ended

    def post(self, event: Event) -> None:
        """Hand in an event; it waits for its turn."""
        self._inbox.append(event)

    def _begin_thought(self, thought: Callable[[], Event]) -> None:
        self.post(thought())


class SimRunner(PlasticRunner[VirtualClock]):
    """Plays to the end in one thread on a virtual clock: whoever sleeps lets the others do what falls due."""

    def __init__(self, table: Table, parts: Parts, clock: VirtualClock, store: Store, game: int) -> None:
        super().__init__(table, parts, clock, store, game)
        self._inbox: deque[Event] = deque()
        self._motions: deque[Motion] = deque()
        self._handling = False

    def run(self, frame_s: float = 0.125, limit_s: float = 7200.0) -> Contest:
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
        return self._ended

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

    def _begin_thought(self, thought: Callable[[], Event]) -> None:
        self._inbox.append(thought())
