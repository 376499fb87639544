"""Places where the board mirrors a window or a lamp: white light on top of the plastic, that no hand can add.

What stands before the board takes the plastic's own light away, most where the plastic is bright; a reflection leaves
most of it and adds about as much in every channel. The reflections of the calibration's light were learned with the
plastic: where they are gone, the plain plastic is seen.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.colours import EmptyBoard
from vision.occlusion import HAND, unlike
from vision.rectify import HOLES
from vision.spots import SITES

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]

SHADES = np.geomspace(0.5, 4.0, 24)
"""Light on the plain plastic, against the calibration's, that may lie under a reflection."""
WHITE = 0.4
"""The least of the three channels' added light by the most, the lamp's colour apart: of 172 places under a reflection
98 % show more, of 281 before which a hand stands 1 %."""
PLAIN, FAINT = 0.12, 0.008
"""Light by which plain plastic may differ from itself: a share of its own, and what a camera's noise adds."""
MOST = 0.95
"""Linear light that a reflection adds at most; white paper before the board adds more."""
SHINE = 0.02
"""White light on the plastic from which discs beside it may look pale."""
PLAINEST = 0.2
"""Share of the places on the plastic, those with the least white light, that show its own colour."""
TOUCHING = 1.01
"""Pitches between places side by side, at most: what touches a hand belongs to it, whatever it shows."""
STRAY = 0.3
"""Share of the changed places that may show something else under a reflection; before a hand 0.67 or more do."""


def _touching() -> Bools:
    """Tell which places on the plastic lie side by side, (127, 127)."""
    near = np.linalg.norm(SITES[:, None] - SITES, axis=2) <= TOUCHING
    near.flags.writeable = False
    return np.asarray(near)


BESIDE = _touching()
AROUND = np.linalg.norm(HOLES[:, None] - SITES, axis=2) <= 1.2
"""Which places (42, 127) lie so near to each hole that a disc in it may mirror what they do: none lies quite flat."""
AROUND.flags.writeable = False


def known_places(board: EmptyBoard) -> Bools:
    """Tell at which places (127,) a hand would be seen: those that looked like the plastic, or mirrored something."""
    own, lamp = plain(board), np.ones(3, dtype=np.float32)
    return board.steady | (mirrors(board.plastic, own, lamp) & (_white(board.plastic, own) > SHINE))


def hidden_places(sites: Floats, board: EmptyBoard, gain: Floats, known: Bools) -> Bools:
    """Tell which places (127,) something stands before; a reflection hides nothing, unless it touches a hand.

    Given are the places' linear light (3, 127), the frame's light `gain` (3,) and the `known_places`.
    """
    gone = unlike(sites, np.minimum(board.plastic * gain[:, None], 1.0)) & known
    if not gone.any():
        return gone
    bright = np.zeros_like(gone)
    bright[gone] = mirrors(sites[:, gone], plain(board), gain)
    hidden = gone & ~bright
    if hidden.sum() >= HAND or hidden.sum() > STRAY * gone.sum():
        while (more := gone & ~hidden & BESIDE[hidden].any(axis=0)).any():
            hidden |= more
    return hidden


def shines(sites: Floats, board: EmptyBoard, gain: Floats) -> Bools:
    """Tell which holes (42,) have plastic round them that mirrors something; arguments as for `hidden_places`."""
    return np.asarray((AROUND & (_white(sites / gain[:, None], plain(board)) > SHINE)).any(axis=1))


def _white(seen: Floats, plain: Floats) -> Floats:
    """Give the white light on top of plain plastic, both under the calibration's lamp: (N,)."""
    share = plain.min() / plain.max()
    return np.asarray((seen.min(axis=0) - share * seen.max(axis=0)) / (1 - share))


def plain(board: EmptyBoard) -> Floats:
    """Give the plastic's own linear light (3,): that of its places with the least white light on top."""
    plastic = board.plastic[:, board.steady]
    whiteness = plastic.min(axis=0) / np.maximum(plastic.max(axis=0), np.float32(1e-4))
    return np.median(plastic[:, whiteness <= np.quantile(whiteness, PLAINEST)], axis=1).astype(np.float32)


def mirrors(sites: Floats, plain: Floats, gain: Floats) -> Bools:
    """Tell which places show plain plastic, in any shade of light, with white light on top of it or none: (N,).

    Given are their linear light (3, N), that of the plain plastic (3,) under the calibration's lamp, and the frame's
    light `gain` (3,).
    """
    shaded = plain[:, None, None] * SHADES[:, None].astype(np.float32)
    added = sites[:, None] / gain[:, None, None] - shaded
    least, greatest = added.min(axis=0), added.max(axis=0)
    in_reach = (added * gain[:, None, None]).max(axis=0) <= MOST
    white = (least >= WHITE * greatest) & (greatest > 0) & in_reach
    same = (np.abs(added) <= np.maximum(PLAIN * shaded.max(axis=0), FAINT)).all(axis=0)
    return np.asarray((white | same).any(axis=0))
