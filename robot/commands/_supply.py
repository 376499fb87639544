"""A hand whose every motion is watched for what it does to the Pi's supply."""

from __future__ import annotations

from collections.abc import Callable

from robot.mechanism import power
from robot.mechanism.types import Mechanism, Receipt, Status


class Supplied:
    """`hand`, and `tell` what the Pi says of its supply before and after each motion. Implements `Mechanism`."""

    def __init__(
        self, hand: Mechanism, tell: Callable[[str], None], flags: Callable[[], int | None] = power.flags
    ) -> None:
        self._hand, self._tell, self._flags = hand, tell, flags

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
        for words in power.told(before, self._flags()):
            self._tell(f"     !! the Pi: {words}")
        return receipt
