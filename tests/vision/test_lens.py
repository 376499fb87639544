"""A picture through a wide lens is straightened, and places in it are told where the camera sees them."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from robot.sim.render import Renderer, Room
from robot.sim.scene import Scene
from tests.system.shell import is_one_line, quadrow
from vision.cameras.picture import write_picture
from vision.errors import CameraError
from vision.lens import Lens, Straightener
from vision.types import COLUMNS, ROWS, Cell, Image

SIZE = (640, 480)
WIDE = Lens(SIZE, (330.0, 332.0), (322.0, 238.0), (-0.18, 0.03, 0.001, -0.001, 0.0))
"""A lens of 88 degrees."""
EMPTY = ((Cell.EMPTY,) * COLUMNS,) * ROWS


def through(lens: Lens, image: Image) -> Image:
    """Bend a straight picture as the lens does: what a pixel of the bent one shows is found by OpenCV's own inverse."""
    width, height = lens.size
    x, y = np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64))
    (fx, fy), (cx, cy) = lens.focal, lens.centre
    matrix = np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1]])
    bent = np.stack([x.ravel(), y.ravel()], axis=1)
    straight = cv2.undistortPoints(bent[:, None], matrix, np.array(lens.bend), P=matrix).reshape(height, width, 2)
    return np.asarray(cv2.remap(image, straight.astype(np.float32), None, cv2.INTER_LINEAR), np.uint8)


@pytest.fixture(scope="module")
def room() -> Renderer:
    return Renderer(Room(5), SIZE)


def test_lens_bends_points_as_pictures_are_bent() -> None:
    image = np.zeros((480, 640, 3), dtype=np.uint8)
    places = np.array([[100.0, 80.0], [540.0, 100.0], [320.0, 240.0], [150.0, 400.0]])
    for x, y in places:
        cv2.circle(image, (int(x), int(y)), 6, (255, 255, 255), -1)
    bent = through(WIDE, image)
    for x, y in WIDE.bent(places):
        assert bent[round(y), round(x)].min() > 200
    back = Straightener(WIDE).straighten(bent)
    assert np.abs(back.astype(int) - image).mean() < 1.5


def test_lens_of_half_the_size_is_the_same_lens() -> None:
    half = WIDE.for_size(320, 240)
    points = np.array([[30.0, 20.0], [300.0, 200.0]])
    assert np.allclose((half.bent(points) + 0.5) * 2 - 0.5, WIDE.bent((points + 0.5) * 2 - 0.5), atol=0.01)
    with pytest.raises(CameraError, match="640x480"):
        WIDE.for_size(1280, 720)


def test_board_seen_through_a_wide_lens_is_found_where_it_is(room: Renderer, tmp_path: Path) -> None:
    straight = room.render(Scene(EMPTY), 1)
    truth = WIDE.bent(np.array(room.room.corners(Scene(EMPTY)), dtype=np.float64))
    write_picture(tmp_path / "bent.png", through(WIDE, straight))
    lens = tmp_path / "lens.toml"
    lens.write_text(
        f"width_px = 640\nheight_px = 480\nfocal_px = {list(WIDE.focal)}\ncentre_px = {list(WIDE.centre)}\n"
        f"bend = {list(WIDE.bend)}\n"
    )
    done = quadrow("look", "bent.png", "--lens", "lens.toml", "--json", cwd=tmp_path, QUADROW_HOME=str(tmp_path))
    said = json.loads(done.stdout)
    assert said["board"], said
    pitch_px = np.linalg.norm(truth[1] - truth[0]) / 6
    assert np.abs(np.array(said["corners"]) - truth).max() < 0.08 * pitch_px  # bent it would be 0.13


@pytest.mark.parametrize(
    "text",
    [
        "",
        "width_px = 640",
        "x = 1",
        "width_px = 640\nheight_px = 480\nfocal_px = [0, 0]\ncentre_px = [1, 1]\nbend = [1]",
    ],
)
def test_file_that_tells_no_lens_is_refused_in_one_line(text: str, tmp_path: Path) -> None:
    (tmp_path / "lens.toml").write_text(text)
    (tmp_path / "config.toml").write_text('lens = "lens.toml"\n')
    for words in (("look", "--lens", "lens.toml", "x.jpg"), ("look", "--camera", "picture:x.jpg")):
        done = quadrow(*words, cwd=tmp_path, QUADROW_HOME=str(tmp_path))
        assert done.returncode == 2 and is_one_line(done.stderr) and "lens.toml" in done.stderr, done.stderr
