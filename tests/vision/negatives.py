"""Pictures in which there is no 7 by 6 board, made from pictures of one whose corner holes are known.

without   what is beside the board; the board blurred away
resized   grids of other sizes: rows and columns cut out of the board's plane, or repeated in it

            o o o o o o o         o o o o o o o o
            o o o o o o o   8x6   o o o o o o o o     the column before the cut comes twice,
            o o o o o o o  ---->  o o o o o o o o     all beyond it moves on by a pitch of the plane
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from tests.vision.boards import Board

SIZES = ((5, 5), (6, 6), (7, 5), (8, 6), (7, 7), (9, 7))
"""Columns and rows of the grids that are no board of ours."""
BESIDE = 1.2
"""The board ends within so many pitches of its outer holes' centres."""
LEAST_SHARE = 0.04
"""Least share of the picture that a crop beside the board must have."""


def without(board: Board) -> Iterator[tuple[str, np.ndarray]]:
    """Give the two largest crops beside the board, and the picture with the board blurred away."""
    for number, crop in enumerate(crops(board)):
        yield f"{board.name} beside {number}", crop
    yield f"{board.name} blurred", blurred(board)


def crops(board: Board) -> list[np.ndarray]:
    """Cut out what lies left, right, above and below the board: the two largest pieces."""
    height, width = board.image.shape[:2]
    corners = board.places([[-BESIDE, -BESIDE], [6 + BESIDE, -BESIDE], [6 + BESIDE, 5 + BESIDE], [-BESIDE, 5 + BESIDE]])
    left, top = np.clip(np.floor(corners.min(axis=0)), 0, [width, height]).astype(int)
    right, bottom = np.clip(np.ceil(corners.max(axis=0)), 0, [width, height]).astype(int)
    pieces = [board.image[:, :left], board.image[:, right:], board.image[:top], board.image[bottom:]]
    large = [piece for piece in pieces if piece.shape[0] * piece.shape[1] >= LEAST_SHARE * height * width]
    return [np.ascontiguousarray(piece) for piece in sorted(large, key=lambda piece: -piece.size)[:2]]


def blurred(board: Board) -> np.ndarray:
    """Blur the board beyond recognition, with a soft border."""
    hull = board.places([[-BESIDE, -BESIDE], [6 + BESIDE, -BESIDE], [6 + BESIDE, 5 + BESIDE], [-BESIDE, 5 + BESIDE]])
    mask = np.zeros(board.image.shape[:2], np.float32)
    cv2.fillConvexPoly(mask, np.rint(hull).astype(np.int32), 1.0)
    mask = cv2.GaussianBlur(mask, (0, 0), board.pitch_px / 4)[..., None]
    away = cv2.GaussianBlur(board.image, (0, 0), board.pitch_px)
    return np.rint(board.image * (1 - mask) + away * mask).astype(np.uint8)


def resized(board: Board, columns: int, rows: int, rng: np.random.Generator) -> np.ndarray:
    """Give the picture with a board of another size, cut at random and made smaller where it would not fit."""
    height, width = board.image.shape[:2]
    to_plane = np.linalg.inv(_fitting(board, columns, rows)).astype(np.float64)
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    plane = cv2.perspectiveTransform(np.dstack([x, y]).reshape(1, -1, 2).astype(np.float64), to_plane)[0]
    taken = np.column_stack([_cut(plane[:, 0], 7, columns, rng), _cut(plane[:, 1], 6, rows, rng)])
    source = board.places(taken).reshape(height, width, 2).astype(np.float32).clip(-1e4, 1e4)
    return cv2.remap(board.image, source[..., 0], source[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _fitting(board: Board, columns: int, rows: int) -> np.ndarray:
    """Give the homography of the new grid: the board's own, its middle kept, shrunk until all holes are in sight."""
    height, width = board.image.shape[:2]
    centred = np.array([[1, 0, (7 - columns) / 2], [0, 1, (6 - rows) / 2], [0, 0, 1]])
    matrix = board.homography @ centred
    ends = np.float64([[[-0.7, -0.7], [columns - 0.3, -0.7], [columns - 0.3, rows - 0.3], [-0.7, rows - 0.3]]])
    points = cv2.perspectiveTransform(ends, matrix)[0]
    low, high = np.minimum(points.min(axis=0), 0), np.maximum(points.max(axis=0), [width, height])
    scale = min(1.0, *(np.array([width, height]) / (high - low)))
    return np.diag([scale, scale, 1.0]) @ np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ matrix


def _cut(place: np.ndarray, had: int, wanted: int, rng: np.random.Generator) -> np.ndarray:
    """Say where in a row of `had` holes to look for each place in one of `wanted`; both 0 at their first hole."""
    moved = wanted - had
    last = int(rng.integers(max(moved, 0), min(had, wanted))) + 0.5
    return np.where(place < last, place, place - moved)
