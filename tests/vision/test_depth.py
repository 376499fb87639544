"""The depth of the board: where the wall is seen through empty holes, and what leans."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.depth import Depth, lean
from vision.rectify import HOLES, Grid
from vision.spots import LINEAR, OFFSETS, features

MIDDLE = np.array([3.0, 2.5])
RADIUS = 0.4
PLASTIC, RED = (165, 70, 35), (35, 30, 185)


def crescents(shift: tuple[float, float], drift: float) -> np.ndarray:
    opening = np.array(shift) - drift * (HOLES - MIDDLE)
    return np.linalg.norm(OFFSETS[None] - opening[:, None], axis=2) > 0.97 * RADIUS


@pytest.mark.parametrize("shift", [(0.12, -0.1), (-0.2, 0.05), (0.0, -0.16)])
def test_depth_finds_where_the_opening_behind_lies(shift: tuple[float, float]) -> None:
    depth = Depth.of(crescents(shift, 0.03), RADIUS)
    expected = np.array(shift) - 0.03 * (HOLES - MIDDLE)
    assert depth.told and np.abs(depth.shift - expected).max() < 0.05


def test_depth_takes_a_blue_thing_behind_the_board_for_no_wall() -> None:
    wall = crescents((0.12, -0.1), 0.03)
    like = wall.copy()
    like[HOLES[:, 0] < 3] = True
    depth = Depth.of(like, RADIUS)
    assert depth.told and np.count_nonzero(depth.wall & ~wall) < 0.05 * wall.size


def test_depth_is_not_told_before_a_wall_of_the_boards_colour() -> None:
    depth = Depth.of(np.ones((42, len(OFFSETS)), dtype=bool), RADIUS)
    assert not depth.told and not depth.wall.any()


def test_lean_tells_cloth_behind_a_hole_from_a_disc_in_it() -> None:
    grid = Grid.from_corners([(100.0, 80.0), (400.0, 80.0), (400.0, 330.0), (100.0, 330.0)])
    image = np.full((420, 500, 3), PLASTIC, dtype=np.uint8)
    for (u, v), shift in zip(HOLES[:2], (0.02, 0.12), strict=True):
        front, behind = (np.zeros(image.shape[:2], dtype=np.uint8) for _ in range(2))
        for mask, across in ((front, 0.0), (behind, shift)):
            centre = (round(16 * (100 + 50 * (u + across))), round(16 * (80 + 50 * v)))
            cv2.circle(mask, centre, round(16 * 50 * RADIUS), 255, -1, cv2.LINE_AA, 4)
        image[(front > 127) & (behind > 127)] = RED
    plastic = features(LINEAR[np.array(PLASTIC)])
    disc, cloth = lean(image, grid, np.array([0, 1]), plastic)
    assert disc[0] == pytest.approx(0.01, abs=0.01) and cloth[0] == pytest.approx(0.06, abs=0.012)
    assert abs(disc[1]) < 0.01 and abs(cloth[1]) < 0.01
