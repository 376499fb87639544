"""Small things that lie about on the table: a mug, cartons and books, a ball, spare discs."""

from __future__ import annotations

import numpy as np

from robot.sim.render.board import TABLE
from robot.sim.render.canvas import Canvas, upright
from robot.sim.render.disc import DISC_THICKNESS
from robot.sim.render.light import Colour
from robot.sim.render.room import Room
from robot.sim.render.stand import as_written, paint_bar, paint_disc
from robot.sim.render.view import Points

PAINTS: tuple[Colour, ...] = (
    (66, 60, 156),
    (80, 162, 198),
    (150, 95, 50),
    (185, 185, 190),
    (95, 135, 80),
    (70, 70, 75),
    (92, 118, 186),
    (90, 130, 180),
)


def scatter(canvas: Canvas, rng: np.random.Generator, side: float, room: Room) -> None:
    """Put a few things beside and behind the board, far ones first."""
    spots = sorted((rng.uniform(-7.0, -2.2), rng.uniform(-4.5, 10.5)) for _ in range(int(rng.integers(1, 5))))
    for z, x in spots:
        colour = PAINTS[int(rng.integers(len(PAINTS)))]
        kind = rng.random()
        if kind < 0.3:
            _carton(canvas, rng, (x, z), colour, side)
        elif kind < 0.5:
            _mug(canvas, (x, z), colour, side)
        elif kind < 0.65:
            _ball(canvas, (x, z), rng.uniform(0.6, 1.1), colour, side)
        elif kind < 0.8:
            _books(canvas, rng, (x, z), side)
        else:
            _heap(canvas, rng, (x, z), room)


def _ring(canvas: Canvas, centre: tuple[float, float, float], radius: float) -> Points:
    angle = np.linspace(0.0, 2.0 * np.pi, 36, endpoint=False)
    x, y, z = centre
    ring = np.stack([x + radius * np.cos(angle), np.full(36, y), z + radius * np.sin(angle)], axis=1)
    return canvas.view.project(ring)


def _dark(canvas: Canvas, spot: tuple[float, float], radius: float, side: float) -> None:
    """Darken the table under a thing and a little away from the lamp."""
    soft_px = 0.22 * radius * canvas.view.scale_px((spot[0], TABLE, spot[1]))
    canvas.darken(_ring(canvas, (spot[0] - side * 0.3 * radius, TABLE, spot[1] - 0.15), radius * 1.15), 0.5, soft_px)


def _carton(canvas: Canvas, rng: np.random.Generator, spot: tuple[float, float], colour: Colour, side: float) -> None:
    width, height, deep = rng.uniform(1.5, 4.5), rng.uniform(0.6, 3.5), rng.uniform(1.0, 2.0)
    _dark(canvas, spot, width * 0.55, side)
    low, high = (spot[0] - width / 2, TABLE, spot[1] - deep), (spot[0] + width / 2, TABLE + height, spot[1])
    paint_bar(canvas, low, high, colour, side)
    label = rng.uniform(0.2, 0.7)
    sticker = upright(low[0] + 0.2 * width, TABLE + label * height, spot[1], 0.6 * width, 0.2 * height)
    canvas.face(sticker, (225, 228, 230), 0.7)


def _mug(canvas: Canvas, spot: tuple[float, float], colour: Colour, side: float) -> None:
    x, z = spot
    _dark(canvas, spot, 1.2, side)
    strips = np.linspace(0.0, np.pi, 19)
    for start, end in zip(strips[:-1], strips[1:], strict=True):
        way = [(x + np.cos(a) * 1.15, z + np.sin(a) * 1.15) for a in (start, end)]
        wall = [(*way[0], TABLE), (*way[1], TABLE), (*way[1], TABLE + 2.7), (*way[0], TABLE + 2.7)]
        facing = max(0.0, float(np.cos((start + end) / 2 - (0.9 if side > 0 else np.pi - 0.9))))
        canvas.face(np.array([(px, y, pz) for px, pz, y in wall]), colour, 0.35 + 0.6 * facing)
    canvas.flat(_ring(canvas, (x, TABLE + 2.7, z), 1.15), colour, 1.0)
    canvas.flat(_ring(canvas, (x, TABLE + 2.68, z), 1.03), colour, 0.4)
    canvas.flat(_ring(canvas, (x, TABLE + 2.3, z), 0.95), (20, 30, 45), 1.0)


def _ball(canvas: Canvas, spot: tuple[float, float], radius: float, colour: Colour, side: float) -> None:
    _dark(canvas, spot, radius * 0.9, side)
    centre = canvas.view.project(np.array([(spot[0], TABLE + radius, spot[1])]))[0]
    size = radius * canvas.view.scale_px((spot[0], TABLE + radius, spot[1]))
    angle = np.linspace(0.0, 2.0 * np.pi, 40, endpoint=False)
    circle = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    for share in np.linspace(1.0, 0.08, 14):
        shift = np.array((side * 0.42, -0.42)) * (1.0 - share) * size
        canvas.flat(centre + shift + circle * size * share, colour, 0.38 + 0.68 * (1.0 - share))


def _books(canvas: Canvas, rng: np.random.Generator, spot: tuple[float, float], side: float) -> None:
    y = TABLE
    _dark(canvas, spot, 2.4, side)
    for _ in range(int(rng.integers(2, 5))):
        colour = PAINTS[int(rng.integers(len(PAINTS)))]
        thick, wide = rng.uniform(0.35, 0.8), rng.uniform(3.4, 4.8)
        low = (spot[0] - wide / 2, y, spot[1] - 3.0)
        high = (spot[0] + wide / 2, y + thick, spot[1] + rng.uniform(-0.3, 0.3))
        paint_bar(canvas, low, high, colour, side)
        y += thick


def _heap(canvas: Canvas, rng: np.random.Generator, spot: tuple[float, float], room: Room) -> None:
    colours = as_written(room.red), as_written(room.yellow)
    for number in range(int(rng.integers(4, 14))):
        layer = number // 6
        place = (spot[0] + rng.normal(0.0, 0.8), TABLE + layer * DISC_THICKNESS, spot[1] + rng.normal(0.0, 0.6))
        paint_disc(canvas, (*place, *rng.uniform(-0.12, 0.12, 2)), colours[int(rng.integers(2))])
