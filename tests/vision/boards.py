"""Pictures of boards with the true places of their corner holes: photographs of a folder, and rooms of our renderer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from robot.sim.render import Renderer, Room
from robot.sim.render.sheet import sample_cells
from robot.sim.scene import Scene
from tests.vision.shared import labels_of

HOLES = np.array([[0, 0], [6, 0], [6, 5], [0, 5]], dtype=np.float32)
"""The corner holes TL TR BR BL in pitches from the first."""
SIZE = (640, 480)


@dataclass(frozen=True, eq=False)
class Board:
    """A picture, uint8 BGR (H, W, 3), and the centres of its corner holes TL TR BR BL, (4, 2) px."""

    name: str
    image: np.ndarray
    corners: np.ndarray

    @property
    def homography(self) -> np.ndarray:
        """Give the homography of pitches to px, (3, 3)."""
        return cv2.getPerspectiveTransform(HOLES, self.corners.astype(np.float32))

    @property
    def pitch_px(self) -> float:
        """Give the mean distance of neighbouring holes along the sides of the board, px."""
        sides = np.linalg.norm(np.roll(self.corners, -1, axis=0) - self.corners, axis=1)
        return float((sides / [6, 5, 6, 5]).mean())

    def places(self, points: np.ndarray) -> np.ndarray:
        """Take places in pitches (N, 2) to px (N, 2)."""
        return cv2.perspectiveTransform(np.float64(points)[None], np.float64(self.homography))[0]

    def off_by(self, corners: np.ndarray) -> float:
        """Tell how far found corner holes (4, 2) are from the true ones at the worst, in pitches."""
        return float(np.linalg.norm(corners - self.corners, axis=1).max() / self.pitch_px)


def photographs(folder: Path) -> Iterator[Board]:
    """Give the labelled 7 by 6 boards of a folder."""
    for label in labels_of(folder):
        if label.get("is_7x6", True) and label.get("kind") != "hand":
            image = cv2.imread(str(folder / label["file"]))
            yield Board(label["file"], image, np.array(label["corners"], dtype=np.float64))


def rendered(seeds: Iterable[int]) -> Iterator[Board]:
    """Render the rooms of `seeds`, each with some discs."""
    for seed in seeds:
        rng = np.random.default_rng([seed, 77])
        scene, room = Scene(sample_cells(rng, int(rng.integers(0, 34)))), Room(seed)
        yield Board(f"room {seed}", Renderer(room, SIZE).render(scene, seed), room.corners(scene, SIZE))
