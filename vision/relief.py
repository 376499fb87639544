"""The relief of a disc's face - its rings, its rim, the shade of the hole round it - as this frame's own lamp shows it.

Discs are pressed in one mould, so the discs of a frame whose places are known show how any other would look here: by
how much each point of it is lighter or darker than a plane laid through all of them. Cloth behind an empty hole has
nothing of that: it is smooth, or has folds and edges of its own.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.spots import OFFSETS

Floats = NDArray[np.float32]
Scores = NDArray[np.float64]
Numbers = NDArray[np.intp]

FACE = np.hypot(OFFSETS[:, 0], OFFSETS[:, 1]) < 0.29
"""The points of a hole that show a disc's face from wherever it is seen, and none of the hole's wall."""
FEW = 3
"""So many known discs show what the relief looks like."""
SHARE, LOOSE = (0.25, 1.0), 1.2
"""Deviation of a disc's share of the known relief: by how much that of the known discs themselves strays, times the
second number; at least and at most the first two."""
DEPTH = (0.3, 0.8)
"""The least and the most of the same for the logarithm of a disc's depth of relief."""
SMOOTH, SMOOTH_DEPTH = 0.15, (-1.2, 0.7)
"""Smooth cloth: deviation of its share of the relief, mean and deviation of the logarithm of its depth."""
ANY, ANY_DEPTH = 1.0, (0.2, 0.8)
"""The same of folds and edges, and of discs that are partly hidden or mirror a lamp."""
ODD_DISCS, SMOOTH_CLOTH = 0.05, 0.55
"""Share of the discs that show anything, and of the pieces of cloth that are smooth. These and all numbers above are
of 2000 discs and 580 pieces of cloth in rendered rooms."""


def relief_score(bright: Floats, holes: Numbers, discs: Numbers, colours: Numbers) -> Scores:
    """Weigh what is in some `holes` as a disc against cloth: logarithms of likelihood ratios, (len(holes),).

    `bright` (42, 69) is the logarithm of the light of every point (`vision.spots.features`), `discs` the numbers of
    the holes whose discs are known, `colours` (42,) cell numbers: discs are held against those of their own colour
    where there are FEW of them, else against all. Without that many nothing is told.
    """
    score = np.zeros(len(holes))
    if len(discs) < FEW:
        return score
    relief = _relief(bright)
    for colour in np.unique(colours[holes]):
        own = discs[colours[discs] == colour]
        mine = colours[holes] == colour
        score[mine] = _against(relief[holes[mine]], relief[own if len(own) >= FEW else discs])
    return score


def _relief(bright: Floats) -> Scores:
    """Take a plane off the faces of all holes, (42, N)."""
    face = bright[:, FACE].astype(np.float64)
    return np.asarray(face - face @ PLANE @ PLANE.T)


def _plane() -> Scores:
    """Give three orthonormal vectors (N, 3) over a face, that span all planes."""
    places = OFFSETS[FACE]
    plane, _ = np.linalg.qr(np.column_stack([np.ones(len(places)), places]))
    plane.flags.writeable = False
    return np.asarray(plane)


PLANE = _plane()


def _against(seen: Scores, known: Scores) -> Scores:
    usual = known.mean(axis=0)
    power = max(float(usual @ usual), 1e-6)
    depths = np.log(_depth(known))
    depth = np.log(_depth(seen)) - np.median(depths)
    share, shares = seen @ usual / power, known @ usual / power
    stray = float(np.clip(LOOSE * shares.std(), *SHARE))
    uneven = float(np.clip(LOOSE * depths.std(), *DEPTH))
    anything = _normal(share, 0.0, ANY) * _normal(depth, *ANY_DEPTH)
    disc = (1 - ODD_DISCS) * _normal(share, 1.0, stray) * _normal(depth, 0.0, uneven) + ODD_DISCS * anything
    smooth = _normal(share, 0.0, SMOOTH) * _normal(depth, *SMOOTH_DEPTH)
    return np.asarray(np.log(disc / (SMOOTH_CLOTH * smooth + (1 - SMOOTH_CLOTH) * anything)))


def _depth(relief: Scores) -> Scores:
    return np.asarray(np.sqrt((relief**2).mean(axis=1)) + 0.05)


def _normal(value: Scores, middle: float, deviation: float) -> Scores:
    return np.asarray(np.exp(-0.5 * ((value - middle) / deviation) ** 2) / (deviation * np.sqrt(2 * np.pi)) + 1e-12)
