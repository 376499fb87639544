"""The locator: boards of any colour, size and slant are found; what is no 7 by 6 board is refused, with its kind."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.drawn import POSITION, Drawing
from tests.vision.shared import folder_of, labels_of
from vision.candidates import find_candidates
from vision.errors import BoardNotFound
from vision.locate import Located, locate, shrink, stretch

STRAIGHT = ((140.0, 100.0), (500.0, 100.0), (500.0, 400.0), (140.0, 400.0))
SLANTED = ((180.0, 96.0), (470.0, 130.0), (462.0, 366.0), (168.0, 404.0))
TURNED = ((196.0, 70.0), (516.0, 138.0), (452.0, 410.0), (132.0, 342.0))
FAR = ((250.0, 180.0), (394.0, 184.0), (392.0, 304.0), (252.0, 300.0))
PAINTS = {"blue": (160, 60, 30), "wood": (120, 170, 205), "turquoise": (190, 200, 90), "white": (225, 225, 225)}
ROOM = (110, 118, 122)


def board(corners=STRAIGHT, paint=PAINTS["blue"], columns=7, rows=6, size=(640, 480), seed=3):
    """Draw a flat board of columns by rows before a mottled wall: uint8 (480, 640, 3)."""
    rng = np.random.default_rng(seed)
    fine = 2
    wide = (size[0] * fine, size[1] * fine)
    wall = cv2.resize(rng.integers(-14, 15, (12, 16)).astype(np.float32), wide, interpolation=cv2.INTER_CUBIC)
    wall = np.clip(np.array(ROOM) + wall[..., None], 0, 255)
    grid = np.float32([[0, 0], [columns - 1, 0], [columns - 1, rows - 1], [0, rows - 1]])
    to_grid = cv2.getPerspectiveTransform((np.float32(corners) + 0.5) * fine - 0.5, grid)
    x, y = np.meshgrid(np.arange(wide[0], dtype=np.float32), np.arange(wide[1], dtype=np.float32))
    u, v = cv2.perspectiveTransform(np.dstack([x, y]).reshape(1, -1, 2), to_grid)[0].T.reshape(2, *wall.shape[:2])
    plate = (abs(u - (columns - 1) / 2) < columns / 2 + 0.2) & (abs(v - (rows - 1) / 2) < rows / 2 + 0.2)
    hole = np.hypot(u - np.clip(np.rint(u), 0, columns - 1), v - np.clip(np.rint(v), 0, rows - 1)) < 0.37
    picture = np.where((plate & ~hole)[..., None], np.array(paint, dtype=np.float32), wall.astype(np.float32))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.clip(small + rng.normal(0, 3, small.shape), 0, 255).astype(np.uint8)


def error_in_pitches(located: Located, corners) -> float:
    truth = np.asarray(corners, dtype=float)
    pitch = (np.linalg.norm(truth[1] - truth[0]) / 6 + np.linalg.norm(truth[3] - truth[0]) / 5) / 2
    return float(np.linalg.norm(located.grid.corners - truth, axis=1).max() / pitch)


def kind_of(image: np.ndarray) -> str:
    with pytest.raises(BoardNotFound) as refusal:
        locate(image)
    assert str(refusal.value)
    assert refusal.value.remedy
    return refusal.value.kind


@pytest.mark.parametrize("paint", PAINTS.values(), ids=PAINTS.keys())
def test_locate_finds_a_board_whatever_its_colour(paint):
    assert error_in_pitches(locate(board(paint=paint)), STRAIGHT) < 0.05


@pytest.mark.parametrize("corners", [SLANTED, TURNED, FAR], ids=["slanted", "turned", "far"])
def test_locate_finds_a_board_wherever_it_stands(corners):
    assert error_in_pitches(locate(board(corners)), corners) < 0.06


def test_locate_measures_the_radius_of_the_holes():
    assert locate(board()).grid.radius == pytest.approx(0.37, abs=0.02)


def test_locate_says_how_sure_it_is():
    located = locate(board())
    assert located.score > 0.95
    assert located.members >= 40
    assert located.residual_px < 1


@pytest.mark.parametrize("grid", [POSITION, ("RYRYRYR", "YRYRYRY") * 3], ids=["some discs", "full"])
def test_locate_finds_a_thick_board_with_discs(grid):
    drawing = Drawing(grid=grid)
    assert error_in_pitches(locate(drawing.picture()), drawing.corners) < 0.12


@pytest.mark.parametrize(("gain", "lift"), [(0.05, 0), (0.05, 100)], ids=["dim", "flat"])
def test_locate_finds_a_board_in_poor_light(gain, lift):
    image = np.clip(board(paint=PAINTS["wood"]) * gain + lift, 0, 255).astype(np.uint8)
    assert error_in_pitches(locate(image), STRAIGHT) < 0.1


def test_locate_gives_pixels_of_the_large_picture_that_it_was_given():
    """Six times as large: the middle of pixel p is at 6 p + 2.5."""
    image = cv2.resize(board(SLANTED), None, fx=6, fy=6, interpolation=cv2.INTER_LINEAR)
    expected = np.array(SLANTED) * 6 + 2.5
    assert error_in_pitches(locate(image), expected) < 0.06


def test_locate_is_the_same_every_time_and_leaves_the_picture_alone():
    image = board(TURNED)
    image.flags.writeable = False
    first, second = locate(image), locate(image)
    assert np.array_equal(first.grid.corners, second.grid.corners)
    assert first.score == second.score


@pytest.mark.parametrize("size", [(1, 1), (1, 2000), (3000, 1), (2, 2), (40, 30)])
def test_locate_refuses_a_picture_too_small_for_a_board(size):
    assert kind_of(np.full((*size, 3), 90, np.uint8)) == "no board"


def test_locate_refuses_noise():
    noise = np.random.default_rng(8).integers(0, 256, (480, 640, 3)).astype(np.uint8)
    assert kind_of(noise) == "no board"


def test_locate_refuses_a_checkered_cloth():
    y, x = np.indices((480, 640))
    cloth = np.where(((x // 40 + y // 40) % 2)[..., None], (60, 140, 90), (190, 220, 225)).astype(np.uint8)
    assert kind_of(cloth) == "no board"


@pytest.mark.parametrize(("columns", "rows"), [(5, 5), (6, 6), (7, 5), (6, 7), (8, 6), (7, 7), (9, 7)])
def test_locate_refuses_a_grid_of_another_size(columns, rows):
    right, below = 100 + 48 * (columns - 1), 90 + 48 * (rows - 1)
    corners = ((100, 90), (right, 90), (right, below), (100, below))
    assert kind_of(board(corners, columns=columns, rows=rows)) == "not 7 by 6"


@pytest.mark.parametrize(
    "part",
    [np.s_[:, 170:], np.s_[:, :470], np.s_[130:], np.s_[:370]],
    ids=["left", "right", "top", "bottom"],
)
def test_locate_says_when_a_whole_line_of_holes_is_cut_off(part):
    assert kind_of(board()[part].copy()) == "cut off"


def test_locate_finds_a_board_whose_outer_holes_are_cut_a_little():
    located = locate(board()[:, 130:].copy())
    assert error_in_pitches(located, np.array(STRAIGHT) - [130, 0]) < 0.06


def test_shrink_keeps_at_least_a_pixel():
    assert shrink(np.zeros((1, 4000, 3), np.uint8), 0.25).shape == (1, 1000, 3)


def test_stretch_spreads_a_dim_picture_but_not_without_bound():
    ramp = np.repeat(np.arange(100, 140, dtype=np.uint8)[None, :, None], 40, axis=0).repeat(3, axis=2)
    spread = stretch(ramp)
    assert spread.min() == 0
    assert int(spread.max()) == pytest.approx(39 * 4, abs=8)


def test_candidates_measure_an_ellipse():
    """A filled ellipse drawn by OpenCV: centre, radius of the circle of equal area, and its long axis."""
    image = np.full((200, 200, 3), 40, np.uint8)
    cv2.ellipse(image, (90, 110), (40, 24), 30, 0, 360, (210, 210, 210), -1, cv2.LINE_AA)
    found = find_candidates(image)
    assert found.centre[0] == pytest.approx([90, 110], abs=0.5)
    assert found.radius[0] == pytest.approx(np.sqrt(40 * 24), abs=1)
    lengths, axes = np.linalg.eigh(found.spread[0])
    assert np.sqrt(lengths) == pytest.approx([24, 40], abs=1.2)
    assert abs(axes[:, 1] @ [np.cos(np.pi / 6), np.sin(np.pi / 6)]) > 0.99


def test_candidates_leave_out_what_is_not_round():
    image = np.full((200, 300, 3), 40, np.uint8)
    cv2.rectangle(image, (20, 40), (100, 120), (210, 210, 210), -1)
    cv2.fillPoly(image, [np.array([[150, 150], [280, 150], [215, 40]])], (210, 210, 210))
    assert len(find_candidates(image)) == 0


@pytest.mark.parametrize(("variable", "least"), [("QUADROW_PHOTOS", 7), ("QUADROW_RENDERS", 7)])
def test_locate_finds_eight_of_the_pictures_outside_the_repository(variable, least):
    folder = folder_of(variable)
    labels = [label for label in labels_of(folder) if label.get("is_7x6", True) and label.get("kind") != "hand"]
    chosen = np.random.default_rng(20261129).choice(len(labels), 8, replace=False)
    found, misplaced = [], []
    for label in (labels[i] for i in chosen):
        try:
            located = locate(cv2.imread(str(folder / label["file"])))
        except BoardNotFound:
            continue
        (found if error_in_pitches(located, label["corners"]) < 0.25 else misplaced).append(label["file"])
    assert misplaced == []
    assert len(found) >= least
