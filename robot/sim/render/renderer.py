"""From a scene to a camera's picture, quickly: what does not change is kept.

backdrop (once a game) -> lens and bump -> board with 42 holes empty / red / yellow (once, and after a bump)
    -> the still picture: cells that changed are copied over  -> lamp -> noise -> bytes
                             \\-> disc in flight, hand (only while there is one)
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from robot.sim.render.backdrop import Backdrop
from robot.sim.render.board import HOLE, ROW, Board, box_of, hole_centres, sight_of
from robot.sim.render.canvas import Canvas
from robot.sim.render.falling import box_of_flight, coverage, paint_falling
from robot.sim.render.hand import Grip, Sprite, sprite
from robot.sim.render.light import Plastic
from robot.sim.render.room import Room
from robot.sim.render.sensor import Noise, expose, tone_table, vignette_map
from robot.sim.render.stand import as_written, paint_pile, paint_slider, paint_stand
from robot.sim.render.view import REFERENCE_SIZE, View
from robot.sim.scene import Hand, Lamp, Scene
from vision.types import COLUMNS, ROWS, Cell, Cells, Image

BEFORE, ABOVE = 0.9, -0.2
EMPTY: Cells = ((Cell.EMPTY,) * COLUMNS,) * ROWS
Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Layers:
    """All that one place of the camera sees: the view, the looks of the holes, and each hole's box in the picture.

    `raw` is the empty board before the lens and without slider; `looks` are finished pictures.
    """

    view: View
    board: Board
    raw: Image
    looks: dict[Cell, Image]
    boxes: tuple[tuple[Box, ...], ...]


class Renderer:
    """Pictures of one room. Equal scenes and noise seeds give equal bytes, whatever was rendered before."""

    def __init__(self, room: Room, size: tuple[int, int] = REFERENCE_SIZE) -> None:
        self.room = room
        self.size = size
        view = room.view(size)
        self._scale = view.focal_px / room.focal
        self._backdrop = Backdrop(room, view)
        self._vignette = vignette_map(view, room.sensor.vignette)
        self._noise = Noise(room.rng(2), size, room.sensor.noise)
        self._sprites: dict[tuple[object, ...], Sprite] = {}
        self._layers = self._make_layers(view)
        self._still = self._layers.looks[Cell.EMPTY].copy()
        self._cells: Cells = EMPTY
        self._extras: tuple[float, ...] = (0, 0, 0.0)
        self._lamp: Lamp | None = None
        self._table = np.zeros((256, 1, 3), dtype=np.uint8)
        self._lit: Image | None = None

    def render(self, scene: Scene, seed_of_noise: int) -> Image:
        """Return the picture of `scene`, uint8 BGR (H, W, 3), with the sensor noise of `seed_of_noise`."""
        scene = self._seen(scene)
        self._follow(scene)
        if not scene.falling and scene.hand is None:
            if self._lit is None:
                self._lit = np.asarray(cv2.LUT(self._still, self._table), dtype=np.uint8)
            return self._noise.on(self._lit, seed_of_noise)
        layer = self._still.copy()
        for disc in scene.falling:
            material = self.room.red if disc.red else self.room.yellow
            paint_falling(layer, self._layers.view, self.room.light, disc, material)
        if scene.hand is not None:
            self._lay_hand(layer, scene.hand)
        return self._noise.on(np.asarray(cv2.LUT(layer, self._table), dtype=np.uint8), seed_of_noise)

    def hidden(self, scene: Scene) -> NDArray[np.float64]:
        """Return the share (0..1) of every hole that the hand hides or a disc in flight crosses, (6, 7), row 0 low."""
        scene = self._seen(scene)
        self._follow(scene)
        cover = np.zeros((self.size[1], self.size[0]), dtype=np.float32)
        for disc in scene.falling:
            box = box_of_flight(self._layers.view, disc)
            share, _, _ = coverage(sight_of(self._layers.view, self.room.light, box), disc)
            window = cover[box[1] : box[3], box[0] : box[2]]
            np.maximum(window, (share > 0.03).astype(np.float32), out=window)
        if scene.hand is not None and scene.hand.before:
            self._cover_by_hand(cover, scene.hand)
        shares = self._layers.board.per_hole(cover)
        return shares[:, ::-1] if self.room.camera_side == "back" else shares

    def _seen(self, scene: Scene) -> Scene:
        return _mirrored(scene) if self.room.camera_side == "back" else scene

    def _follow(self, scene: Scene) -> None:
        """Bring the still picture and the lamp's table up to the scene."""
        bump = (scene.bump_x_px, scene.bump_y_px, scene.bump_roll_deg)
        view = self._layers.view
        extras = (scene.pile_red, scene.pile_yellow, scene.slider_open)
        moved = bump != (view.bump_x_px, view.bump_y_px, view.bump_roll_deg)
        if moved:
            self._layers = self._make_layers(self.room.view(self.size, scene))
        if moved or extras != self._extras:
            self._still, self._cells, self._extras = self._fresh(scene), EMPTY, extras
            self._lit = None
        if scene.lamp != self._lamp:
            self._table, self._lamp, self._lit = tone_table(self.room.sensor, scene.lamp), scene.lamp, None
        if scene.cells != self._cells:
            self._change_cells(scene.cells)

    def _change_cells(self, cells: Cells) -> None:
        for row in range(ROWS):
            for column in range(COLUMNS):
                if cells[row][column] != self._cells[row][column]:
                    left, top, right, bottom = self._layers.boxes[row][column]
                    look = self._layers.looks[cells[row][column]]
                    self._still[top:bottom, left:right] = look[top:bottom, left:right]
        self._cells, self._lit = cells, None

    def _make_layers(self, view: View) -> Layers:
        room = self.room
        bare = self._backdrop.bend(view)
        paint_stand(Canvas(view, bare), room.board, self._backdrop.side)
        board = Board(view, room.light, room.plastic, room.looks)
        raw = {cell: _with_board(bare, board, disc) for cell, disc in _discs(room).items()}
        looks = {cell: self._finished(picture, view) for cell, picture in raw.items()}
        return Layers(view, board, raw[Cell.EMPTY], looks, _boxes(view))

    def _finished(self, raw: Image, view: View, opened: float = 0.0, pile: tuple[int, int] = (0, 0)) -> Image:
        """Return a layer with the slider and the pile, through the lens."""
        picture = raw.copy()
        canvas = Canvas(view, picture)
        paint_slider(canvas, self.room.board, self._backdrop.side, opened)
        paint_pile(canvas, self.room.rng(3), pile, (as_written(self.room.red), as_written(self.room.yellow)))
        sensor = self.room.sensor
        return expose(picture, self._vignette, sensor.blur_px * self._scale, sensor.sharpening)

    def _fresh(self, scene: Scene) -> Image:
        """Return the still picture with every hole empty, the slider and the pile as the scene has them."""
        pile = (scene.pile_red, scene.pile_yellow)
        if pile == (0, 0) and scene.slider_open == 0.0:
            return self._layers.looks[Cell.EMPTY].copy()
        return self._finished(self._layers.raw, self._layers.view, scene.slider_open, pile)

    def _sprite(self, hand: Hand) -> Sprite:
        depth = BEFORE if hand.before else ABOVE
        key = (hand.skin, hand.sleeve, hand.disc, hand.before)
        if key not in self._sprites:
            disc = {"red": self.room.red, "yellow": self.room.yellow}.get(hand.disc or "")
            grip = Grip(hand.skin, hand.sleeve, disc, self.room.reach_deg, self.room.light)
            scale = self._layers.view.scale_px((3.0, 4.0, depth))
            self._sprites[key] = sprite(grip, self.room.rng(4), scale, self.room.sensor.blur_px * self._scale)
        return self._sprites[key]

    def _windows(self, hand: Hand) -> tuple[Sprite, tuple[slice, slice], tuple[slice, slice]] | None:
        """Return the hand's sprite, the window of the picture it falls on, and the part of the sprite in it."""
        made = self._sprite(hand)
        depth = BEFORE if hand.before else ABOVE
        tips = self._layers.view.project(np.array([(hand.x, hand.y * ROW, depth)]))[0]
        left, top = round(float(tips[0]) - made.anchor[0]), round(float(tips[1]) - made.anchor[1])
        height, width = made.cover.shape
        x0, y0 = max(left, 0), max(top, 0)
        x1, y1 = min(left + width, self.size[0]), min(top + height, self.size[1])
        if x1 <= x0 or y1 <= y0:
            return None
        part = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
        return made, (slice(y0, y1), slice(x0, x1)), part

    def _lay_hand(self, layer: Image, hand: Hand) -> None:
        placed = self._windows(hand)
        if placed is None:
            return
        made, window, part = placed
        below = layer[window]
        kept = cv2.multiply(below, made.keep[part], scale=1.0 / 255.0)
        paint = cv2.multiply(made.paint[part], self._vignette[window], scale=1.0 / 255.0)
        laid = cv2.add(kept, paint)
        if not hand.before:
            cv2.copyTo(below, self._layers.board.shield(window, self.size), laid)
        layer[window] = laid

    def _cover_by_hand(self, cover: NDArray[np.float32], hand: Hand) -> None:
        placed = self._windows(hand)
        if placed is not None:
            made, window, part = placed
            np.maximum(cover[window], made.cover[part].astype(np.float32) / 255.0, out=cover[window])


def _discs(room: Room) -> dict[Cell, Plastic | None]:
    return {Cell.EMPTY: None, Cell.RED: room.red, Cell.YELLOW: room.yellow}


def _with_board(bare: Image, board: Board, disc: Plastic | None) -> Image:
    """Return the picture with the board in it, before the lens; every hole empty or with a disc."""
    left, top, right, bottom = board.sight.box
    raw = bare.copy()
    raw[top:bottom, left:right] = board.paint(bare[top:bottom, left:right], disc)
    return raw


def _mirrored(scene: Scene) -> Scene:
    """Return the scene as it looks from behind: columns turned round, the person's hand beyond the board."""
    hand = scene.hand and replace(scene.hand, x=COLUMNS - 1 - scene.hand.x, before=False)
    falling = tuple(replace(disc, column=COLUMNS - 1 - disc.column) for disc in scene.falling)
    return replace(scene, cells=tuple(row[::-1] for row in scene.cells), falling=falling, hand=hand)


def _boxes(view: View) -> tuple[tuple[Box, ...], ...]:
    reach = HOLE + 0.045
    corners = np.array([(i * reach, j * reach, 0.0) for i in (-1, 1) for j in (-1, 1)])
    return tuple(tuple(box_of(view, centre + corners, 1) for centre in row) for row in hole_centres())
