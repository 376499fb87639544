"""How many discs are in the magazine, as far as is known, and what is to be said about it."""

from __future__ import annotations

from dataclasses import dataclass

FEW = 3
"""With so many discs left it is said that the magazine wants filling."""


@dataclass
class Magazine:
    """`count` discs are believed to be in it, `capacity` is what it holds.

    `needed` is how many the game may still ask for.
    """

    count: int
    capacity: int

    def taken(self, discs: int) -> None:
        """Discs have left the magazine."""
        self.count = max(0, self.count - discs)

    def fill(self, needed: int) -> int:
        """A person has filled it; gives how many discs are in it now."""
        self.count = min(self.capacity, needed)
        return self.count

    def missing(self, needed: int) -> int:
        """How many discs belong into it beside those that are in it."""
        return min(self.capacity, needed) - self.count

    def empty_words(self, needed: int) -> str:
        count = self.missing(needed)
        return f"the magazine is empty: put {'1 disc' if count == 1 else f'{count} discs'} into it"

    def warning(self, needed: int) -> str:
        """What is to be said before the next disc is taken; nothing while there are enough."""
        if self.count != FEW or needed <= FEW:
            return ""
        return f"only {FEW} discs are left in the magazine: refill {self.missing(needed)} soon"
