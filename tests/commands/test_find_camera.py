"""`quadrow find-camera`: which cameras there are, and which one sees a board."""

from __future__ import annotations

import json
import shlex
import sys
import threading
import types
from pathlib import Path

import cv2
import numpy as np
import pytest

from robot.clock import RealClock
from robot.commands.calibrate import _real
from robot.commands.find_camera import advice, as_text, look_through, usb_names
from robot.config import load_settings
from tests.system.shell import CHECKOUT, is_one_line, quadrow
from tests.vision.devices import FakePicamera2, FakeRequest

BOARD = CHECKOUT / "tests/data/rendered-1.jpg"


def plug_in(root: Path, number: int, *, index: int = 0, bus: str = "usb1/1-1", by_id: str = "") -> None:
    """Make the device file of one node, its entry in /sys, and its stable name if it has one."""
    (root / "dev").mkdir(exist_ok=True)
    node = root / "dev" / f"video{number}"
    node.touch()
    known = root / "class" / f"video{number}"
    known.mkdir(parents=True)
    (known / "index").write_text(f"{index}\n")
    (root / "devices" / bus / str(number)).mkdir(parents=True)
    (known / "device").symlink_to(root / "devices" / bus / str(number))
    if by_id:
        folder = root / "dev" / "v4l" / "by-id"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"usb-{by_id}-video-index{index}").symlink_to(node)


def test_find_camera_prefers_stable_names(tmp_path: Path) -> None:
    plug_in(tmp_path, 0, by_id="Maker_Cam_123")
    plug_in(tmp_path, 1, index=1, by_id="Maker_Cam_123")
    names = usb_names(tmp_path / "dev", tmp_path / "class")
    assert names == [f"usb:{tmp_path}/dev/v4l/by-id/usb-Maker_Cam_123-video-index0"]


def test_find_camera_names_by_number_what_has_no_stable_name(tmp_path: Path) -> None:
    plug_in(tmp_path, 10)
    plug_in(tmp_path, 2, by_id="A")
    plug_in(tmp_path, 3)
    plug_in(tmp_path, 4, index=1)
    names = [name.rpartition("/")[2] for name in usb_names(tmp_path / "dev", tmp_path / "class")]
    assert names == ["usb-A-video-index0", "video3", "video10"]


def test_find_camera_leaves_out_what_is_no_camera(tmp_path: Path) -> None:
    plug_in(tmp_path, 19, bus="platform/bcm2835-codec")
    (tmp_path / "dev" / "video9").touch()
    assert usb_names(tmp_path / "dev", tmp_path / "class") == []


def test_find_camera_says_which_one_sees_a_board(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "wall.png"), np.full((480, 640, 3), 128, np.uint8))
    done = quadrow(
        "find-camera", f"picture:{BOARD}", f"picture:{tmp_path}/wall.png", "--json", QUADROW_HOME=str(tmp_path / "home")
    )
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0 and [one["board"] for one in said] == [True, False]
    for one in said:
        picture = cv2.imread(one["picture"])
        assert picture is not None and list(picture.shape[1::-1]) == one["size"] == [640, 480]


def test_find_camera_tells_how_to_use_what_it_found(tmp_path: Path) -> None:
    one = advice(["picture:board.jpg", "stream:http://10.0.0.7:8080/video"])
    assert 'camera = "stream:http://10.0.0.7:8080/video"' in one and "quadrow calibrate all" in one
    assert advice(["usb:0", "pi", "video:film.avi"]).startswith("2 cameras see a board")
    assert advice([]).startswith("no camera sees a board")


def test_find_camera_says_what_a_file_is_good_for(tmp_path: Path) -> None:
    """It cannot be set: a calibration and a game go on after its last picture."""
    done = quadrow("find-camera", f"picture:{BOARD}", "--pictures", str(tmp_path), QUADROW_HOME=str(tmp_path / "home"))
    assert done.returncode == 0
    last = done.stdout.splitlines()[-1]
    assert "config.toml" not in last and "usb, pi or stream" in last
    words = shlex.split(last.partition(": ")[2].partition(";")[0])
    assert words[:2] == ["quadrow", "look"] and quadrow(*words[1:]).returncode == 0


def test_find_camera_looks_through_the_simulated_camera_too(tmp_path: Path) -> None:
    done = quadrow("find-camera", "sim:3", QUADROW_HOME=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "") and "sees the board" in done.stdout
    assert done.stdout.splitlines()[-1].endswith("quadrow calibrate all --sim --seed 3")
    assert quadrow("find-camera", "sim:x", QUADROW_HOME=str(tmp_path)).returncode == 3


def test_find_camera_without_a_picture_is_missing_hardware(tmp_path: Path) -> None:
    done = quadrow("find-camera", "picture:nothing.png", "wheel:1", QUADROW_HOME=str(tmp_path))
    assert done.returncode == 3 and is_one_line(done.stderr)
    assert "does not exist" in done.stdout and "no kind of camera" in done.stdout


def test_find_camera_and_calibrate_name_the_kinds_of_camera_in_their_help() -> None:
    for verb in ("find-camera", "calibrate"):
        told = "".join(quadrow(verb, "--help", COLUMNS="400").stdout.split())
        assert "usb:/dev/v4l/by-id/NAME,usb:0,pi,pi:1,stream:http://ADDRESS/,video:FILE,picture:FILE" in told


class PacedPicamera2(FakePicamera2):
    """A Pi camera that takes fifty frames a second."""

    def capture_request(self, wait: float | None = None) -> FakeRequest:
        threading.Event().wait(0.02)
        return super().capture_request(wait)


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", types.SimpleNamespace(Picamera2=PacedPicamera2))  # type: ignore[arg-type]


@pytest.mark.usefixtures("pi")
def test_find_camera_lets_a_camera_settle_and_tells_what_is_locked(tmp_path: Path) -> None:
    found = look_through("pi", tmp_path, RealClock().now)
    assert found.settings.startswith("locked: exposure 1") and found.settings in as_text(found).splitlines()[2]


@pytest.mark.usefixtures("pi")
def test_calibrate_lets_a_camera_settle_and_tells_what_is_locked() -> None:
    bench = _real("pi", load_settings())
    assert "white balance (red 1.90, blue 1.50)" in bench.settings
    bench.camera.close()
