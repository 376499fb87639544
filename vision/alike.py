"""How alike colours are: points and the look that was learned of them, discs and each other.

Colours are linear light, planes B G R first, compared as features (see `vision.spots.features`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.spots import features, median

Floats = NDArray[np.float32]

DISC = np.array([30.0, 16.0, 13.0], dtype=np.float32)
"""How far the points of a disc stray from its middle colour (features): shading, embossing, rim."""
LIKE = 12.0
"""Squared distance in standard deviations up to which a point looks like what it is compared with."""
POINT, DARK_POINT = (4.0, 4.0, 5.0), (0.6, 0.6, 0.8)
"""How far a point strays from its empty look (features, standard deviations): POINT + DARK_POINT by brightness."""
RELIT = 0.25
"""Logarithm by which the light of one channel changes so much that holes may take another colour, and places shine."""


def middle(seen: Floats) -> Floats:
    """Median of planes (3, ...): (3,)."""
    return median(seen.reshape(3, -1))


def apart(colours: Floats, other: Floats) -> Floats:
    """Tell how far colours (3, ...) differ from another one (3,), brightness aside: (...), deviations of a disc."""
    differ = (features(colours).T - features(other)) / DISC
    return np.asarray(np.linalg.norm(differ[..., 1:], axis=-1)).T


def strays(empty: Floats) -> Floats:
    """Tell how far points with these features, planes (3, ...), stray from them: deviations, planes (3, ...)."""
    bright = np.exp(empty[0] / np.float32(100))
    return np.stack([POINT[i] + DARK_POINT[i] / bright for i in range(3)]).astype(np.float32)


def squared(seen: Floats, reference: Floats, deviation: Floats) -> Floats:
    """Squared distance of features, planes (3, ...), in standard deviations: (...). `deviation` (3,) or planes."""
    u, x, y = ((seen[i] - reference[i]) / deviation[i] for i in range(3))
    return np.asarray(u * u + x * x + y * y)


def relit(gain: Floats, before: Floats) -> NDArray[np.bool_]:
    """Tell where the light (3, ...) is quite another than before."""
    return np.asarray(np.abs(np.log(gain / before)).max(axis=0) > RELIT)
