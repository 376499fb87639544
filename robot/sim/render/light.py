"""Colour and light: linear BGR in, shaded linear BGR out, and the encoding the layers are kept in.

Layers are kept as uint8 with a pure power law and head-room above white. In that code a gain of the lamp is a
plain factor, so one look-up table per channel turns a layer into a picture under any lamp.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from robot.sim.render.view import Floats
from vision.types import Image

GAMMA = 2.2
HEADROOM = 1.7

Colour = tuple[float, float, float]


def linear(colour: Colour) -> Floats:
    """Turn a BGR colour 0..255 as people write it into linear light, (3,) float32."""
    return ((np.array(colour, dtype=np.float32) / 255.0) ** GAMMA).astype(np.float32)


def encode(light: Floats) -> Image:
    """Encode linear light (any shape) as uint8 with head-room."""
    scaled = np.clip(light * np.float32(1.0 / HEADROOM), 0.0, 1.0)
    return np.asarray(np.sqrt(scaled) ** np.float32(2.0 / GAMMA) * 255.0 + 0.5).astype(np.uint8)


def code_of(colour: Colour) -> tuple[float, float, float]:
    """Return the layer code (0..255 floats) of a BGR colour 0..255."""
    factor = HEADROOM ** (-1.0 / GAMMA)
    return (colour[0] * factor, colour[1] * factor, colour[2] * factor)


@dataclass(frozen=True, slots=True)
class Shadow:
    """The edge of a shadow across the board's front: of a shelf, a lamp shade, somebody who stands beside it.

    `place` (x, y) in pitches is a point of the edge, `turn_deg` the direction into the shadow (0: to the right, 90:
    up), `soft` the width over which it grows, pitches, `depth` the share of the main light that it takes.
    """

    place: tuple[float, float]
    turn_deg: float
    soft: float
    depth: float

    def leaves(self, u: Floats, v: Floats) -> Floats:
        """Return the share of the main light that reaches the points (u, v) of the front."""
        turn = np.deg2rad(self.turn_deg)
        into = (u - self.place[0]) * np.cos(turn) + (v - self.place[1]) * np.sin(turn)
        return np.asarray(1.0 - self.depth * np.clip(into / self.soft + 0.5, 0.0, 1.0), dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Light:
    """The room's main light: its place in pitches, its strength, and how much comes from everywhere else.

    `window` is the direction of a bright window that shiny plastic mirrors, `glare` its strength (0: none); `shadow`
    is what stands in the light's way.
    """

    place: tuple[float, float, float]
    key: float
    ambient: float
    window: tuple[float, float, float] = (0.0, 1.0, 0.0)
    glare: float = 0.0
    shadow: Shadow | None = None

    def towards(self, point: tuple[float, float, float]) -> NDArray[np.float64]:
        """Return the unit vector from `point` to the light, (3,)."""
        way = np.array(self.place) - np.array(point)
        return np.asarray(way / np.linalg.norm(way))

    def reaches(self, u: Floats, v: Floats) -> Floats:
        """Return the share of the main light that reaches the points (u, v) of the board's front."""
        return np.ones_like(u) if self.shadow is None else self.shadow.leaves(u, v)


@dataclass(frozen=True, slots=True)
class Label:
    """A sticker on a disc's face: linear BGR colour, and the radii between which it lies, pitches (`inner` 0: round).

    With `strokes` only so many sectors of it are printed, as the strokes of a sign are.
    """

    colour: Floats
    outer: float
    inner: float = 0.0
    strokes: int = 0


@dataclass(frozen=True, slots=True)
class Plastic:
    """A material: its linear BGR colour, strength of the highlight, and its sharpness (how often it is squared).

    `star` is the steepness of a star pressed into a disc, 0 for none; `label` sticks on a disc.
    """

    colour: Floats
    gloss: float
    sharpness: int
    star: float = 0.0
    label: Label | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """Unit vectors to the light and to the eye for a set of surface points, each three arrays of one shape."""

    light: tuple[Floats, Floats, Floats]
    eye: tuple[Floats, Floats, Floats]

    def take(self, index: NDArray[np.intp]) -> Field:
        """Return the field at flat indices."""
        return Field(
            (self.light[0].ravel()[index], self.light[1].ravel()[index], self.light[2].ravel()[index]),
            (self.eye[0].ravel()[index], self.eye[1].ravel()[index], self.eye[2].ravel()[index]),
        )


Vector = tuple[Floats, Floats, Floats]


def unit(x: Floats, y: Floats, z: Floats) -> Vector:
    """Scale vectors to length one."""
    length = np.sqrt(x * x + y * y + z * z)
    return x / length, y / length, z / length


def _dot(a: Vector, b: Vector) -> Floats:
    return np.asarray(a[0] * b[0] + a[1] * b[1] + a[2] * b[2])


def _mirrored(normal: Vector, eye: Floats, field: Field, window: tuple[float, float, float]) -> Floats:
    """Return how much of the window a mirror at each point would show, soft at its border; only flat parts mirror."""
    x, y, z = (2.0 * eye * n - e for n, e in zip(normal, field.eye, strict=True))
    towards = np.asarray(x * np.float32(window[0]) + y * np.float32(window[1]) + z * np.float32(window[2]))
    t = np.clip((towards - np.float32(0.9915)) / np.float32(0.0065), 0.0, 1.0)
    flat = np.clip((normal[2] - np.float32(0.93)) / np.float32(0.06), 0.0, 1.0)
    return np.asarray(t * t * (3.0 - 2.0 * t) * flat, dtype=np.float32)


def shade(
    material: Plastic,
    normal: Vector,
    field: Field,
    light: Light,
    open_: Floats,
    lit: Floats,
    colour: Floats | None = None,
) -> Floats:
    """Shade points of a material: (N..., 3) linear BGR.

    `open_` is the share of the surroundings a point sees (0..1), `lit` the share of the main light (0..1); `colour`
    (N..., 3) is that of each point where it is not the material's.
    """
    facing = np.maximum(_dot(normal, field.light), 0.0) * lit * np.float32(light.key)
    eye = np.maximum(_dot(normal, field.eye), 0.05)
    half = unit(*(a + b for a, b in zip(field.light, field.eye, strict=True)))
    spark = np.maximum(_dot(normal, half), 0.0)
    for _ in range(material.sharpness):
        spark = spark * spark
    above = 2.0 * eye * normal[1] - field.eye[1]
    grazing = (1.0 - eye) ** 2
    mirror = (0.03 + 0.5 * grazing * grazing) * (0.25 + 0.35 * np.clip(above + 0.3, 0.0, 1.0)) * open_
    glow = np.float32(light.ambient) * open_ * (0.8 + 0.2 * normal[1])
    white = np.float32(material.gloss * light.key) * spark * lit + np.float32(light.ambient) * mirror
    if light.glare > 0.0:
        white = white + np.float32(light.glare) * _mirrored(normal, eye, field, light.window) * open_
    base = material.colour if colour is None else colour
    return np.asarray(base * (facing + glow)[..., None] + white[..., None], dtype=np.float32)
