"""What colour a disc has that may wear a sticker in the middle of its face.

A sticker hides the core of a disc and leaves its rim in sight. The rim may be blurred into the plastic round it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.alike import LIKE, apart, middle, squared, strays
from vision.spots import OFFSETS, features

Floats = NDArray[np.float32]

CORE, RIM = np.hypot(OFFSETS[:, 0], OFFSETS[:, 1]) < 0.2, np.hypot(OFFSETS[:, 0], OFFSETS[:, 1]) >= 0.29
"""The points of a hole that a sticker hides, and those that it leaves in sight."""
LEAST = 6
"""So many points of a rim, hidden by nothing, tell its colour."""
OTHER = 1.5
"""Deviations from which a rim has another colour than the core, blurred or not: plain discs come to 1.4 in ray-traced
games, to 1.3 in 40 simulated rooms and 1.9 under a glare; stickers to 1.9 and more."""
BLENDS = 65
"""So many blends between core and plastic are tried: neighbours lie within a deviation, white plastic included."""


def own_colour(disc: Floats, before: Floats, plastic: Floats) -> Floats:
    """Give the colour (3,) that a disc has apart from a sticker, from what is seen in some holes (3, N, 69).

    `before` (3, N, 69) is their empty look: what still looks so is wall. `plastic` (3,) is the board's colour. A large
    sticker reaches into the rim, so that half of the rim tells that is farther from the core's colour.
    """
    empty = features(before)
    rim = disc[:, RIM & (squared(features(disc), empty, strays(empty)) >= LIKE)]
    core, most = middle(disc[..., CORE]), middle(disc)
    if rim.shape[1] < LEAST or _is_rim(most, middle(rim), core) or not _is_other(middle(rim), core, plastic):
        return most
    farther = apart(rim, core)
    return middle(rim[:, farther >= np.median(farther)])


def _is_rim(most: Floats, rim: Floats, core: Floats) -> bool:
    """Tell whether most of a disc has its rim's colour, and not its core's or one between."""
    return bool(apart(most, rim) < apart(most, core) / 2)


def _is_other(rim: Floats, core: Floats, plastic: Floats) -> bool:
    """Tell whether a rim has another colour than the core, and than the core's blurred into the plastic."""
    share = np.linspace(0, 1, BLENDS, dtype=np.float32)
    blurred = core[:, None] * (1 - share) + plastic[:, None] * share
    return bool(apart(blurred, rim).min() >= OTHER)
