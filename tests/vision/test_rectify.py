"""The grid's geometry: corners, centres, sampling and warping agree with the convention."""

import cv2
import numpy as np
import pytest

from vision.rectify import (
    CORNERS,
    HOLES,
    Grid,
    disc_offsets,
    hole_points,
    inside,
    project,
    rectify,
    ring_offsets,
    sample,
)

SLANTED = [[101.0, 80.0], [533.0, 52.0], [560.0, 417.0], [88.0, 390.0]]


def test_grid_centres_of_a_straight_board_are_a_raster():
    grid = Grid.from_corners([[100, 50], [400, 50], [400, 300], [100, 300]])
    centres = grid.centres()
    assert centres.shape == (6, 7, 2)
    assert centres[2, 5] == pytest.approx([350, 150])
    assert grid.pitch_px == pytest.approx(50)


def test_grid_from_corners_keeps_the_corners():
    grid = Grid.from_corners(SLANTED)
    centres = grid.centres()
    found = [centres[0, 0], centres[0, 6], centres[5, 6], centres[5, 0]]
    assert np.allclose(found, SLANTED, atol=1e-8)


def test_grid_homography_agrees_with_opencv():
    expected = cv2.getPerspectiveTransform(CORNERS.astype(np.float32), np.array(SLANTED, np.float32))
    assert np.allclose(Grid.from_corners(SLANTED).homography, expected, atol=1e-4)


def test_grid_from_homography_gives_its_corners():
    grid = Grid.from_corners(SLANTED, radius=0.4)
    again = Grid.from_homography(grid.homography * 3, radius=0.4)
    assert np.allclose(again.corners, SLANTED)
    assert again.homography[2, 2] == pytest.approx(1)


@pytest.mark.parametrize("order", [[0, 3, 2, 1], [0, 2, 1, 3], [0, 1, 1, 3]])
def test_grid_refuses_corners_that_are_no_clockwise_quadrangle(order):
    with pytest.raises(ValueError, match="convex"):
        Grid.from_corners(np.array(SLANTED)[order])


def test_grid_scaled_keeps_pixel_centres():
    """Twice as large: the first pixel becomes the first two, whose middle is (0.5, 0.5)."""
    grid = Grid.from_corners([[0, 0], [60, 0], [60, 50], [0, 50]]).scaled(2)
    assert np.allclose(grid.corners, [[0.5, 0.5], [120.5, 0.5], [120.5, 100.5], [0.5, 100.5]])


def test_hole_points_of_no_offset_are_the_centres():
    grid = Grid.from_corners(SLANTED)
    points = hole_points(grid, np.zeros((1, 2)))
    assert np.allclose(points[:, 0], grid.centres().reshape(42, 2))


def test_hole_points_one_pitch_right_is_the_next_hole():
    grid = Grid.from_corners(SLANTED)
    points = hole_points(grid, np.array([[1.0, 0.0], [0.0, 1.0]])).reshape(6, 7, 2, 2)
    assert np.allclose(points[:5, :6, 0], grid.centres()[:5, 1:])
    assert np.allclose(points[:5, :6, 1], grid.centres()[1:, :6])


def test_disc_offsets_fill_the_disc_and_no_more():
    offsets = disc_offsets(0.3, 0.02)
    assert np.hypot(*offsets.T).max() <= 0.3 + 1e-6
    assert len(offsets) * 0.02**2 == pytest.approx(np.pi * 0.3**2, rel=0.03)


def test_ring_offsets_run_clockwise_from_the_right():
    assert np.allclose(ring_offsets(0.5, 4), [[0.5, 0], [0, 0.5], [-0.5, 0], [0, -0.5]])


def test_sample_takes_the_nearest_pixel_and_the_edge_outside():
    image = np.arange(12, dtype=np.uint8).reshape(3, 4)
    points = np.array([[0.4, 0.4], [2.6, 1.4], [-9.0, 99.0], [np.nan, 0.0]])
    assert sample(image, points).tolist() == [0, 7, 8, 0]
    assert inside(points, image).tolist() == [True, True, False, False]


def test_project_to_the_horizon_is_not_finite():
    horizon = np.array([[1.0, 0, 1], [0, 1, 0], [1, 0, 0]])
    assert not np.isfinite(project(horizon, np.array([[0.0, 1.0]]))).any()


def test_rectify_puts_every_hole_in_the_middle_of_its_cell():
    """Dots drawn at the places that the homography gives land where the convention says."""
    grid = Grid.from_corners(SLANTED)
    image = np.zeros((480, 640, 3), np.uint8)
    for x, y in project(grid.homography, HOLES):
        cv2.circle(image, (round(x * 16), round(y * 16)), 6 * 16, (255, 255, 255), -1, cv2.LINE_AA, shift=4)
    board = rectify(image, grid, 40)
    assert board.shape == (240, 280, 3)
    for row in range(6):
        for column in range(7):
            cell = board[row * 40 : row * 40 + 40, column * 40 : column * 40 + 40, 0].astype(np.float64)
            y, x = np.indices(cell.shape)
            middle = [(x * cell).sum() / cell.sum(), (y * cell).sum() / cell.sum()]
            assert middle == pytest.approx([19.5, 19.5], abs=0.25)
