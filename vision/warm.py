"""The warm reading: one frame against what was learned of this board.

What was learned is put into the frame's own light (`vision.compare`), every hole is decided by itself
(`vision.decide`), and what no wall proves is held against the rest of the frame and those before (`vision.behind`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.behind import Tints, hanging, weigh
from vision.colours import Colours, light
from vision.compare import Expected, compare, room_light
from vision.decide import EMPTY, HALF, LIKE_EMPTY, NEW_BACKGROUND, RED, UNKNOWN, YELLOW, decide, might_be_disc, tinted
from vision.depth import Depth, lean
from vision.glare import hidden_places, known_places, shines
from vision.rectify import Grid
from vision.spots import Look, Spots, features
from vision.told import Told
from vision.types import Image

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Bools = NDArray[np.bool_]

SAME_LIGHT = 0.02
"""While no channel's light changes by more, what is expected is not computed anew."""


@dataclass(frozen=True, slots=True, eq=False)
class WarmReading:
    """What the holes show, before anything in front of them is thought of; arrays over 42 holes, top row first.

    `values` are cell numbers, `margins` 0..1; `changed` marks holes taken for empty although their look is new,
    `proven` those whose wall tells discs from empty holes; `gain` (3,) is the frame's light, `look` what was seen;
    `hidden` (127,) are the places on the plastic that something stands before.
    """

    values: NDArray[np.intp]
    margins: Floats
    changed: Bools
    proven: Bools
    gain: Floats
    look: Look
    hidden: Bools


class Warm:
    """Reads frame after frame at the same places; what is expected is kept while the light stays."""

    def __init__(self, colours: Colours, spots: Spots, grid: Grid, told: Told | None = None) -> None:
        """`told` is what was read before the grid was laid anew or more was learned."""
        self._colours, self._spots, self._grid = colours, spots, grid
        self._known = known_places(colours.board)
        self._depth: Depth | None = None
        self.told = told or Told()
        self._expected: Expected | None = None

    def read(self, image: Image, look: Look | None = None) -> WarmReading:
        """Read the 42 holes of a uint8 BGR picture, whose `look` may be known. Raises TooFewSites as `light` does."""
        look = look or self._spots.look(image)
        gain = light(look, self._colours.board)
        expected = self._expect(gain)
        shares = compare(look, expected)
        values, margins, changed = decide(shares)
        if (values == UNKNOWN).any() or changed.any():
            discs = (values == RED) | (values == YELLOW)
            room = room_light(look, expected, ~discs)
            if room is not None:
                shares = compare(look, expected.before(room))
                values, margins, changed = decide(shares)
                values[discs & (values == EMPTY)] = UNKNOWN
        same = (values == self.told.values) & (values != UNKNOWN)
        proven = shares.proven | (same & ~(self.told.stood & hanging(values)))
        new = (changed | (values == UNKNOWN)) & (shares.empty < LIKE_EMPTY)
        hidden = hidden_places(look.sites, self._colours.board, gain, self._known)
        hued = np.logical_or(*tinted(shares))
        hue = np.where(shares.turn_deg[1] < shares.turn_deg[0], YELLOW, RED)
        alike = self.told.relit(gain)
        if alike.any():
            alike &= np.where(hue == RED, expected.like_disc[0], expected.like_disc[1]) >= HALF
        colours = (shares.disc, shares.yellowness, shares.strength, shares.lead)
        weighed = weigh(
            Tints(values, self.told.values, new, hued, hue, proven, alike, self.told.followed, *colours),
            lambda holes: self._lean(image, holes, look),
            lambda: features(look.holes)[0],
            lambda: self.told.still_empty(look, gain, whole=not hidden.any()),
            lambda: shines(look.sites, self._colours.board, gain),
        )
        unseen = (weighed == EMPTY) & (self.told.values != EMPTY)
        if unseen.any():
            weighed[unseen & might_be_disc(shares)] = UNKNOWN
        weighed[self.told.stood & hanging(weighed) & ~shares.proven] = UNKNOWN
        cloth = (weighed == EMPTY) & (values != EMPTY)
        values, changed = weighed, changed | cloth
        margins[cloth] = NEW_BACKGROUND
        values[~self._spots.visible] = UNKNOWN
        margins[values == UNKNOWN] = 0.0
        return WarmReading(values, margins, changed, shares.proven, gain, look, hidden)

    def _lean(self, image: Image, holes: NDArray[np.intp], look: Look) -> tuple[Doubles, Doubles] | None:
        """Tell how far what is seen in some holes leans, and how the openings behind them are shifted, pitches."""
        board = self._colours.board
        if self._depth is None:
            self._depth = board.depth(self._grid.radius)
        if not self._depth.told:
            return None
        plastic = np.median(features(look.sites[:, board.steady]), axis=1)
        return lean(image, self._grid, holes, plastic), self._depth.shift[holes]

    def _expect(self, gain: Floats) -> Expected:
        kept = self._expected
        if kept is None or np.abs(gain / kept.gain - 1).max() > SAME_LIGHT:
            kept = self._expected = Expected.of(self._colours, gain)
        return kept


def read_warm(image: Image, grid: Grid, colours: Colours) -> WarmReading:
    """Read one uint8 BGR picture (H, W, 3) against what was learned."""
    return Warm(colours, Spots.of(grid, image), grid).read(image)
