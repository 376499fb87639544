"""The renderer against pictures: what is drawn stands where the truth says, and nothing else changes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from robot.sim.render import Renderer, Room, contact_sheet
from robot.sim.render.sheet import sample_cells
from robot.sim.scene import FallingDisc, Hand, Lamp, Scene
from vision.types import COLUMNS, ROWS, Cell, Cells

EMPTY: Cells = ((Cell.EMPTY,) * COLUMNS,) * ROWS
BLACK, WHITE = (0, 0, 0), (255, 255, 255)


def only(row: int, column: int, colour: Cell = Cell.RED) -> Cells:
    """A board with one disc, wherever it may hang."""
    return tuple(tuple(colour if (r, c) == (row, column) else Cell.EMPTY for c in range(COLUMNS)) for r in range(ROWS))


def all_of(colour: Cell) -> Cells:
    return ((colour,) * COLUMNS,) * ROWS


def centres(corners):
    """Places of all holes by homography from the corners TL TR BR BL, (6, 7, 2) px, row 0 low."""
    grid = np.array([(0, ROWS - 1), (COLUMNS - 1, ROWS - 1), (COLUMNS - 1, 0), (0, 0)], dtype=np.float32)
    way = cv2.getPerspectiveTransform(grid, np.asarray(corners, dtype=np.float32))
    cells = np.array([[(c, r) for c in range(COLUMNS)] for r in range(ROWS)], dtype=np.float32)
    return cv2.perspectiveTransform(cells.reshape(1, -1, 2), way).reshape(ROWS, COLUMNS, 2)


def pitch_px(corners):
    return float(np.linalg.norm(corners[1] - corners[0])) / (COLUMNS - 1)


def changed(one, other, by: int = 24):
    """Places (x, y) whose colour differs clearly between two pictures, (N, 2)."""
    differ = np.abs(one.astype(int) - other.astype(int)).max(axis=2) > by
    return np.argwhere(differ)[:, ::-1]


def discs_seen(renderer: Renderer, scene: Scene) -> set[tuple[int, int]]:
    """Holes whose middle looks unlike the empty board's, as (row, column)."""
    empty, picture = renderer.render(Scene(EMPTY), 1), renderer.render(scene, 1)
    corners = renderer.room.corners(scene)
    places, reach = centres(corners), pitch_px(corners) * 0.2
    moved = changed(picture, empty)
    return {
        (row, column)
        for row in range(ROWS)
        for column in range(COLUMNS)
        if (np.abs(moved - places[row, column]).max(axis=1) < reach).sum() > reach * reach
    }


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(Room(5))


def test_render_gives_equal_bytes_for_equal_seeds_whatever_came_before(renderer: Renderer) -> None:
    scene = Scene(only(0, 3), falling=(FallingDisc(2, 3.0, 20.0, True),), lamp=Lamp(3200.0, 0.9))
    renderer.render(Scene(all_of(Cell.YELLOW), hand=Hand(2, 4, True, "red", BLACK, WHITE), pile_red=4), 7)
    renderer.render(Scene(all_of(Cell.RED), bump_x_px=5.0, slider_open=0.5), 8)
    fresh = Renderer(Room(5))
    assert np.array_equal(renderer.render(scene, 11), fresh.render(scene, 11))
    assert np.array_equal(renderer.hidden(scene), fresh.hidden(scene))


def test_render_does_not_change_a_picture_it_gave_away(renderer: Renderer) -> None:
    picture = renderer.render(Scene(EMPTY), 1)
    kept = picture.copy()
    renderer.render(Scene(all_of(Cell.RED), hand=Hand(3, 3, True, None, BLACK, BLACK)), 2)
    assert np.array_equal(picture, kept)


def test_render_gives_every_frame_its_own_noise(renderer: Renderer) -> None:
    one, other = renderer.render(Scene(EMPTY), 1), renderer.render(Scene(EMPTY), 2)
    assert 0.3 < np.abs(one.astype(int) - other.astype(int)).mean() < 8.0


def test_rooms_of_different_seeds_differ() -> None:
    assert Room(1).pose != Room(2).pose


@pytest.mark.parametrize("bump", [(0.0, 0.0, 0.0), (9.0, -6.0, 1.0)])
@pytest.mark.parametrize("seed", [5, 21, 34])
def test_corners_agree_with_the_picture(seed: int, bump: tuple[float, float, float]) -> None:
    renderer = Renderer(Room(seed))
    knocked = dict(zip(("bump_x_px", "bump_y_px", "bump_roll_deg"), bump, strict=True))
    empty = renderer.render(Scene(EMPTY, **knocked), 1)
    corners = renderer.room.corners(Scene(EMPTY, **knocked))
    pitch = pitch_px(corners)
    for place, cell in zip(corners, ((5, 0), (5, 6), (0, 6), (0, 0)), strict=True):
        looks = [renderer.render(Scene(only(*cell, colour), **knocked), 1) for colour in (Cell.RED, Cell.YELLOW)]
        seen = np.concatenate([changed(look, empty) for look in looks])
        middle = (seen.min(axis=0) + seen.max(axis=0)) / 2
        assert np.linalg.norm(middle - place) < 0.12 * pitch


def test_corners_move_with_the_bump() -> None:
    room = Room(5)
    still = room.corners(Scene(EMPTY))
    assert room.corners(Scene(EMPTY, bump_x_px=4.0, bump_y_px=-3.0)) == pytest.approx(still + (4.0, -3.0))


def test_corners_scale_with_the_picture() -> None:
    room = Room(5)
    twice = room.corners(Scene(EMPTY), (1280, 960))
    assert twice == pytest.approx(2.0 * room.corners(Scene(EMPTY)) + 0.5)


@pytest.mark.parametrize("cell", [(0, 0), (0, 1), (2, 5), (5, 3), (3, 6)])
def test_disc_changes_only_its_own_hole(renderer: Renderer, cell: tuple[int, int]) -> None:
    corners = renderer.room.corners(Scene(EMPTY))
    place = centres(corners)[cell]
    moved = changed(renderer.render(Scene(only(*cell)), 1), renderer.render(Scene(EMPTY), 1), by=0)
    assert len(moved) > 0.2 * pitch_px(corners) ** 2
    assert np.linalg.norm(moved - place, axis=1).max() < 0.6 * pitch_px(corners)


def check_every_cell_in_its_place(renderer: Renderer) -> None:
    for cell in ((0, 0), (0, 1), (1, 6), (4, 2), (5, 5)):
        assert discs_seen(renderer, Scene(only(*cell))) == {cell}


def test_cells_are_drawn_in_their_places(renderer: Renderer) -> None:
    check_every_cell_in_its_place(renderer)


def test_mirrored_columns_are_caught() -> None:
    class Mirrored(Renderer):
        def _change_cells(self, cells: Cells) -> None:
            super()._change_cells(tuple(row[::-1] for row in cells))

    with pytest.raises(AssertionError):
        check_every_cell_in_its_place(Mirrored(Room(5)))


def test_turned_rows_are_caught() -> None:
    class Turned(Renderer):
        def _change_cells(self, cells: Cells) -> None:
            super()._change_cells(cells[::-1])

    with pytest.raises(AssertionError):
        check_every_cell_in_its_place(Turned(Room(5)))


def test_camera_behind_the_board_sees_columns_mirrored() -> None:
    behind = Renderer(Room(5, "back"))
    assert discs_seen(behind, Scene(only(0, 1))) == {(0, 5)}


def test_camera_behind_the_board_reports_hidden_holes_in_board_order() -> None:
    share = Renderer(Room(5, "back")).hidden(Scene(EMPTY, falling=(FallingDisc(1, 3.0, 5.0, True),)))
    assert share[3, 1] > 0.5
    assert share[:, 5].max() == 0.0


def test_room_refuses_another_side() -> None:
    with pytest.raises(ValueError, match="above"):
        Room(1, "above")


def own_pixels(renderer: Renderer, x: float, y: float, before: bool):
    """Mask of what a hand covers: where a black and a white one give different pictures. Its shadow is the same."""
    looks = [renderer.render(Scene(EMPTY, hand=Hand(x, y, before, None, paint, paint)), 1) for paint in (BLACK, WHITE)]
    return np.abs(looks[0].astype(int) - looks[1].astype(int)).max(axis=2) > 12


@pytest.mark.parametrize(("x", "y"), [(0.0, 5.0), (3.0, 2.5), (6.0, 0.0), (4.5, 4.0)])
def test_hand_hides_what_hidden_says(renderer: Renderer, x: float, y: float) -> None:
    scene = Scene(EMPTY, hand=Hand(x, y, True, None, BLACK, BLACK))
    corners = renderer.room.corners(scene)
    solid, told = own_pixels(renderer, x, y, True), renderer.hidden(scene)
    rows, columns = np.indices(solid.shape)
    for row, line in enumerate(centres(corners)):
        for column, (px, py) in enumerate(line):
            hole = np.hypot(columns - px, rows - py) < 0.34 * pitch_px(corners)
            assert solid[hole].mean() == pytest.approx(told[row, column], abs=0.15)
    assert told.max() > 0.5


def test_hand_above_the_board_hides_no_hole(renderer: Renderer) -> None:
    scene = Scene(EMPTY, hand=Hand(3.0, 5.6, False, None, BLACK, BLACK))
    solid = own_pixels(renderer, 3.0, 5.6, False)
    for x, y in centres(renderer.room.corners(scene)).reshape(-1, 2):
        assert not solid[round(y), round(x)]
    assert solid.any()
    assert renderer.hidden(scene).max() == 0.0


def test_held_disc_shows_its_colour(renderer: Renderer) -> None:
    scenes = [Scene(EMPTY, hand=Hand(3.0, 3.0, True, disc, BLACK, BLACK)) for disc in ("red", "yellow")]
    red, yellow = (renderer.render(scene, 1) for scene in scenes)
    moved = changed(red, yellow, by=50)
    greener = yellow[moved[:, 1], moved[:, 0], 1].astype(int) - red[moved[:, 1], moved[:, 0], 1]
    assert len(moved) > 100
    assert greener.mean() > 50


def test_falling_disc_crosses_its_column_only(renderer: Renderer) -> None:
    scene = Scene(EMPTY, falling=(FallingDisc(4, 2.5, 25.0, False),))
    share = renderer.hidden(scene)
    assert share[2, 4] > 0.3
    assert share[3, 4] > 0.3
    assert np.delete(share, 4, axis=1).max() == 0.0
    corners = renderer.room.corners(scene)
    moved = changed(renderer.render(scene, 1), renderer.render(Scene(EMPTY), 1))
    line = centres(corners)[:, 4]
    gap = np.abs(moved[:, 0] - np.interp(moved[:, 1], line[::-1, 1], line[::-1, 0]))
    assert len(moved) > 100
    assert gap.max() < 0.55 * pitch_px(corners)


def test_fast_disc_is_smeared_more_than_a_slow_one(renderer: Renderer) -> None:
    empty = renderer.render(Scene(EMPTY), 1)
    flights = [FallingDisc(4, 6.6, speed, False) for speed in (0.0, 40.0)]
    slow, fast = (changed(renderer.render(Scene(EMPTY, falling=(one,)), 1), empty)[:, 1] for one in flights)
    assert fast.max() - fast.min() > slow.max() - slow.min() + 10


def test_pile_lies_below_the_holes(renderer: Renderer) -> None:
    empty = renderer.render(Scene(EMPTY), 1)
    moved = changed(renderer.render(Scene(EMPTY, pile_red=9, pile_yellow=6), 1), empty)
    lowest = renderer.room.corners(Scene(EMPTY))[2:, 1].min()
    assert len(moved) > 2000
    assert moved[:, 1].min() > lowest


def test_pile_discs_stay_where_they_lie(renderer: Renderer) -> None:
    empty, few = (renderer.render(Scene(EMPTY, pile_red=red), 1) for red in (0, 1))
    more = renderer.render(Scene(EMPTY, pile_red=1, pile_yellow=1), 1)
    first, second = changed(few, empty), changed(more, few)
    assert {tuple(place) for place in first} - {tuple(place) for place in second}


def test_open_slider_shows(renderer: Renderer) -> None:
    opened, closed = renderer.render(Scene(EMPTY, slider_open=1.0), 1), renderer.render(Scene(EMPTY), 1)
    assert len(changed(opened, closed)) > 200


def test_warm_lamp_is_redder_than_a_cold_one(renderer: Renderer) -> None:
    warm, cold = (renderer.render(Scene(EMPTY, lamp=Lamp(kelvin)), 1).mean(axis=(0, 1)) for kelvin in (2700.0, 6500.0))
    assert warm[2] / warm[0] > 1.3 * cold[2] / cold[0]


def test_dim_lamp_is_darker(renderer: Renderer) -> None:
    dim, plain = (renderer.render(Scene(EMPTY, lamp=Lamp(brightness=gain)), 1).mean() for gain in (0.5, 1.0))
    assert dim < 0.85 * plain


@pytest.mark.parametrize("size", [(1280, 720), (320, 240)])
def test_render_works_at_other_sizes(size: tuple[int, int]) -> None:
    renderer = Renderer(Room(5), size)
    hand = Hand(3.0, 3.0, True, "red", BLACK, WHITE)
    picture = renderer.render(Scene(all_of(Cell.RED), hand=hand), 1)
    assert picture.shape == (size[1], size[0], 3)
    assert picture.dtype == np.uint8


def test_every_hole_lies_well_inside_the_picture() -> None:
    for seed in range(300):
        corners = Room(seed).corners(Scene(EMPTY))
        reach = 0.4 * pitch_px(corners)
        assert corners.min() > reach + 12, f"seed {seed}"
        assert (corners.max(axis=0) < (639 - reach - 12, 479 - reach - 12)).all(), f"seed {seed}"


def test_lens_is_undone_to_a_twentieth_of_a_pixel() -> None:
    for seed in range(20):
        view = Room(seed).view().bumped(7.0, -4.0, 1.5)
        xs, ys = view.slopes((0, 0, 640, 480))
        for x, y in ((0, 0), (639, 0), (100, 400), (320, 240)):
            way = np.array((xs[y, x], ys[y, x], 1.0)) @ view.pose.axes
            assert view.project(np.array([view.pose.place + 9.0 * way]))[0] == pytest.approx((x, y), abs=0.05)


def test_contact_sheet_fills_its_last_row() -> None:
    sheet = contact_sheet((1, 2, 3), across=2, size=(160, 120))
    assert sheet.shape == (240, 320, 3)
    assert (sheet[120:, 160:] == 128).all()


# -- how hard the pictures are ------------------------------------------------------------------------------------


def plain_hsv(picture, places):
    """The plain reader: one fixed table of hue, saturation and value at the middle of each hole, (6, 7)."""
    hsv = cv2.cvtColor(cv2.blur(picture, (5, 5)), cv2.COLOR_BGR2HSV)
    column, row = (np.rint(places[..., i]).astype(int) for i in (0, 1))
    hue, saturation, value = (hsv[row, column, i].astype(int) for i in range(3))
    red = ((hue < 10) | (hue > 170)) & (saturation > 100) & (value > 70)
    yellow = (hue >= 18) & (hue <= 38) & (saturation > 90) & (value > 90)
    return np.where(red, Cell.RED, np.where(yellow, Cell.YELLOW, Cell.EMPTY))


def middles(picture, places, reach: int):
    """Mean Lab colour of the middle of every hole, (6, 7, 3)."""
    soft = cv2.blur(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).astype(np.float32), (2 * reach + 1, 2 * reach + 1))
    column, row = (np.rint(places[..., i]).astype(int) for i in (0, 1))
    return soft[row, column]


@pytest.fixture(scope="module")
def boards():
    """40 boards: what the plain reader got wrong, and the least difference between empty and disc over the holes."""
    wrong, least = [], []
    for seed in range(40):
        renderer = Renderer(Room(seed))
        rng = np.random.default_rng(seed)
        cells = sample_cells(rng, int(rng.integers(0, 36)))
        corners = renderer.room.corners(Scene(cells))
        places, reach = centres(corners), int(pitch_px(corners) * 0.25)
        wrong.append(int((plain_hsv(renderer.render(Scene(cells), 1), places) != np.array(cells)).sum()))
        looks = {colour: renderer.render(Scene(all_of(colour)), 1) for colour in (Cell.EMPTY, Cell.RED, Cell.YELLOW)}
        lab = {colour: middles(look, places, reach) for colour, look in looks.items()}
        apart = [np.linalg.norm(lab[Cell.EMPTY] - lab[disc], axis=-1).min() for disc in (Cell.RED, Cell.YELLOW)]
        least.append(float(min(apart)))
    return wrong, least


def test_plain_hsv_reader_errs_as_it_does_on_photographs(boards) -> None:
    wrong, _ = boards
    assert sum(wrong) / (40 * ROWS * COLUMNS) >= 0.03


def test_plain_hsv_reader_reads_some_boards_right(boards) -> None:
    wrong, _ = boards
    assert sum(count == 0 for count in wrong) >= 4


def test_discs_differ_from_the_empty_look_of_every_hole(boards) -> None:
    _, least = boards
    assert min(least) > 6.0
