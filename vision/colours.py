"""What was learned of this board, and the warm reading that uses it.

Light. Every frame says its own light: one factor per channel, measured on the board's plastic between the holes
(von Kries) as the median over the places, so that a hand over some of them does no harm. What was learned is put
into that light, and cut off where the camera would cut it off, before it is compared with the frame.

Holes. Every point of every hole is compared with the empty look of that very point and with red and yellow. A disc
fills the opening: it is a disc only where its colour fills the hole AND the parts of the hole's own wall that are
seen when it is empty are gone. A red shirt behind an empty hole leaves that wall in sight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.bump import RimPath
from vision.rectify import Grid
from vision.spots import Look, Spots, features
from vision.types import COLUMNS, ROWS, Cell, Cells, Image

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Place = tuple[int, int]
"""(row, column) of a hole, row 0 at the bottom, column 0 at the left as the camera sees it."""

POINT = np.array([4.0, 4.0, 5.0], dtype=np.float32)
DARK_POINT = np.array([0.6, 0.6, 0.8], dtype=np.float32)
"""How far a point strays from its empty look (features, standard deviations): POINT + DARK_POINT by brightness."""
DISC = np.array([30.0, 16.0, 13.0], dtype=np.float32)
"""How far the points of a disc stray from its middle colour: shading, embossing, rim."""
LIKE = 12.0
"""Squared distance in standard deviations up to which a point looks like what it is compared with."""
WALL_LEFT, WALL_ENOUGH = 0.3, 0.06
"""A disc leaves at most this share of the hole's wall in sight; told only where the wall is this share of the hole."""
CLIPPED = 0.95
"""Linear light from which a channel may be cut off."""


class TooFewSites(ValueError):
    """The plastic cannot be seen at enough places to tell the light."""


@dataclass(frozen=True, slots=True, eq=False)
class EmptyBoard:
    """The board without discs, in linear light of the calibration.

    `plastic` float32 (127, 3) at the sites, `steady` (127,) those that look like plastic, `holes` float32
    (42, 61, 3) the look of every point, `stray` float32 (42, 61, 3) its standard deviation in features over the
    frames, `wall` (42, 61) the points where the board's own plastic is seen in the depth of a hole, `rims` (42, 12)
    where the edges of the rims stand (see `vision.bump`).
    """

    plastic: Floats
    steady: Bools
    holes: Floats
    stray: Floats
    wall: Bools
    rims: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Colours:
    """All that was learned: the empty board; `red`, `yellow` (3,), linear light; `filled` (61,), where discs reach."""

    board: EmptyBoard
    red: Floats
    yellow: Floats
    filled: Bools

    def confirmed(self, image: Image, grid: Grid, cells: Cells) -> Colours:
        """Learn on from a picture whose `cells` (as the camera sees it) the referee has accepted.

        UNKNOWN cells teach nothing. The empty look of a hole moves a quarter of the way, disc colours a tenth.
        """
        look = Spots.of(grid, image).look(image)
        gain = light(look, self.board)
        back = np.minimum(look.holes / gain, 2.0).astype(np.float32)
        truth = np.array(cells, dtype=int)[::-1].ravel()
        holes = self.board.holes.copy()
        empty = truth == Cell.EMPTY
        holes[empty] += np.float32(0.25) * (back[empty] - holes[empty])
        return replace(
            self,
            board=replace(self.board, holes=holes),
            red=_towards(self.red, back[truth == Cell.RED][:, self.filled]),
            yellow=_towards(self.yellow, back[truth == Cell.YELLOW][:, self.filled]),
        )


def _towards(colour: Floats, seen: Floats) -> Floats:
    """Move a disc's colour (3,) a tenth of the way to the middle of what was seen (discs, points, 3)."""
    if seen.size == 0:
        return colour
    middle = np.median(seen.reshape(-1, 3), axis=0)
    return (colour + np.float32(0.1) * (middle - colour)).astype(np.float32)


def learn_empty(images: Sequence[Image], grid: Grid) -> EmptyBoard:
    """Learn the empty board from one or more pictures, uint8 BGR (H, W, 3), of one steady camera.

    Raises TooFewSites when the plastic between the holes is not of one colour.
    """
    spots = Spots.of(grid, images[0])
    looks = [spots.look(image) for image in images]
    plastic = np.stack([look.sites for look in looks]).mean(axis=0)
    holes = np.stack([look.holes for look in looks]).mean(axis=0)
    stray = np.stack([features(look.holes) for look in looks]).std(axis=0)
    steady = _steady(plastic) & spots.sites_visible
    if steady.sum() < 20:
        raise TooFewSites(f"only {steady.sum()} of {len(steady)} places between the holes look like one plastic")
    path = RimPath.of(grid)
    rims = np.median(np.stack([path.edges(image) for image in images]), axis=0).astype(np.float32)
    return EmptyBoard(plastic, steady, holes, stray, _like_plastic(holes, plastic[steady]), rims)


def _steady(plastic: Floats) -> Bools:
    """Tell which places look like the plastic of most places, in colour and roughly in brightness."""
    bright = features(plastic)[:, 0]
    return np.asarray(_like_plastic(plastic, plastic) & (np.abs(bright - np.median(bright)) < 60))


def _like_plastic(seen: Floats, plastic: Floats) -> Bools:
    """Tell where linear light (..., 3) has the colour of the median of `plastic` (N, 3), shading apart."""
    apart = np.abs(features(seen) - np.median(features(plastic), axis=0))
    return np.asarray((apart[..., 1] < 25) & (apart[..., 2] < 30))


def learn_discs(
    board: EmptyBoard, images: Sequence[Image], grid: Grid, red: Sequence[Place], yellow: Sequence[Place]
) -> Colours:
    """Learn the two colours from pictures that show discs in known holes, at least one of each.

    Raises ValueError without a disc of each colour.
    """
    if not red or not yellow:
        raise ValueError("learning the discs needs at least one red and one yellow disc")
    spots = Spots.of(grid, images[0])
    looks = [spots.look(image) for image in images]
    back: Floats = np.stack([look.holes / light(look, board) for look in looks]).mean(axis=0)
    discs = [back[[_index(place) for place in places]] for places in (red, yellow)]
    middles = [np.median(disc.reshape(-1, 3), axis=0).astype(np.float32) for disc in discs]
    fits = [
        (_apart(features(disc), features(middle), DISC) < LIKE).mean(axis=0)
        for disc, middle in zip(discs, middles, strict=True)
    ]
    return Colours(board, middles[0], middles[1], np.asarray(np.minimum(*fits) > 0.5))


def _index(place: Place) -> int:
    """Number of a hole, top row first."""
    return (ROWS - 1 - place[0]) * COLUMNS + place[1]


def light(look: Look, board: EmptyBoard) -> Floats:
    """Tell the light of a frame against the calibration's: float32 (3,), BGR factors of linear light.

    Raises TooFewSites when too little of the plastic can be told from cut-off white.
    """
    usable = board.steady & (look.sites.max(axis=1) < CLIPPED) & (board.plastic.max(axis=1) < CLIPPED)
    if usable.sum() < 12:
        usable = board.steady
    ratio = look.sites[usable] / np.maximum(board.plastic[usable], 1e-4)
    return np.asarray(np.maximum(np.median(ratio, axis=0), 1e-3), dtype=np.float32)


def _apart(seen: Floats, reference: Floats, deviation: Floats) -> Floats:
    """Squared distance in standard deviations over the last axis."""
    apart: Floats = (seen - reference) / deviation
    apart *= apart
    return np.asarray(apart.sum(axis=-1))


@dataclass(frozen=True, slots=True, eq=False)
class WarmReading:
    """What the holes show, before anything in front of them is thought of; arrays over 42 holes, top row first.

    `values` are cell numbers, `margins` 0..1; `changed` marks holes taken for empty because nothing in them has a
    disc's colour although their look is new; `gain` (3,) is the frame's light, `sites` what the plastic showed.
    """

    values: NDArray[np.intp]
    margins: Floats
    changed: Bools
    gain: Floats
    look: Look


def read_warm(image: Image, grid: Grid, colours: Colours, spots: Spots | None = None) -> WarmReading:
    """Read the 42 holes of a uint8 BGR picture against what was learned; `spots` saves finding the places again."""
    spots = spots or Spots.of(grid, image)
    look = spots.look(image)
    gain = light(look, colours.board)
    shares = compare(look, colours, gain)
    values, margins, changed = decide(shares)
    values[~spots.visible], margins[~spots.visible] = int(Cell.UNKNOWN), 0.0
    return WarmReading(values, margins, changed, gain, look)


@dataclass(frozen=True, slots=True, eq=False)
class Shares:
    """How the points of each hole compare; float32 (42,) and, for red and yellow, (2, 42).

    `empty` and `disc`: share of points that look like it. `only_empty`: share that looks empty and not like that disc.
    `lead`: mean log-likelihood by which empty leads over that disc, per point, within +-8. `wall_left`: share of the
    hole's wall that is still in sight, nan where too little wall is seen through the empty hole to tell.
    """

    empty: Floats
    disc: Floats
    only_empty: Floats
    lead: Floats
    wall_left: Floats


def compare(look: Look, colours: Colours, gain: Floats) -> Shares:
    """Compare every point with its empty look and the two disc colours, all in the light `gain`."""
    filled = colours.filled
    seen = features(look.holes[:, filled])
    expected = features(np.minimum(colours.board.holes[:, filled] * gain, 1.0))
    bright = np.exp(expected[..., :1] / np.float32(100))
    deviation = POINT + DARK_POINT / bright + colours.board.stray[:, filled]
    from_empty = _apart(seen, expected, deviation)
    likely_empty = -0.5 * np.minimum(from_empty, 60) - np.log(deviation).sum(axis=-1)
    like_empty = from_empty < LIKE
    wall = colours.board.wall[:, filled]
    against = [
        _against(seen, expected, features(np.minimum(colour * gain, 1.0)), likely_empty, like_empty, wall)
        for colour in (colours.red, colours.yellow)
    ]
    disc, only_empty, lead, wall_left = (np.array(each, dtype=np.float32) for each in zip(*against, strict=True))
    return Shares(like_empty.mean(axis=1, dtype=np.float32), disc, only_empty, lead, wall_left)


def _against(
    seen: Floats, expected: Floats, colour: Floats, likely_empty: Floats, like_empty: Bools, wall: Bools
) -> tuple[Floats, Floats, Floats, Floats]:
    """Compare the holes with one disc colour (features, (3,)): disc, only_empty, lead and wall_left of Shares."""
    from_disc = _apart(seen, colour, DISC)
    likely_disc = -0.5 * np.minimum(from_disc, 60) - np.log(DISC).sum()
    like_disc = from_disc < LIKE
    only_empty = like_empty & ~like_disc
    telling = wall & (_apart(expected, colour, DISC) >= LIKE)
    share = telling.mean(axis=1)
    left = (only_empty & telling).mean(axis=1) / np.maximum(share, 1e-6)
    wall_left = np.where(share >= WALL_ENOUGH, left, np.nan)
    lead = np.clip(likely_empty - likely_disc, -8, 8).mean(axis=1)
    return like_disc.mean(axis=1), only_empty.mean(axis=1), lead, wall_left


def decide(shares: Shares) -> tuple[NDArray[np.intp], Floats, Bools]:
    """Decide each hole: cell numbers, margins, and which are empty with a new look."""
    is_disc = (shares.disc >= 0.65) & (shares.only_empty <= 0.1) & (shares.lead <= -0.5)
    is_disc &= ~(shares.wall_left > WALL_LEFT)
    is_empty = (shares.empty >= 0.55) & (shares.lead.min(axis=0) >= 0.5)
    changed = ~is_empty & (shares.disc.max(axis=0) <= 0.2)
    values = np.full(shares.empty.shape, int(Cell.UNKNOWN), dtype=np.intp)
    margins = np.zeros(shares.empty.shape, dtype=np.float32)
    values[is_empty | changed] = int(Cell.EMPTY)
    margins[changed] = 0.3
    empty_margin = np.minimum((shares.empty - 0.4) / 0.4, shares.lead.min(axis=0) / 4)
    margins[is_empty] = empty_margin[is_empty]
    disc_margin = np.minimum((shares.disc - 0.5) / 0.4, -shares.lead / 4)
    for row, cell in enumerate((Cell.RED, Cell.YELLOW)):
        sure = is_disc[row] & ~is_disc[1 - row]
        values[sure] = int(cell)
        margins[sure] = disc_margin[row][sure]
    hanging = _hanging(values) & np.isnan(shares.wall_left).any(axis=0)
    values[hanging], margins[hanging] = int(Cell.UNKNOWN), 0.0
    return values, np.clip(margins, 0.0, 1.0), changed


def _hanging(values: NDArray[np.intp]) -> Bools:
    """Tell which of 42 holes, top row first, hold a disc with an empty hole somewhere below it."""
    rows = values.reshape(ROWS, COLUMNS)
    below = np.zeros(rows.shape, dtype=bool)
    below[:-1] = np.logical_or.accumulate(rows[:0:-1] == Cell.EMPTY, axis=0)[::-1]
    return np.asarray((below & ((rows == Cell.RED) | (rows == Cell.YELLOW))).ravel())
