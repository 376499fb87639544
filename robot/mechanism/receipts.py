"""Action ids and the receipts that were given for them: what makes a motion happen at most once."""

from __future__ import annotations

import threading
from collections.abc import Callable

from robot.mechanism.errors import MechanismError
from robot.mechanism.types import Ending, Receipt

LAST_ACTION = (1 << 32) - 1
"""The highest id that a controller understands."""

REMEMBERED = 1000
"""How many receipts are kept; ids older than those are refused, never carried out again."""

LONG_PAST = "this motion belongs to a game long past; ask for it with a new number"
NOT_YET = "wait until the motion under way has ended"
BROKEN_OFF = "read the board again, then home the robot"


def new_action(journal: int, remembered: int) -> int:
    """Give an id that nobody has used: the journal's next one, above the last that the hand remembers.

    Raises MechanismError when there is none any more, which only a damaged journal can bring about.
    """
    action = max(journal, remembered + 1)
    if action > LAST_ACTION:
        away = "move the journal away (quadrow config path names its folder)"
        remedy = "unplug the controller and plug it in again" if journal <= LAST_ACTION else away
        raise MechanismError(f"the numbers of motions are used up at {action}", remedy)
    return action


class Answers:
    """Remembers the receipts of the newest REMEMBERED actions."""

    def __init__(self) -> None:
        self._receipts: dict[int, Receipt] = {}
        self._forgotten_to: int | None = None

    def get(self, action: int) -> Receipt | None:
        """Give the receipt of an action, None when it was not carried out or is long past."""
        return self._receipts.get(action)

    def is_forgotten(self, action: int) -> bool:
        """Tell whether an action is so old that nobody knows any more whether it was carried out."""
        return self._forgotten_to is not None and action <= self._forgotten_to and action not in self._receipts

    def keep(self, receipt: Receipt) -> None:
        """Remember a receipt."""
        self._receipts[receipt.action] = receipt
        if len(self._receipts) > REMEMBERED:
            oldest = min(self._receipts)
            del self._receipts[oldest]
            self._forgotten_to = oldest


class Once:
    """One motion at a time, each id once. Who does something else that no motion may disturb takes `busy`."""

    def __init__(self) -> None:
        self.busy = threading.Lock()
        self._answers = Answers()

    def carry_out(self, action: int, verb: str, column: int | None, run: Callable[[], Receipt]) -> Receipt:
        """Run a motion that was never asked for, else give its receipt, or the refusal of one that cannot be now."""
        if not self.busy.acquire(blocking=False):
            return self._answers.get(action) or refused(action, verb, column, NOT_YET)
        try:
            stored = self._answers.get(action)
            if stored is not None:
                return stored
            if self._answers.is_forgotten(action):
                return refused(action, verb, column, LONG_PAST)
            broken_off = f"the motion was broken off: {BROKEN_OFF}"
            receipt = Receipt(action, verb, column, Ending.STOPPED, remedy=broken_off)
            try:
                receipt = run()
            finally:  # whatever happened, this id is spent
                self._answers.keep(receipt)
            return receipt
        finally:
            self.busy.release()


def refused(action: int, verb: str, column: int | None, remedy: str) -> Receipt:
    """Give the receipt of a motion that was not begun."""
    return Receipt(action, verb, column, Ending.REFUSED, remedy=remedy)
