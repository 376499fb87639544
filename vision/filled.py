"""Discs in a board that is shown as an empty one: before anything is known of them, and once their colours are.

Seen from the side, an empty hole shows a crescent of its wall beside the opening behind (`vision.depth`). A hole that
shows there what it shows in its middle, while others show their wall, is filled up to its rim: by a disc. Cloth behind
the board leaves the wall in sight. Where no hole shows a wall, and on a full board, only colours are left to tell.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.alike import DISC, LIKE, apart, squared
from vision.cells import lab, read_cold
from vision.colours import PLASTIC, Colours, EmptyBoard, Place, TooFewSites, learn_empty
from vision.depth import CERTAIN, opening
from vision.evidence import Pair
from vision.explain import in_the_air
from vision.newcomers import MIDDLE
from vision.rectify import Grid
from vision.sequence import shows_a_game
from vision.spots import LINEAR, features, median
from vision.types import COLUMNS, ROWS, Cell, Cells, Image

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]

SHOWS_PLASTIC, FEWEST, WALLS = 0.04, 4, 0.4
"""Holes that show the plastic at the first share of their points tell where walls are seen: so many of them at least,
and half of them show the third share of that wall."""
CRESCENT, HIDDEN, COVERED = 0.12, 0.25, 0.7
"""A hole tells by its wall that is the first share of it: a disc leaves at most the second share of the wall in sight,
and its own colour covers the third."""
SMOOTH = 0.8
"""Share of a hole that has its middle's colour where a disc fills it."""
COLOURFUL = 32.0
"""Lab chroma of disc plastic at least: of 400 discs in rendered rooms the palest had 37, of what is seen in empty
holes that pass for filled by all else nothing had more than 28."""
SAME = 0.8
"""Standard deviations (see `vision.alike.apart`): of 1217 discs in rendered rooms nine in ten differ by less from
another one of their colour, of what is seen in smooth empty holes of 70 rooms nothing does."""
SEVERAL, FAIR, STEPS = 10, 0.5, 6
"""So many discs are a game, with so many of one colour for each of the other; and how often neighbours of neighbours
are joined into one colour. Of 330 rendered rooms with an empty board, a third each in peace, with a shirt of a disc's
colour behind the board, and with a lamp from the side and glare, too, three have holes of two colours that pass for
filled ones, seven at most."""
NONE = np.zeros(ROWS * COLUMNS, dtype=bool)
NONE.flags.writeable = False


def discs_in(image: Image, grid: Grid, colours: Pair | str) -> frozenset[Place]:
    """Tell which holes of a uint8 BGR picture (H, W, 3) seem to hold discs, as the camera sees them.

    They are those of a cold reading, with `colours` as it takes them, and those that are filled up to their rims.
    """
    return _discs(read_cold(image, grid, colours).cells) | _places(_filled_in(image, grid))


def game_in(image: Image, grid: Grid, colours: Pair | str) -> frozenset[Place]:
    """Tell which holes hold discs where a picture shows a game past all doubt, as `discs_in` does; none elsewhere.

    A cold reading may take a shirt and a table for discs, and a wall that is seen at a slant may pass for hidden.
    Discs have two colours, and fair shares of both.
    """
    cells = read_cold(image, grid, colours).cells
    if shows_a_game(np.array(cells).ravel()) and len(_discs(cells)) >= SEVERAL:
        return _discs(cells)
    try:
        board = learn_empty([image], grid)
    except TooFewSites:
        return frozenset()
    filled = filled_holes(board, grid.radius)
    return _places(filled) if _of_two_colours(board.holes[:, filled]) else frozenset()


def _of_two_colours(holes: Floats) -> bool:
    """Tell whether filled holes, linear light (3, N, 69), are SEVERAL and show fair shares of two colours."""
    middle = median(holes[:, :, MIDDLE])
    if middle.shape[1] < SEVERAL:
        return False
    near = np.stack([apart(middle, one) <= SAME for one in middle.T])
    for _ in range(STEPS):
        near = np.asarray((near[:, :, None] & near).any(axis=1))
    groups = np.sort(np.unique(near, axis=0).sum(axis=1))[::-1]
    most, fewer = int(groups[0]), int(groups[1:2].sum())
    return fewer >= max(2, FAIR * most) and len(middle.T) - most - fewer <= 1


def _filled_in(image: Image, grid: Grid) -> Bools:
    try:
        return filled_holes(learn_empty([image], grid), grid.radius)
    except TooFewSites:
        return NONE


def filled_holes(board: EmptyBoard, radius: float) -> Bools:
    """Tell which of the 42 holes are filled on a board that was learned as an empty one.

    `radius` is that of its front rims, pitches. What would hang in the air is none.
    """
    like = board.like_plastic()
    beside = _beside(like, radius)
    seen, own = features(board.holes), _of_one_colour(board.holes)
    plastic = np.median(features(board.plastic[:, board.steady]), axis=1)
    middle = np.median(seen[:, :, MIDDLE], axis=2)
    strange = (np.abs(middle[1:] - plastic[1:, None]) > np.array(PLASTIC[1:])[:, None]).any(axis=0)
    shown, covered = _share(like, beside), _share(own, beside)
    filled = (beside.mean(axis=1) >= CRESCENT) & (shown <= HIDDEN) & (covered >= COVERED)
    filled &= strange & (own.mean(axis=1) >= SMOOTH) & (_chroma(median(board.holes[:, :, MIDDLE])) >= COLOURFUL)
    return np.asarray(filled & ~in_the_air(filled, ~NONE))


def like_discs(colours: Colours, radius: float, holes: Floats) -> Bools:
    """Tell which holes look like a red and which like a yellow disc, (2, 42).

    `holes` float32 (3, 42, 69) are seen in the light of the calibration. `radius` is that of the front rims, pitches.
    What would hang in the air is none, nor is a hole whose wall is in sight.
    """
    discs = (colours.red, colours.yellow)
    middle = median(holes[:, :, MIDDLE])
    same = np.stack([apart(middle, disc) <= SAME for disc in discs])
    points = np.stack([squared(features(holes), features(disc)[:, None, None], DISC) < LIKE for disc in discs])
    beside = _beside(colours.board.like_plastic(), radius)
    in_sight = (beside.mean(axis=1) >= CRESCENT) & np.stack([_share(one, beside) < COVERED for one in points])
    like = same & (_of_one_colour(holes).mean(axis=1) >= SMOOTH) & ~in_sight
    return np.asarray(like & ~in_the_air(like.any(axis=0), ~NONE))


def _of_one_colour(holes: Floats) -> Bools:
    """Tell which points of each hole, linear light (3, 42, 69), have the colour of its middle: (42, 69)."""
    seen = features(holes)
    middle = np.median(seen[:, :, MIDDLE], axis=2)
    return np.asarray(squared(seen, middle[..., None], DISC) < LIKE)


def _beside(like: Bools, radius: float) -> Bools:
    """Tell where each hole would show its wall were it empty, (42, 69); nowhere when too few holes tell."""
    asked = like.mean(axis=1) >= SHOWS_PLASTIC
    if np.count_nonzero(asked) < FEWEST:
        return np.zeros_like(like)
    _, beside = opening(like, radius, asked)
    told = np.median(_share(like, beside)[asked]) >= WALLS and np.mean(like[asked][~beside[asked]]) < CERTAIN
    return beside if told else np.zeros_like(like)


def _chroma(light: Floats) -> Floats:
    """Give the Lab chroma (N,) of linear light (3, N)."""
    values = np.searchsorted(LINEAR, light).clip(0, 255).astype(np.uint8)
    return np.asarray(np.hypot(*lab(values.T)[:, 1:].T), dtype=np.float32)


def _share(points: Bools, among: Bools) -> Floats:
    """Give the share (42,) of the points `among` those of each hole."""
    return np.asarray((points & among).sum(axis=1) / np.maximum(among.sum(axis=1), 1), dtype=np.float32)


def _places(holes: Bools) -> frozenset[Place]:
    return frozenset((ROWS - 1 - int(hole) // COLUMNS, int(hole) % COLUMNS) for hole in np.flatnonzero(holes))


def _discs(cells: Cells) -> frozenset[Place]:
    discs = (Cell.RED, Cell.YELLOW)
    return frozenset((row, column) for row in range(ROWS) for column in range(COLUMNS) if cells[row][column] in discs)
