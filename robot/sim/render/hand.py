"""A hand with a sleeve that brings a disc: bones as tapered rolls, blown up to a height map, lit like the rest.

along: from the finger tips (0) to the wrist (4.6) and on to the elbow; aside: towards the little finger.
Lengths in column pitches. The whole leans by the angle at which the person reaches, to the right; a hand that
comes from the left is its mirror image.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from robot.sim.render.disc import DISC_RADIUS, Stance, shade_disc
from robot.sim.render.light import Colour, Field, Light, Plastic, encode, linear
from robot.sim.render.texture import cloud
from robot.sim.render.view import Floats
from vision.types import Image

DENSITY_PX = 30
WIDE, HIGH = 14, 11
TIP = (3.0, 9.5)
DISC_BELOW = 0.28
BASE = 2.0

Bone = tuple[float, float, float, float, float, float, float]
Window = tuple[slice, slice]

# along, aside, radius at one end; the same at the other; how far it stands towards the eye
FINGERS: tuple[Bone, ...] = (
    (4.7, 0.05, 0.72, 7.0, 0.0, 0.92, 0.0),
    (3.3, 1.38, 0.32, 2.45, 1.86, 0.26, -0.34),
    (2.45, 1.86, 0.26, 1.85, 1.75, 0.23, -0.34),
    (1.85, 1.75, 0.23, 1.5, 1.4, 0.2, -0.36),
    (3.0, 1.12, 0.36, 2.0, 1.66, 0.30, -0.18),
    (2.0, 1.66, 0.30, 1.2, 1.46, 0.26, -0.18),
    (1.2, 1.46, 0.26, 0.82, 1.04, 0.22, -0.24),
    (2.8, 0.80, 0.38, 1.65, 1.34, 0.31, -0.02),
    (1.65, 1.34, 0.31, 0.82, 1.06, 0.27, 0.0),
    (0.82, 1.06, 0.27, 0.42, 0.6, 0.22, -0.06),
    (2.7, 0.48, 0.38, 1.5, 0.92, 0.31, 0.14),
    (1.5, 0.92, 0.31, 0.6, 0.62, 0.27, 0.16),
    (0.6, 0.62, 0.27, 0.06, 0.12, 0.21, 0.1),
    (2.8, 0.55, 0.48, 4.7, 0.05, 0.70, 0.0),
    (3.0, 1.02, 0.50, 4.7, 0.2, 0.66, -0.1),
    (3.2, 0.25, 0.60, 4.6, -0.05, 0.70, 0.08),
)
THUMB: tuple[Bone, ...] = (
    (4.3, -0.15, 0.55, 2.7, -0.48, 0.50, 0.22),
    (2.9, -0.45, 0.50, 1.9, -0.60, 0.38, 0.34),
    (1.9, -0.60, 0.37, 1.05, -0.50, 0.32, 0.42),
    (1.05, -0.50, 0.32, 0.2, -0.24, 0.24, 0.40),
)
SLEEVE: tuple[Bone, ...] = ((5.0, 0.0, 1.08, 6.5, 0.0, 1.16, 0.24), (6.4, 0.0, 1.13, 17.0, 0.1, 1.75, 0.16))
CUFF = 6.1
NAILS: tuple[tuple[float, float, float], ...] = ((0.30, -0.20, 0.13), (0.15, 0.26, 0.10))


@dataclass(frozen=True, slots=True)
class Sprite:
    """A picture to lay over another: `paint` already times its share, `keep` what remains of what is below.

    Both uint8 (H, W, 3), layer code; `cover` (H, W) 0..255 is the solid part; `anchor` the px of the finger tips.
    """

    paint: Image
    keep: Image
    cover: Image
    anchor: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Grip:
    """How a hand is drawn: colours, the disc it holds (or None), its lean from upright (positive: from the right)."""

    skin: Colour
    sleeve: Colour
    disc: Plastic | None
    reach_deg: float
    light: Light


def _spot(along: float, aside: float, lean_deg: float) -> tuple[float, float]:
    """Return the px of a place on the hand."""
    turn = np.radians(lean_deg)
    right = along * np.sin(turn) - aside * np.cos(turn)
    up = along * np.cos(turn) + aside * np.sin(turn)
    return (TIP[0] + float(right)) * DENSITY_PX, (TIP[1] - float(up)) * DENSITY_PX


def _beyond(along: float, lean_deg: float) -> Floats:
    """Return 1 where the arm is further along than `along` (a cuff, seen a little from the side), else 0, (H, W)."""
    turn = np.radians(lean_deg)
    x = (np.arange(WIDE * DENSITY_PX, dtype=np.float32) / DENSITY_PX - np.float32(TIP[0]))[None, :]
    y = (np.float32(TIP[1]) - np.arange(HIGH * DENSITY_PX, dtype=np.float32) / DENSITY_PX)[:, None]
    aside = y * np.float32(np.sin(turn)) - x * np.float32(np.cos(turn))
    far = x * np.float32(np.sin(turn)) + y * np.float32(np.cos(turn)) - 0.12 * aside * aside
    return np.asarray(np.clip((far - along + 0.13) * DENSITY_PX, 0.0, 1.0), dtype=np.float32)


def _relief(bones: tuple[Bone, ...], lean_deg: float) -> tuple[Floats, Floats]:
    """Return height (pitches, 0 where there is nothing) and share (0..1) of a bundle of tapered rolls, (H, W)."""
    height = np.zeros((HIGH * DENSITY_PX, WIDE * DENSITY_PX), dtype=np.float32)
    share = np.zeros_like(height)
    for along0, aside0, radius0, along1, aside1, radius1, lift in bones:
        start, end = _spot(along0, aside0, lean_deg), _spot(along1, aside1, lean_deg)
        _raise(height, share, np.array(start), np.array(end), (radius0 * DENSITY_PX, radius1 * DENSITY_PX), lift)
    return height, share


def _raise(height: Floats, share: Floats, start: Floats, end: Floats, radii: tuple[float, float], lift: float) -> None:
    """Raise the maps to one tapered roll from `start` to `end` (px) where that is higher, in place."""
    reach = max(radii) + 2.0
    low = np.clip(np.floor(np.minimum(start, end) - reach), 0, None).astype(int)
    high = np.ceil(np.maximum(start, end) + reach).astype(int)
    window = (slice(low[1], high[1]), slice(low[0], high[0]))
    rows, columns = height[window].shape
    if rows <= 0 or columns <= 0:
        return
    x = (low[0] - start[0] + np.arange(columns, dtype=np.float32))[None, :]
    y = (low[1] - start[1] + np.arange(rows, dtype=np.float32))[:, None]
    way = end - start
    t = np.clip((x * way[0] + y * way[1]) / float(way @ way), 0.0, 1.0)
    gap = np.hypot(x - t * way[0], y - t * way[1])
    radius = radii[0] + t * (radii[1] - radii[0])
    roll = np.sqrt(np.maximum(radius * radius - gap * gap, 0.0)) / DENSITY_PX + (lift + BASE)
    np.maximum(height[window], np.where(gap < radius + 1.0, roll, 0.0), out=height[window], casting="same_kind")
    np.maximum(share[window], np.clip(radius - gap + 0.5, 0.0, 1.0), out=share[window], casting="same_kind")


def _shaded(height: Floats, colour: Floats, toward: tuple[float, float, float], light: Light) -> Floats:
    """Return linear light of a height map of linear `colour` (H, W, 3); edges over lower neighbours lie in shadow."""
    soft = cv2.GaussianBlur(height, (0, 0), 1.5)
    dx = cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=DENSITY_PX / 8.0)
    dy = cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=DENSITY_PX / 8.0)
    length = np.sqrt(np.minimum(dx * dx + dy * dy, 6.0) + 1.0)
    facing = (-dx * toward[0] + dy * toward[1] + toward[2]) / length
    wrapped = np.clip((facing + 0.3) / 1.3, 0.0, 1.05)
    hollow = np.clip((cv2.GaussianBlur(height, (0, 0), 6.0) - height) * 0.6, 0.0, 0.5)
    amount = (light.key * wrapped + light.ambient * 0.8) * (1.0 - hollow)
    shine = np.float32(0.05 * light.key) * np.clip(facing, 0.0, 1.0) ** 8
    warm = (1.0 - wrapped)[..., None] * np.array((-0.14, -0.07, 0.10), dtype=np.float32)
    return np.asarray(colour * amount[..., None] * (1.0 + warm) + shine[..., None], dtype=np.float32)


def _skin(rng: np.random.Generator, colour: Colour, lean_deg: float) -> Floats:
    """Return the skin's linear colour: blotches, fine grain, two lighter nails; (H, W, 3)."""
    size = (WIDE * DENSITY_PX, HIGH * DENSITY_PX)
    grain = 1.0 + 0.05 * cloud(rng, size, (24, 20), 1) + 0.04 * cloud(rng, size, (150, 120), 1)
    nails = np.zeros((size[1], size[0]), dtype=np.uint8)
    for along, aside, radius in NAILS:
        x, y = _spot(along, aside, lean_deg)
        axes = (round(radius * DENSITY_PX * 1.35), round(radius * DENSITY_PX))
        cv2.ellipse(nails, (round(x), round(y)), axes, -90.0 + lean_deg, 0, 360, 70, -1, cv2.LINE_AA)
    grain *= 1.0 + nails.astype(np.float32) / 255.0
    return np.asarray(linear(colour) * grain[..., None], dtype=np.float32)


def draw(grip: Grip, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Draw a hand that comes from the right: linear light (H, W, 3) and share (H, W); finger tips at `TIP`."""
    way = grip.light.towards((3.0, 5.0, 1.0))
    toward = (float(way[0]), float(way[1]), float(way[2]))
    skin = _skin(rng, grip.skin, grip.reach_deg)
    weave = 1.0 + cloud(rng, (skin.shape[1], skin.shape[0]), (13, 9), 3) * np.float32(0.10)
    picture = np.zeros_like(skin)
    share = np.zeros(skin.shape[:2], dtype=np.float32)
    for bones, colour in ((FINGERS, skin), (SLEEVE, linear(grip.sleeve) * weave[..., None])):
        height, solid = _relief(bones, grip.reach_deg)
        if bones is SLEEVE:
            solid *= _beyond(CUFF, grip.reach_deg)
        window = _around(solid)
        light = _shaded(height[window], colour[window], toward, grip.light)
        _layer(picture[window], share[window], light, solid[window])
    if grip.disc is not None:
        window = _around_disc()
        _layer(picture[window], share[window], *_held(grip.disc, toward, grip.light))
    height, solid = _relief(THUMB, grip.reach_deg)
    window = _around(solid)
    light = _shaded(height[window], skin[window], toward, grip.light)
    _layer(picture[window], share[window], light, solid[window])
    return picture, share


def _around(solid: Floats) -> Window:
    """Return the window that holds a part and its shadow."""
    margin = 12
    x, y, width, height = cv2.boundingRect((solid > 0.0).astype(np.uint8))
    return slice(max(y - margin, 0), y + height + margin), slice(max(x - margin, 0), x + width + margin)


def _around_disc() -> Window:
    reach = int(DISC_RADIUS * DENSITY_PX) + 12
    column, row = round(TIP[0] * DENSITY_PX), round((TIP[1] + DISC_BELOW) * DENSITY_PX)
    return slice(row - reach, row + reach + 1), slice(column - reach, column + reach + 1)


def _layer(picture: Floats, share: Floats, light: Floats, solid: Floats) -> None:
    """Lay one part over a window of the picture, in place, with a soft shadow on what is below."""
    shadow = cv2.GaussianBlur(solid, (0, 0), 3.5)[..., None]
    picture *= 1.0 - 0.42 * shadow
    picture += (light - picture) * solid[..., None]
    np.maximum(share, solid, out=share)


def _held(disc: Plastic, toward: tuple[float, float, float], light: Light) -> tuple[Floats, Floats]:
    """Return light and share of the disc between the finger tips in its window, (H, W, 3) and (H, W)."""
    rows, _ = _around_disc()
    reach = (rows.stop - rows.start) // 2
    x, y = np.meshgrid(*(np.arange(-reach, reach + 1, dtype=np.float32) / np.float32(DENSITY_PX),) * 2)
    zero = np.zeros_like(x)
    lamp = (zero + np.float32(toward[0]), zero + np.float32(toward[1]), zero + np.float32(toward[2]))
    stance = Stance(zero, zero + np.float32(0.05), zero, zero + 1)
    face = shade_disc(x, -y, stance, disc, Field(lamp, (zero, zero, zero + 1.0)), light, zero + 1.0)
    return face, np.clip((DISC_RADIUS - np.hypot(x, y)) * DENSITY_PX + 0.5, 0.0, 1.0).astype(np.float32)


def sprite(grip: Grip, rng: np.random.Generator, scale_px: float, blur_px: float) -> Sprite:
    """Return the hand as a sprite with `scale_px` pixels per pitch and a soft shadow beside it."""
    from_left = grip.reach_deg < 0.0
    if from_left:
        place = (6.0 - grip.light.place[0], *grip.light.place[1:])
        grip = replace(grip, reach_deg=-grip.reach_deg, light=replace(grip.light, place=place))
    light, share = draw(grip, rng)
    size = (round(WIDE * scale_px), round(HIGH * scale_px))
    coded, solid = encode(light), np.asarray(share * 255.0 + 0.5).astype(np.uint8)
    cv2.multiply(coded, cv2.merge([solid, solid, solid]), coded, scale=1.0 / 255.0)
    paint, cover = (cv2.GaussianBlur(cv2.resize(one, size), (0, 0), blur_px) for one in (coded, solid))
    shadow = cv2.convertScaleAbs(
        _shadow(np.asarray(cover, dtype=np.uint8), grip.light, scale_px), alpha=-0.36, beta=255.0
    )
    keep = cv2.multiply(cv2.bitwise_not(cover), shadow, scale=1.0 / 255.0)
    layers = [np.asarray(one, dtype=np.uint8) for one in (paint, cv2.merge([keep, keep, keep]), cover)]
    anchor = TIP[0] * scale_px
    if from_left:
        layers = [np.ascontiguousarray(one[:, ::-1]) for one in layers]
        anchor = size[0] - 1 - anchor
    return Sprite(layers[0], layers[1], layers[2], (anchor, TIP[1] * scale_px))


def _shadow(cover: Image, light: Light, scale_px: float) -> Image:
    """Return the hand's soft shadow on what is behind it, shifted away from the lamp, (H, W) 0..255."""
    toward = light.towards((3.0, 5.0, 0.0))
    size = (cover.shape[1], cover.shape[0])
    small = cv2.resize(cover, (size[0] // 4, size[1] // 4), interpolation=cv2.INTER_AREA)
    soft = cv2.resize(cv2.GaussianBlur(small, (0, 0), scale_px * 0.07), size, interpolation=cv2.INTER_LINEAR)
    shift = np.array([[1.0, 0.0, -toward[0] * scale_px * 0.9], [0.0, 1.0, toward[1] * scale_px * 0.9]])
    moved = cv2.warpAffine(soft, shift, size, flags=cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, dtype=np.uint8)
