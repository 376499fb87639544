"""What speaks for a disc in each of 42 holes, given the two colours that discs may have."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.explain import Signs

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Pair = tuple[str, str]

HUES_DEG = {"red": 33.0, "orange-red": 45.0, "orange": 60.0, "yellow": 88.0, "green": 138.0, "blue": -82.0}
"""Hue angle of disc plastic in CIE Lab, degrees (a = 0, b = +90); middles of what the photographs show."""
PAIRS: tuple[Pair, ...] = (("red", "yellow"), ("red", "blue"), ("blue", "yellow"), ("orange-red", "green"))
"""What "auto" tries, the common set first; RED's colour stands first in each."""


def hue_distances(colours: Floats, pair: Pair) -> Floats:
    """Give the distance in hue, radians (N, 2), of Lab colours (N, 3) to the two declared disc colours."""
    unknown = [name for name in pair if name not in HUES_DEG]
    if unknown:
        raise ValueError(f"no disc colour {unknown[0]!r}; known are {', '.join(HUES_DEG)}")
    hue = np.degrees(np.arctan2(colours[:, 2], colours[:, 1]))
    declared = np.array([HUES_DEG[name] for name in pair])
    apart: Floats = np.abs((hue[:, None] - declared + 180) % 360 - 180)
    return np.radians(apart)


def _apart(pair: Pair) -> float:
    """Give the hue distance between the two colours of a pair, radians."""
    return float(np.radians(abs((HUES_DEG[pair[0]] - HUES_DEG[pair[1]] + 180) % 360 - 180)))


def weigh(holes: Floats, shown: Floats, visible: Bools, pair: Pair) -> tuple[Signs, Floats]:
    """Give what speaks for a disc in each hole, and its hue distances (42, 2), radians.

    Evidence: colour towards the nearer disc colour, less the spread of colour, less a spread of light that no disc has.
    """
    middle = np.median(holes, axis=1)
    spread = np.median(np.abs(holes[..., 1:] - middle[:, None, 1:]), axis=1).sum(axis=1)
    dark, bright = np.percentile(holes[..., 0], [10, 90], axis=1)
    near = hue_distances(middle, pair)
    chroma = np.hypot(middle[:, 1], middle[:, 2])
    colourful = chroma * np.cos(np.minimum(1.4 * near.min(axis=1), np.pi))
    evidence = colourful - 0.3 * spread - 0.15 * np.maximum(0.0, bright - dark - 18.0)
    towards = (near[:, 0] - near[:, 1]) / max(1e-9, _apart(pair))
    return Signs(evidence, shown, chroma, towards, visible), near
