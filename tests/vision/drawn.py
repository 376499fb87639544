"""Boards drawn for the tests: perspective, thick plastic, discs with a ring, a room behind, a lamp, sensor noise.

Nothing of the eye is used to draw them: geometry comes from OpenCV's own homography, light from the sRGB curve.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np

CORNERS = ((150.0, 110.0), (470.0, 96.0), (462.0, 372.0), (158.0, 362.0))
"""Centres of the corner holes TL TR BR BL, px."""
SIZE = (640, 480)
RADIUS = 0.38
COLOURS = {"R": (35, 30, 185), "Y": (30, 190, 225), "B": (170, 70, 20), "G": (60, 150, 40)}
PLASTIC = (165, 70, 35)
EMPTY = (".......",) * 6
POSITION = (".......", ".......", "...Y...", "...R.Y.", ".RYR.R.", ".YRYYRR")
"""Top row first, as the camera sees it."""
WARM, COLD, DAY = (0.32, 0.72, 1.0), (1.1, 1.0, 0.85), (1.0, 1.0, 1.0)
"""Light of lamps of about 2700 K and 6500 K against daylight, BGR."""


@dataclass(frozen=True)
class Drawing:
    """A board to draw: `grid` six strings of seven letters, top row first; `behind` a BGR colour or None for a room.

    `depth` is how far the back of the holes is shifted, in pitches; `lamp` BGR factors of linear light; `hand` the
    place (u, v) of the tip of a hand's finger in pitches from the top left hole, `glare` that of a white reflection
    and its light; `shift_px`, `roll_deg` a bump.
    """

    grid: tuple[str, ...] = EMPTY
    corners: tuple[tuple[float, float], ...] = CORNERS
    behind: tuple[int, int, int] | None = None
    depth: tuple[float, float] = (0.09, -0.08)
    lamp: tuple[float, float, float] = DAY
    hand: tuple[float, float] | None = None
    shift_px: tuple[float, float] = (0.0, 0.0)
    roll_deg: float = 0.0
    noise: float = 2.0
    glare: tuple[float, float, float] | None = None
    colours: dict[str, tuple[int, int, int]] = field(default_factory=lambda: dict(COLOURS))
    plastic: tuple[int, int, int] = PLASTIC

    def place(self) -> np.ndarray:
        """Give the centres of the corner holes after the bump, (4, 2) px."""
        turn = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), self.roll_deg, 1.0)
        points = np.column_stack([np.array(self.corners), np.ones(4)]) @ turn.T
        return points + self.shift_px

    def picture(self, seed: int = 0) -> np.ndarray:
        """Draw it: uint8 BGR (480, 640, 3), with the noise of `seed`."""
        linear = _linear(self._scene().astype(np.float64))
        if self.glare is not None:
            u, v = self._grid_places()
            linear = linear + self.glare[2] * np.exp(-((u - self.glare[0]) ** 2 + (v - self.glare[1]) ** 2))[..., None]
        light = np.clip(linear * np.array(self.lamp), 0, 1)
        shot = cv2.GaussianBlur(_encoded(light), (0, 0), 0.8)
        shot += np.random.default_rng(seed).normal(0, self.noise, shot.shape)
        return np.clip(np.rint(shot), 0, 255).astype(np.uint8)

    def _scene(self) -> np.ndarray:
        u, v = self._grid_places()
        scene = _room(self.behind)
        board = (u > -0.75) & (u < 6.75) & (v > -0.75) & (v < 5.75)
        scene[board] = self.plastic
        column, row = np.clip(np.rint(u), 0, 6).astype(int), np.clip(np.rint(v), 0, 5).astype(int)
        across, down = u - column, v - row
        hole = board & (np.hypot(across, down) < RADIUS)
        through = hole & (np.hypot(across - self.depth[0], down - self.depth[1]) < RADIUS)
        scene[hole] = np.array(self.plastic) * 0.5
        scene[through] = _room(self.behind)[through]
        letters = np.array([list(line) for line in self.grid])[row, column]
        for letter, colour in self.colours.items():
            disc = (
                hole & (letters == letter) & (np.hypot(across - self.depth[0] / 4, down - self.depth[1] / 4) < RADIUS)
            )
            ring = np.abs(np.hypot(across, down) - 0.2) < 0.025
            scene[disc] = colour
            scene[disc & ring] = np.array(colour) * 0.8
        if self.hand is not None:
            finger = (np.abs(u - self.hand[0]) < 0.35) & (v < self.hand[1])
            scene[finger] = (120, 150, 205)
        return scene

    def _grid_places(self) -> tuple[np.ndarray, np.ndarray]:
        holes = np.float32([[0, 0], [6, 0], [6, 5], [0, 5]])
        matrix = cv2.getPerspectiveTransform(self.place().astype(np.float32), holes)
        x, y = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
        flat = np.stack([x.ravel(), y.ravel()], axis=1).astype(np.float64)[None]
        places = cv2.perspectiveTransform(flat, matrix.astype(np.float64))[0]
        return places[:, 0].reshape(x.shape), places[:, 1].reshape(x.shape)

    def but(self, **changes: object) -> Drawing:
        """Give the same drawing with some things changed."""
        return replace(self, **changes)  # type: ignore[arg-type]


def _room(colour: tuple[int, int, int] | None) -> np.ndarray:
    """Paint what is behind the board: a wall over a table, or all of one colour."""
    room = np.empty((SIZE[1], SIZE[0], 3), dtype=np.uint8)
    room[:] = colour if colour is not None else (150, 160, 165)
    if colour is None:
        room[250:] = (115, 132, 148)
        room[60:200, 300:420] = (70, 95, 60)
    return room


def _linear(values: np.ndarray) -> np.ndarray:
    share = values / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def _encoded(light: np.ndarray) -> np.ndarray:
    return 255 * np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.maximum(light, 1e-9) ** (1 / 2.4) - 0.055)


def letters(cells: tuple[tuple[object, ...], ...]) -> tuple[str, ...]:
    """Give cells (row 0 at the bottom) as six strings, top row first."""
    return tuple("".join(cell.letter for cell in row) for row in cells[::-1])  # type: ignore[attr-defined]


def wrong(seen: tuple[str, ...], truth: tuple[str, ...]) -> list[tuple[int, int]]:
    """List the cells (row from the top, column) that are certain and false."""
    return [
        (row, column)
        for row in range(6)
        for column in range(7)
        if seen[row][column] not in ("?", truth[row][column]) and truth[row][column] != "?"
    ]


def unknown(seen: tuple[str, ...]) -> int:
    """Count the cells that are left open."""
    return sum(line.count("?") for line in seen)
