"""Where the simulated camera stands and how a point in the room becomes a pixel.

Convention of the room: lengths in column pitches (rows are `board.ROW` of that apart); x to the right, y up, z
towards the person; the centre of hole a1 on the FRONT face of the board is (0, 0, 0). Convention of the picture:
x to the right, y down, px, the centre of the first pixel is (0, 0).

    room (x, y, z) --pose--> camera (right, down, forward) --divide, barrel, focal--> px --bump--> px
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
Points = NDArray[np.float64]

REFERENCE_SIZE = (640, 480)


@dataclass(frozen=True, slots=True)
class Pose:
    """Where the camera stands: angles round the point it looks at, and its distance from it in pitches."""

    yaw_deg: float
    pitch_deg: float
    roll_deg: float
    distance: float
    target: tuple[float, float, float]

    @property
    def place(self) -> Points:
        """The camera's place, (3,) pitches."""
        yaw, pitch = math.radians(self.yaw_deg), math.radians(self.pitch_deg)
        away = (math.sin(yaw) * math.cos(pitch), math.sin(pitch), math.cos(yaw) * math.cos(pitch))
        return np.array(self.target) + self.distance * np.array(away)

    @property
    def axes(self) -> Points:
        """Unit vectors right, down, forward of the camera as rows, (3, 3)."""
        forward = np.array(self.target) - self.place
        forward /= np.linalg.norm(forward)
        right = np.cross(forward, (0.0, 1.0, 0.0))
        right /= np.linalg.norm(right)
        down = np.cross(forward, right)
        roll = math.radians(self.roll_deg)
        turned = right * math.cos(roll) + down * math.sin(roll), down * math.cos(roll) - right * math.sin(roll)
        return np.array([*turned, forward])


@dataclass(frozen=True, slots=True)
class View:
    """A pose behind a lens: `focal_px` in pixels of this size, `barrel` the first radial coefficient (negative)."""

    pose: Pose
    focal_px: float
    barrel: float
    size: tuple[int, int]
    bump_x_px: float = 0.0
    bump_y_px: float = 0.0
    bump_roll_deg: float = 0.0

    @property
    def centre_px(self) -> Points:
        return (np.array(self.size, dtype=np.float64) - 1.0) / 2.0

    def bumped(self, x_px: float, y_px: float, roll_deg: float) -> View:
        """Return the view after somebody knocked the camera."""
        return replace(self, bump_x_px=x_px, bump_y_px=y_px, bump_roll_deg=roll_deg)

    def ideal(self, margin_px: int) -> View:
        """Return the same view without barrel and bump, `margin_px` larger on every side."""
        size = (self.size[0] + 2 * margin_px, self.size[1] + 2 * margin_px)
        return View(self.pose, self.focal_px, 0.0, size)

    def project(self, points: Points) -> Points:
        """Project room points (N, 3) to px (N, 2)."""
        seen = (np.asarray(points, dtype=np.float64) - self.pose.place) @ self.pose.axes.T
        flat = seen[:, :2] / seen[:, 2:]
        flat = flat * (1.0 + self.barrel * (flat**2).sum(axis=1, keepdims=True))
        turned = flat * self.focal_px @ self._turn().T
        return np.asarray(turned + self.centre_px + (self.bump_x_px, self.bump_y_px))

    def slopes(self, box: tuple[int, int, int, int]) -> tuple[Floats, Floats]:
        """Return x and y of the undistorted ray (forward = 1) of every pixel in `box` (left, top, right, bottom)."""
        left, top, right, bottom = box
        shift = self.centre_px + (self.bump_x_px, self.bump_y_px)
        x = ((np.arange(left, right) - shift[0]) / self.focal_px).astype(np.float32)[None, :]
        y = ((np.arange(top, bottom) - shift[1]) / self.focal_px).astype(np.float32)[:, None]
        turn = self._turn().astype(np.float32)
        xs, ys = turn[0, 0] * x + turn[1, 0] * y, turn[0, 1] * x + turn[1, 1] * y
        bent = np.float32(self.barrel) * (xs * xs + ys * ys)
        back = 1.0 - bent * (1.0 - bent * (3.0 - 12.0 * bent))
        return xs * back, ys * back

    def rays(self, box: tuple[int, int, int, int]) -> tuple[Floats, Floats, Floats]:
        """Return the room direction (x, y, z) of every pixel in `box`, not normalised."""
        xs, ys = self.slopes(box)
        right, down, forward = self.pose.axes.astype(np.float32)
        return (
            right[0] * xs + down[0] * ys + forward[0],
            right[1] * xs + down[1] * ys + forward[1],
            right[2] * xs + down[2] * ys + forward[2],
        )

    def scale_px(self, point: tuple[float, float, float]) -> float:
        """Return how many pixels one pitch covers at `point`, across the line of sight."""
        depth = float((np.array(point) - self.pose.place) @ self.pose.axes[2])
        return self.focal_px / depth

    def _turn(self) -> Points:
        roll = math.radians(self.bump_roll_deg)
        return np.array([[math.cos(roll), -math.sin(roll)], [math.sin(roll), math.cos(roll)]])
