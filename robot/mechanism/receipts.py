"""The receipts that were given, by action id: what makes a motion happen at most once."""

from __future__ import annotations

from robot.mechanism.types import Receipt

REMEMBERED = 1000
"""How many receipts are kept; ids older than those are refused, never carried out again."""


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
