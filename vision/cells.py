"""Read one picture of an unknown board whose grid is known: the cold reading.

Nothing was learned of this board, so the 42 holes are judged against each other. Every hole gets an evidence of
holding a disc: how colourful it is towards the nearer of the two declared disc colours, less what speaks against one
smooth piece of plastic. Sorted, the evidences show gaps; a threshold in a gap is one explanation of the picture
(discs above it, empty holes below). Two opinions judge the gaps:

    by ratio        light scales colour, so ratios carry over from a bright picture to a dim one
    by difference   independent of how small the smallest evidence is

A cell is certain when its best explanation leads over every explanation in which the cell differs, and both opinions
agree. A disc over an empty hole costs an explanation; it is never put right by making a disc of the hole.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import Grid, disc_offsets, hole_points, inside, sample
from vision.types import COLUMNS, ROWS, Cell, Cells, Image, Margins

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Pair = tuple[str, str]

HUES_DEG = {"red": 33.0, "orange-red": 45.0, "orange": 60.0, "yellow": 88.0, "green": 138.0, "blue": -82.0}
"""Hue angle of disc plastic in CIE Lab, degrees (a = 0, b = +90); middles of what the photographs show."""
PAIRS: tuple[Pair, ...] = (("red", "yellow"), ("red", "blue"), ("blue", "yellow"), ("orange-red", "green"))
"""What "auto" tries, the common set first; RED's colour stands first in each."""
CERTAIN = 0.15
"""Lead of an explanation, in its own units, from which a cell is certain."""
CELLS = tuple(Cell)
OPENING, LARGEST_SHIFT, STEP = 0.22, 0.15, 0.05
"""Pitches: radius that is read, how far parallax may shift it, raster."""


@dataclass(frozen=True, slots=True)
class ColdReading:
    """One picture read without knowing the board.

    `cells` and `margins` (0..1) have row 0 at the bottom and column 0 at the left as the CAMERA sees it; `colours`
    are the disc colours, RED's first; `reason` says why cells are UNKNOWN, empty when none is.
    """

    cells: Cells
    margins: Margins
    colours: Pair
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class Opinion:
    """The best explanation of a picture: `discs` (42,), the `lead` of each hole over explanations that differ there."""

    discs: Bools
    lead: Floats
    score: float


@dataclass(frozen=True, slots=True)
class Judge:
    """How an opinion weighs gaps; all in the units of its gaps.

    `highest` and `lowest` stand in for a disc when there is none and for an empty hole when there is none;
    `hanging` is the cost of an empty hole under a disc, `pull` that of a threshold one unit from `usual`.
    """

    highest: float
    lowest: float
    usual: float
    hanging: float
    pull: float


BY_RATIO = Judge(highest=float(np.log(50)), lowest=float(np.log(7)), usual=float(np.log(19)), hanging=0.2, pull=0.1)
BY_DIFFERENCE = Judge(highest=50 / 30, lowest=-5 / 30, usual=19 / 30, hanging=0.2, pull=0.6)


def lab(colours: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Take uint8 BGR (..., 3) to CIE Lab, float32: L 0..100, a and b in Lab units."""
    flat = colours.reshape(-1, 1, 3).astype(np.float32) / np.float32(255)
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2Lab), dtype=np.float32).reshape(colours.shape)


def as_cells(values: NDArray[np.integer]) -> Cells:
    """Take 42 cell numbers, top row first, across the border: row 0 at the bottom."""
    return tuple(tuple(CELLS[value] for value in row) for row in values.reshape(ROWS, COLUMNS)[::-1].tolist())


def as_margins(values: NDArray[np.floating]) -> Margins:
    """Take 42 margins, top row first, across the border: row 0 at the bottom, three decimals."""
    rounded = np.round(values.astype(np.float64), 3).reshape(ROWS, COLUMNS)[::-1]
    return tuple(tuple(row) for row in rounded.tolist())


def read_cold(image: Image, grid: Grid, colours: Pair | str = "auto") -> ColdReading:
    """Read the 42 holes of a uint8 BGR picture (H, W, 3) against each other.

    `colours` is the pair of disc colours, RED's first, or "auto". Raises ValueError for a colour nobody knows.
    Method after vision.md section 2 (methods A and B), measured there on 67 photographs.
    """
    holes, visible = openings(image, grid)
    if isinstance(colours, str):
        colours = guess_colours(holes, visible)
    evidence, near = weigh(holes, colours)
    first = explain(np.log(np.maximum(evidence, 7.0)), visible, BY_RATIO)
    second = explain(evidence / 30, visible, BY_DIFFERENCE)
    lead = np.where(first.discs == second.discs, first.lead, 0.0)
    lead[~visible | under_disc(first.discs)] = 0.0
    is_red = tell_red(holes, near, first.discs, colours)
    values = np.where(first.discs, np.where(is_red, int(Cell.RED), int(Cell.YELLOW)), int(Cell.EMPTY))
    values[lead < CERTAIN] = int(Cell.UNKNOWN)
    return ColdReading(
        as_cells(values),
        as_margins(np.minimum(1.0, lead / (4 * CERTAIN))),
        colours,
        _reason(first, second, visible, lead),
    )


def _reason(first: Opinion, second: Opinion, visible: Bools, lead: Floats) -> str:
    """Say in words why cells are unknown; empty when none is."""
    if np.all(lead >= CERTAIN):
        return ""
    if not np.all(visible):
        return "part of the board lies outside the picture"
    if np.any((lead < CERTAIN) & ~under_disc(first.discs)):
        return "discs cannot be told from background in this picture; more light or a plain background helps"
    return "an empty hole under a disc: hidden by glare, or the disc is in flight"


def openings(image: Image, grid: Grid) -> tuple[Floats, Bools]:
    """Sample what is seen through the holes: Lab (42, N, 3), and which holes lie in the picture (42,).

    The opening of a thick board seen at an angle is shifted against its front rim, alike in all holes.
    """
    offsets = disc_offsets(OPENING + LARGEST_SHIFT + STEP, STEP)
    points = hole_points(grid, offsets)
    colours = lab(sample(image, points)).astype(np.float64)
    shift = common_shift(colours, offsets, plastic(image, grid))
    chosen = np.hypot(*(offsets - shift).T) <= OPENING + 1e-9
    return colours[:, chosen], inside(points, image)[:, chosen].mean(axis=1) > 0.7


def plastic(image: Image, grid: Grid) -> Floats:
    """Give the colour of the board, Lab (3,): the median over the places between four holes."""
    between = hole_points(grid, np.array([[0.5, 0.5], [-0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]]))
    return np.asarray(np.median(lab(sample(image, between)).reshape(-1, 3), axis=0), dtype=np.float64)


def common_shift(colours: Floats, offsets: Floats, board: Floats) -> Floats:
    """Find the shift (2,), pitches, at which the openings look least like the board; the smallest of equals."""
    unlike = np.minimum(np.linalg.norm((colours - board) * [0.5, 1.0, 1.0], axis=2), 30.0).mean(axis=0)
    candidates = disc_offsets(LARGEST_SHIFT, STEP)
    inner = np.linalg.norm(offsets[None] - candidates[:, None], axis=2) <= OPENING + 1e-9
    score = (inner * unlike).sum(axis=1) / inner.sum(axis=1) - 2.0 * np.hypot(*candidates.T)
    return np.asarray(candidates[int(score.argmax())])


def hue_distances(colours: Floats, pair: Pair) -> Floats:
    """Give the distance in hue, radians (N, 2), of Lab colours (N, 3) to the two declared disc colours."""
    unknown = [name for name in pair if name not in HUES_DEG]
    if unknown:
        raise ValueError(f"no disc colour {unknown[0]!r}; known are {', '.join(HUES_DEG)}")
    hue = np.degrees(np.arctan2(colours[:, 2], colours[:, 1]))
    declared = np.array([HUES_DEG[name] for name in pair])
    apart: Floats = np.abs((hue[:, None] - declared + 180) % 360 - 180)
    return np.radians(apart)


def weigh(holes: Floats, pair: Pair) -> tuple[Floats, Floats]:
    """Give the evidence (42,), Lab units, that each hole holds a disc, and its hue distances (42, 2), radians.

    Colour towards the nearer disc colour, less the spread of colour, less a spread of light that no disc has.
    """
    middle = np.median(holes, axis=1)
    spread = np.median(np.abs(holes[..., 1:] - middle[:, None, 1:]), axis=1).sum(axis=1)
    dark, bright = np.percentile(holes[..., 0], [10, 90], axis=1)
    near = hue_distances(middle, pair)
    colourful = np.hypot(middle[:, 1], middle[:, 2]) * np.cos(np.minimum(1.4 * near.min(axis=1), np.pi))
    return colourful - 0.3 * spread - 0.15 * np.maximum(0.0, bright - dark - 18.0), near


def under_disc(discs: Bools) -> Bools:
    """Tell which of 42 holes, top row first, are empty under a disc."""
    rows = discs.reshape(ROWS, COLUMNS)
    return np.asarray((np.maximum.accumulate(rows, axis=0) & ~rows).ravel())


def explain(values: Floats, visible: Bools, judge: Judge) -> Opinion:
    """Weigh every threshold between the sorted `values` (42,) and give the best with its leads.

    Holes that are not `visible` count as empty and get no say.
    """
    ranked = np.sort(values[visible])[::-1]
    ladder = np.concatenate([[max(judge.highest, *ranked[:1])], ranked, [min(judge.lowest, *ranked[-1:])]])
    gaps, middles = ladder[:-1] - ladder[1:], (ladder[:-1] + ladder[1:]) / 2
    lowest_disc = np.concatenate([[np.inf], ranked])
    discs = (values[None, :] >= lowest_disc[:, None]) & visible
    hanging = np.array([under_disc(row).sum() for row in discs])
    scores = gaps - judge.hanging * hanging - judge.pull * np.abs(middles - judge.usual)
    with_disc = np.where(discs, scores[:, None], -np.inf).max(axis=0)
    without = np.where(discs, -np.inf, scores[:, None]).max(axis=0)
    lead = np.abs(with_disc - np.maximum(without, -1e9))
    return Opinion(discs[int(scores.argmax())], lead, float(scores.max()))


def tell_red(holes: Floats, near: Floats, discs: Bools, pair: Pair) -> Bools:
    """Tell which holes (42,) are nearer to RED's colour.

    When the discs fall into two groups of hue, light may have turned both hues: the widest gap divides them.
    """
    nearer = np.asarray(near[:, 0] <= near[:, 1])
    towards = (near[:, 0] - near[:, 1]) / max(1e-9, float(np.ptp(_apart(pair))))
    ranked = np.sort(towards[discs])
    if len(ranked) < 2 or np.max(np.diff(ranked)) < 0.5:
        return nearer
    widest = int(np.diff(ranked).argmax())
    return np.asarray(towards <= ranked[widest])


def _apart(pair: Pair) -> Floats:
    """Give 0 and the hue distance between the two colours of a pair, radians."""
    turn = abs((HUES_DEG[pair[0]] - HUES_DEG[pair[1]] + 180) % 360 - 180)
    return np.array([0.0, np.radians(turn)])


def guess_colours(holes: Floats, visible: Bools) -> Pair:
    """Choose the pair of disc colours that explains a picture best; another than the first needs to show both."""
    scores = {}
    for pair in PAIRS:
        evidence, near = weigh(holes, pair)
        best = explain(np.log(np.maximum(evidence, 7.0)), visible, BY_RATIO)
        nearer = near.argmin(axis=1)[best.discs]
        both = len(set(nearer.tolist())) == 2
        scores[pair] = best.score + 0.5 * both if both or pair == PAIRS[0] else -np.inf
    return max(PAIRS, key=lambda pair: scores[pair])
