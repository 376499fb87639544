"""A disc in flight: seen through the holes of its column and above the board, smeared by the exposure."""

from __future__ import annotations

import numpy as np

from robot.sim.render.board import DISC_AT, HOLE, PLATE, ROW, TOP, Sight, box_of, cover, in_cell, sight_of, silhouette
from robot.sim.render.disc import DISC_RADIUS, Stance, shade_disc
from robot.sim.render.light import Light, Plastic, encode
from robot.sim.render.view import Floats, View
from robot.sim.scene import FallingDisc
from vision.types import Image

EXPOSURE_S = 1.0 / 60.0
STEPS = 7


def smear_of(disc: FallingDisc) -> float:
    """Return how far a disc moves during the exposure, in column pitches."""
    return abs(disc.speed) * EXPOSURE_S * ROW


def box_of_flight(view: View, disc: FallingDisc) -> tuple[int, int, int, int]:
    """Return the box of the picture that a disc in flight may touch."""
    reach = DISC_RADIUS + smear_of(disc) / 2
    x, y = float(disc.column), disc.height * ROW
    points = [(x + i * DISC_RADIUS, y + j * reach, -DISC_AT) for i in (-1, 1) for j in (-1, 1)]
    return box_of(view, np.array(points), 2)


def _visible(sight: Sight) -> Floats:
    """Return the share of each pixel through which the slot's plane of discs is seen."""
    x, y, _, _ = in_cell(sight.u, sight.v)
    hole = cover(np.sqrt(x * x + y * y) - HOLE, sight.foot)
    far = np.sqrt((x + sight.across * PLATE) ** 2 + (y + sight.along * PLATE) ** 2)
    outline = silhouette(sight.u, sight.v, sight.foot)
    through = hole * cover(far - HOLE, sight.foot)
    above = (sight.v + sight.along * DISC_AT > TOP).astype(np.float32)
    return np.asarray(outline * through + (1.0 - outline) * above, dtype=np.float32)


def coverage(sight: Sight, disc: FallingDisc) -> tuple[Floats, Floats, Floats]:
    """Return the share of each pixel and exposure that shows the disc, and the offset from its mean place."""
    x = sight.u + sight.across * DISC_AT - np.float32(disc.column)
    y = sight.v + sight.along * DISC_AT - np.float32(disc.height * ROW)
    total = np.zeros_like(x)
    for step in np.linspace(-0.5, 0.5, STEPS):
        part = y - np.float32(step * smear_of(disc))
        total += cover(np.sqrt(x * x + part * part) - DISC_RADIUS, sight.foot)
    return total / STEPS * _visible(sight), x, y


def paint_falling(picture: Image, view: View, light: Light, disc: FallingDisc, material: Plastic) -> None:
    """Paint a disc in flight into a layer, in place."""
    box = box_of_flight(view, disc)
    sight = sight_of(view, light, box)
    share, x, y = coverage(sight, disc)
    stretch = np.float32(DISC_RADIUS / (DISC_RADIUS + smear_of(disc) / 2))
    still = np.zeros_like(x)
    lit = np.full_like(x, 0.75)
    face = shade_disc(x, y * stretch, Stance(still, still, still, still + 1), material, sight.field, light, lit)
    window = picture[box[1] : box[3], box[0] : box[2]]
    window[:] = (window + (encode(face).astype(np.float32) - window) * share[..., None] + 0.5).astype(np.uint8)
