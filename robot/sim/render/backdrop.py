"""Everything behind and around the board: wall, furniture, person, table with the board's shadow.

Painted once per game on a canvas without barrel and bump, a margin larger than the picture; `bend` then lays it
behind the board as the lens of the moment sees it.
"""

from __future__ import annotations

import cv2
import numpy as np

from robot.sim.render import furniture, texture
from robot.sim.render.board import LEFT, RIGHT, TABLE, TOP
from robot.sim.render.canvas import CODE, Canvas, upright
from robot.sim.render.light import GAMMA, Colour, Light, encode
from robot.sim.render.room import Room, Visitor
from robot.sim.render.things import scatter
from robot.sim.render.view import Floats, View
from vision.types import Image

FAR = 90.0
BEYOND = -18.5
"""Where a visitor sits in a room with nobody else, pitches: behind the farthest table's edge."""
SHIRTS: tuple[Colour, ...] = (
    (72, 64, 152),
    (88, 80, 150),
    (105, 178, 204),
    (125, 175, 196),
    (95, 112, 176),
    (120, 78, 52),
    (70, 70, 75),
    (190, 190, 195),
    (85, 105, 70),
    (150, 120, 90),
    (110, 115, 120),
    (60, 52, 48),
)
SKINS: tuple[Colour, ...] = ((150, 180, 225), (120, 155, 205), (85, 120, 170), (55, 80, 120))
HAIRS: tuple[Colour, ...] = ((30, 35, 45), (40, 60, 90), (90, 140, 180), (60, 60, 65))
WALLS: tuple[Colour, ...] = (
    (205, 215, 225), (180, 205, 220), (190, 170, 140), (170, 185, 165), (215, 215, 215), (130, 170, 205),
    (110, 115, 120),
)  # fmt: skip
WOODS: tuple[Colour, ...] = ((95, 140, 190), (60, 95, 150), (40, 60, 95), (130, 175, 210), (70, 110, 170))
CUSHIONS: tuple[Colour, ...] = (
    (66, 60, 158),
    (86, 168, 200),
    (95, 115, 184),
    (150, 115, 75),
    (170, 170, 175),
    (90, 135, 100),
    (115, 70, 115),
)


class Backdrop:
    """The room of a seed as `view` sees it, without the board's grid. `margin_px` is what the lens may need more."""

    def __init__(self, room: Room, view: View) -> None:
        self.margin_px = max(24, view.size[0] // 12)
        self.side = 1.0 if room.light.place[0] > 3.0 else -1.0
        self._room, self._rng = room, room.rng(1)
        ideal = view.ideal(self.margin_px)
        self._canvas = Canvas(ideal, np.zeros((ideal.size[1], ideal.size[0], 3), dtype=np.uint8))
        self._person_z: float | None = None
        self._wall()
        self._furniture()
        self._soften(self._rng.uniform(1.0, 2.4) * view.size[0] / 640.0)
        self._table()
        scatter(self._canvas, self._rng, self.side, room)

    def bend(self, view: View) -> Image:
        """Return the backdrop through the lens and bump of `view`, encoded, (H, W, 3)."""
        xs, ys = view.slopes((0, 0, *view.size))
        centre = self._canvas.view.centre_px
        focal = np.float32(view.focal_px)
        x, y = xs * focal + np.float32(centre[0]), ys * focal + np.float32(centre[1])
        laid = cv2.remap(self._canvas.picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(laid, dtype=np.uint8)

    def _pick(self, colours: tuple[Colour, ...]) -> Colour:
        return colours[int(self._rng.integers(len(colours)))]

    def _wall(self) -> None:
        self.back = -self._rng.uniform(26.0, 55.0)
        paint = texture.plaster(self._rng, (360, 270), self._pick(WALLS))
        height, width = self._canvas.picture.shape[:2]
        wall = cv2.convertScaleAbs(cv2.resize(paint, (width, height)), alpha=0.85 * CODE)
        across = np.linspace(-1.0, 1.0, width, dtype=np.float32)[None, :] * np.float32(self.side)
        fall = np.broadcast_to(1.0 + 0.16 * across, (height, width))
        self._canvas.picture[:] = furniture.multiplied(np.asarray(wall, dtype=np.uint8), fall)

    def _place(self, cut: furniture.Cutout, x: float, y: float, z: float, width: float, height: float) -> None:
        self._canvas.paste(cut[0], upright(x, y, z, width, height), cut[1])

    def _furniture(self) -> None:
        rng = self._rng
        reach = -self.back
        if rng.random() < 0.45:
            cut = furniture.window(rng, (200, 240))
            self._place(cut, rng.uniform(-0.9, 0.5) * reach, 3.0, self.back, reach * 0.42, reach * 0.5)
        if rng.random() < 0.65:
            cut = furniture.painting(rng, (160, 120))
            self._place(cut, rng.uniform(-0.5, 0.5) * reach, rng.uniform(5, 11), self.back + 0.1, 12.0, 9.0)
        if rng.random() < 0.4:
            cut = furniture.door(rng, (200, 420), self._pick(WOODS))
            self._place(cut, rng.uniform(-0.6, 0.4) * reach, -24.0, self.back + 0.2, 26.0, 46.0)
        if rng.random() < 0.65:
            cut = furniture.shelf(rng, (260, 400), self._pick(WOODS), int(rng.integers(4, 7)))
            self._place(cut, rng.uniform(-0.5, 0.35) * reach, -22.0, self.back + 5.0, 26.0, 46.0)
        if rng.random() < 0.55:
            self._sofa(rng.uniform(-0.5, 0.1) * reach, self.back * rng.uniform(0.45, 0.8))
        if rng.random() < 0.3:
            cut = furniture.plant(rng, (220, 260), self.side)
            self._place(cut, rng.uniform(-12.0, 12.0), -8.0, self.back * 0.6, 14.0, 17.0)
        if rng.random() < 0.6:
            self._person(3.0 + rng.uniform(-3.5, 3.5))
        if self._room.visitor is not None:
            self._visit(self._room.visitor)

    def _sofa(self, x: float, z: float) -> None:
        rng = self._rng
        grey = self._pick(((90, 85, 80), (120, 115, 110), (75, 85, 100), (110, 80, 60)))
        self._place(furniture.box(rng, (256, 96), grey), x, -16.0, z, 44.0, 20.0)
        for number in range(int(rng.integers(3, 5))):
            cut = furniture.cushion(rng, (128, 128), self._pick(CUSHIONS), self.side)
            size = rng.uniform(9.0, 12.0)
            self._place(cut, x + 1.0 + 10.5 * number, rng.uniform(-6.0, -3.0), z + 1.0, size, size)

    def _person(self, x: float) -> None:
        rng = self._rng
        cut = furniture.person(rng, (360, 480), self._pick(SHIRTS), self._pick(SKINS), self._pick(HAIRS), self.side)
        z = -rng.uniform(7.5, 13.0)
        self._place(cut, x - 9.0, TABLE - 0.5, z, 18.0, 23.0)
        self._person_z = z

    def _visit(self, visitor: Visitor) -> None:
        rng = self._room.rng(5)
        skin, hair = SKINS[int(rng.integers(len(SKINS)))], HAIRS[int(rng.integers(len(HAIRS)))]
        cut = furniture.person(rng, (360, 480), visitor.shirt, skin, hair, self.side)
        self._place(cut, visitor.x - 9.0, TABLE - 0.5, self._person_z or BEYOND, 18.0, 23.0)

    def _soften(self, sigma_px: float) -> None:
        self._canvas.picture[:] = cv2.GaussianBlur(self._canvas.picture, (0, 0), sigma_px)

    def _table(self) -> None:
        rng, canvas = self._rng, self._canvas
        height, width = canvas.picture.shape[:2]
        dx, dy, dz = canvas.view.rays((0, 0, width, height))
        place = canvas.view.pose.place.astype(np.float32)
        depth = np.minimum((np.float32(TABLE) - place[1]) / np.minimum(dy, -1e-3), np.float32(FAR))
        x, z = place[0] + depth * dx, place[2] + depth * dz
        edge = -rng.uniform(9.0, 18.0) if self._person_z is None else self._person_z + rng.uniform(0.0, 2.0)
        inside = np.clip((z - edge) * canvas.view.focal_px / (depth * depth) * 4.0, 0.0, 1.0) * (dy < -1e-3)
        light = cv2.resize(_table_light(x[::2, ::2], z[::2, ::2], self._room.light), (width, height))
        coded = encode(linear_picture(self._laid(x, z)) * light[..., None])
        share = inside[..., None].astype(np.float32)
        canvas.picture[:] = (canvas.picture + (coded.astype(np.float32) - canvas.picture) * share).astype(np.uint8)

    def _laid(self, x: Floats, z: Floats) -> Image:
        """Return the table's surface at places (x, z), turned a little against the board."""
        cover, scale = self._cover()
        turn = self._rng.uniform(-0.4, 0.4)
        along = (x * np.cos(turn) + z * np.sin(turn)) * scale + cover.shape[1] * 0.4
        across = (z * np.cos(turn) - x * np.sin(turn)) * scale + cover.shape[0] * 0.4
        way = along.astype(np.float32), across.astype(np.float32)
        laid = cv2.remap(cover, *way, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        return np.asarray(laid, dtype=np.uint8)

    def _cover(self) -> tuple[Image, float]:
        rng, kind = self._rng, self._rng.random()
        if kind < 0.6:
            return texture.wood(rng, (800, 600), self._pick(WOODS), int(rng.integers(3, 7))), 24.0
        if kind < 0.85:
            colour = self._pick(((225, 228, 230), (205, 210, 212), (60, 58, 56), (150, 165, 175)))
            return texture.laminate(rng, (768, 768), colour), 24.0
        other = self._pick(((90, 120, 70), (60, 50, 160), (150, 110, 70)))
        return texture.checked(rng, (768, 768), (200, 225, 235), other, 32), 20.0


def linear_picture(picture: Image) -> Floats:
    """Turn a BGR picture 0..255 into linear light."""
    table = ((np.arange(256) / 255.0) ** GAMMA).astype(np.float32)
    return np.asarray(table[picture], dtype=np.float32)


def _table_light(x: Floats, z: Floats, light: Light) -> Floats:
    """Return the light on the table: the lamp's fall-off, the board's soft shadow and the dark under it."""
    lx, ly, lz = light.place
    gap = np.sqrt((lx - x) ** 2 + (ly - TABLE) ** 2 + (lz - z) ** 2)
    near = np.sqrt((lx - 3.0) ** 2 + (ly - TABLE) ** 2 + lz**2)
    facing = (ly - TABLE) / gap * (near / gap) ** 1.2
    way = np.clip((-0.2 - z) / (lz - z), 0.0, 1.0)
    u, v = x + way * (lx - x), TABLE + way * (ly - TABLE)
    soft = 0.25 + 0.9 * way
    out = np.maximum(np.maximum(LEFT - u, u - RIGHT), v - TOP)
    shadow = np.clip(0.5 - out / soft, 0.0, 1.0) * np.clip((-0.05 - z) / 0.4, 0.0, 1.0) * 0.72
    under = 0.5 * np.exp(-(((z + 0.2) / 0.45) ** 2)) * np.clip(1.5 - np.abs(x - 3.0) / 3.0, 0.0, 1.0)
    total = light.key * 1.3 * facing * (1.0 - shadow) + light.ambient * (1.0 - under)
    return np.asarray(total, dtype=np.float32)
