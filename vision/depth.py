"""Where the depth of the board is seen through its empty holes: a crescent of plastic round the opening behind.

Seen from the side, the rim behind stands beside the one in front: by the same way in every hole but for the
perspective, which turns it towards the camera's foot on the board. These three numbers are found from the plastic that
is seen in the holes, and what only has the plastic's colour - a blue jacket behind the board - is none of its wall.

          _____
         /▒▒   \\      ▒ wall, seen between the front rim and the opening behind
        |▒▒     |     shift of the opening in hole (u, v): p - DRIFT * ((u, v) - middle)
         \\▒____/
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import HOLES, Grid, disc_offsets, project
from vision.spots import LINEAR, OFFSETS, features
from vision.types import COLUMNS, ROWS, Image

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Points = NDArray[np.float64]
Scores = NDArray[np.float64]
Numbers = NDArray[np.intp]
Lean = Callable[[Numbers], tuple[Points, Points] | None]
"""Tells how far what is seen in some holes (N,) leans, and how far the openings behind them are shifted, both (N, 2),
pitches; None where these are not known."""

FARTHEST = 0.36
"""Pitches by which the opening behind may be shifted: a board 0.4 pitches deep seen from 42 degrees."""
DRIFTS = (0.01, 0.02, 0.03, 0.04)
"""The board's depth by its distance from the camera: 13 mm seen from 0.3 to 1.3 m."""
SHOWN = 0.9
"""Share of the wall that shows the plastic's colour; the rest lies in the dark or mirrors the room."""
NARROWER = 0.97
"""The opening behind looks smaller by its distance."""
CERTAIN = 0.5
"""Share of the rest that may have the plastic's colour too; with more nothing tells the wall from the room."""
RAYS = np.linspace(0, 2 * np.pi, 24, endpoint=False)
REACH = np.arange(0.22, 0.5, 0.012)
"""Directions, radians, and places on them, pitches, where the border of what is seen in a hole is looked for."""
DISC_LEANS, CLOTH_LEANS = 0.14, 0.53
"""Lean of a disc and of cloth as a share of the opening's shift: medians of 1580 discs and 910 pieces of cloth in
rendered rooms."""
DEEPEST = (0.1, 0.3)
"""Shares by which the discs of a board may lean: of one with a thin and one with a thick front."""
STRAY, STRAY_UNSEEN = 0.009, 0.018
"""Deviation of a lean, pitches: in sharp pictures, and where a frame's own discs do not tell it."""
ANYWHERE = 0.15
"""Pitches within which a lean that was measured amiss lies."""
NEITHER = 6.0
"""How much more such a lean speaks against a disc than for it."""
FEW = 3
"""So many known discs tell what the light adds to their lean."""
MOST = 6.0
"""Score that a lean cannot exceed by itself."""
ALL = slice(None)
MIDDLE = np.array([(COLUMNS - 1) / 2, (ROWS - 1) / 2])


@dataclass(frozen=True, slots=True, eq=False)
class Depth:
    """Where the opening behind lies: its shift (42, 2) from each hole's middle, pitches; and the wall beside it.

    `told` is False where the room has the plastic's colour nearly everywhere, so that nothing tells it from the wall.
    """

    shift: Points
    wall: Bools
    told: bool

    @classmethod
    def of(cls, like_plastic: Bools, radius: float) -> Depth:
        """Find it from the points (42, 69) of the empty holes that have the plastic's colour.

        `radius` is that of the front rims, pitches. The shift is the likeliest: SHOWN of the crescent has the
        plastic's colour, the rest of the holes an unknown share.
        """
        shifts, wall = opening(like_plastic, radius)
        told = bool(like_plastic[~wall].mean() < CERTAIN)
        return cls(shifts, wall & like_plastic & told, told)


def opening(like_plastic: Bools, radius: float, asked: Bools | slice = ALL) -> tuple[Points, Bools]:
    """Find the likeliest shift of the openings behind (42, 2), pitches, and the points beside them (42, 69).

    `like_plastic` (42, 69) are the points of the plastic's colour, `radius` that of the front rims, pitches; of the
    holes those that are `asked` (42,) tell.
    """
    best, beside = -np.inf, np.zeros_like(like_plastic)
    middle, shifts, step = np.zeros(2), np.zeros(HOLES.shape), 0.06
    for reach in (FARTHEST, step, step / 2):
        tried = middle + disc_offsets(reach, step if reach == FARTHEST else reach / 2)
        for drift in DRIFTS:
            shifted = tried[:, None] - drift * (HOLES - MIDDLE)
            crescents = _crescents(shifted, radius * NARROWER)
            likely = _likelihood(like_plastic[asked], crescents[:, asked])
            number = int(likely.argmax())
            if likely[number] > best:
                best, beside = float(likely[number]), crescents[number]
                middle, shifts = tried[number], shifted[number]
    return shifts, beside


def lean(image: Image, grid: Grid, holes: NDArray[np.intp], plastic: Floats) -> Points:
    """Tell how far the middle of what is seen in some holes stands beside their own middle: (N, 2), pitches.

    `plastic` (3,) are the features of the front. What stands far behind is cut off by the rim behind, whose shift it
    shows by half; a disc lies close behind the front and hardly leans. The border between both colours is found on
    RAYS from the middle, to fractions of a pixel.
    """
    ways = np.stack([np.cos(RAYS), np.sin(RAYS)], axis=1)
    places = HOLES[holes, None, None] + ways[:, None] * REACH[:, None]
    at = project(grid.homography, places).astype(np.float32).reshape(len(holes), -1, 2)
    seen = cv2.remap(image, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    tint = features(LINEAR[np.moveaxis(seen.reshape(*places.shape[:3], 3), -1, 0)])[1:]
    middle = np.median(tint[:, :, :, REACH < 0.3], axis=(2, 3))
    way = middle - plastic[1:, None]
    share = ((tint - plastic[1:, None, None, None]) * way[:, :, None, None]).sum(axis=0)
    share /= np.maximum((way * way).sum(axis=0), 1e-6)[:, None, None]
    border = np.clip(share, 0, 1).sum(axis=2) * (REACH[1] - REACH[0])
    return np.asarray(2 * (border[..., None] * ways).mean(axis=1))


def lean_score(holes: Numbers, discs: Numbers, lean: Lean) -> Scores:
    """Weigh discs against cloth by how far they lean; what light from the side adds is seen on proven `discs`.

    What leans as neither would is no disc that was measured well.
    """
    leaning = lean(np.concatenate([holes, discs]))
    if leaning is None:
        return np.zeros(len(holes))
    leans, shift = leaning
    share, stray = DISC_LEANS, STRAY_UNSEEN
    if len(discs) >= FEW:
        known, way = leans[len(holes) :], shift[len(holes) :]
        share = float(
            np.clip(np.median((known * way).sum(axis=1) / np.maximum((way * way).sum(axis=1), 1e-6)), *DEEPEST)
        )
        leans = leans - np.median(known - share * way, axis=0)
        stray = max(STRAY, 1.5 * float(np.median(np.abs(leans[len(holes) :] - share * way))))
    disc, cloth = (_likely(leans - part * shift, stray) for part in (share, CLOTH_LEANS))
    amiss = 0.1 / (np.pi * ANYWHERE**2)
    score = np.log((disc + amiss) / (np.maximum(cloth, NEITHER * amiss) + amiss))
    return np.asarray(np.clip(score[: len(holes)], -MOST, MOST))


def _likely(apart: Scores, stray: float) -> Scores:
    """Likelihood of leans that differ by `apart` (N, 2) from what is expected; one in ten is measured amiss."""
    return np.asarray(0.9 * np.exp(-(apart**2).sum(axis=1) / (2 * stray**2)) / (2 * np.pi * stray**2))


def _crescents(opening: Points, radius: float) -> Bools:
    """Tell which points lie outside the openings behind, given their shifts (N, 42, 2): (N, 42, 69)."""
    apart = OFFSETS.astype(np.float32) - opening[:, :, None].astype(np.float32)
    return np.asarray((apart**2).sum(axis=3) > radius**2)


def _likelihood(like: Bools, crescents: Bools) -> NDArray[np.float64]:
    """Give the logarithm of the likelihood of each crescent (N, 42, 69), every share of the rest being as likely."""
    inside = crescents.sum(axis=(1, 2))
    seen = (crescents & like).sum(axis=(1, 2))
    rest, beyond = like.size - inside, like.sum() - seen
    share = np.clip(beyond / np.maximum(rest, 1), 0.02, 0.98)
    wall = seen * np.log(SHOWN) + (inside - seen) * np.log(1 - SHOWN)
    return np.asarray(wall + beyond * np.log(share) + (rest - beyond) * np.log(1 - share))
