"""A person's hand in the picture: where its finger tips are at any time, and the disc between them."""

from __future__ import annotations

import random
from dataclasses import dataclass

from robot.clock import VirtualClock
from robot.sim.scene import Hand

Place = tuple[float, float]
"""(x, y) in pitches, as in `Scene`."""

BGR = tuple[int, int, int]
SKINS: tuple[BGR, ...] = ((140, 170, 225), (105, 140, 200), (70, 100, 160), (45, 65, 105))
SLEEVES: tuple[BGR, ...] = ((60, 60, 60), (120, 80, 40), (210, 210, 215), (60, 110, 70))


@dataclass(frozen=True, slots=True)
class Way:
    """A straight way of the finger tips, slow at both ends."""

    start: Place
    end: Place
    since_s: float
    takes_s: float

    def at(self, now_s: float) -> Place:
        done = 1.0 if self.takes_s <= 0 else min(1.0, max(0.0, (now_s - self.since_s) / self.takes_s))
        share = done * done * (3 - 2 * done)
        (x0, y0), (x1, y1) = self.start, self.end
        return x0 + share * (x1 - x0), y0 + share * (y1 - y0)


class HandMotion:
    """The hand, out of the picture at first. `disc` is the colour between its fingers (is it red?) or None."""

    def __init__(self, clock: VirtualClock, rng: random.Random) -> None:
        self._clock = clock
        self._skin = SKINS[int(rng.random() * len(SKINS))]
        self._sleeve = SLEEVES[int(rng.random() * len(SLEEVES))]
        self._way: Way | None = None
        self._before = False
        self.disc: bool | None = None

    @property
    def is_there(self) -> bool:
        """Whether the hand is in the picture."""
        return self._way is not None

    @property
    def before(self) -> bool:
        """Whether the hand is between camera and board."""
        return self._before

    @property
    def place(self) -> Place:
        """Where the finger tips are now; raises ValueError when the hand is out of the picture."""
        return self._there().at(self._clock.now())

    def enter(self, place: Place, *, before: bool) -> None:
        """Appear at a place, before the board (it hides holes) or above it."""
        self._way = Way(place, place, self._clock.now(), 0.0)
        self._before = before

    def move(self, to: Place, takes_s: float) -> None:
        """Move on from where it is; raises ValueError when the hand is out of the picture."""
        now_s = self._clock.now()
        self._way = Way(self.place, to, now_s, takes_s)

    def leave(self) -> None:
        """Be out of the picture."""
        self._way = None

    def seen(self, now_s: float) -> Hand | None:
        if self._way is None:
            return None
        x, y = self._way.at(now_s)
        disc = None if self.disc is None else "red" if self.disc else "yellow"
        return Hand(x, y, self._before, disc, self._skin, self._sleeve)

    def _there(self) -> Way:
        if self._way is None:
            raise ValueError("the hand is out of the picture")
        return self._way
