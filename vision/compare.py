"""What was learned, put into a frame's own light, and every point of every hole compared with it.

Each point is held against the empty look of that very point, and against red and yellow. What the camera would cut off
in that light is cut off in what is expected, too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision._points import compare as compare_points
from vision.alike import DISC, LIKE, POINT, squared, strays
from vision.colours import Colours
from vision.rectify import HOLES
from vision.spots import LINEAR, ROOTS, Look, features, median

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]

SHADED_WALL = (35.0, 10.0, 10.0)
"""How far a point of the hole's wall strays (see `vision.alike.POINT`): a lamp that moves aside shades it anew, and its
colour stays."""
WALL_LEAST, WALL_PROOF = 0.04, 0.2
"""Share of the hole that its wall must be to tell anything, and for a disc to be proven by hiding it."""
NEAR_ROOM, NEARER_ROOM = (90.0, 12.0, 14.0), (20.0, 10.0, 12.0)
"""Differences (features) from the empty look that a room lit otherwise than the board may show, and round them."""
ROOM_SEEN = 0.1
"""Share of all points that must differ alike to tell the room's light."""
WHOLE_TURN, DEGREES = np.float32(2 * np.pi), np.float32(180 / np.pi)
DISC_KNOWN = np.tile(np.append(1 / DISC, np.log(DISC).sum()).astype(np.float32), (2, 1))
"""What is known of both discs (2, 4): one by the deviation of their features, the logarithms of it summed."""


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
