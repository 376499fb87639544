"""Labelled photographs made into others that a camera could have taken: light, camera, room behind, other positions.

The truth goes along. Light and sensor are changed as a camera does it; what is seen through the empty holes is
replaced only where their wall leaves it in sight; discs are copied from holes of the same picture, or of another
board's where it has none, and so are empty holes. Nothing of the eye is used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Picture = NDArray[np.uint8]
Rng = np.random.Generator

GRID = np.array([[0.0, 0.0], [6.0, 0.0], [6.0, 5.0], [0.0, 5.0]])
HOLE = 0.40
"""Pitches: what is copied with a disc or an empty hole; the rim of the front plate lies inside."""
INSIDE, ENLARGED = 0.36, 0.85
"""Pitches: what another board's disc fills, its inner part enlarged, without that board's rim."""
UNLIKE = 14.0
"""Lab distance, light at half weight, from which something is not the plastic of the board."""


@dataclass(frozen=True)
class Board:
    """A picture (uint8 BGR), its corner holes (4, 2) px, TL TR BR BL, what the holes hold, (6, 7) letters, and the
    colours of its discs."""

    image: Picture
    corners: Floats
    truth: NDArray[np.str_]
    discs: tuple[str, str] = ("red", "yellow")

    @property
    def homography(self) -> Floats:
        """Grid coordinates to px, (3, 3)."""
        return cv2.getPerspectiveTransform(GRID.astype(np.float32), self.corners.astype(np.float32))

    @property
    def pitch_px(self) -> float:
        across, down = np.linalg.norm(np.diff(self.corners[:3], axis=0), axis=1)
        return float((across / 6 + down / 5) / 2)

    def holes(self, letter: str) -> list[tuple[int, int]]:
        """List the holes (row, column) that hold something."""
        return [(int(row), int(column)) for row, column in np.argwhere(self.truth == letter)]


Alteration = Callable[[Board, Sequence[Board], Rng], Board]
"""Makes another picture of a board; gets other boards to borrow from."""


def linear(image: Picture | Floats) -> Floats:
    """Take sRGB values 0..255 to linear light 0..1."""
    share = np.asarray(image) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def encoded(light: Floats) -> Picture:
    """Take linear light to sRGB values; what is over 1 is cut off."""
    light = np.clip(light, 0, 1)
    share = np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.maximum(light, 1e-9) ** (1 / 2.4) - 0.055)
    return np.rint(255 * share).astype(np.uint8)


# --- light and camera ------------------------------------------------------------------------------------------------


def as_it_is(board: Board, others: Sequence[Board], rng: Rng) -> Board:
    return board


def mirrored(board: Board, others: Sequence[Board], rng: Rng) -> Board:
    corners = board.corners * [-1, 1] + [board.image.shape[1] - 1, 0]
    turned = np.ascontiguousarray(board.image[:, ::-1])
    return replace(board, image=turned, corners=corners[[1, 0, 3, 2]], truth=board.truth[:, ::-1])


def resized(board: Board, pitch_px: float) -> Board:
    factor = pitch_px / board.pitch_px
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    image = cv2.resize(board.image, None, fx=factor, fy=factor, interpolation=how)
    return replace(board, image=np.asarray(image), corners=(board.corners + 0.5) * factor - 0.5)


def small(board: Board, others: Sequence[Board], rng: Rng) -> Board:
    return resized(board, rng.uniform(13, 28))


def large(board: Board, others: Sequence[Board], rng: Rng) -> Board:
    return resized(board, rng.uniform(80, 120))


def gamma(board: Board, others: Sequence[Board], rng: Rng) -> Board:
    table = 255 * (np.arange(256) / 255) ** np.exp(rng.uniform(np.log(0.5), np.log(2.0)))
    return replace(board, image=np.rint(table).astype(np.uint8)[board.image])


def lit(board: Board, gains: Floats | float) -> Board:
    return replace(board, image=encoded(linear(board.image) * gains))


def exposure(board: Board, others: Sequence[Board], rng: Rng) -> Board:
    return lit(board, np.exp(rng.uniform(np.log(0.4), np.log(1.6))))


def lamp(board: Board, others: Sequence[Board], rng: Rng) -> Board:
    """Another lamp, 2700 to 8000 K evenly in mired, in a camera that keeps the balance of daylight (Wien)."""
    kelvin = 1e6 / rng.uniform(1e6 / 8000, 1e6 / 2700)
    gains = np.exp(-14388e3 / np.array([450.0, 540.0, 610.0]) * (1 / kelvin - 1 / 5500))
    return lit(board, gains / gains.mean())


def white_balance(board: Board, others: Sequence[Board], rng: Rng) -> Board:
    return lit(board, rng.uniform(0.75, 1.25, 3))


def blur(board: Board, others: Sequence[Board], rng: Rng) -> Board:
    return replace(
        board, image=np.asarray(cv2.GaussianBlur(board.image, (0, 0), rng.uniform(0.02, 0.06) * board.pitch_px))
    )


def noise(board: Board, others: Sequence[Board], rng: Rng) -> Board:
    noisy = board.image + rng.normal(0, rng.uniform(4, 12), board.image.shape)
    return replace(board, image=np.clip(np.rint(noisy), 0, 255).astype(np.uint8))


def jpeg(board: Board, others: Sequence[Board], rng: Rng) -> Board:
    written = cv2.imencode(".jpg", board.image, [cv2.IMWRITE_JPEG_QUALITY, 40])[1]
    return replace(board, image=np.asarray(cv2.imdecode(written, cv2.IMREAD_COLOR), np.uint8))


def shadow(board: Board, others: Sequence[Board], rng: Rng) -> Board:
    """Light that falls off to one side, to 0.4, or a shadow with an edge across the board."""
    u, v = grid_places(board)
    turn = rng.uniform(0, 2 * np.pi)
    along = ((u - 3) * np.cos(turn) + (v - 2.5) * np.sin(turn)) / 4
    along = along if rng.random() < 0.5 else np.tanh(8 * (along - rng.uniform(-0.5, 0.5)))
    return lit(board, (1 - rng.uniform(0.2, 0.6) * np.clip(0.5 + 0.5 * along, 0, 1))[..., None])


def veil(board: Board, others: Sequence[Board], rng: Rng) -> Board:
    """Stray light in the lens: the same amount over everything."""
    return replace(
        board, image=encoded(linear(board.image) * 0.85 + rng.uniform(0.02, 0.12) * rng.uniform(0.8, 1.2, 3))
    )


def corners_off(board: Board, others: Sequence[Board], rng: Rng) -> Board:
    """Corners that were found up to 0.06 pitch beside their place."""
    turn, far = rng.uniform(0, 2 * np.pi, 4), 0.06 * board.pitch_px * np.sqrt(rng.random(4))
    return replace(board, corners=board.corners + np.stack([np.cos(turn) * far, np.sin(turn) * far], axis=1))


# --- the room behind -------------------------------------------------------------------------------------------------


def through(homography: Floats, places: Floats) -> Floats:
    """Take places (..., 2) through a homography: planes (2, ...)."""
    flat = np.moveaxis(places @ homography[:, :2].T + homography[:, 2], -1, 0)
    return np.asarray(flat[:2] / flat[2])


def close_by(board: Board) -> Board:
    """Cut a picture down to the board and one pitch around it."""
    left, top = np.maximum(board.corners.min(axis=0) - board.pitch_px, 0).astype(int)
    right, bottom = (board.corners.max(axis=0) + board.pitch_px).astype(int)
    return replace(board, image=board.image[top:bottom, left:right].copy(), corners=board.corners - [left, top])


def grid_places(board: Board) -> tuple[Floats, Floats]:
    """Give the grid coordinates u and v of every pixel, (H, W) each."""
    height, width = board.image.shape[:2]
    x, y = np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64))
    u, v = through(np.linalg.inv(board.homography), np.stack([x, y], axis=-1))
    return u, v


def hole_of(u: Floats, v: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats, Floats]:
    """Give the nearest hole (row, column) and the way from its centre (across, down), pitches."""
    row, column = np.clip(np.rint(v), 0, 5).astype(np.intp), np.clip(np.rint(u), 0, 6).astype(np.intp)
    return row, column, u - column, v - row


def opening(board: Board) -> Callable[[Floats, Floats], Floats]:
    """Find what the walls of the empty holes leave in sight, alike in all: a share 0..1 at (across, down), pitches."""
    steps = np.linspace(-0.42, 0.42, 43)
    across, down = np.meshgrid(steps, steps)
    empty = board.holes(".")
    disc = np.hypot(across - 0.05, down + 0.04) < 0.31
    seen = disc.astype(np.float64)
    if len(empty) >= 4:
        places = np.array([[column + across.ravel(), row + down.ravel()] for row, column in empty]).transpose(0, 2, 1)
        between = np.array([[[column + 0.5, row + 0.5] for row in range(5) for column in range(6)]])
        lab = cv2.cvtColor(board.image.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
        plastic = np.median(at(lab, board, between)[0], axis=0)
        apart = np.linalg.norm((at(lab, board, places) - plastic) * [0.5, 1, 1], axis=2) > UNLIKE
        usual = apart.mean(axis=0).reshape(across.shape) > 0.5
        usual &= np.hypot(across, down) < 0.36
        seen = usual.astype(np.float64) if usual.sum() > 0.3 * disc.sum() else seen
    smooth = cv2.GaussianBlur(seen, (0, 0), 0.8).astype(np.float32)

    def share(across: Floats, down: Floats) -> Floats:
        x, y = (across + 0.42) / 0.02, (down + 0.42) / 0.02
        return np.asarray(
            cv2.remap(smooth, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR, borderValue=0), np.float64
        )

    return share


def at(image: NDArray[np.float32], board: Board, places: Floats) -> NDArray[np.float32]:
    """Read a picture at grid places (N, M, 2): (N, M, 3)."""
    x, y = through(board.homography, places).astype(np.float32)
    return np.asarray(cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def before(board: Board, room: Picture) -> Board:
    """Put a picture behind the board: it fills what is seen through the empty holes."""
    u, v = grid_places(board)
    row, column, across, down = hole_of(u, v)
    share = opening(board)(across, down) * (board.truth[row, column] == ".")
    x, y = (u + 1) / 8 * (room.shape[1] - 1), (v + 1) / 7 * (room.shape[0] - 1)
    seen = cv2.remap(
        room, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
    )
    mixed = board.image * (1 - share[..., None]) + np.asarray(seen) * share[..., None]
    return replace(board, image=np.rint(mixed).astype(np.uint8))


def plain_room(rng: Rng, bgr: Sequence[float]) -> Picture:
    """Paint a wall of one colour, lit from one side, a little uneven."""
    u, v = np.meshgrid(np.linspace(-1, 1, 320), np.linspace(-1, 1, 280))
    turn = rng.uniform(0, 2 * np.pi)
    light = 1 + rng.uniform(0, 0.3) * (u * np.cos(turn) + v * np.sin(turn))
    grain = cv2.GaussianBlur(rng.normal(0, 1, u.shape), (0, 0), rng.uniform(1, 8))
    light *= 1 + rng.uniform(0, 0.08) * grain / grain.std()
    return np.clip(np.array(bgr) * light[..., None], 0, 255).astype(np.uint8)


def colour(rng: Rng, hues_deg: tuple[float, float], chroma: tuple[float, float], light: tuple[float, float]) -> Floats:
    """Draw a colour by its Lab hue, chroma and lightness: BGR (3,), 0..255."""
    hue, strength = np.radians(rng.uniform(*hues_deg)), rng.uniform(*chroma)
    lab = np.array([[[rng.uniform(*light), strength * np.cos(hue), strength * np.sin(hue)]]], dtype=np.float32)
    return np.clip(cv2.cvtColor(lab, cv2.COLOR_Lab2BGR)[0, 0].astype(np.float64), 0, 1) * 255


def wall(board: Board, others: Sequence[Board], rng: Rng) -> Board:
    """A plain wall of any colour that walls have, grey to pastel."""
    return before(board, plain_room(rng, colour(rng, (-180, 180), (0, 18), (8, 95))))


def wood(board: Board, others: Sequence[Board], rng: Rng) -> Board:
    """A cupboard or a table top: hues between red and yellow, with grain."""
    room = plain_room(rng, colour(rng, (48, 78), (18, 48), (25, 75))).astype(np.float64)
    grain = cv2.GaussianBlur(rng.normal(0, 1, room.shape[:2]), (0, 0), sigmaX=1.0, sigmaY=25)
    room *= 1 + rng.uniform(0.03, 0.12) * (grain / grain.std())[..., None]
    return before(board, np.clip(room, 0, 255).astype(np.uint8))


def cloth(board: Board, others: Sequence[Board], rng: Rng) -> Board:
    """A shirt or a cushion in a disc's colour behind a part of the board, before a plain wall."""
    hues = ((25, 45), (75, 100))[int(rng.integers(2))]
    room = plain_room(rng, colour(rng, (-180, 180), (0, 15), (15, 90)))
    shirt = plain_room(rng, colour(rng, hues, (35, 75), (25, 75)))
    mask = np.zeros(room.shape[:2], np.uint8)
    centre = (int(rng.uniform(0, 320)), int(rng.uniform(60, 280)))
    axes = (int(rng.uniform(40, 160)), int(rng.uniform(40, 160)))
    cv2.ellipse(mask, centre, axes, rng.uniform(0, 180), 0, 360, 1, -1)
    return before(board, np.where(mask[..., None] > 0, shirt, room))


def things(board: Board, others: Sequence[Board], rng: Rng) -> Board:
    """Books and boxes in all colours, out of focus."""
    room = plain_room(rng, colour(rng, (-180, 180), (0, 15), (15, 90)))
    for _ in range(int(rng.integers(5, 25))):
        x, y = int(rng.uniform(-20, 320)), int(rng.uniform(-20, 280))
        corner = (x + int(rng.uniform(8, 90)), y + int(rng.uniform(8, 90)))
        cv2.rectangle(room, (x, y), corner, colour(rng, (-180, 180), (0, 70), (10, 90)).tolist(), -1)
    return before(board, np.asarray(cv2.GaussianBlur(room, (0, 0), rng.uniform(0.5, 4))))


def photographed(board: Board, others: Sequence[Board], rng: Rng) -> Board:
    """What stands beside the board in another photograph."""
    other = others[int(rng.integers(len(others)))]
    left, top = np.maximum(other.corners.min(axis=0) - other.pitch_px, 0).astype(int)
    right, bottom = (other.corners.max(axis=0) + other.pitch_px).astype(int)
    image = other.image
    strips = (image[:, :left], image[:, right:], image[:top], image[bottom:])
    strip = max(strips, key=lambda part: min(part.shape[:2]))
    if min(strip.shape[:2]) < 20:
        return wall(board, others, rng)
    return before(board, np.ascontiguousarray(strip))


# --- other positions -------------------------------------------------------------------------------------------------


def filled(board: Board, others: Sequence[Board], rng: Rng, wanted: NDArray[np.str_]) -> Board:
    """Copy discs and empty holes until the board shows `wanted` (6, 7); holes nobody can judge stay as they are.

    A board without discs borrows from one with discs of the same colours; where there is none it is left alone.
    """
    wanted = np.where(board.truth == "?", "?", wanted)
    lenders = [other for other in others if other.discs == board.discs]
    missing = [letter for letter in ".RY" if letter in wanted and not board.holes(letter)]
    if not all(any(len(other.holes(letter)) >= 2 for other in lenders) for letter in missing):
        return board
    made = replace(board, truth=wanted)
    for letter in ".RY":
        targets = [(int(r), int(c)) for r, c in np.argwhere((wanted == letter) & (board.truth != letter))]
        lender, reach, part = board, HOLE, 1.0
        if targets and not board.holes(letter):
            able = [other for other in lenders if len(other.holes(letter)) >= 2]
            lender, reach, part = able[int(rng.integers(len(able)))], INSIDE, ENLARGED
        if targets:
            made = replace(made, image=_copied(made, lender, letter, targets, (reach, part), rng))
    return made


def _copied(
    board: Board, lender: Board, letter: str, targets: list[tuple[int, int]], size: tuple[float, float], rng: Rng
) -> Picture:
    """Copy one of the lender's three nearest holes with `letter` into each target, no two quite alike.

    `size`: the radius that is filled, pitches, and which part of the lender's hole fills it.
    """
    reach, part = size
    sources = np.array(lender.holes(letter))
    chosen = np.full((6, 7, 2), -1)
    for target in targets:
        near = np.argsort(np.abs(sources - target).sum(axis=1) + rng.random(len(sources)))[:3]
        chosen[target] = sources[near[int(rng.integers(len(near)))]]
    u, v = grid_places(board)
    row, column, across, down = hole_of(u, v)
    share = np.clip((reach - np.hypot(across, down)) / 0.03, 0, 1) * (chosen[row, column, 0] >= 0)
    places = np.stack([chosen[row, column, 1] + part * across, chosen[row, column, 0] + part * down], axis=-1)
    gains = rng.uniform(0.95, 1.05, (6, 7, 3))
    copy = np.minimum(at(lender.image.astype(np.float32), lender, places) * gains[row, column], 255)
    return np.rint(board.image * (1 - share[..., None]) + copy * share[..., None]).astype(np.uint8)


def dropped(rng: Rng, discs: int, letters: str) -> NDArray[np.str_]:
    """Let discs of `letters` in turn drop into columns at random: (6, 7)."""
    grid = np.full((6, 7), ".")
    for number in range(discs):
        column = rng.choice(np.flatnonzero(grid[0] == "."))
        grid[np.flatnonzero(grid[:, column] == ".").max(), column] = letters[number % len(letters)]
    return grid


def emptied(board: Board, others: Sequence[Board], rng: Rng) -> Board:
    return filled(board, others, rng, dropped(rng, 0, "R"))


def nearly_empty(board: Board, others: Sequence[Board], rng: Rng) -> Board:
    return filled(board, others, rng, dropped(rng, int(rng.integers(1, 4)), "".join(rng.permutation(["R", "Y"]))))


def one_colour(board: Board, others: Sequence[Board], rng: Rng) -> Board:
    return filled(board, others, rng, dropped(rng, int(rng.integers(2, 30)), str(rng.choice(["R", "Y"]))))


def in_play(board: Board, others: Sequence[Board], rng: Rng) -> Board:
    return filled(board, others, rng, dropped(rng, int(rng.integers(4, 40)), "RY"))


def full(board: Board, others: Sequence[Board], rng: Rng) -> Board:
    return filled(board, others, rng, dropped(rng, 42, "RY"))


def by_hand(board: Board, others: Sequence[Board], rng: Rng) -> Board:
    """Discs anywhere, also over empty holes."""
    wanted = rng.choice([".", "R", "Y"], (6, 7), p=[0.5, 0.25, 0.25])
    return filled(board, others, rng, wanted)


# --- several at once -------------------------------------------------------------------------------------------------

POSITIONS = (as_it_is, nearly_empty, in_play, one_colour)
ROOMS = (as_it_is, wall, wood, cloth, things, photographed)
LIGHTS = (as_it_is, gamma, exposure, lamp, white_balance, shadow, veil)
CAMERAS = (as_it_is, small, blur, noise, jpeg)


def everything(board: Board, others: Sequence[Board], rng: Rng) -> Board:
    """Another position before another room in another light through another camera, with corners a little off."""
    for choices in (POSITIONS, ROOMS, LIGHTS, CAMERAS, (mirrored, as_it_is), (corners_off,)):
        board = choices[int(rng.integers(len(choices)))](board, others, rng)
    return board


ALTERATIONS: tuple[Alteration, ...] = (
    *(as_it_is, mirrored, small, large, gamma, exposure, lamp, white_balance, blur, noise, jpeg, shadow, veil),
    *(corners_off, wall, wood, cloth, things, photographed),
    *(emptied, nearly_empty, one_colour, in_play, full, by_hand, everything),
)  # fmt: skip
