"""The warm reading: one frame against what was learned of this board.

What was learned is put into the frame's own light, and cut off where the camera would cut it off, before it is
compared. Every point of every hole is compared with the empty look of that very point and with red and yellow. A disc
fills the opening: it is a disc only where its colour fills the hole AND the parts of the hole's own wall that are
seen when it is empty are gone. A red shirt behind an empty hole leaves that wall in sight.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.colours import DISC, LIKE, Colours, light, squared
from vision.rectify import Grid
from vision.spots import Look, Spots, features, features_of, median
from vision.types import COLUMNS, ROWS, Cell, Image

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]

POINT, DARK_POINT = (4.0, 4.0, 5.0), (0.6, 0.6, 0.8)
"""How far a point strays from its empty look (features, standard deviations): POINT + DARK_POINT by brightness."""
WALL_LEFT, WALL_SEEN, WALL_ENOUGH = 0.3, 0.5, 0.08
"""A disc leaves at most the first share of the hole's wall in sight, an empty hole at least the second; told only
where the wall is the third share of the hole or more."""
DISCS = ROWS * COLUMNS // 2
"""So many discs of one colour belong to a set."""
BETWEEN = (0.4, 0.6)
"""A disc whose colour stands between these is neither red (0) nor yellow (1)."""
TURN_DEG, PALE = 15.0, 0.3
"""A disc under glare keeps its hue to within the first and this share of its colourfulness."""
FOREIGN_DEG = 50.0
"""A hue that is turned farther from both discs belongs to the room."""
FILLED = 0.65
"""Share of the opening that a disc's colour must fill."""
UNLIKELY_DISC = np.float32(np.log(DISC).sum())
"""Logarithms of a disc's deviation, summed."""
SAME_LIGHT = 0.02
"""While no channel's light changes by more, what is expected is not computed anew."""


@dataclass(frozen=True, slots=True, eq=False)
class WarmReading:
    """What the holes show, before anything in front of them is thought of; arrays over 42 holes, top row first.

    `values` are cell numbers, `margins` 0..1; `changed` marks holes taken for empty because nothing in them has a
    disc's colour although their look is new; `gain` (3,) is the frame's light, `look` what was seen.
    """

    values: NDArray[np.intp]
    margins: Floats
    changed: Bools
    gain: Floats
    look: Look


@dataclass(frozen=True, slots=True, eq=False)
class Expected:
    """What was learned, in the light `gain` (3,), at the N points that a disc fills; `points` (N,) are their numbers.

    `empty` features (3, 42, N), `certainty` one by their deviation, `unlikely` (42, N) the logarithms of the
    deviation summed. Red first, then yellow: `discs` features (3, 2, 1, 1), `telling` (2, 42, N) the points of wall
    that do not look like that disc, `wall` (2, 42) their share of the hole.
    """

    gain: Floats
    points: NDArray[np.intp]
    empty: Floats
    certainty: Floats
    unlikely: Floats
    discs: Floats
    telling: Bools
    wall: Floats

    @classmethod
    def of(cls, colours: Colours, gain: Floats) -> Expected:
        """Put what was learned into a light."""
        board, filled = colours.board, colours.filled
        lit = np.minimum(board.holes[..., filled] * gain[:, None, None], 1.0)
        empty = features(lit)
        bright = np.exp(empty[0] / np.float32(100))
        spread = [POINT[i] + DARK_POINT[i] / bright + board.stray[i][:, filled] for i in range(3)]
        deviation = np.stack(spread).astype(np.float32)
        discs = features(np.minimum(np.stack([colours.red, colours.yellow], axis=1) * gain[:, None], 1.0))
        telling = board.wall[:, filled] & (squared(empty[:, None], discs[..., None, None], DISC) >= LIKE)
        return cls(
            gain=gain,
            points=np.flatnonzero(filled),
            empty=empty,
            certainty=np.float32(1) / deviation,
            unlikely=np.log(deviation).sum(axis=0),
            discs=discs[..., None, None],
            telling=telling,
            wall=telling.mean(axis=2, dtype=np.float32),
        )


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
    yellowness: Floats
    turn_deg: Floats
    strength: Floats


class Warm:
    """Reads frame after frame at the same places; what is expected is kept while the light stays."""

    def __init__(self, colours: Colours, spots: Spots) -> None:
        self._colours, self._spots = colours, spots
        self._expected: Expected | None = None

    def read(self, image: Image) -> WarmReading:
        """Read the 42 holes of a uint8 BGR picture. Raises TooFewSites as `vision.colours.light` does."""
        look = self._spots.look(image)
        gain = light(look, self._colours.board)
        shares = compare(look, self._expect(gain))
        values, margins, changed = decide(shares)
        unproven = np.isnan(shares.wall_left).any(axis=0) & ((values == Cell.RED) | (values == Cell.YELLOW))
        doubted = ~self._spots.visible
        if unproven.any():
            doubted |= _impossible(values, unproven)
        values[doubted], margins[doubted] = int(Cell.UNKNOWN), 0.0
        return WarmReading(values, margins, changed, gain, look)

    def _expect(self, gain: Floats) -> Expected:
        kept = self._expected
        if kept is None or np.abs(gain / kept.gain - 1).max() > SAME_LIGHT:
            kept = self._expected = Expected.of(self._colours, gain)
        return kept


def read_warm(image: Image, grid: Grid, colours: Colours) -> WarmReading:
    """Read one uint8 BGR picture (H, W, 3) against what was learned."""
    return Warm(colours, Spots.of(grid, image)).read(image)


def compare(look: Look, expected: Expected) -> Shares:
    """Compare every point with its empty look and the two disc colours."""
    seen = features_of(look.pixels.take(expected.points, axis=2))
    even = np.full(len(expected.points), 1 / len(expected.points), dtype=np.float32)
    from_empty = _summed((seen - expected.empty) * expected.certainty)
    from_disc = _summed((seen[:, None] - expected.discs) / DISC[:, None, None, None])
    likely_empty = np.float32(-0.5) * np.minimum(from_empty, np.float32(60)) - expected.unlikely
    likely_disc = np.float32(-0.5) * np.minimum(from_disc, np.float32(60)) - UNLIKELY_DISC
    lead = np.minimum(np.maximum(likely_empty - likely_disc, np.float32(-8)), np.float32(8)) @ even
    like_empty, like_disc = from_empty < LIKE, from_disc < LIKE
    only_empty = like_empty > like_disc
    counted = np.concatenate([like_empty[None], like_disc, only_empty, only_empty & expected.telling])
    share = counted.astype(np.float32) @ even
    return Shares(
        empty=share[0],
        misfit=np.minimum(from_empty, np.float32(20)) @ even,
        disc=share[1:3],
        only_empty=share[3:5],
        lead=lead,
        wall_left=_wall_left(share[5:7], expected.wall),
        **_middles(seen, expected.discs[..., 0, 0]),
    )


def _summed(apart: Floats) -> Floats:
    """Give the squared length of distances, planes (3, ...)."""
    apart *= apart
    return np.asarray(apart[0] + apart[1] + apart[2])


def _wall_left(seen: Floats, wall: Floats) -> Floats:
    """Tell which share of the wall is in sight, given that of the hole; nan where too little wall can tell."""
    left = seen / np.maximum(wall, np.float32(1e-6))
    return np.where(wall >= WALL_ENOUGH, left, np.float32(np.nan))


def _middles(seen: Floats, discs: Floats) -> dict[str, Floats]:
    """Compare the holes' middle colours, brightness apart, with those of the discs (3, 2): parts of Shares."""
    (red_x, yellow_x), (red_y, yellow_y) = discs[1:].tolist()
    way_x, way_y = ((yellow_x - red_x) / DISC[1] ** 2, (yellow_y - red_y) / DISC[2] ** 2)
    length = max(1e-6, float(way_x * (yellow_x - red_x) + way_y * (yellow_y - red_y)))
    along = seen[1] * np.float32(way_x / length) + seen[2] * np.float32(way_y / length)
    x, y, middle = median(np.stack([seen[1], seen[2], along]))
    apart = np.arctan2(y, x) - np.arctan2(discs[2], discs[1])[:, None]
    return {
        "yellowness": middle - np.float32((red_x * way_x + red_y * way_y) / length),
        "turn_deg": np.degrees(np.abs((apart + np.pi) % (2 * np.pi) - np.pi)),
        "strength": np.hypot(x, y) / np.maximum(np.hypot(discs[1], discs[2]), 1e-6)[:, None],
    }


def decide(shares: Shares) -> tuple[NDArray[np.intp], Floats, Bools]:
    """Decide each hole: cell numbers, margins, and which are empty with a new look."""
    lead = shares.lead.min(axis=0)
    is_empty, is_disc = _empties(shares), _discs(shares)
    changed = ~is_empty & ~is_disc.any(axis=0)
    if changed.any():
        changed &= _new_background(shares)
    values = np.full(lead.shape, int(Cell.UNKNOWN), dtype=np.intp)
    margins = np.zeros(lead.shape, dtype=np.float32)
    for row, cell in enumerate((Cell.RED, Cell.YELLOW)):
        sure = is_disc[row] & ~is_disc[1 - row] & ~is_empty
        values[sure] = int(cell)
        margins[sure] = np.maximum(0.25, np.minimum((shares.disc[row] - 0.5) / 0.4, -shares.lead[row] / 4))[sure]
    clear = is_empty & ~is_disc.any(axis=0)
    values[clear | changed] = int(Cell.EMPTY)
    margins[changed] = 0.3
    margins[clear] = np.minimum((shares.empty - 0.4) / 0.4, lead / 4)[clear]
    return values, np.clip(margins, 0.0, 1.0), changed


def _empties(shares: Shares) -> Bools:
    """Tell which holes look empty.

    Before a background of a disc's colour the hole's wall must be in sight, or all must fit in every detail.
    """
    like = (shares.empty >= 0.55) & (shares.lead.min(axis=0) >= 0.5)
    row = shares.disc.argmax(axis=0)
    hole = np.arange(len(row))
    wall_left = shares.wall_left[row, hole]
    exact = (shares.misfit <= 4.0) & (shares.lead[row, hole] >= 3.0) & np.isnan(wall_left)
    in_sight = exact | (wall_left >= WALL_SEEN) | (shares.disc.max(axis=0) < FILLED)
    return np.asarray(like & in_sight & ~_wall_gone(shares))


def _wall_gone(shares: Shares) -> Bools:
    """Tell which holes (42,) show nothing any more of a wall that was in sight, and some of a disc's colour instead.

    Without that colour it is a shadow that hides the wall.
    """
    return np.asarray((shares.wall_left.max(axis=0) <= WALL_LEFT / 2) & (shares.disc.max(axis=0) >= 0.3))


def _new_background(shares: Shares) -> Bools:
    """Tell which holes are empty before a new background.

    They show nothing of a disc's colour, and either the hole's own look in part or a hue that no glare gives a disc.
    """
    colourless = (shares.disc.max(axis=0) <= 0.2) & (shares.lead.min(axis=0) >= 1.0)
    wall_seen = (shares.wall_left >= WALL_SEEN).all(axis=0)
    wall_gone = (shares.wall_left <= WALL_LEFT).any(axis=0)
    foreign = (shares.turn_deg.min(axis=0) >= FOREIGN_DEG) & (shares.strength.min(axis=0) >= PALE / 2)
    return np.asarray(colourless & (wall_seen | (((shares.empty >= 0.2) | foreign) & ~wall_gone)))


def _discs(shares: Shares) -> Bools:
    """Tell which holes look like a red and which like a yellow disc, (2, 42)."""
    surely = (shares.lead <= -2.0) & (shares.wall_left <= WALL_LEFT / 2)
    nothing_left = shares.only_empty <= np.where(surely, np.float32(0.2), np.float32(0.1))
    fills = (shares.disc >= FILLED) & nothing_left & ~(shares.wall_left > WALL_LEFT)
    wall_gone = (shares.wall_left <= WALL_LEFT / 2) & (shares.misfit >= 4.5) & (shares.lead <= 1.5)
    coloured = np.stack([shares.yellowness < BETWEEN[0], shares.yellowness > BETWEEN[1]])
    return np.asarray((fills & ((shares.lead <= -0.5) | wall_gone) & coloured) | _veiled(shares))


def _veiled(shares: Shares) -> Bools:
    """Tell which holes hold a disc under glare, (2, 42): white light takes from its colour and leaves the hue.

    The hole looks empty nowhere, or its wall is gone, so something fills it.
    """
    unlike = (shares.empty <= 0.1) & (shares.misfit >= 15.0)
    filled = (unlike | (_wall_gone(shares) & (shares.misfit >= 4.5))) & ~(shares.wall_left > WALL_LEFT)
    tinted = (shares.turn_deg <= TURN_DEG) & (shares.turn_deg[::-1] >= 1.5 * TURN_DEG) & (shares.strength >= PALE)
    return np.asarray(filled & tinted)


def _impossible(values: NDArray[np.intp], unproven: Bools) -> Bools:
    """Tell which discs are rather a background of their colour: unproven, and in the air or one too many."""
    crowd = np.zeros(len(values), dtype=bool)
    for cell in (Cell.RED, Cell.YELLOW):
        if np.count_nonzero(values == cell) > DISCS:
            crowd |= values == cell
    return np.asarray(unproven & (crowd | _hanging(values)))


def _hanging(values: NDArray[np.intp]) -> Bools:
    """Tell which of 42 holes, top row first, hold a disc with an empty hole somewhere below it."""
    rows = values.reshape(ROWS, COLUMNS)
    below = np.zeros(rows.shape, dtype=bool)
    below[:-1] = np.logical_or.accumulate(rows[:0:-1] == Cell.EMPTY, axis=0)[::-1]
    return np.asarray((below & ((rows == Cell.RED) | (rows == Cell.YELLOW))).ravel())
