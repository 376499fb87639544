"""What makes a board hard to find, done to a picture of one whose corner holes are known: the truth goes with it.

turned    seen from aside, from above or below up to 45 degrees, rolled up to 30, or small (13 px a hole)
spoilt    mirrored, dim, pale, in a lamp's colour, blurred, full of noise, compressed
hidden    a hand's colour over up to a quarter of the board, from one side
cropped   the picture ends at an outer line of holes: past it, or through its middle
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace

import cv2
import numpy as np

from tests.vision.boards import Board

MOST_SLANT_DEG, MOST_ROLL_DEG = 45.0, 30.0
HOLE_PX, HOLE = 13.0, 0.74
"""Least width of a hole, px; and the usual one, in pitches."""
SKINS = ((150, 180, 225), (85, 120, 170), (55, 80, 120))
LAMPS = ((0.45, 0.75, 1.0), (1.0, 0.9, 0.7), (0.8, 1.0, 0.75))
"""Tungsten, blue sky, fluorescent: BGR factors."""

Hardship = Callable[[Board, np.random.Generator], Board]


def warped(board: Board, matrix: np.ndarray, size: tuple[int, int]) -> Board:
    """Take a board through a homography of px to px; beyond its picture the edge goes on."""
    image = cv2.warpPerspective(board.image, matrix, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    corners = cv2.perspectiveTransform(board.corners[None].astype(np.float64), matrix)[0]
    return Board(board.name, image, corners)


def slant_deg(homography: np.ndarray, focal_px: float, middle: np.ndarray) -> float:
    """Tell the angle between the line of sight and the normal of a plane of square cells, given its homography."""
    centred = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]]) @ homography
    axes = np.diag([1 / focal_px, 1 / focal_px, 1]) @ centred
    normal, sight = np.cross(axes[:, 0], axes[:, 1]), axes @ [3, 2.5, 1]
    cosine = abs(normal @ sight) / np.linalg.norm(normal) / np.linalg.norm(sight)
    return float(np.degrees(np.arccos(min(cosine, 1.0))))


def turned(board: Board, rng: np.random.Generator) -> Board:
    """Turn the camera about the board, to a slant of MOST_SLANT_DEG at most, and roll it; the board fits."""
    height, width = board.image.shape[:2]
    focal, middle = 1.1 * max(height, width), np.array([width, height]) / 2
    lens = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])
    before = slant_deg(board.homography, focal, middle)
    while True:
        aside, above = np.radians(rng.uniform(-MOST_SLANT_DEG, MOST_SLANT_DEG, 2))
        roll = np.radians(rng.uniform(-MOST_ROLL_DEG, MOST_ROLL_DEG))
        about = cv2.Rodrigues(np.array([above, 0, 0]))[0] @ cv2.Rodrigues(np.array([0, aside, 0]))[0]
        about = cv2.Rodrigues(np.array([0, 0, roll]))[0] @ about
        matrix = lens @ _round_a_point(about) @ np.linalg.inv(lens)
        if 25 < slant_deg(matrix @ board.homography, focal, middle) < max(MOST_SLANT_DEG, before):
            return _fitted(board, matrix)


def _round_a_point(turn: np.ndarray) -> np.ndarray:
    """Give the homography of rays when the plane at unit distance is turned about its middle."""
    matrix = turn.copy()
    matrix[:, 2] = [0, 0, 1]
    return matrix


def _fitted(board: Board, matrix: np.ndarray) -> Board:
    """Warp a picture and scale it so that the board with a margin fills most of it, at most as large as it was."""
    height, width = board.image.shape[:2]
    ends = board.places([[-0.9, -0.9], [6.9, -0.9], [6.9, 5.9], [-0.9, 5.9]])
    points = cv2.perspectiveTransform(ends[None].astype(np.float64), matrix)[0]
    low, high = points.min(axis=0), points.max(axis=0)
    scale = float(min(np.array([width, height]) * 0.94 / (high - low)))
    shift = np.array([width, height]) / 2 - scale * (low + high) / 2
    return warped(board, np.array([[scale, 0, shift[0]], [0, scale, shift[1]], [0, 0, 1]]) @ matrix, (width, height))


def far(board: Board, rng: np.random.Generator) -> Board:
    """Shrink the picture until a hole is HOLE_PX wide."""
    scale = HOLE_PX / HOLE / board.pitch_px
    image = cv2.resize(board.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return Board(board.name, image, (board.corners + 0.5) * scale - 0.5)


def mirrored(board: Board, rng: np.random.Generator) -> Board:
    """Turn the picture round, left for right."""
    corners = board.corners[[1, 0, 3, 2]].copy()
    corners[:, 0] = board.image.shape[1] - 1 - corners[:, 0]
    return Board(board.name, np.ascontiguousarray(board.image[:, ::-1]), corners)


def dim(board: Board, rng: np.random.Generator) -> Board:
    """Take light away, with the sensor's noise left."""
    return _noisy(board, board.image * rng.uniform(0.12, 0.3), 1.5, rng)


def pale(board: Board, rng: np.random.Generator) -> Board:
    """Lift the shadows and pull the lights together."""
    share = rng.uniform(0.3, 0.5)
    return _noisy(board, 255 * (board.image / 255) ** 0.6 * share + 255 * (0.9 - share), 1.5, rng)


def tinted(board: Board, rng: np.random.Generator) -> Board:
    """Light the room with a coloured lamp."""
    return _noisy(board, board.image * np.array(LAMPS[int(rng.integers(len(LAMPS)))]), 0, rng)


def blurry(board: Board, rng: np.random.Generator) -> Board:
    """Put the camera out of focus by a tenth of a hole."""
    return replace(board, image=cv2.GaussianBlur(board.image, (0, 0), HOLE * board.pitch_px / 10))


def noisy(board: Board, rng: np.random.Generator) -> Board:
    """Add the noise of a high gain."""
    return _noisy(board, board.image, 14, rng)


def compressed(board: Board, rng: np.random.Generator) -> Board:
    """Compress the picture hard."""
    packed = cv2.imencode(".jpg", board.image, [cv2.IMWRITE_JPEG_QUALITY, 40])[1]
    return replace(board, image=cv2.imdecode(packed, cv2.IMREAD_COLOR))


def _noisy(board: Board, light: np.ndarray, noise: float, rng: np.random.Generator) -> Board:
    shot = light + rng.normal(0, noise, board.image.shape)
    return replace(board, image=np.rint(shot).clip(0, 255).astype(np.uint8))


def hidden(board: Board, rng: np.random.Generator) -> Board:
    """Lay an arm of a hand's colour over a tenth to a quarter of the board, from a side of it."""
    share, side = rng.uniform(0.1, 0.25), int(rng.integers(4))
    along, thick = rng.uniform(0, 7 if side % 2 == 0 else 6) - 0.5, rng.uniform(1.2, 2.6)
    deep = share * 42 / thick
    tip = {0: (along, deep - 0.7), 1: (6.7 - deep, along), 2: (along, 5.7 - deep), 3: (deep - 0.7, along)}[side]
    root = {0: (along, -4.0), 1: (11.0, along), 2: (along, 10.0), 3: (-4.0, along)}[side]
    line = board.places([tip, root])
    mask = np.zeros(board.image.shape[:2], np.float32)
    ends = [tuple(int(v) for v in np.rint(point.clip(-20000, 20000))) for point in line]
    cv2.line(mask, ends[0], ends[1], 1.0, max(2, round(thick * board.pitch_px)))
    mask = cv2.GaussianBlur(mask, (0, 0), 1.5)[..., None]
    skin = np.array(SKINS[int(rng.integers(len(SKINS)))]) * rng.uniform(0.7, 1.1)
    return _noisy(board, board.image * (1 - mask) + skin * mask, 0, rng)


def past_a_line(board: Board, rng: np.random.Generator) -> Board:
    """End the picture between an outer line of holes and the next."""
    return _cropped(board, 0.5, int(rng.integers(4)))


def through_a_line(board: Board, rng: np.random.Generator) -> Board:
    """End the picture in the middle of an outer line of holes."""
    return _cropped(board, 0.0, int(rng.integers(4)))


def _cropped(board: Board, at: float, side: int) -> Board:
    """Cut a side (left, top, right, bottom) off where the line `at` pitches inside the outer holes is, on average."""
    inner = {0: [[at, 0], [at, 5]], 1: [[0, at], [6, at]], 2: [[6 - at, 0], [6 - at, 5]], 3: [[0, 5 - at], [6, 5 - at]]}
    line = board.places(np.array(inner[side])).mean(axis=0)
    x, y = (round(float(v)) for v in line)
    height, width = board.image.shape[:2]
    left, top = (x if side == 0 else 0), (y if side == 1 else 0)
    right, bottom = (x if side == 2 else width), (y if side == 3 else height)
    return Board(board.name, board.image[top:bottom, left:right].copy(), board.corners - [left, top])


TO_FIND: tuple[Hardship, ...] = (turned, far, mirrored, dim, pale, tinted, blurry, noisy, compressed, hidden)
CUT_OFF: tuple[Hardship, ...] = (past_a_line, through_a_line)


def hardships(board: Board, seed: int) -> Iterator[tuple[str, Board]]:
    """Give a board in every hardship, with its name; chance differs from board to board."""
    for number, hardship in enumerate((*TO_FIND, *CUT_OFF)):
        chance = np.random.default_rng([seed, number, zlib.crc32(board.name.encode())])
        yield hardship.__name__, hardship(board, chance)
