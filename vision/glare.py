"""Places where the board mirrors a window or a lamp: white light on top of the plastic, that no hand can add.

What stands before the board takes the plastic's own light away, most where the plastic is bright; a reflection leaves
all of it and adds about as much in every channel.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

KEPT = 0.75
"""Share of the plastic's own light that stays in each channel: a shadow may lie beside the reflection."""
WHITE = 0.2
"""The least of the three channels' added light by the most, the lamp's colour apart: skin adds a tenth."""
MOST = 0.8
"""Linear light that a reflection adds at most; white paper before the board adds more."""


MOSTLY = 0.7
"""Share of the changed places that are mirrors under a reflection: 0.75 or more; with a hand at most 0.33."""


def is_glare(sites: Floats, plastic: Floats, gain: Floats) -> bool:
    """Tell whether places that no longer look like the plastic show a reflection; arguments as for `mirrors`."""
    return bool(mirrors(sites, plastic, gain).mean() >= MOSTLY)


def mirrors(sites: Floats, plastic: Floats, gain: Floats) -> NDArray[np.bool_]:
    """Tell which places (N,) show a reflection.

    Given are their linear light, that of the plastic under the calibration's lamp, planes (3, N), and the frame's
    light `gain` (3,).
    """
    added = sites / gain[:, None] - KEPT * plastic
    least, most = added.min(axis=0), added.max(axis=0)
    return np.asarray((least >= WHITE * most) & (most <= MOST / gain.mean()))
