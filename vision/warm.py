"""The warm reading: one frame against what was learned of this board.

What was learned is put into the frame's own light, and cut off where the camera would cut it off, before it is
compared. Every point of every hole is compared with the empty look of that very point and with red and yellow. A disc
fills the opening: it is a disc only where its colour fills the hole AND the parts of the hole's own wall that are
seen when it is empty are gone. A red shirt behind an empty hole leaves that wall in sight.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision._points import compare as compare_points
from vision.alike import DISC, LIKE, POINT, squared, strays
from vision.behind import Tints, weigh
from vision.colours import Colours, light
from vision.depth import Depth, lean
from vision.glare import hidden_places, known_places, shines
from vision.rectify import HOLES, Grid
from vision.spots import LINEAR, ROOTS, Look, Spots, features, median
from vision.told import Told
from vision.types import Cell, Image

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Bools = NDArray[np.bool_]

EMPTY, RED, YELLOW, UNKNOWN = map(int, Cell)
"""Cell numbers: numpy compares with them six times as fast as with a Cell."""
SHADED_WALL = (35.0, 10.0, 10.0)
"""The same for a point of the hole's wall: a lamp that moves aside shades it anew, and its colour stays."""
WALL_LEFT, WALL_SEEN, WALL_SURE = 0.35, 0.5, 0.6
"""A disc leaves at most the first share of the hole's wall in sight, an empty hole mostly the second. The third none
leaves: of 715 disturbed discs none left more than 0.5."""
WALL_LEAST, WALL_PROOF = 0.04, 0.2
"""Share of the hole that its wall must be to tell anything, and for a disc to be proven by hiding it."""
BETWEEN = (0.4, 0.6)
"""A disc whose colour stands between these is neither red (0) nor yellow (1)."""
TURN_DEG, PALE = 15.0, 0.3
"""A disc under glare keeps its hue to within the first and this share of its colourfulness."""
FOREIGN_DEG = 50.0
"""A hue that is turned farther from both discs belongs to the room."""
NEAR_ROOM, NEARER_ROOM = (90.0, 12.0, 14.0), (20.0, 10.0, 12.0)
"""Differences (features) from the empty look that a room lit otherwise than the board may show, and round them."""
ROOM_SEEN = 0.1
"""Share of all points that must differ alike to tell the room's light."""
LIKE_EMPTY = 0.55
"""Share of a hole's points from which it looks as it does when it is empty."""
SHADOWED = 9.0
"""Misfit up to which a hole is empty whose wall a shadow hides: of some 20,000 empty holes in all sorts of light nine
had no wall left, and 7.9 at most; pale discs before a room of their colour have 10.8."""
NEW_BACKGROUND = 0.3
"""Margin of a hole that is empty before something new."""
HALF = 0.5
"""Share of a hole that has a disc's colour, from which an empty one that has it, too, can hardly be told by it."""
EXACT, HARDLY = 1.0, 4.0
"""Misfit above which, and `lead` up to which, a hole that was not seen empty before is not called empty when it has a
disc's colour: of 761 such holes that were, three led by less, as all discs did."""
FILLED = 0.65
"""Share of the opening that a disc's colour must fill."""
WHOLE_TURN, DEGREES = np.float32(2 * np.pi), np.float32(180 / np.pi)
DISC_KNOWN = np.tile(np.append(1 / DISC, np.log(DISC).sum()).astype(np.float32), (2, 1))
"""What is known of both discs (2, 4): one by the deviation of their features, the logarithms of it summed."""
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


@dataclass(frozen=True, slots=True, eq=False)
class Hues:
    """The discs' colours (features x, y), brightness apart: red first, then yellow.

    `angle` and `strength` float32 (2, 1), radians and features; x and y times `way`, less `red_along`, tell where a
    colour stands between red (0) and yellow (1).
    """

    angle: Floats
    strength: Floats
    way: tuple[float, float]
    red_along: float

    @classmethod
    def of(cls, colours: Floats) -> Hues:
        """Make them from the discs' colours (2, 2)."""
        x, y = colours.T[..., None]
        red, yellow = colours
        way = (yellow - red) / DISC[1:] ** 2
        way /= max(1e-6, float(way @ (yellow - red)))
        strength = np.maximum(np.hypot(x, y), np.float32(1e-6))
        return cls(np.arctan2(y, x), strength, (float(way[0]), float(way[1])), float(way @ red))


@dataclass(frozen=True, slots=True, eq=False)
class Expected:
    """What was learned, in the light `gain` (3,), at the N points that a disc fills; `points` (N,) are their numbers.

    `empty` features (3, 42, N), `certainty` one by their deviation, `unlikely` (42, N) the logarithms of the
    deviation summed. Red first, then yellow: `discs` float32 (2, 7) its features, one by their deviations and the
    logarithms of these summed; `telling` (2, 42, N) the points of wall that do not look like that disc, `wall` (2, 42)
    their share of the hole, nan where that is too little to tell, `like_disc` (2, 42) the share of the hole that looks
    like that disc when it is empty.
    """

    gain: Floats
    points: NDArray[np.int32]
    empty: Floats
    certainty: Floats
    unlikely: Floats
    discs: Floats
    hues: Hues
    wall_points: Bools
    telling: Bools
    wall: Floats
    like_disc: Floats

    @classmethod
    def of(cls, colours: Colours, gain: Floats) -> Expected:
        """Put what was learned into a light."""
        board, filled = colours.board, colours.filled
        lit = np.minimum(board.holes[..., filled] * gain[:, None, None], 1.0)
        empty = features(lit)
        deviation = strays(empty) + board.stray[..., filled]
        deviation[:, board.wall[:, filled]] = np.maximum(
            deviation[:, board.wall[:, filled]], np.array(SHADED_WALL, dtype=np.float32)[:, None]
        )
        discs = features(np.minimum(np.stack([colours.red, colours.yellow], axis=1) * gain[:, None], 1.0))
        apart = squared(empty[:, None], discs[..., None, None], DISC)
        unlike = apart >= LIKE
        telling = board.wall[:, filled] & unlike
        wall = telling.mean(axis=2, dtype=np.float32)
        return cls(
            gain=gain,
            points=np.flatnonzero(filled).astype(np.int32),
            empty=np.ascontiguousarray(empty, dtype=np.float32),
            certainty=np.ascontiguousarray(1 / deviation, dtype=np.float32),
            unlikely=np.ascontiguousarray(np.log(deviation).sum(axis=0), dtype=np.float32),
            discs=np.ascontiguousarray(np.hstack([discs.T, DISC_KNOWN]), dtype=np.float32),
            hues=Hues.of(discs.T[:, 1:]),
            wall_points=board.wall[:, filled],
            telling=np.ascontiguousarray(telling),
            wall=np.where(wall >= WALL_LEAST, wall, np.float32(np.nan)),
            like_disc=1 - unlike.mean(axis=2, dtype=np.float32),
        )

    def before(self, room: Floats) -> Expected:
        """Give the same before a room whose light differs from the board's by `room` (3,), features."""
        empty = self.empty + np.where(self.wall_points, np.float32(0), room[:, None, None])
        return replace(self, empty=np.ascontiguousarray(empty, dtype=np.float32))


@dataclass(frozen=True, slots=True, eq=False)
class Shares:
    """How the points of each hole compare; float32 (42,) and, for red and yellow, (2, 42).

    `empty` and `disc`: share of points that look like it. `misfit`: mean squared distance of the points from their
    empty look, each cut off at 20. `only_empty`: share that looks empty and not like that disc.
    `lead`: mean log-likelihood by which empty leads over that disc, per point, within +-8. `wall_left`: share of the
    hole's wall that is still in sight, nan where too little wall is seen through the empty hole to tell. `yellowness`
    (42,): where the hole's middle colour stands between red (0) and yellow (1). `turn_deg`: how far its hue is turned
    from that disc's, `strength`: its colourfulness against that disc's.
    """

    empty: Floats
    misfit: Floats
    disc: Floats
    only_empty: Floats
    lead: Floats
    wall_left: Floats
    proven: Bools
    yellowness: Floats
    turn_deg: Floats
    strength: Floats


class Warm:
    """Reads frame after frame at the same places; what is expected is kept while the light stays."""

    def __init__(self, colours: Colours, spots: Spots, grid: Grid, told: Told | None = None) -> None:
        """`told` is what was read before the grid was laid anew or more was learned."""
        self._colours, self._spots, self._grid = colours, spots, grid
        self._known = known_places(colours.board)
        self._depth: Depth | None = None
        self.told = told or Told()
        self._expected: Expected | None = None

    def read(self, image: Image) -> WarmReading:
        """Read the 42 holes of a uint8 BGR picture. Raises TooFewSites as `vision.colours.light` does."""
        look = self._spots.look(image)
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
        proven = shares.proven | ((values == self.told.values) & (values != UNKNOWN))
        new = (changed | (values == UNKNOWN)) & (shares.empty < LIKE_EMPTY)
        hidden = hidden_places(look.sites, self._colours.board, gain, self._known)
        tinted = np.asarray(_tinted(shares).any(axis=0))
        hue = shares.turn_deg.argmin(axis=0) + RED
        alike = self.told.relit(gain) & (expected.like_disc[hue - RED, np.arange(len(hue))] >= HALF)
        colours = (shares.disc, shares.yellowness, shares.strength, shares.lead)
        weighed = weigh(
            Tints(values, self.told.values, new, tinted, hue, proven, alike, self.told.followed, *colours),
            lambda holes: self._lean(image, holes, look),
            lambda: features(look.holes)[0],
            lambda: self.told.still_empty(look, gain, whole=not hidden.any()),
            lambda: shines(look.sites, self._colours.board, gain),
        )
        weighed[(weighed == EMPTY) & (self.told.values != EMPTY) & might_be_disc(shares)] = UNKNOWN
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


def room_light(look: Look, expected: Expected, holes: Bools) -> Floats | None:
    """Tell how far, in features (3,), the room behind the board is lit otherwise than the board; None: it is not.

    A lamp that moves aside, or a shadow on the board, changes the board's light and leaves the room's. What points
    differ by from their empty look has its middle there, for those that are not far off. Asked are the points of the
    `holes` (42,) that do not show a disc: discs, too, differ alike from an even background.
    """
    apart = (features(LINEAR[look.pixels[:, :, expected.points]]) - expected.empty)[:, holes]
    off = np.zeros(3, dtype=np.float32)
    for reach in (NEAR_ROOM, NEARER_ROOM):
        near = (np.abs(apart - off[:, None, None]) < np.array(reach, dtype=np.float32)[:, None, None]).all(axis=0)
        if near.mean() < ROOM_SEEN:
            return None
        off = np.median(apart[:, near], axis=1).astype(np.float32)
    return off if (np.abs(off) > np.array(POINT, dtype=np.float32)).any() else None


def compare(look: Look, expected: Expected) -> Shares:
    """Compare every point with its empty look and the two disc colours."""
    shares = np.empty((10, len(HOLES)), dtype=np.float32)
    colours = np.empty((3, len(HOLES), len(expected.points)), dtype=np.float32)
    learned = (expected.empty, expected.certainty, expected.unlikely, expected.discs, expected.telling)
    hues = expected.hues
    compare_points(look.pixels, expected.points, ROOTS, *learned, LIKE, hues.way, shares, colours)
    x, y, along = median(colours)
    apart = np.abs(np.arctan2(y, x) - hues.angle)
    return Shares(
        empty=shares[0],
        misfit=shares[1],
        disc=shares[2:4],
        only_empty=shares[4:6],
        lead=shares[8:10],
        wall_left=shares[6:8] / expected.wall,
        proven=np.asarray((expected.wall >= WALL_PROOF).all(axis=0)),
        yellowness=along - hues.red_along,
        turn_deg=np.minimum(apart, WHOLE_TURN - apart) * DEGREES,
        strength=np.hypot(x, y) / hues.strength,
    )


def decide(shares: Shares) -> tuple[NDArray[np.intp], Floats, Bools]:
    """Decide each hole: cell numbers, margins, and which are empty with a new look."""
    lead = shares.lead.min(axis=0)
    wall_gone = _wall_gone(shares)
    is_empty, is_disc = _empties(shares) & ~wall_gone, _discs(shares, wall_gone)
    changed = ~is_empty & ~is_disc.any(axis=0)
    if changed.any():
        changed &= _new_background(shares)
    values = np.full(lead.shape, UNKNOWN, dtype=np.intp)
    margins = np.zeros(lead.shape, dtype=np.float32)
    for row, cell in enumerate((RED, YELLOW)):
        sure = is_disc[row] & ~is_disc[1 - row] & ~is_empty
        values[sure] = cell
        margins[sure] = np.maximum(0.25, np.minimum((shares.disc[row] - 0.5) / 0.4, -shares.lead[row] / 4))[sure]
    clear = is_empty & ~is_disc.any(axis=0)
    values[clear | changed] = EMPTY
    margins[changed] = NEW_BACKGROUND
    margins[clear] = np.minimum((shares.empty - 0.4) / 0.4, lead / 4)[clear]
    return values, np.clip(margins, 0.0, 1.0), changed


def _empties(shares: Shares) -> Bools:
    """Tell which holes look empty, unless their wall is gone.

    Before a background of a disc's colour the hole's wall must be in sight, or all must fit in every detail.
    """
    like = (shares.empty >= LIKE_EMPTY) & (shares.lead.min(axis=0) >= 0.5)
    row = shares.disc.argmax(axis=0)
    hole = np.arange(len(row))
    wall_left = shares.wall_left[row, hole]
    exact = (shares.misfit <= 4.0) & (shares.lead[row, hole] >= 3.0) & np.isnan(wall_left)
    in_sight = exact | (wall_left >= WALL_SEEN) | (shares.disc.max(axis=0) < FILLED)
    hidden = (shares.wall_left.max(axis=0) <= WALL_LEFT / 2) & (shares.misfit > SHADOWED)
    return np.asarray(like & in_sight & ~hidden)


def _wall_gone(shares: Shares) -> Bools:
    """Tell which holes (42,) show nothing any more of a wall that was in sight, and some of a disc's colour instead.

    Without that colour it is a shadow that hides the wall.
    """
    return np.asarray((shares.wall_left.max(axis=0) <= WALL_LEFT / 2) & (shares.disc.max(axis=0) >= 0.3))


def _tinted(shares: Shares) -> Bools:
    """Tell which holes have a disc's hue in their middle, (2, 42)."""
    return np.asarray((shares.turn_deg <= TURN_DEG) & (shares.strength >= PALE))


def might_be_disc(shares: Shares) -> Bools:
    """Tell which unproven holes (42,) have a disc's colour and look like the empty hole neither exactly nor by far."""
    near = _tinted(shares) & (shares.disc >= HALF) & (shares.lead <= HARDLY)
    return np.asarray(near.any(axis=0) & ~shares.proven & (shares.misfit > EXACT))


def _new_background(shares: Shares) -> Bools:
    """Tell which holes are empty before a new background.

    They show nothing of a disc's colour, and either the hole's own look in part or a hue that no glare gives a disc.
    """
    colourless = (shares.disc.max(axis=0) <= 0.2) & (shares.lead.min(axis=0) >= 1.0)
    wall_seen = (shares.wall_left >= WALL_SEEN).all(axis=0)
    wall_gone = (shares.wall_left <= WALL_LEFT).any(axis=0)
    foreign = (shares.turn_deg.min(axis=0) >= FOREIGN_DEG) & (shares.strength.min(axis=0) >= PALE / 2)
    wall_sure = (shares.wall_left >= WALL_SURE).all(axis=0)
    return np.asarray(wall_sure | (colourless & (wall_seen | (((shares.empty >= 0.2) | foreign) & ~wall_gone))))


def _discs(shares: Shares, gone: Bools) -> Bools:
    """Tell which holes look like a red and which like a yellow disc, (2, 42); `gone` (42,): the wall is gone."""
    surely = (shares.lead <= -2.0) & (shares.wall_left <= WALL_LEFT / 2)
    nothing_left = shares.only_empty <= np.where(surely, np.float32(0.2), np.float32(0.1))
    fills = (shares.disc >= FILLED) & nothing_left & ~(shares.wall_left > WALL_LEFT)
    wall_gone = (shares.wall_left <= WALL_LEFT / 2) & (shares.misfit >= 4.5) & (shares.lead <= 0.5)
    coloured = np.stack([shares.yellowness < BETWEEN[0], shares.yellowness > BETWEEN[1]])
    return np.asarray((fills & ((shares.lead <= -0.5) | wall_gone) & coloured) | _veiled(shares, gone))


def _veiled(shares: Shares, gone: Bools) -> Bools:
    """Tell which holes hold a disc under glare, (2, 42): white light takes from its colour and leaves the hue.

    The hole looks empty nowhere, or its wall is gone, so something fills it.
    """
    unlike = (shares.empty <= 0.1) & (shares.misfit >= 15.0) & ~(shares.wall_left > WALL_LEFT)
    filled = unlike | (gone & (shares.misfit >= 4.5) & ~(shares.wall_left > WALL_LEFT))
    return np.asarray(filled & _tinted(shares) & (shares.turn_deg[::-1] >= 1.5 * TURN_DEG))
