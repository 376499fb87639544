"""Which of 42 holes hold discs? Explanations of a whole picture, weighed against each other.

An explanation says of every hole whether it holds a disc. Candidates come from thresholds: on the evidence of a disc,
and on how much of the board's own plastic is seen in the hole. A good one leaves a gap between its discs and its
empty holes in both, hangs no disc in the air, takes only discs of like colourfulness together, and has about as many
discs of one colour as of the other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.types import COLUMNS, ROWS

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

WALL, WALL_MOST, WALL_RANGE = 0.6, 0.8, 0.1
"""Weight of a gap in the logarithm of the share of plastic; its largest size; how far the shares of one picture must
range for the full weight: seen straight from the front the walls of holes hide."""
UNLIKE, ALIKE = 0.8, 0.15
"""Cost of a gap in the logarithm of colourfulness among discs of one colour, beyond the second."""
SPARE, UNFAIR = 4, 0.05
"""So many discs more of one colour than of the other are nothing; the cost of each further one. Play alternates, and a
set has 21 of each: boards filled by hand came to a difference of four, a wall that looks like discs has one colour."""
TWO_HUES = 0.5
"""A gap in hue, as a share of the way between the two colours, that tells two groups of discs."""
IMPOSSIBLE = -1.0
"""A gap is not worse than this: a threshold on one measure is judged by the other too."""


@dataclass(frozen=True, slots=True, eq=False)
class Opinion:
    """The best explanation of a picture: `discs` (42,), the `lead` of each hole over explanations that differ there."""

    discs: Bools
    lead: Floats
    score: float


@dataclass(frozen=True, slots=True)
class Judge:
    """How an opinion weighs gaps in the evidence; all in the units of its gaps.

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


@dataclass(frozen=True, slots=True, eq=False)
class Signs:
    """What speaks for a disc in each hole, (42,), top row first.

    `evidence` in Lab units; `plastic`: share of the hole that shows the board's own plastic; `colourful`: Lab chroma;
    `towards`: hue from -1, RED's colour, to 1, the other; holes that are not `visible` count as empty and get no say.
    """

    evidence: Floats
    plastic: Floats
    colourful: Floats
    towards: Floats
    visible: Bools


def two_opinions(signs: Signs) -> tuple[Opinion, Opinion]:
    """Weigh all candidates by ratios of the evidence and by its differences."""
    closed = -np.log(signs.plastic + 0.03)
    discs = _candidates(signs, closed)
    beside = _beside(signs, closed, discs)
    by_ratio = explain(np.log(np.maximum(signs.evidence, 7.0)), signs.visible, BY_RATIO, discs, beside)
    return by_ratio, explain(signs.evidence / 30, signs.visible, BY_DIFFERENCE, discs, beside)


def _candidates(signs: Signs, closed: Floats) -> Bools:
    """Give every explanation by a threshold on the evidence or on how closed the holes are: (N, 42)."""
    rows = []
    for values in (signs.evidence, closed):
        lowest = np.concatenate([[np.inf], values[signs.visible]])
        rows.append((values[None, :] >= lowest[:, None]) & signs.visible)
    return np.unique(np.concatenate(rows), axis=0)


def _beside(signs: Signs, closed: Floats, discs: Bools) -> Floats:
    """Weigh what does not depend on the judge, (N,): the gap in plastic, unlike discs of a colour, unfair shares."""
    weight = WALL * min(1.0, float(np.ptp(np.percentile(signs.plastic, [10, 90]))) / WALL_RANGE)
    both = discs.any(axis=1) & (~discs & signs.visible).any(axis=1)
    gaps, _ = _gaps(closed, discs, signs.visible, 0.0, 0.0)
    plastic = np.where(both, np.clip(gaps, -WALL_MOST, WALL_MOST), 0.0)
    chroma = np.log(np.maximum(signs.colourful, 3.0))
    reds = discs & tell_red(signs.towards, discs)
    yellows = discs & ~reds
    unlike = np.maximum(_widest(chroma, reds), _widest(chroma, yellows))
    more = np.abs(np.count_nonzero(reds, axis=1) - np.count_nonzero(yellows, axis=1))
    against = UNLIKE * np.maximum(0.0, unlike - ALIKE) + UNFAIR * np.maximum(0, more - SPARE)
    return np.asarray(weight * plastic - against)


def tell_red(towards: Floats, discs: Bools) -> Bools:
    """Tell which holes (42,) are nearer to RED's colour, for each explanation (..., 42).

    When the discs fall into two groups of hue, light may have turned both hues: the widest gap divides them.
    """
    ranked, steps = _ranked(towards, discs)
    widest = steps.argmax(axis=-1, keepdims=True)
    middle = np.take_along_axis(ranked, widest, axis=-1)
    two = np.take_along_axis(steps, widest, axis=-1) >= TWO_HUES
    return np.asarray(towards <= np.where(two, middle, 0.0))


def _widest(values: Floats, members: Bools) -> Floats:
    """Give the widest gap between the sorted values (42,) of the members (..., 42)."""
    return np.asarray(_ranked(values, members)[1].max(axis=-1))


def _ranked(values: Floats, members: Bools) -> tuple[Floats, Floats]:
    """Sort the values (42,) of the members (..., 42), the largest taking the places of the rest; and their steps."""
    largest = np.where(members, values, -np.inf).max(axis=-1, keepdims=True, initial=float(values.min()))
    ranked = np.sort(np.where(members, values, largest), axis=-1)
    return ranked, np.diff(ranked, axis=-1)


def _gaps(values: Floats, discs: Bools, visible: Bools, highest: float, lowest: float) -> tuple[Floats, Floats]:
    """Give the gap between discs and empty holes of each explanation (N, 42), and its middle: (N,) each."""
    top, bottom = float(values[visible].max(initial=highest)), float(values[visible].min(initial=lowest))
    least = np.where(discs, values, np.inf).min(axis=1)
    most = np.where(~discs & visible, values, -np.inf).max(axis=1)
    least, most = np.where(np.isinf(least), top, least), np.where(np.isinf(most), bottom, most)
    return least - most, (least + most) / 2


def explain(values: Floats, visible: Bools, judge: Judge, discs: Bools, beside: Floats) -> Opinion:
    """Weigh explanations `discs` (N, 42) by `values` (42,) and what speaks for them `beside` (N,)."""
    gaps, middles = _gaps(values, discs, visible, judge.highest, judge.lowest)
    hanging = np.count_nonzero(under_disc(discs), axis=1)
    pull = judge.pull * np.abs(middles - judge.usual)
    scores = np.maximum(gaps, IMPOSSIBLE) - judge.hanging * hanging - pull + beside
    with_disc = np.where(discs, scores[:, None], -np.inf).max(axis=0)
    without = np.where(discs, -np.inf, scores[:, None]).max(axis=0)
    lead = np.abs(np.maximum(with_disc, -1e9) - np.maximum(without, -1e9))
    return Opinion(discs[int(scores.argmax())], lead, float(scores.max()))


def under_disc(discs: Bools) -> Bools:
    """Tell which of 42 holes (..., 42), top row first, are empty under a disc."""
    rows = discs.reshape(*discs.shape[:-1], ROWS, COLUMNS)
    return np.asarray((np.logical_or.accumulate(rows, axis=-2) & ~rows).reshape(discs.shape))


def in_the_air(discs: Bools, visible: Bools) -> Bools:
    """Tell which of 42 holes, top row first, hold a disc over an empty hole that is `visible`."""
    empty = (~discs & visible).reshape(ROWS, COLUMNS)
    below = np.zeros(empty.shape, dtype=bool)
    below[:-1] = np.logical_or.accumulate(empty[:0:-1], axis=0)[::-1]
    return np.asarray(below.ravel() & discs)
