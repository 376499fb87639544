"""The board itself, ray by ray: two plates of plastic with a slot for the discs between them.

         eye ->        |##|      |##|          z = 0          front face
                       |##| disc |##|          z = -PLATE     inner side of the front plate
                       |##|  ||  |##|          z = -DISC_AT   face of the discs
                       |##|      |##|          z = -SLOT_END  inner side of the back plate
                                               z = -DEPTH     back face

A ray that meets a hole may end on the wall of the front plate, on a disc, on the inner side of the back plate, on
the wall of its hole, or leave behind. Each of these is found exactly, so parallax needs no trick.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from robot.sim.render.disc import DISC_RADIUS, Stance, shade_disc
from robot.sim.render.light import Field, Light, Plastic, Vector, encode, shade, unit
from robot.sim.render.view import Floats, View
from vision.types import COLUMNS, ROWS, Image

ROW = 0.9
HOLE = 0.385
PLATE, DISC_AT, SLOT_END, DEPTH = 0.075, 0.11, 0.295, 0.37
LEFT, RIGHT, BOTTOM, TOP = -0.66, COLUMNS - 1 + 0.66, -0.62, ROW * (ROWS - 1) + 0.58
LIP = 0.06
TABLE = -1.45


@dataclass(frozen=True, slots=True)
class Looks:
    """How each cell's disc sits: arrays (6, 7) of shift across, turn of its star, lean; 1 where it has its label."""

    shift: Floats
    turn: Floats
    lean_x: Floats
    lean_y: Floats
    labelled: Floats


@dataclass(frozen=True, slots=True)
class Sight:
    """The rays of a box of the picture on the board's front plane.

    `u`, `v` are where a ray meets it (column pitches), `across`, `along` how far it drifts per pitch of depth,
    `foot` the width of a pixel there, `field` the light and the eye; all (H, W).
    """

    box: tuple[int, int, int, int]
    u: Floats
    v: Floats
    across: Floats
    along: Floats
    foot: Floats
    field: Field


def box_of(view: View, points: NDArray[np.float64], extra_px: int) -> tuple[int, int, int, int]:
    """Return the box (left, top, right, bottom) of projected room points, clipped to the picture, never empty."""
    seen = view.project(points)
    low, high = np.floor(seen.min(axis=0)) - extra_px, np.ceil(seen.max(axis=0)) + extra_px + 1
    left, top = (int(np.clip(low[i], 0, view.size[i] - 1)) for i in (0, 1))
    right, bottom = (int(np.clip(high[i], (left, top)[i] + 1, view.size[i])) for i in (0, 1))
    return left, top, right, bottom


def corners_of_body() -> NDArray[np.float64]:
    """Return the eight corners of the board's body, (8, 3)."""
    return np.array([(x, y, z) for x in (LEFT, RIGHT) for y in (BOTTOM, TOP) for z in (0.0, -DEPTH)])


def hole_centres() -> NDArray[np.float64]:
    """Return the centres of all holes on the front face, (6, 7, 3)."""
    grid = np.zeros((ROWS, COLUMNS, 3))
    grid[..., 0] = np.arange(COLUMNS)
    grid[..., 1] = ROW * np.arange(ROWS)[:, None]
    return grid


def sight_of(view: View, light: Light, box: tuple[int, int, int, int]) -> Sight:
    """Meet the rays of `box` with the front plane."""
    dx, dy, dz = view.rays(box)
    place = view.pose.place.astype(np.float32)
    depth = -place[2] / np.minimum(dz, -1e-3)
    u, v = place[0] + depth * dx, place[1] + depth * dy
    eye = unit(-dx, -dy, -dz)
    at = light.place
    lamp = unit(np.float32(at[0]) - u, np.float32(at[1]) - v, np.full_like(u, at[2]))
    return Sight(box, u, v, -dx / dz, -dy / dz, depth / np.float32(view.focal_px), Field(lamp, eye))


def cover(distance: Floats, foot: Floats) -> Floats:
    """Return how much of a pixel lies inside an edge, from the signed distance to it (negative inside)."""
    return np.asarray(np.clip(0.5 - distance / foot, 0.0, 1.0), dtype=np.float32)


def _smooth(low: float, high: float, value: Floats) -> Floats:
    t = np.clip((value - low) / (high - low), 0.0, 1.0)
    return np.asarray(t * t * (3.0 - 2.0 * t), dtype=np.float32)


def in_cell(u: Floats, v: Floats) -> tuple[Floats, Floats, NDArray[np.intp], NDArray[np.intp]]:
    """Return the offset from the nearest hole's centre (across, up) and that hole's column and row."""
    column = np.clip(np.rint(u), 0, COLUMNS - 1)
    row = np.clip(np.rint(v / ROW), 0, ROWS - 1)
    return u - column, v - ROW * row, column.astype(np.intp), row.astype(np.intp)


def silhouette(u: Floats, v: Floats, foot: Floats) -> Floats:
    """Return the share of each pixel inside the outline of a plate with rounded corners."""
    corner = 0.09
    x = np.abs(u - (LEFT + RIGHT) / 2) - ((RIGHT - LEFT) / 2 - corner)
    y = np.abs(v - (BOTTOM + TOP) / 2) - ((TOP - BOTTOM) / 2 - corner)
    outside = np.sqrt(np.maximum(x, 0.0) ** 2 + np.maximum(y, 0.0) ** 2)
    return cover(outside + np.minimum(np.maximum(x, y), 0.0) - corner, foot)


def plate_normal(sight: Sight, x: Floats, y: Floats, radius: Floats) -> Vector:
    """Return the normals of the front face: flat, rounded into every hole and off at the border."""
    lip = np.clip((radius - HOLE) / LIP, 0.0, 1.0)
    out = -0.9 * (1.0 - lip) ** 1.5 / (radius + 1e-4)
    nx, ny = out * x, out * y
    bevel = 0.07
    nx = nx + _smooth(RIGHT - bevel, RIGHT, sight.u) - _smooth(-LEFT - bevel, -LEFT, -sight.u)
    ny = ny + _smooth(TOP - bevel, TOP, sight.v) - _smooth(-BOTTOM - bevel, -BOTTOM, -sight.v)
    return unit(nx, ny, np.ones_like(nx))


class Board:
    """All that a view sees of the board, shaded once: the body, and per colour what is behind the holes.

    `opening` (H, W) is the share of each pixel of `sight.box` through which the slot is seen; `body` (H, W) the
    share that is board when every hole is empty.
    """

    def __init__(self, view: View, light: Light, plastic: Plastic, looks: Looks) -> None:
        self.light, self.plastic, self.looks = light, plastic, looks
        self.sight = sight_of(view, light, box_of(view, corners_of_body(), 2))
        sight = self.sight
        x, y, column, row = in_cell(sight.u, sight.v)
        radius = np.sqrt(x * x + y * y)
        outline = silhouette(sight.u, sight.v, sight.foot)
        hole = cover(radius - HOLE, sight.foot)
        self.outline = (outline > 0.5).astype(np.uint8) * 255
        self.front = outline * (1.0 - hole)
        self.inside = np.flatnonzero((hole > 0.0) & (outline > 0.5))
        self.hole = hole.ravel()[self.inside]
        self._x, self._y = x.ravel()[self.inside], y.ravel()[self.inside]
        self._column, self._row = column.ravel()[self.inside], row.ravel()[self.inside]
        self._sun = light.reaches(sight.u, sight.v)
        self._face = self._shade_face(x, y, radius)
        self._reach()

    def _shade_face(self, x: Floats, y: Floats, radius: Floats) -> Floats:
        normal = plate_normal(self.sight, x, y, radius)
        dip = 1.0 - 0.25 * np.exp(-(((radius - HOLE - LIP) / 0.03) ** 2))
        return shade(self.plastic, normal, self.sight.field, self.light, dip.astype(np.float32), self._sun)

    def _reach(self) -> None:
        sight = self.sight
        self._across, self._along = sight.across.ravel()[self.inside], sight.along.ravel()[self.inside]
        self._foot, self._shaded = sight.foot.ravel()[self.inside], self._sun.ravel()[self.inside]
        self._field = sight.field.take(self.inside)
        self._wall, self._wall_at = self._wall_between(0.0, PLATE)
        self.opening = self.hole * (1.0 - self._wall)

    def _at(self, depth: Floats | float) -> tuple[Floats, Floats]:
        return self._x + self._across * depth, self._y + self._along * depth

    def _wall_between(self, near: float, far: float) -> tuple[Floats, Floats]:
        """Return the share of each ray that ends on a hole's wall before `far`, and at which depth."""
        x, y = self._at(far)
        hit = 1.0 - cover(np.sqrt(x * x + y * y) - HOLE, self._foot)
        a = self._across**2 + self._along**2 + 1e-6
        b = self._x * self._across + self._y * self._along
        c = self._x**2 + self._y**2 - HOLE * HOLE
        depth = (np.sqrt(np.maximum(b * b - a * c, 0.0)) - b) / a
        return hit, np.clip(depth, near, far)

    def _lamp_through(self, x: Floats, y: Floats, depth: Floats | float, soft: float) -> Floats:
        """Return how much of the lamp reaches a point `depth` behind the front face through its own hole."""
        way = np.maximum(self._field.light[2], 0.1)
        px, py = x + self._field.light[0] / way * depth, y + self._field.light[1] / way * depth
        return (1.0 - _smooth(HOLE - soft, HOLE + soft, np.sqrt(px * px + py * py))) * self._shaded

    def _shade_wall(self, depth: Floats, open_: float) -> Floats:
        x, y = self._at(depth)
        normal = unit(-x, -y, np.full_like(x, 0.02))
        sees = (open_ * (1.0 - 0.5 * depth / DEPTH)).astype(np.float32)
        return shade(self.plastic, normal, self._field, self.light, sees, self._lamp_through(x, y, depth, 0.03))

    def _shade_inner(self) -> Floats:
        """Shade the inner side of the back plate, seen through the slot."""
        x, y = self._at(SLOT_END)
        zero = np.zeros_like(x)
        lit = self._lamp_through(x, y, SLOT_END, 0.06)
        return shade(self.plastic, (zero, zero, zero + 1.0), self._field, self.light, zero + 0.22, lit)

    def _shade_disc(self, material: Plastic) -> tuple[Floats, Floats]:
        looks, cell = self.looks, (self._row, self._column)
        x, y = self._at(DISC_AT)
        own = x - looks.shift[cell]
        stance = Stance(looks.turn[cell], looks.lean_x[cell], looks.lean_y[cell], looks.labelled[cell])
        lit = self._lamp_through(x, y, DISC_AT, 0.05)
        light = shade_disc(own, y, stance, material, self._field, self.light, lit)
        edge = 1.0 - 0.3 * _smooth(HOLE - 0.10, HOLE + 0.02, np.sqrt(x * x + y * y))
        return light * edge[:, None], cover(np.sqrt(own * own + y * y) - DISC_RADIUS, self._foot)

    def paint(self, backdrop: Image, material: Plastic | None) -> Image:
        """Paint the board over `backdrop` (its box, encoded), every hole empty or with a disc of `material`."""
        picture = backdrop.astype(np.float32)
        seen = picture.reshape(-1, 3)[self.inside]
        behind = self._behind(seen) if material is None else self._with_disc(material)
        inner = _over(behind, encode(self._shade_wall(self._wall_at, 0.8)), self._wall)
        flat = picture.reshape(-1, 3)
        flat[self.inside] = inner
        return np.asarray(_over(picture, encode(self._face), self.front) + 0.5).astype(np.uint8)

    def per_hole(self, cover: Floats) -> NDArray[np.float64]:
        """Return the mean of a map of the whole picture (H, W) over every hole's opening, (6, 7)."""
        left, top, right, bottom = self.sight.box
        values = cover[top:bottom, left:right].ravel()[self.inside] * self.hole
        cell = self._row * COLUMNS + self._column
        total = np.bincount(cell, weights=values, minlength=ROWS * COLUMNS)
        area = np.bincount(cell, weights=self.hole, minlength=ROWS * COLUMNS)
        return np.asarray((total / np.maximum(area, 1e-6)).reshape(ROWS, COLUMNS))

    def shield(self, window: tuple[slice, slice], size: tuple[int, int]) -> Image:
        """Return the mask (0 or 255) of the board's outline, holes included, in a window of the picture."""
        left, top, right, bottom = self.sight.box
        whole = np.zeros((size[1], size[0]), dtype=np.uint8)
        whole[top:bottom, left:right] = self.outline
        return whole[window]

    def _behind(self, seen: Floats) -> Floats:
        x, y = self._at(SLOT_END)
        back = 1.0 - cover(np.sqrt(x * x + y * y) - HOLE, self._foot)
        wall, depth = self._wall_between(SLOT_END, DEPTH)
        open_ = _over(seen, encode(self._shade_wall(depth, 0.9)), wall)
        return _over(open_, encode(self._shade_inner()), back)

    def _with_disc(self, material: Plastic) -> Floats:
        light, share = self._shade_disc(material)
        return _over(encode(self._shade_inner()).astype(np.float32), encode(light), share)


def _over(below: Floats, above: Image, share: Floats) -> Floats:
    return np.asarray(below + (above.astype(np.float32) - below) * share[..., None], dtype=np.float32)
