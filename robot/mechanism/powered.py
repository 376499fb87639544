"""A hand whose supply is watched: the Pi's flags are read before and after each motion, and what is wrong is told."""

from __future__ import annotations

from collections.abc import Callable

from robot.mechanism import power
from robot.mechanism.types import Mechanism, Receipt, Status


class PowerWatched:
    """Does what `hand` does. Implements `Mechanism`.

    `tell` hears what a motion did to the supply, in words, and not again while the same goes for the next ones. It is
    called by the thread that moves the hand.
    """

    def __init__(
        self, hand: Mechanism, tell: Callable[[str], None], read: Callable[[], int | None] = power.flags
    ) -> None:
        self._hand, self._tell, self._read = hand, tell, read
        self._told: tuple[str, ...] = ()

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

    def stop(self) -> None:
        self._hand.stop()

    def tend(self) -> None:
        self._hand.tend()

    def status(self) -> Status:
        return self._hand.status()

    def _watched(self, move: Callable[[], Receipt]) -> Receipt:
        before = self._read()
        receipt = move()
        words = power.told(before, self._read())
        for word in words:
            if word not in self._told:
                self._tell(word)
        self._told = words
        return receipt
