"""Time, in one place: the only file that sleeps or reads a clock.

Everything else is handed a `Clock`. The virtual clock is also the scheduler of the simulation: what is due happens
while somebody sleeps, in the order of time, in one thread, so a seed is a game.
"""

from __future__ import annotations

import heapq
import itertools
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Monotonic time in seconds."""

    def now(self) -> float: ...

    def sleep(self, duration_s: float) -> None: ...


class RealClock:
    """The machine's monotonic clock."""

    def now(self) -> float:
        return time.monotonic()

    def sleep(self, duration_s: float) -> None:
        time.sleep(max(0.0, duration_s))


class CoreClock:
    """Seconds that a core has worked for the calling thread: what something costs, whatever else the machine does."""

    def now(self) -> float:
        return time.thread_time()


def utc_now() -> datetime:
    """The date and time of day, to the second: for what is kept, never for measuring."""
    return datetime.fromtimestamp(int(time.time()), UTC)


class VirtualClock:
    """A clock that only moves when somebody sleeps, and runs what falls due on the way.

    A callback may itself sleep (a hand that takes its time); time never runs backwards, and callbacks due at the
    same instant run in the order in which they were planned. With `pace` (a real clock), virtual seconds also
    pass for the eyes of a watcher; without it nothing ever waits.
    """

    def __init__(self, pace: Clock | None = None) -> None:
        self._now_s = 0.0
        self._order = itertools.count()
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._pace = pace

    def now(self) -> float:
        return self._now_s

    def call_at(self, when_s: float, action: Callable[[], None]) -> None:
        """Plan `action` for `when_s` (seconds on this clock; the past means as soon as possible)."""
        heapq.heappush(self._due, (when_s, next(self._order), action))

    def call_in(self, delay_s: float, action: Callable[[], None]) -> None:
        """Plan `action` for `delay_s` seconds from now."""
        self.call_at(self._now_s + delay_s, action)

    def sleep(self, duration_s: float) -> None:
        """Let `duration_s` seconds pass, running all that falls due meanwhile."""
        until_s = self._now_s + max(0.0, duration_s)
        while self._due and self._due[0][0] <= until_s:
            when_s, _, action = heapq.heappop(self._due)
            self._advance(when_s)
            action()
        self._advance(until_s)

    def _advance(self, to_s: float) -> None:
        if to_s <= self._now_s:
            return
        if self._pace is not None:
            self._pace.sleep(to_s - self._now_s)
        self._now_s = to_s
