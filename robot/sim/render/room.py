"""What a game's seed decides once: the camera's place, the plastics, the light, the room and the sensor's faults."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from robot.sim.render.board import Looks, hole_centres
from robot.sim.render.light import Colour, Light, Plastic, linear
from robot.sim.render.view import REFERENCE_SIZE, Points, Pose, View
from robot.sim.scene import Scene
from vision.types import COLUMNS, ROWS

BLUES: tuple[Colour, ...] = (
    (150, 60, 20), (175, 85, 30), (120, 40, 22), (200, 110, 40), (165, 55, 45), (190, 125, 60), (135, 62, 12),
)  # fmt: skip
WOODS: tuple[Colour, ...] = ((110, 160, 200), (95, 140, 185), (130, 180, 215))
DISCS: dict[str, tuple[Colour, ...]] = {
    "red": ((28, 24, 190), (40, 38, 205), (25, 30, 165), (40, 70, 220)),
    "yellow": ((25, 190, 235), (35, 175, 225), (30, 205, 240), (50, 170, 240)),
    "orange-red": ((30, 60, 215), (35, 70, 225), (25, 55, 200)),
    "orange": ((20, 110, 235), (25, 120, 240), (30, 105, 225)),
    "green": ((60, 150, 40), (75, 165, 60), (50, 130, 30)),
    "blue": ((150, 70, 20), (175, 85, 30), (130, 60, 25)),
}
"""The plastics of discs; a board for blue ones is made of wood, as those on photographs are."""


@dataclass(frozen=True, slots=True)
class Sensor:
    """What the camera does to light.

    Exposure (factor), white balance (kelvin), noise (grey levels), blur (px), vignette (loss in the corners), veil
    (share of stray light in the lens), sharpening (how far edges are overdrawn).
    """

    exposure: float
    white_kelvin: float
    noise: float
    blur_px: float
    vignette: float
    veil: float
    sharpening: float


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who has come to sit behind the board, in the middle at `x` pitches, in a shirt of that colour."""

    x: float
    shirt: Colour


class Room:
    """Everything drawn once per game from `seed`; what of it changes later may be set anew before it is rendered.

    `camera_side` is the side of the board the camera stands on, "front" or "back"; `discs` name the two colours, the
    red side's first. Raises ValueError for others.
    """

    def __init__(self, seed: int, camera_side: str = "front", discs: tuple[str, str] = ("red", "yellow")) -> None:
        if camera_side not in ("front", "back"):
            raise ValueError(f"camera_side is {camera_side!r}, not front or back")
        if not set(discs) <= set(DISCS):
            raise ValueError(f"discs are {discs!r}, not two of {', '.join(DISCS)}")
        self.seed = seed
        self.camera_side = camera_side
        rng = self.rng(0)
        self.pose, self.focal, self.barrel = _camera(rng)
        self.board = _pick(rng, WOODS if "blue" in discs else BLUES)
        self.plastic, self.red, self.yellow = _plastics(rng, self.board, discs)
        self.light = _light(rng, self.pose)
        self.looks = _looks(rng)
        self.sensor = _sensor(rng)
        self.reach_deg = _reach(rng)
        self.visitor: Visitor | None = None

    def rng(self, part: int) -> np.random.Generator:
        """Return the generator of one part of the room; parts do not disturb each other."""
        return np.random.default_rng([self.seed, part])

    def view(self, size: tuple[int, int] = REFERENCE_SIZE, scene: Scene | None = None) -> View:
        """Return the camera for a picture of `size` (width, height) px, with the scene's bump."""
        scale = min(size[0] / REFERENCE_SIZE[0], size[1] / REFERENCE_SIZE[1])
        view = View(self.pose, self.focal * scale, self.barrel, size)
        return view if scene is None else view.bumped(scene.bump_x_px, scene.bump_y_px, scene.bump_roll_deg)

    def corners(self, scene: Scene, size: tuple[int, int] = REFERENCE_SIZE) -> Points:
        """Return the true centres of the corner holes on the front face, (4, 2) px: TL TR BR BL, bump included."""
        holes = hole_centres()
        return self.view(size, scene).project(np.array([holes[-1, 0], holes[-1, -1], holes[0, -1], holes[0, 0]]))


def _camera(rng: np.random.Generator) -> tuple[Pose, float, float]:
    focal = rng.uniform(520.0, 680.0)
    wide_px = rng.uniform(310.0, 430.0)
    yaw = float(np.clip(rng.normal(0.0, 11.0), -24.0, 24.0))
    pitch = float(5.0 + 24.0 * rng.beta(1.3, 2.2))
    target = (3.0 + rng.uniform(-0.9, 0.9), 1.9 + rng.uniform(-0.35, 0.45), -0.2)
    distance = focal * (COLUMNS + 0.3) / wide_px
    roll = float(np.clip(rng.normal(0.0, 1.3), -3.0, 3.0))
    return Pose(yaw, pitch, roll, distance, target), focal, -rng.uniform(0.01, 0.06)


def _pick(rng: np.random.Generator, colours: tuple[Colour, ...]) -> Colour:
    return colours[int(rng.integers(len(colours)))]


def _plastics(rng: np.random.Generator, board: Colour, discs: tuple[str, str]) -> tuple[Plastic, Plastic, Plastic]:
    """Return the plastic of the board, and of the discs of both sides."""
    gloss = rng.uniform(0.15, 0.6)
    star = rng.uniform(0.1, 0.24) if rng.random() < 0.6 else 0.0
    return (
        Plastic(linear(board), gloss, int(rng.integers(4, 6))),
        Plastic(linear(_pick(rng, DISCS[discs[0]])), gloss, int(rng.integers(4, 7)), star),
        Plastic(linear(_pick(rng, DISCS[discs[1]])), gloss, int(rng.integers(4, 7)), star),
    )


def _light(rng: np.random.Generator, pose: Pose) -> Light:
    side = -1.0 if rng.random() < 0.5 else 1.0
    place = (3.0 + side * rng.uniform(8.0, 22.0), rng.uniform(9.0, 24.0), rng.uniform(6.0, 18.0))
    key = rng.uniform(0.45, 0.85)
    glare = rng.uniform(0.06, 0.32) if rng.random() < 0.35 else 0.0
    return Light(place, key, 1.05 - key, _window(rng, pose), glare)


def _window(rng: np.random.Generator, pose: Pose) -> tuple[float, float, float]:
    """Return a direction that some part of the front face mirrors into the camera, unit vector."""
    spot = np.array((rng.uniform(0.0, 6.0), rng.uniform(0.0, 5.0), 0.0))
    to_eye = pose.place - spot
    mirrored = np.array((-to_eye[0], -to_eye[1], to_eye[2])) + rng.normal(0.0, 0.6, 3)
    x, y, z = (float(v) for v in mirrored / np.linalg.norm(mirrored))
    return x, y, z


def _looks(rng: np.random.Generator) -> Looks:
    cells = (ROWS, COLUMNS)
    shift = rng.uniform(-0.025, 0.025, cells).astype(np.float32)
    turn = rng.uniform(0.0, 2.0 * np.pi, cells).astype(np.float32)
    lean = rng.normal(0.0, 0.05, (2, *cells)).astype(np.float32)
    return Looks(shift, turn, lean[0], lean[1], np.ones(cells, dtype=np.float32))


def _sensor(rng: np.random.Generator) -> Sensor:
    return Sensor(
        exposure=float(2.0 ** rng.uniform(-0.55, 0.35)),
        white_kelvin=float(rng.uniform(3400.0, 6200.0)),
        noise=float(rng.uniform(1.2, 4.0)),
        blur_px=float(rng.uniform(0.45, 0.95)),
        vignette=float(rng.uniform(0.1, 0.4)),
        veil=float(rng.uniform(0.005, 0.06)),
        sharpening=float(rng.uniform(0.1, 0.9)),
    )


def _reach(rng: np.random.Generator) -> float:
    """Return the angle from upright at which the person's arm comes in, degrees, positive from the right."""
    return float((1.0 if rng.random() < 0.7 else -1.0) * rng.uniform(28.0, 62.0))
