"""A table on real parts: a thread each for what takes its time, one that handles events, in the order they come.

    eye     watch.look ............ Seen, Blind, Lit, Tick  \\
    hand    motion after motion ... Reported                 >  one queue  ->  the thread of `run`: table, journal
    engine  thought after thought . Thought                 /
    link    hand.tend ............. keeps the controller awake
    people  `post`, `call` ........ Ready, Quit; what else they want done between two events

The eye waits until what it saw has been handled, so a frame is learned from before the next one is taken. Ctrl-C, an
error in any thread, the end of the game: all of them end in `hand.stop`.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable
from functools import partial

from robot.clock import Clock
from robot.errors import QuadrowError
from robot.mechanism.errors import MechanismError
from robot.messages import Event, Motion, Quit, Reported, Start, Tick
from robot.rules.contest import Contest
from robot.runner import Parts, PlasticRunner
from robot.store import Store
from robot.table import Table

FRAME_S = 0.125
"""Between two frames that are looked at."""
TEND_S = 0.05
TICK_S = 0.5
"""Time passes for the table at least so often, even when the eye is blocked."""
HANDLED_S = 2.0
"""How long the eye waits for what it saw to be handled."""

Work = Callable[[], Event]
Job = Callable[[], None]


class PartFailed(QuadrowError):
    """A part of the robot ended with an error that nobody foresaw."""


class LiveRunner(PlasticRunner[Clock]):
    """Plays one game of `table` on real parts; `run` is to be called once."""

    def __init__(self, table: Table, parts: Parts, clock: Clock, store: Store, game: int) -> None:
        super().__init__(table, parts, clock, store, game)
        self._inbox: queue.Queue[Event | BaseException | Job] = queue.Queue()
        self._hand_work: queue.Queue[Work] = queue.Queue()
        self._engine_work: queue.Queue[Work] = queue.Queue()
        self._handled = threading.Event()
        self._over = threading.Event()

    def post(self, event: Event) -> None:
        """Hand in an event of a person, from any thread."""
        self._inbox.put(event)

    def call(self, job: Job) -> None:
        """Have something done in the thread of `run`, where table and journal are nobody else's; from any thread."""
        self._inbox.put(job)

    def run(self) -> Contest:
        """Play until the table is done; the hand is stopped whatever happens.

        Raises what ended a part; KeyboardInterrupt stops the hand first.
        """
        threads = [
            threading.Thread(target=self._guarded, args=(work,), name=name, daemon=True)
            for name, work in {
                "eye": self._look_on,
                "hand": partial(self._work_on, self._hand_work),
                "engine": partial(self._work_on, self._engine_work),
                "link": self._tend_on,
            }.items()
        ]
        try:
            self._handle(Start())
            for thread in threads:
                thread.start()
            while self._ended is None:
                self._take()
        finally:
            self._over.set()
            self._handled.set()
            self._stop_hand()
            self._store.commit()
            for thread in threads:
                thread.join(HANDLED_S)
        return self._ended

    # -- the thread of `run` -----------------------------------------------------------------------------------------

    def _take(self) -> None:
        try:
            event = self._inbox.get(timeout=TICK_S)
        except queue.Empty:
            event = Tick()
        if isinstance(event, BaseException):
            raise event
        if callable(event):
            event()
            return
        if isinstance(event, Quit):
            self._stop_hand()
        self._handle(event)
        self._handled.set()

    def _begin_motion(self, motion: Motion) -> None:
        self._hand_work.put(lambda: Reported(self._move(motion)))

    def _begin_thought(self, thought: Work) -> None:
        self._engine_work.put(thought)

    def _stop_hand(self) -> None:
        with contextlib.suppress(MechanismError):  # a controller that cannot be told stops by itself
            self._parts.hand.stop()

    # -- the other threads -------------------------------------------------------------------------------------------

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception as error:
            known = hasattr(error, "remedy")
            name = threading.current_thread().name
            said = error if known else PartFailed(f"the {name} failed: {error!r}", "start the game again")
            said.__cause__ = None if known else error
            self._inbox.put(said)

    def _look_on(self) -> None:
        while not self._over.is_set():
            next_s = self._clock.now() + FRAME_S
            self._handled.clear()
            self._inbox.put(self._parts.watch.look() or Tick())
            self._handled.wait(HANDLED_S)
            self._clock.sleep(next_s - self._clock.now())

    def _work_on(self, jobs: queue.Queue[Work]) -> None:
        while not self._over.is_set():
            with contextlib.suppress(queue.Empty):
                self._inbox.put(jobs.get(timeout=TICK_S)())

    def _tend_on(self) -> None:
        while not self._over.wait(TEND_S):
            with contextlib.suppress(MechanismError):  # the next motion says what is wrong
                self._parts.hand.tend()
