"""The things of a room, as flat pictures with a mask: person, shelf, cushions, window, picture, door, plant.

Every function returns (BGR picture 0..255, mask 0..255) of the size it is given, lit from `side` (-1 left, +1 right).
"""

from __future__ import annotations

import cv2
import numpy as np

from robot.sim.render.light import Colour
from robot.sim.render.texture import Size, cloth, cloud, paper_spines, plaster, tinted, wood
from robot.sim.render.view import Floats
from vision.types import Image

Cutout = tuple[Image, Image]


def relief(mask: Image, round_px: float, side: float) -> Floats:
    """Return the brightness (around 1) of a mask blown up like a cushion, lit from above on one side."""
    inside = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
    t = np.clip(inside / round_px, 0.0, 1.0)
    height = cv2.GaussianBlur(np.sqrt(t * (2.0 - t)) * np.float32(round_px), (0, 0), max(1.0, round_px * 0.08))
    dx, dy = cv2.Sobel(height, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(height, cv2.CV_32F, 0, 1, scale=0.125)
    facing = (-dx * side * 0.5 + -dy * -0.45 * -1.0 + 0.75) / np.sqrt(dx * dx + dy * dy + 1.0)
    return np.asarray(np.clip(0.50 + 0.62 * facing, 0.42, 1.25), dtype=np.float32)


def shaped(size: Size, *outlines: list[tuple[float, float]]) -> Image:
    """Return a mask of polygons given in shares of the size (x right, y down), with rounded corners."""
    mask = np.zeros((size[1], size[0]), dtype=np.uint8)
    for outline in outlines:
        points = np.array(outline) * (size[0] - 1, size[1] - 1)
        cv2.fillPoly(mask, [np.rint(points * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), max(1.0, size[0] * 0.018))
    return np.asarray(np.clip((soft.astype(np.float32) - 96.0) * 4.0, 0, 255)).astype(np.uint8)


def multiplied(picture: Image, brightness: Floats) -> Image:
    """Return a picture times a brightness map."""
    return np.asarray(np.clip(picture * brightness[..., None], 0, 255), dtype=np.uint8)


def _limb(size: Size, path: list[tuple[float, float]], thick: float) -> Image:
    mask = np.zeros((size[1], size[0]), dtype=np.uint8)
    points = np.rint(np.array(path) * (size[0], size[1])).astype(np.int32)
    cv2.polylines(mask, [points], False, 255, max(2, int(thick * size[0])), cv2.LINE_AA)
    return mask


def person(rng: np.random.Generator, size: Size, shirt: Colour, skin: Colour, hair: Colour, side: float) -> Cutout:
    """Return somebody who sits behind the table: head, shirt, arms that rest on it."""
    trunk = shaped(
        size,
        [(0.42, 0.30), (0.58, 0.30), (0.64, 0.345), (0.80, 0.39), (0.86, 0.47), (0.83, 1.0), (0.17, 1.0), (0.14, 0.47),
         (0.20, 0.39), (0.36, 0.345)],
    )  # fmt: skip
    joints = ((0.31, 0.47), (0.40, 0.80), (0.13, 0.955))
    arms = [_limb(size, [(0.5 + hand * x, y) for x, y in joints], 0.13) for hand in (-1, 1)]
    picture = multiplied(cloth(rng, size, shirt, 0.10), relief(trunk, size[0] * 0.20, side))
    mask = trunk
    for arm in arms:
        sleeve = multiplied(cloth(rng, size, shirt, 0.12), relief(arm, size[0] * 0.065, side))
        shadow = cv2.GaussianBlur(arm, (0, 0), size[0] * 0.022)
        picture = multiplied(picture, 1.0 - 0.28 * shadow.astype(np.float32) / 255.0)
        _lay(picture, sleeve, arm)
        cv2.max(mask, arm, mask)
    for part, colour, round_ in _skin_parts(size, skin, hair):
        blotches = tinted(colour, 1.0 + 0.03 * cloud(rng, size, (8, 8), 2))
        _lay(picture, multiplied(blotches, relief(part, round_, side)), part)
        cv2.max(mask, part, mask)
    return picture, mask


def _skin_parts(size: Size, skin: Colour, hair: Colour) -> list[tuple[Image, Colour, float]]:
    def oval(x: float, y: float, rx: float, ry: float) -> Image:
        mask = np.zeros((size[1], size[0]), dtype=np.uint8)
        centre, radii = (int(x * size[0]), int(y * size[1])), (int(rx * size[0]), int(ry * size[0]))
        cv2.ellipse(mask, centre, radii, 0, 0, 360, 255, -1, cv2.LINE_AA)
        return mask

    wide = size[0]
    neck = shaped(size, [(0.43, 0.22), (0.57, 0.22), (0.59, 0.33), (0.5, 0.37), (0.41, 0.33)])
    return [
        (oval(0.5, 0.12, 0.145, 0.185), hair, wide * 0.12),
        (neck, skin, wide * 0.08),
        (oval(0.5, 0.155, 0.118, 0.165), skin, wide * 0.11),
        (oval(0.40, 0.96, 0.065, 0.045), skin, wide * 0.04),
        (oval(0.60, 0.96, 0.065, 0.045), skin, wide * 0.04),
    ]


def _lay(below: Image, above: Image, mask: Image) -> None:
    share = mask.astype(np.float32)[..., None] / 255.0
    below[:] = (below + (above.astype(np.float32) - below) * share).astype(np.uint8)


def cushion(rng: np.random.Generator, size: Size, colour: Colour, side: float) -> Cutout:
    """Return a square cushion with hollow sides."""
    mask = shaped(
        size,
        [(0.02, 0.05), (0.5, 0.09), (0.98, 0.04), (0.94, 0.5), (0.99, 0.97), (0.5, 0.93), (0.03, 0.98), (0.07, 0.5)],
    )
    return multiplied(cloth(rng, size, colour, 0.06), relief(mask, size[0] * 0.42, side)), mask


def box(rng: np.random.Generator, size: Size, colour: Colour) -> Cutout:
    """Return a flat front: a cupboard, a sofa's back, a carton."""
    return plaster(rng, size, colour), np.full((size[1], size[0]), 255, dtype=np.uint8)


def shelf(rng: np.random.Generator, size: Size, frame: Colour, boards: int) -> Cutout:
    """Return a bookcase with `boards` rows of books."""
    width, height = size
    picture = wood(rng, size, frame, 1)
    edge, step = max(4, width // 28), height // boards
    for number in range(boards):
        top, bottom = number * step + edge, (number + 1) * step
        row = paper_spines(rng, (width - 2 * edge, bottom - top))
        dark = np.linspace(0.45, 1.0, bottom - top, dtype=np.float32)[:, None]
        picture[top:bottom, edge:-edge] = multiplied(row, np.broadcast_to(np.minimum(dark * 1.6, 1.0), row.shape[:2]))
    return picture, np.full((height, width), 255, dtype=np.uint8)


def window(rng: np.random.Generator, size: Size) -> Cutout:
    """Return a bright window with a cross of bars."""
    width, height = size
    sky = np.linspace(1.0, 0.72, height, dtype=np.float32)[:, None] + 0.12 * cloud(rng, size, (4, 3), 3)
    picture = tinted((255, 246, 236), np.clip(sky, 0.0, 1.0))
    hedge = cloud(rng, size, (14, 2), 3) * 0.06 + np.linspace(0, 1, height, dtype=np.float32)[:, None] > 0.68
    picture[hedge] = tinted((90, 150, 110), 1.0 + 0.3 * cloud(rng, size, (40, 30), 2))[hedge]
    bar = max(4, width // 22)
    for x in (0, width // 2 - bar // 2, width - bar):
        picture[:, x : x + bar] = (205, 208, 210)
    for y in (0, height // 2 - bar // 2, height - bar):
        picture[y : y + bar] = (205, 208, 210)
    return picture, np.full((height, width), 255, dtype=np.uint8)


def painting(rng: np.random.Generator, size: Size) -> Cutout:
    """Return a framed picture of coloured patches."""
    width, height = size
    picture = np.full((height, width, 3), 225, dtype=np.uint8)
    for _ in range(14):
        colour = tuple(int(v) for v in rng.integers(40, 230, 3))
        corner = rng.integers((0, 0), (width, height), (3, 2)).astype(np.int32)
        cv2.fillPoly(picture, [corner], colour, cv2.LINE_AA)
    cv2.GaussianBlur(picture, (0, 0), width * 0.015, picture)
    edge = max(3, width // 16)
    cv2.rectangle(picture, (0, 0), (width - 1, height - 1), (38, 45, 55), edge * 2)
    return picture, np.full((height, width), 255, dtype=np.uint8)


def door(rng: np.random.Generator, size: Size, colour: Colour) -> Cutout:
    """Return a wooden door or cupboard with two panels."""
    picture = np.rot90(wood(rng, (size[1], size[0]), colour, 5)).copy()
    width, height = size
    for top, bottom in ((0.06, 0.46), (0.54, 0.94)):
        outer = (int(width * 0.12), int(height * top)), (int(width * 0.88), int(height * bottom))
        cv2.rectangle(picture, *outer, tuple(0.6 * c for c in colour), max(2, width // 60), cv2.LINE_AA)
    cv2.circle(picture, (int(width * 0.92), height // 2), max(3, width // 30), (120, 170, 190), -1, cv2.LINE_AA)
    return picture, np.full((height, width), 255, dtype=np.uint8)


def plant(rng: np.random.Generator, size: Size, side: float) -> Cutout:
    """Return a plant with long leaves in a pot."""
    width, height = size
    picture, mask = np.zeros((height, width, 3), dtype=np.uint8), np.zeros((height, width), dtype=np.uint8)
    root = np.array((0.5, 0.72))
    for _ in range(22):
        angle = rng.uniform(-1.35, 1.35)
        tip = root + rng.uniform(0.35, 0.68) * np.array((np.sin(angle), -np.cos(angle)))
        bend = (root + tip) / 2 + (0.06 * np.sin(angle), -0.08)
        across = np.array((tip[1] - root[1], root[0] - tip[0])) * 0.10
        leaf = np.array([root, bend - across, tip, bend + across]) * size
        green = rng.uniform(0.55, 1.15)
        outline = [np.rint(leaf * 16).astype(np.int32)]
        cv2.fillPoly(picture, outline, (45 * green, 110 * green, 55 * green), cv2.LINE_AA, 4)
        cv2.fillPoly(mask, outline, 255, cv2.LINE_AA, 4)
    pot = shaped(size, [(0.34, 0.70), (0.66, 0.70), (0.61, 1.0), (0.39, 1.0)])
    clay = tinted((95, 90, 100), relief(pot, width * 0.16, side))
    _lay(picture, clay, pot)
    return picture, np.maximum(mask, pot)
