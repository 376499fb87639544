"""A hand whose every motion is watched for what it does to the Pi's supply."""

from __future__ import annotations

from collections.abc import Callable

from robot.mechanism import power
from robot.mechanism.types import Mechanism, Receipt, Status


class Supplied:
    """`hand`, and `tell` what the Pi says of its supply before and after each motion. Implements `Mechanism`.

    What lasts is told once, and once more when it is over.
    """

    def __init__(
        self, hand: Mechanism, tell: Callable[[str], None], flags: Callable[[], int | None] = power.flags
    ) -> None:
        self._hand, self._tell, self._flags = hand, tell, flags
        self._lasting: tuple[str, ...] = ()

    def home(self, action: int) -> Receipt:
        return self._watched(lambda: self._hand.home(action))

    def aim(self, action: int, column: int) -> Receipt:
        return self._watched(lambda: self._hand.aim(action, column))

    def drop(self, action: int, column: int) -> Receipt:
        return self._watched(lambda: self._hand.drop(action, column))

    def slider(self, action: int, *, opened: bool) -> Receipt:
        return self._watched(lambda: self._hand.slider(action, opened=opened))

    def refill(self, count: int) -> None:
        self._hand.refill(count)

    def last_action(self) -> int:
        return self._hand.last_action()

    def stop(self) -> None:
        self._hand.stop()

    def tend(self) -> None:
        self._hand.tend()

    def status(self) -> Status:
        return self._hand.status()

    def _watched(self, move: Callable[[], Receipt]) -> Receipt:
        before = self._flags()
        receipt = move()
        self._compare(before, self._flags())
        return receipt

    def _compare(self, before: int | None, after: int | None) -> None:
        """Tell what came up during a motion, and what is over since the last one."""
        if after is None:
            return
        now = power.told(after, after)
        for words in power.told(before, after):
            if words not in self._lasting:
                self._tell(f"     !! the Pi: {words}")
        for words in self._lasting:
            if words not in now:
                self._tell(f"        the Pi: no longer so: {words.partition(':')[0]}")
        self._lasting = now
