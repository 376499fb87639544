"""The search for a board that was knocked, on rendered rooms."""

from __future__ import annotations

import numpy as np
import pytest

from robot.sim.render import Renderer, Room
from robot.sim.scene import Scene
from vision.bump import ends_right, lies_right, search_around
from vision.colours import learn_empty
from vision.edges import NORMALS, RimPath, polish
from vision.rectify import Grid
from vision.types import Cell

LEARNED = np.full((42, 12), 0.38, dtype=np.float32)
BARE = ((Cell.EMPTY,) * 7,) * 6


@pytest.mark.parametrize(("across", "down", "roll_deg"), [(2.7, 7.4, -0.22), (0.0, 10.0, 0.0), (-20.0, 16.0, 0.5)])
@pytest.mark.parametrize("seed", [906, 7])
def test_bump_search_takes_the_short_way_rather_than_one_of_a_hole(
    seed: int, across: float, down: float, roll_deg: float
) -> None:
    """In room 906 the plastic looks alike a whole hole higher, and the rims fit there nearly as well."""
    room = Room(seed)
    renderer = Renderer(room)
    bare = renderer.render(Scene(BARE), 0)
    grid = polish(bare, Grid.from_corners(room.corners(Scene(BARE))))
    bumped = Scene(BARE, bump_x_px=across, bump_y_px=down, bump_roll_deg=roll_deg)
    found = search_around(renderer.render(bumped, 1), grid, learn_empty([bare], grid))
    apart = np.linalg.norm(found.corners - room.corners(bumped), axis=1).max()
    assert apart < 0.1 * found.pitch_px


@pytest.mark.parametrize(
    ("seen", "drift", "right"), [(0.55, 0.0, True), (0.42, 0.0, True), (0.36, 0.0, False), (0.84, 0.045, False)]
)
def test_bump_is_told_by_drift_where_few_rims_are_in_place(seen: float, drift: float, right: bool) -> None:
    """A drift of 0.045 leaves half of the rims in their place."""
    rng = np.random.default_rng(1)
    lost = rng.permutation(LEARNED.size).reshape(LEARNED.shape) >= seen * LEARNED.size
    strays = rng.choice([-0.1, 0.08], LEARNED.shape)
    edges = LEARNED + drift * NORMALS[:, 0] + np.where(lost, strays, 0.0)
    assert lies_right(edges.astype(np.float32), LEARNED) is right


def test_bump_finds_a_line_beyond_the_end_of_a_grid_that_is_off_by_a_hole() -> None:
    """Though many of its rims seem to be in place, and the plastic beyond it in sight."""
    room, framed = Room(7), np.ones(4, dtype=bool)
    bare = Renderer(room).render(Scene(BARE), 0)
    grid = polish(bare, Grid.from_corners(room.corners(Scene(BARE))))
    rims = learn_empty([bare], grid).rims
    right = []
    for across, down in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)):
        move = np.array([[1, 0, across], [0, 1, down], [0, 0, 1]])
        moved = Grid.from_homography(grid.homography @ move, grid.radius)
        edges = RimPath.of(moved).edges(bare)
        edges[:, ::3] = rims[:, ::3]
        right.append(ends_right(bare, moved, edges, rims, framed))
    assert right == [True, False, False, False, False]
