"""A hand with a sleeve that brings a disc: bones as tapered rolls, blown up to a height map, lit like the rest.

    a axis: from the finger tips (0) to the wrist and on to the elbow; b axis: to the side of the little finger.
    Lengths in column pitches. The whole is turned by the way the person reaches, then pasted at the finger tips.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from robot.sim.render.disc import DISC_RADIUS, Stance, shade_disc
from robot.sim.render.light import Colour, Field, Light, Plastic, encode, linear
from robot.sim.render.texture import cloud
from robot.sim.render.view import Floats
from vision.types import Image

DENSITY_PX = 30.0
WIDE, HIGH = 11.0, 10.0
TIP = (3.2, 8.0)
DISC_BELOW = 0.28

Bone = tuple[float, float, float, float, float, float, float]

FINGERS: tuple[Bone, ...] = (
    # a0, b0, r0, a1, b1, r1, height
    (3.5, 1.40, 0.30, 2.6, 1.98, 0.25, -0.30), (2.6, 1.98, 0.25, 1.9, 1.95, 0.22, -0.30), (1.9, 1.95, 0.22, 1.45, 1.62, 0.19, -0.3),
    (3.2, 1.15, 0.33, 2.1, 1.72, 0.28, -0.15), (2.1, 1.72, 0.28, 1.2, 1.58, 0.24, -0.15), (1.2, 1.58, 0.24, 0.75, 1.18, 0.2, -0.2),
    (3.0, 0.85, 0.34, 1.8, 1.40, 0.29, 0.0), (1.8, 1.40, 0.29, 0.85, 1.12, 0.25, 0.0), (0.85, 1.12, 0.25, 0.38, 0.66, 0.21, -0.05),
    (2.9, 0.50, 0.34, 1.65, 0.98, 0.29, 0.15), (1.65, 0.98, 0.29, 0.65, 0.66, 0.25, 0.15), (0.65, 0.66, 0.25, 0.02, 0.14, 0.2, 0.1),
    (2.9, 0.55, 0.50, 5.0, 0.00, 0.75, 0.0), (3.1, 1.05, 0.50, 5.0, 0.25, 0.70, -0.1), (3.4, 0.20, 0.60, 4.9, -0.1, 0.72, 0.1),
    (4.8, 0.05, 0.78, 7.5, 0.0, 0.95, 0.0),
)  # fmt: skip
THUMB: tuple[Bone, ...] = (
    (4.1, -0.35, 0.62, 2.6, -0.78, 0.40, 0.25), (2.6, -0.78, 0.38, 1.2, -0.55, 0.29, 0.40), (1.2, -0.55, 0.28, 0.12, -0.30, 0.22, 0.42),
)  # fmt: skip
SLEEVE: tuple[Bone, ...] = ((6.6, 0.0, 1.12, 7.1, 0.0, 1.18, 0.2), (7.0, 0.0, 1.16, 17.0, 0.1, 1.7, 0.15))


@dataclass(frozen=True, slots=True)
class Sprite:
    """A picture to lay over another: `paint` already times its share, `keep` what remains of what is below.

    Both uint8 (H, W, 3), layer code; `cover` (H, W) 0..255 is the solid part; `anchor` the px of the finger tips.
    """

    paint: Image
    keep: Image
    cover: Image
    anchor: tuple[float, float]


def _raise(height: Floats, a: Floats, b: Floats, bone: Bone) -> None:
    """Raise the height map to a tapered roll where that is higher, in place."""
    a0, b0, r0, a1, b1, r1, lift = bone
    along = ((a - a0) * (a1 - a0) + (b - b0) * (b1 - b0)) / ((a1 - a0) ** 2 + (b1 - b0) ** 2)
    t = np.clip(along, 0.0, 1.0)
    gap = (a - a0 - t * (a1 - a0)) ** 2 + (b - b0 - t * (b1 - b0)) ** 2
    radius = r0 + t * (r1 - r0)
    roll = np.where(gap < radius * radius, np.sqrt(np.maximum(radius * radius - gap, 0.0)) + lift + 2.0, 0.0)
    np.maximum(height, roll, out=height)


def _heights(a: Floats, b: Floats, bones: tuple[Bone, ...]) -> Floats:
    height = np.zeros_like(a)
    for bone in bones:
        _raise(height, a, b, bone)
    return height


def _shaded(height: Floats, colour: Colour, grain: Floats, toward: tuple[float, float, float], light: Light) -> Floats:
    """Return linear light of a height map; edges towards lower neighbours lie in soft shadow."""
    soft = cv2.GaussianBlur(height, (0, 0), 1.6)
    dx = cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=DENSITY_PX / 8.0)
    dy = cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=DENSITY_PX / 8.0)
    length = np.sqrt(np.minimum(dx * dx + dy * dy, 9.0) + 1.0)
    facing = (-dx * toward[0] + dy * toward[1] + toward[2]) / length
    wrapped = np.clip((facing + 0.25) / 1.25, 0.0, 1.1)
    hollow = np.clip((cv2.GaussianBlur(height, (0, 0), 7.0) - height) * 0.55, 0.0, 0.55)
    amount = (light.key * wrapped + light.ambient * 0.8) * (1.0 - hollow) * grain
    warm = np.clip(1.0 - wrapped, 0.0, 1.0)[..., None] * np.array((-0.10, -0.04, 0.10), dtype=np.float32)
    return np.asarray(linear(colour) * amount[..., None] * (1.0 + warm), dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Grip:
    """How a hand is drawn: colours, the disc it holds (or None), the angle it comes from, and the light."""

    skin: Colour
    sleeve: Colour
    disc: Plastic | None
    reach_deg: float
    light: Light


def draw(grip: Grip, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Draw the hand at `DENSITY_PX`: linear light (H, W, 3) and share (H, W); the finger tips are at `TIP`."""
    width, height = int(WIDE * DENSITY_PX), int(HIGH * DENSITY_PX)
    x = (np.arange(width, dtype=np.float32) / np.float32(DENSITY_PX) - np.float32(TIP[0]))[None, :]
    y = (np.float32(TIP[1]) - np.arange(height, dtype=np.float32) / np.float32(DENSITY_PX))[:, None]
    turn = np.radians(abs(grip.reach_deg))
    x = x if grip.reach_deg >= 0 else -x
    a, b = x * np.float32(np.sin(turn)) + y * np.float32(np.cos(turn)), y * np.float32(np.sin(turn)) - x * np.float32(np.cos(turn))
    toward = grip.light.towards((3.0, 5.0, 1.0))
    way = (float(toward[0]), float(toward[1]), float(toward[2]))
    skin_grain = 1.0 + cloud(rng, (width, height), (60, 55), 2) * np.float32(0.04)
    weave = 1.0 + cloud(rng, (width, height), (9, 9), 3) * np.float32(0.12)
    picture = np.zeros((height, width, 3), dtype=np.float32)
    share = np.zeros((height, width), dtype=np.float32)
    for bones, colour, grain in ((FINGERS, grip.skin, skin_grain), (SLEEVE, grip.sleeve, weave)):
        _layer(picture, share, _heights(a, b, bones), colour, grain, way, grip.light)
    if grip.disc is not None:
        _held(picture, share, np.broadcast_to(x, share.shape), np.broadcast_to(y, share.shape), grip)
    _layer(picture, share, _heights(a, b, THUMB), grip.skin, skin_grain, way, grip.light)
    return picture, share


def _layer(
    picture: Floats, share: Floats, height: Floats, colour: Colour, grain: Floats, way: tuple[float, float, float],
    light: Light,
) -> None:  # fmt: skip
    solid = cv2.GaussianBlur((height > 0.0).astype(np.float32), (0, 0), 0.7)
    shadow = cv2.GaussianBlur(solid, (0, 0), 4.0)[..., None]
    picture *= 1.0 - 0.45 * shadow
    picture += (_shaded(height, colour, grain, way, light) - picture) * solid[..., None]
    np.maximum(share, solid, out=share)


def _held(picture: Floats, share: Floats, x: Floats, y: Floats, grip: Grip) -> None:
    assert grip.disc is not None
    y = y + np.float32(DISC_BELOW)
    solid = np.clip((DISC_RADIUS - np.sqrt(x * x + y * y)) * DENSITY_PX + 0.5, 0.0, 1.0).astype(np.float32)
    zero = np.zeros_like(x)
    toward = grip.light.towards((3.0, 5.0, 0.0))
    eye = (zero, zero, zero + 1.0)
    field = Field((zero + np.float32(toward[0]), zero + np.float32(toward[1]), zero + np.float32(toward[2])), eye)
    face = shade_disc(x, y, Stance(zero, zero + 0.05, zero), grip.disc, field, grip.light, zero + 1.0)
    picture += (face - picture) * solid[..., None]
    np.maximum(share, solid, out=share)


def sprite(grip: Grip, rng: np.random.Generator, scale_px: float, blur_px: float) -> Sprite:
    """Return the hand as a sprite with `scale_px` pixels per pitch and a soft shadow beside it."""
    light, share = draw(grip, rng)
    factor = scale_px / DENSITY_PX
    coded = cv2.resize(encode(light).astype(np.float32), None, fx=factor, fy=factor, interpolation=cv2.INTER_LINEAR)
    solid = cv2.resize(share, (coded.shape[1], coded.shape[0]), interpolation=cv2.INTER_LINEAR)
    coded, solid = cv2.GaussianBlur(coded, (0, 0), blur_px), cv2.GaussianBlur(solid, (0, 0), blur_px)
    toward = grip.light.towards((3.0, 5.0, 0.0))
    slip = np.float32([[1, 0, -toward[0] * scale_px * 0.9], [0, 1, toward[1] * scale_px * 0.9]])
    shadow = cv2.warpAffine(cv2.GaussianBlur(solid, (0, 0), scale_px * 0.28), slip, (solid.shape[1], solid.shape[0]))
    kept = (1.0 - solid) * (1.0 - 0.38 * shadow)
    keep = np.clip(kept * 255.0 + 0.5, 0, 255).astype(np.uint8)
    paint = np.clip(coded * solid[..., None], 0, 255).astype(np.uint8)
    anchor = (TIP[0] * scale_px, TIP[1] * scale_px)
    return Sprite(paint, cv2.merge([keep, keep, keep]), (solid * 255).astype(np.uint8), anchor)
