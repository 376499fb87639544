"""Lay a grid on the rims of the board in a picture: found by itself, near a person's corners, or after a knock."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.errors import BadCorners, CalibrationError
from calibration.prompts import Corners
from vision.colours import EmptyBoard
from vision.edges import NORMALS, RimPath, polish
from vision.follow import find_near, prove
from vision.locate import locate, stretch
from vision.rectify import HOLES, Floats, Grid, disc_offsets, is_convex, project
from vision.rim import rim_scores
from vision.types import COLUMNS, ROWS, Image
from vision.window import OPPOSITE, RIM_MEAN, inner, outer_lines, outside_lines

SLOPPY = 0.2
"""Pitches by which all four corners may be pointed at beside their places."""
CLEAR_RIMS = 0.97
"""Mean rim of a grid that lies right on an empty board of the simulated rooms; with less it is tried once more."""
POINT_AT = "give the centres of the corner holes: top left, top right, bottom right, bottom left, each X,Y in px"
AGAIN = "let board and camera stand still, and find the board again: quadrow calibrate all"


def find_grid(image: Image) -> Grid:
    """Find an empty board in an unknown picture. Raises BoardNotFound.

    Seen from the side, rims and the openings behind them lead a grid astray that is a little off; then places around it
    are tried, too.
    """
    located = locate(image).grid
    grid, soft = _bend(image, polish(image, located)), _soft(image)
    rims = float(inner(_rims(soft, grid)).mean())
    if rims >= CLEAR_RIMS:
        return grid
    nearby, around = _best_near(image, soft, located)
    return nearby if inner(around).mean() > rims else grid


def grid_by_hand(image: Image, corners: Corners) -> Grid:
    """Lay the grid on the rims near four corner holes that a person has pointed at (TL TR BR BL, px).

    Raises BadCorners when these are no quadrangle in the picture or no rims of 7 by 6 holes are there.
    """
    height, width = image.shape[:2]
    if not all(0 <= x < width and 0 <= y < height for x, y in corners):
        raise BadCorners(f"not all corners lie in the picture of {width} by {height} px", POINT_AT)
    try:
        pointed = Grid.from_corners(corners)
    except ValueError as error:
        raise BadCorners("the corners do not stand in that order round a four-sided figure", POINT_AT) from error
    if upside_down(pointed):
        raise BadCorners("these corners stand upside down: the first two are the upper ones in the picture", POINT_AT)
    soft = _soft(image)
    grid, rims = _best_near(image, soft, pointed)
    if inner(rims).mean() < CLEAR_RIMS:
        grid, rims = _best_near(image, soft, grid)
    if inner(rims).mean() < RIM_MEAN or _beside_the_board(rims):
        raise BadCorners("there are no rims of 7 by 6 holes between these corners", POINT_AT)
    return grid


def upside_down(grid: Grid) -> bool:
    """Tell whether the top row of a grid lies below its bottom row in the picture."""
    return bool(grid.corners[:2, 1].mean() > grid.corners[2:, 1].mean())


def _best_near(image: Image, soft: Image, start: Grid) -> tuple[Grid, Floats]:
    """Try the places around a grid; give the one that shows the best rims when it is laid on them, and its rims."""
    tried = [_bend(image, polish(image, _shifted(start, shift))) for shift in disc_offsets(SLOPPY, SLOPPY / 2)]
    best = max(tried, key=lambda grid: float(inner(_rims(soft, grid)).mean()))
    grid = _bend(image, polish(image, best))
    return grid, _rims(soft, grid)


def _soft(image: Image) -> Image:
    """Blur a picture a little and spread its values, as rims are scored in it."""
    return stretch(np.asarray(cv2.GaussianBlur(image, (5, 5), 0), dtype=np.uint8))


def _beside_the_board(rims: Floats) -> bool:
    """Tell whether the grid moved by one hole would show more rims (8, 9): from hole to hole all repeats."""
    return bool((outside_lines(rims) > outer_lines(rims)[OPPOSITE]).any())


def _shifted(grid: Grid, shift: Floats) -> Grid:
    """Move a grid by `shift` (2,), pitches."""
    move = np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1]])
    return Grid.from_homography(grid.homography @ move, grid.radius)


def _bend(image: Image, grid: Grid, rounds: int = 3) -> Grid:
    """Lay each hole of an empty board on its own rim, and the grid through all of them; the radius stays.

    Four points that are each a little off bend the grid in a way that moving and stretching it cannot mend.
    """
    for _ in range(rounds):
        edges = RimPath.of(grid).edges(image).astype(np.float64)
        apart = np.nan_to_num(edges - np.nanmedian(edges)) if np.isfinite(edges).any() else np.zeros_like(edges)
        centres = HOLES + apart @ NORMALS * (2 / len(NORMALS))
        bent, _ = cv2.findHomography(HOLES, project(grid.homography, centres), cv2.LMEDS)
        if bent is None:
            return grid
        fitted = Grid.from_homography(bent, grid.radius)
        if not is_convex(fitted.corners):
            return grid
        grid = fitted
    return grid


def _rims(soft: Image, grid: Grid) -> Floats:
    """Score the rims of the 42 holes and of the places around them in a slightly blurred picture: (8, 9), 0..1."""
    u, v = np.meshgrid(np.arange(-1, COLUMNS + 1), np.arange(-1, ROWS + 1))
    nodes = np.stack([u.ravel(), v.ravel()], axis=1).astype(np.float64)
    return rim_scores(soft, grid.homography, nodes, grid.radius).score.reshape(ROWS + 2, COLUMNS + 2)


def residual_px(image: Image, grid: Grid) -> float:
    """Tell how far the rims stand from the grid: the median over the holes, px; inf where hardly any is seen."""
    apart = np.abs(RimPath.of(grid).edges(image) - grid.radius)
    seen = apart[np.isfinite(apart)]
    return float(np.median(seen)) * grid.pitch_px if seen.size > apart.size / 4 else float("inf")


def lay_again(image: Image, grid: Grid, board: EmptyBoard) -> Grid:
    """Give the grid as it lies in this picture: where it was, or where a knock of less than a pitch has brought it.

    Raises CalibrationError when the board is not there.
    """
    place = prove(image, grid, board) or find_near(image, grid, board)
    if place is None or _beside_the_board(_rims(_soft(image), place.grid)):
        raise CalibrationError("the board is not where it was found", AGAIN)
    return place.grid
