"""Boards that were learned and then knocked, with the truth of where they lie afterwards.

In rendered rooms the camera itself is moved: pushed aside in its picture, or turned about the board so that what is
seen through the holes changes. Photographs are moved in their plane, as a study of eleven boards did: roll of 0.5
degrees and zoom of 1 % (standard deviations), a tenth brighter, noise, four holes with something else in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from robot.sim.render import Renderer, Room
from robot.sim.render.sheet import SKINS, SLEEVES, sample_cells
from robot.sim.scene import Hand, Scene
from tests.vision.boards import SIZE, Board
from vision.colours import EmptyBoard, TooFewSites, learn_empty, light
from vision.edges import polish
from vision.follow import Place, find_anywhere, find_near
from vision.locate import locate
from vision.occlusion import covered
from vision.rectify import Grid
from vision.types import Cell

MOVES_PX = (0, 3, 8, 15, 40, 60)
ROLL_DEG, ZOOM = 0.5, 0.01
BARE = ((Cell.EMPTY,) * 7,) * 6


@dataclass(frozen=True, eq=False)
class Knock:
    """What was learned (`grid`, `board`), the picture afterwards, and where the corner holes are in it, (4, 2) px."""

    name: str
    move_px: int
    hand: bool
    grid: Grid
    board: EmptyBoard
    image: np.ndarray
    corners: np.ndarray

    def off_by(self, grid: Grid) -> float:
        """Tell how far a grid lies from the truth at its worst corner, in pitches."""
        return float(np.linalg.norm(grid.corners - self.corners, axis=1).max() / self.grid.pitch_px)

    def followed(self) -> Grid | None:
        """Give the grid with which the eye would read the picture, None when it says that the board was moved."""
        place = Place.of(self.grid, self.image)
        try:
            sites = place.spots.look(self.image)
            if place.fits(self.image, self.board, covered(sites.sites, self.board, light(sites, self.board))):
                return self.grid
        except TooFewSites:
            pass
        found = find_near(self.image, self.grid, self.board) or find_anywhere(self.image, locate, self.board)
        return found and found.grid


def in_room(seed: int, moves_px: Sequence[int] = MOVES_PX) -> Iterator[Knock]:
    """Knock the camera of one rendered room by every distance: two sorts of move, with and without a hand."""
    room = Room(seed)
    renderer = Renderer(room, SIZE)
    bare = renderer.render(Scene(BARE), 0)
    grid = polish(bare, Grid.from_corners(room.corners(Scene(BARE), SIZE)))
    board = learn_empty([bare], grid)
    for move_px in moves_px:
        rng = np.random.default_rng([seed, move_px])
        for hand in (False, True):
            scene = Scene(sample_cells(rng, int(rng.integers(0, 30))), hand=_hand(rng) if hand else None)
            name = f"room {seed}, {move_px} px{', hand' if hand else ''}"
            pushed = _pushed(scene, move_px, rng)
            image = renderer.render(pushed, move_px + 1)
            yield Knock(f"{name}, pushed", move_px, hand, grid, board, image, room.corners(pushed, SIZE))
            turned = _turned(seed, move_px, rng)
            image = Renderer(turned, SIZE).render(scene, move_px + 1)
            yield Knock(f"{name}, turned", move_px, hand, grid, board, image, turned.corners(scene, SIZE))


def _hand(rng: np.random.Generator) -> Hand:
    tips = float(rng.uniform(0, 6)), float(rng.uniform(1, 5))
    return Hand(*tips, True, None, SKINS[int(rng.integers(len(SKINS)))], SLEEVES[int(rng.integers(len(SLEEVES)))])


def _pushed(scene: Scene, move_px: int, rng: np.random.Generator) -> Scene:
    way, roll_deg = rng.uniform(0, 2 * np.pi), rng.normal(0, ROLL_DEG) * (move_px > 0)
    x_px, y_px = move_px * np.cos(way), move_px * np.sin(way)
    return replace(scene, bump_x_px=float(x_px), bump_y_px=float(y_px), bump_roll_deg=float(roll_deg))


def _turned(seed: int, move_px: int, rng: np.random.Generator) -> Room:
    """Turn the camera about the board and aim it elsewhere: by `move_px` in the picture, and by as much parallax."""
    room = Room(seed)
    pose, focal_px = room.pose, room.view(SIZE).focal_px
    way, some = rng.uniform(0, 2 * np.pi), move_px > 0
    across, up = move_px * np.cos(way) / focal_px, move_px * np.sin(way) / focal_px
    x, y, z = pose.target
    room.pose = replace(
        pose,
        yaw_deg=pose.yaw_deg + float(np.degrees(across)),
        pitch_deg=pose.pitch_deg + float(np.degrees(up)),
        roll_deg=pose.roll_deg + float(rng.normal(0, ROLL_DEG) * some),
        distance=pose.distance * float(1 + rng.normal(0, ZOOM) * some),
        target=(x + float(across) * pose.distance, y + float(up) * pose.distance, z),
    )
    return room


def photographed(board: Board, seed: int) -> Iterator[Knock]:
    """Move a photograph by every distance. The grid that was learned goes with it."""
    rng = np.random.default_rng([seed, 6])
    grid = polish(board.image, Grid.from_corners(board.corners))
    learned = learn_empty([board.image], grid)
    height, width = board.image.shape[:2]
    for move_px in MOVES_PX:
        some, way = move_px > 0, rng.uniform(0, 2 * np.pi)
        turn = cv2.getRotationMatrix2D(
            (width / 2, height / 2), rng.normal(0, ROLL_DEG) * some, 1 + rng.normal(0, ZOOM) * some
        )
        turn[:, 2] += move_px * np.array([np.cos(way), np.sin(way)])
        image = cv2.warpAffine(_changed(board, grid, rng), turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
        noisy = np.rint(image * 1.1 + rng.normal(0, 3, image.shape)).clip(0, 255).astype(np.uint8)
        corners = np.column_stack([grid.corners, np.ones(4)]) @ turn.T
        yield Knock(f"{board.name}, {move_px} px", move_px, False, grid, learned, noisy, corners)


def _changed(board: Board, grid: Grid, rng: np.random.Generator) -> np.ndarray:
    """Copy what four holes show into four others."""
    image = board.image.copy()
    holes = rng.permutation(42)[:8]
    centres, reach = np.rint(grid.centres().reshape(-1, 2)).astype(int), int(0.36 * grid.pitch_px)
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    disc = np.hypot(x, y) <= reach
    y, x = y[disc], x[disc]
    bottom, right = np.array(image.shape[:2]) - 1
    for source, target in zip(centres[holes[:4]], centres[holes[4:]], strict=True):
        taken = board.image[(source[1] + y).clip(0, bottom), (source[0] + x).clip(0, right)]
        image[(target[1] + y).clip(0, bottom), (target[0] + x).clip(0, right)] = taken
    return image
