"""The face of one disc: a raised rim, rings, perhaps a star in the middle; shaded as plastic.

radius 0 ... star ... ring ... ring ... rim raised, rounded ... DISC_RADIUS     column pitches
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from robot.sim.render.light import Field, Label, Light, Plastic, Vector, shade, unit
from robot.sim.render.view import Floats

DISC_RADIUS = 0.45
DISC_THICKNESS = 0.15
RIM_WIDTH = 0.085
# radius and steepness of the rings pressed into a face
RINGS = ((0.22, 0.5), (0.31, 0.25))
STAR_RADIUS = 0.18
# width of a sticker's edge, a fraction of a pixel in pictures of this board
SOFT = 0.01


@dataclass(frozen=True, slots=True)
class Stance:
    """How discs sit, one value per point: the turn of the star (radians) and the lean of the face in x and y.

    `labelled` (1 or 0) tells where the disc wears its label, if discs of its colour have one.
    """

    turn: Floats
    lean_x: Floats
    lean_y: Floats
    labelled: Floats


def _slope(radius: Floats) -> Floats:
    """Return the slope of the face's profile (outwards positive = falling) at a radius."""
    rim = np.clip((radius - (DISC_RADIUS - RIM_WIDTH)) / RIM_WIDTH, 0.0, 1.0)
    raised = np.where(rim > 0.0, np.sin((rim - 0.5) * np.float32(np.pi)) * 0.95, 0.0)
    for place, depth in RINGS:
        ring = (radius - place) / 0.025
        raised = raised + depth * ring * np.exp(-ring * ring)
    return np.asarray(raised, dtype=np.float32)


def normal_of(x: Floats, y: Floats, stance: Stance, star: float) -> Vector:
    """Return the unit normals of a disc's face at (x, y) pitches from its centre."""
    radius = np.sqrt(x * x + y * y) + 1e-4
    out = _slope(radius) / radius
    spoke = np.sin(5.0 * np.arctan2(y, x) + stance.turn)
    pressed = np.where(radius < STAR_RADIUS, star * spoke, 0.0)
    nx = out * x - pressed * y / radius + stance.lean_x
    ny = out * y + pressed * x / radius + stance.lean_y
    return unit(nx, ny, np.ones_like(nx))


def shade_disc(
    x: Floats, y: Floats, stance: Stance, material: Plastic, field: Field, light: Light, lit: Floats
) -> Floats:
    """Shade the face of a disc at points (x, y) pitches from its centre; (N, 3) linear BGR."""
    radius = np.sqrt(x * x + y * y)
    dip = 1.0 - 0.18 * np.exp(-(((radius - (DISC_RADIUS - RIM_WIDTH)) / 0.035) ** 2))
    open_ = np.asarray(dip * 0.9, dtype=np.float32)
    colour = None if material.label is None else _labelled(x, y, stance, material, material.label)
    return shade(material, normal_of(x, y, stance, material.star), field, light, open_, lit, colour)


def _labelled(x: Floats, y: Floats, stance: Stance, material: Plastic, label: Label) -> Floats:
    """Return the colour (N, 3) of every point of a disc with a sticker, which turns with the disc."""
    radius = np.sqrt(x * x + y * y)
    share = stance.labelled * np.clip((label.outer - radius) / SOFT + 0.5, 0.0, 1.0)
    if label.inner:
        share = share * np.clip((radius - label.inner) / SOFT + 0.5, 0.0, 1.0)
    if label.strokes:
        share = share * (np.sin(label.strokes * np.arctan2(y, x) + stance.turn) > 0.0)
    return np.asarray(material.colour + (label.colour - material.colour) * share[..., None], dtype=np.float32)
