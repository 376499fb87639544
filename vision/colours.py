"""What was learned of this board: its plastic, how each hole looks when it is empty, and the two disc colours.

Light. Every frame says its own light: one factor per channel, measured on the board's plastic between the holes
(von Kries) as the median over the places, so that a hand over some of them does no harm. All that is kept here is
linear light under the lamp of the calibration; `vision.warm` puts it into the light of a frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.alike import DISC, LIKE, middle, squared
from vision.depth import Depth
from vision.edges import RimPath
from vision.rectify import Grid
from vision.spots import Look, Spots, features, median
from vision.stickers import own_colour
from vision.types import COLUMNS, ROWS, Cell, Cells, Image

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Place = tuple[int, int]
"""(row, column) of a hole, row 0 at the bottom, column 0 at the left as the camera sees it."""

FILLED_LEAST = 6
"""So many of a hole's 69 points must show the discs' own colours; stickers over six tenths of the face leave 8."""
CLIPPED = 0.95
"""Linear light from which a channel may be cut off."""
FAINT = 0.01
"""Linear light of the plastic, about 25 of 255, below which a channel tells less and less of the lamp."""
LAMPS, WARMER = 4.0, -0.5
"""Light of one channel by that of another, against the calibration's, up to which lamps differ, of 2700 and of 6500 K;
and the logarithm of red against green by that of blue against green, from one lamp to another."""
NO_LAMP = 0.15
"""Such a logarithm by which no lamp differs from that."""
SHEENS = np.linspace(0, 0.3, 61, dtype=np.float32)
"""White light, against the calibration's, that a board may show all over when a lamp shines along it."""
PLASTIC = (60.0, 25.0, 30.0)
"""How far (features) the plastic of one board may stray in brightness and colour, wall and front."""

EVEN = 15.0
"""How far (features) the points of one place on the plastic may differ; more, and a rim runs through it."""


FEWEST_STEADY = 20
"""Of the places on the plastic so many have to look like one plastic, and steady: they tell the light."""


class TooFewSites(ValueError):
    """The plastic cannot be seen at enough places to tell the light."""


class HiddenColours(ValueError):
    """The discs' own colours cannot be seen at enough places to know them again."""


@dataclass(frozen=True, slots=True, eq=False)
class EmptyBoard:
    """The board without discs, in linear light of the calibration, planes B G R.

    `plastic` float32 (3, 127) at the sites, `steady` (127,) those that look like plastic, `holes` float32
    (3, 42, 69) the look of every point, `stray` float32 (3, 42, 69) its standard deviation in features over the
    frames, `wall` (42, 69) the points where the board's own plastic is seen in the depth of a hole, `rims` (42, 12)
    where the front rims stand, in pitches from the hole's centre (see `vision.edges`), nan where none was seen.
    """

    plastic: Floats
    steady: Bools
    holes: Floats
    stray: Floats
    wall: Bools
    rims: Floats

    def like_plastic(self) -> Bools:
        """Tell which points of the holes, (42, 69), have the colour of the plastic."""
        return _like_plastic(self.holes, self.plastic[:, self.steady])

    def depth(self, radius: float) -> Depth:
        """Tell where the openings behind lie; `radius` is that of the front rims, pitches."""
        return Depth.of(self.like_plastic(), radius)


@dataclass(frozen=True, slots=True, eq=False)
class Colours:
    """All that was learned: the empty board; `red`, `yellow` (3,), linear light; `filled` (69,), where discs reach."""

    board: EmptyBoard
    red: Floats
    yellow: Floats
    filled: Bools

    def confirmed(self, image: Image, grid: Grid, cells: Cells) -> Colours:
        """Learn on from a picture whose `cells` (as the camera sees it) the referee has accepted.

        UNKNOWN cells teach nothing. The empty look of a hole moves four tenths of the way, disc colours one.
        Raises TooFewSites when the plastic is hidden.
        """
        look = Spots.of(grid, image).look(image)
        back = _under_first_lamp(look, self.board)
        truth = np.array(cells, dtype=int)[::-1].ravel()
        holes = self.board.holes.copy()
        empty = truth == Cell.EMPTY
        holes[:, empty] += np.float32(0.4) * (back[:, empty] - holes[:, empty])
        return replace(
            self,
            board=replace(self.board, holes=holes),
            red=_towards(self.red, back[:, truth == Cell.RED][..., self.filled]),
            yellow=_towards(self.yellow, back[:, truth == Cell.YELLOW][..., self.filled]),
        )


def seen_in_first_light(image: Image, grid: Grid, board: EmptyBoard) -> Floats:
    """Give what is seen in the holes of a picture, (3, 42, 69), as in the light of the calibration.

    Raises TooFewSites when the plastic is hidden.
    """
    return _under_first_lamp(Spots.of(grid, image).look(image), board)


def _under_first_lamp(look: Look, board: EmptyBoard) -> Floats:
    """Take the holes (3, 42, 69) of a frame back to the light of the calibration."""
    gain = light(look, board)
    return np.asarray(np.minimum(look.holes / gain[:, None, None], np.float32(2.0)))


def _towards(colour: Floats, seen: Floats) -> Floats:
    """Move a disc's colour (3,) a tenth of the way to the middle of what was seen (3, discs, points)."""
    if seen.size == 0:
        return colour
    return (colour + np.float32(0.1) * (middle(seen) - colour)).astype(np.float32)


def learn_empty(images: Sequence[Image], grid: Grid) -> EmptyBoard:
    """Learn the empty board from one or more pictures, uint8 BGR (H, W, 3), of one steady camera.

    Raises TooFewSites when the plastic between the holes is not of one colour.
    """
    spots = Spots.of(grid, images[0])
    looks = [spots.look(image) for image in images]
    plastic = np.stack([look.sites for look in looks]).mean(axis=0)
    holes = np.stack([look.holes for look in looks]).mean(axis=0)
    stray = np.stack([features(look.holes) for look in looks]).std(axis=0)
    even = np.max([spots.unevenness(image) for image in images], axis=0) < EVEN
    steady = _steady(plastic) & spots.sites_visible & even
    if steady.sum() < FEWEST_STEADY:
        raise TooFewSites(f"only {steady.sum()} of {len(steady)} places between the holes look like one plastic")
    path = RimPath.of(grid)
    rims = np.median(np.stack([path.edges(image) for image in images]), axis=0).astype(np.float32)
    wall = Depth.of(_like_plastic(holes, plastic[:, steady]), grid.radius).wall
    return EmptyBoard(plastic, steady, holes, stray, wall, rims)


def _steady(plastic: Floats) -> Bools:
    """Tell which places look like the plastic of most places, in colour and roughly in brightness."""
    bright = features(plastic)[0]
    return np.asarray(_like_plastic(plastic, plastic) & (np.abs(bright - np.median(bright)) < PLASTIC[0]))


def _like_plastic(seen: Floats, plastic: Floats) -> Bools:
    """Tell where linear light (3, ...) has the colour of the median of `plastic` (3, N), shading apart."""
    _, x, y = features(seen)
    _, plastic_x, plastic_y = np.median(features(plastic), axis=1)
    return np.asarray((np.abs(x - plastic_x) < PLASTIC[1]) & (np.abs(y - plastic_y) < PLASTIC[2]))


def learn_discs(
    board: EmptyBoard, images: Sequence[Image], grid: Grid, red: Sequence[Place], yellow: Sequence[Place]
) -> Colours:
    """Learn the two colours from pictures that show discs in known holes, at least one of each.

    Points at which a sticker hides a disc's colour are left out: there every disc may look otherwise.
    Raises ValueError without a disc of each colour, TooFewSites when the plastic is hidden, HiddenColours when stickers
    or walls leave too little of the discs in sight.
    """
    if not red or not yellow:
        raise ValueError("learning the discs needs at least one red and one yellow disc")
    spots = Spots.of(grid, images[0])
    back = np.stack([_under_first_lamp(spots.look(image), board) for image in images]).mean(axis=0)
    holes = [[_index(place) for place in places] for places in (red, yellow)]
    discs = [back[:, index] for index in holes]
    plastic = middle(board.plastic[:, board.steady])
    own = [own_colour(disc, board.holes[:, index], plastic) for disc, index in zip(discs, holes, strict=True)]
    fits = [
        (squared(features(disc), features(colour[:, None, None]), DISC) < LIKE).mean(axis=0)
        for disc, colour in zip(discs, own, strict=True)
    ]
    filled = np.asarray(np.minimum(*fits) > 0.5)
    if filled.sum() < FILLED_LEAST:
        raise HiddenColours("hardly any of the discs' own colours is seen at the same places of both")
    return Colours(board, own[0], own[1], filled)


def _index(place: Place) -> int:
    """Number of a hole, top row first."""
    return (ROWS - 1 - place[0]) * COLUMNS + place[1]


def light(look: Look, board: EmptyBoard) -> Floats:
    """Tell the light of a frame against the calibration's: float32 (3,), B G R factors of linear light.

    Raises TooFewSites when hardly any plastic was learned that could tell it.
    """
    usable = board.steady & (look.sites.max(axis=0) < CLIPPED) & (board.plastic.max(axis=0) < CLIPPED)
    if usable.sum() < 12:
        usable = board.steady
    plastic = board.plastic[:, usable]
    told = median(look.sites[:, usable] / np.maximum(plastic, np.float32(1e-4)))
    trust = np.minimum(median(plastic) / np.float32(FAINT), 1) ** 2
    common = (trust * told).sum() / max(float(trust.sum()), 1e-6)
    gain = np.maximum(trust * told + (1 - trust) * common, 1e-3)
    return np.asarray(_without_sheen(gain, median(plastic)), dtype=np.float32)


def _without_sheen(gain: Floats, plastic: Floats) -> Floats:
    """Give the light (3,) that lamps can have, where the whole board shines with white light on top of its own.

    `plastic` (3,) is its linear light under the calibration's lamp. The least white light is taken away that leaves the
    colour of a lamp; none where nothing does.
    """
    if gain.max() <= LAMPS * gain.min():
        return gain
    lit = gain * plastic / (plastic + SHEENS[:, None])
    blue, green, red = np.log(lit).T
    unlike = red - green - WARMER * (blue - green)
    first = int((unlike <= 0).argmax()) if (unlike <= 0).any() else int(unlike.argmin())
    return np.asarray(lit[first]) if unlike[first] <= NO_LAMP else gain
