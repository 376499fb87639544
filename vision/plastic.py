"""The second witness of a grid: plastic beside its outer holes, and beyond them.

Rims and lattice say where round things stand in rows; they are blind for what is between. A board is one sheet of
plastic with holes in it, so beside its outer holes there must be what is between the inner ones, and where a line of
round things outside stands in that sheet as well, the grid goes on.

        beyond  . . . . . .        .  places in the middle between four holes; of the outer lines a quarter of a
               o o o o o o o          pitch out, where the narrowest board still has plastic
        beside  . . . . . .
               o o o o o o o
        inner   . . . . . .
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import disc_offsets, inside, project
from vision.types import COLUMNS, ROWS, Image

Floats = NDArray[np.float64]

OUT = 0.25
"""Pitches from the outer holes' centres: a hole reaches 0.45, the narrowest board 0.5."""
PLACE = disc_offsets(0.1, 0.05)
"""The points of a place, pitches; their median counts."""
LOOSE = 5.0
"""Distance in 8-bit Lab from which an inner place is believed to be covered: nine tenths of them are nearer."""
ROUNDS = 8
"""Rounds of the robust fit; it has settled after six."""
SECOND, FEWEST = 1, 3
"""A line counts by its second likest place, since a hand or glare may lie on others; fewer places say nothing."""


def _inner() -> Floats:
    u, v = np.meshgrid(np.arange(COLUMNS - 1), np.arange(ROWS - 1))
    return np.asarray(np.column_stack([u.ravel(), v.ravel()]) + 0.5, dtype=np.float64)


def _lines(out: float) -> tuple[Floats, ...]:
    """Give the places (N, 2) `out` pitches outside of the lines left, right, top, bottom."""
    across, down = np.arange(COLUMNS - 1) + 0.5, np.arange(ROWS - 1) + 0.5
    return (
        np.column_stack([np.full(len(down), -out), down]),
        np.column_stack([np.full(len(down), COLUMNS - 1 + out), down]),
        np.column_stack([across, np.full(len(across), -out)]),
        np.column_stack([across, np.full(len(across), ROWS - 1 + out)]),
    )


INNER, BESIDE, BEYOND = _inner(), _lines(OUT), _lines(1 + OUT)


@dataclass(frozen=True, slots=True, eq=False)
class Plastic:
    """How unlike the plastic between the inner holes it is at the lines left, right, top, bottom: (4,) 8-bit Lab.

    `beside` at the outer holes, `beyond` a pitch farther out; nan where the picture does not show it.
    """

    beside: Floats
    beyond: Floats


def look_for_plastic(soft: Image, homography: Floats) -> Plastic:
    """Look between and around the holes of a grid in a slightly blurred picture (H, W, 3) uint8 BGR."""
    shade = _shade(INNER, _colours(soft, homography, INNER)[0])

    def unlike(places: Floats) -> float:
        colours, seen = _colours(soft, homography, places)
        apart = np.sort(np.linalg.norm(colours - _affine(places) @ shade, axis=1)[seen])
        return float(apart[SECOND]) if len(apart) >= FEWEST else np.nan

    return Plastic(np.array([unlike(line) for line in BESIDE]), np.array([unlike(line) for line in BEYOND]))


def _colours(soft: Image, homography: Floats, places: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """Give the median Lab colours (N, 3) at grid places (N, 2), and which lie in the picture (N,)."""
    points = project(homography, places[:, None] + PLACE)
    x, y = np.nan_to_num(points, nan=-9, posinf=-9, neginf=-9).clip(-9, 30000).astype(np.float32).transpose(2, 0, 1)
    seen = cv2.remap(soft, x.copy(), y.copy(), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    lab = cv2.cvtColor(seen, cv2.COLOR_BGR2LAB)
    return np.median(lab, axis=1), np.asarray(inside(points, soft).all(axis=1))


def _shade(places: Floats, colours: Floats) -> Floats:
    """Fit how the colour of one sheet changes over it, robustly and affine: (3, 3), for `_affine(places) @ it`."""
    rows, weight = _affine(places), np.ones(len(places))
    fitted: Floats = np.zeros((3, 3))
    for _ in range(ROUNDS):
        fitted = np.asarray(np.linalg.lstsq(rows * weight[:, None], colours * weight[:, None], rcond=None)[0])
        weight = 1 / np.hypot(1, np.linalg.norm(colours - rows @ fitted, axis=1) / LOOSE)
    return fitted


def _affine(places: Floats) -> Floats:
    return np.column_stack([np.ones(len(places)), places])
