"""Cameras: what is asked of a driver is read back, and everything that can be missing is said with its remedy."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from robot.commands.find_camera import pi_names
from tests.vision.devices import FakeCapture, FakePicamera2
from vision.cameras import kinds, open_camera
from vision.cameras.picture import PictureCamera, write_picture
from vision.cameras.usb import UsbCamera
from vision.cameras.video import VideoCamera
from vision.errors import CameraError, PictureError


def ticking() -> Callable[[], float]:
    times = iter(range(100, 200))
    return lambda: float(next(times))


@pytest.fixture
def device(tmp_path: Path) -> str:
    path = tmp_path / "video0"
    path.touch()
    return str(path)


def test_usb_camera_asks_for_its_size_and_a_short_buffer(device: str) -> None:
    fake = FakeCapture()
    opened = []
    UsbCamera(device, ticking(), open_capture=lambda *how: opened.append(how) or fake)  # type: ignore[func-returns-value]
    assert opened == [(device, cv2.CAP_V4L2)]
    assert (fake.width, fake.height, fake.asked[cv2.CAP_PROP_BUFFERSIZE]) == (1280, 720, 1)


def test_usb_camera_numbers_its_frames_and_stamps_them(device: str) -> None:
    camera = UsbCamera(device, ticking(), open_capture=lambda *_: FakeCapture())
    frames = [camera.capture() for _ in range(3)]
    assert [(frame.sequence, frame.time_s) for frame in frames] == [(0, 100.0), (1, 101.0), (2, 102.0)]
    assert frames[0].image.shape == (720, 1280, 3)


def test_usb_camera_that_does_not_open_is_busy(device: str) -> None:
    with pytest.raises(CameraError, match="does not open") as caught:
        UsbCamera(device, ticking(), open_capture=lambda *_: FakeCapture(opened=False))
    assert "fuser" in caught.value.remedy


def test_usb_camera_of_another_size_is_refused_and_let_go(device: str) -> None:
    fake = FakeCapture(sizes=())
    with pytest.raises(CameraError, match="gives 640x480 instead of 1280x720"):
        UsbCamera(device, ticking(), open_capture=lambda *_: fake)
    assert fake.released


def test_usb_camera_that_falls_silent_is_an_error(device: str) -> None:
    camera = UsbCamera(device, ticking(), open_capture=lambda *_: FakeCapture(frames=1))
    camera.capture()
    with pytest.raises(CameraError, match="gives no picture"):
        camera.capture()


def test_usb_camera_whose_frames_change_size_is_an_error(device: str) -> None:
    fake = FakeCapture()
    camera = UsbCamera(device, ticking(), open_capture=lambda *_: fake)
    fake.width = 320
    with pytest.raises(CameraError, match="gives 320x720"):
        camera.capture()


def test_usb_camera_close_lets_the_device_go(device: str) -> None:
    fake = FakeCapture()
    UsbCamera(device, ticking(), open_capture=lambda *_: fake).close()
    assert fake.released


@pytest.mark.parametrize(
    ("name", "path"), [("usb", "/dev/video0"), ("usb:7", "/dev/video7"), ("usb:/dev/none", "/dev/none")]
)
def test_usb_camera_that_is_missing_is_named(name: str, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.path.exists", lambda _: False)
    with pytest.raises(CameraError, match=f"no camera at {path}") as caught:
        open_camera(name, ticking())
    assert "/dev/v4l/by-id" in caught.value.remedy


def test_usb_camera_that_is_forbidden_names_the_group(device: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(CameraError, match="may not use") as caught:
        open_camera(f"usb:{device}", ticking())
    assert "usermod -aG video" in caught.value.remedy


@pytest.fixture
def video(tmp_path: Path) -> str:
    path = str(tmp_path / "game.avi")
    writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for level in (0, 100, 200):
        writer.write(np.full((48, 64, 3), level, np.uint8))
    writer.release()
    return path


def test_video_camera_gives_every_frame_on_the_videos_own_time(video: str) -> None:
    camera = open_camera(f"video:{video}", ticking())
    frames = [camera.capture() for _ in range(3)]
    assert [(frame.sequence, frame.time_s) for frame in frames] == [(0, 0.0), (1, 0.1), (2, 0.2)]
    assert [round(float(frame.image.mean()), -1) for frame in frames] == [0, 100, 200]


def test_video_camera_says_when_the_video_has_ended(video: str) -> None:
    camera = VideoCamera(video)
    for _ in range(3):
        camera.capture()
    with pytest.raises(CameraError, match="has ended"):
        camera.capture()
    camera.close()


def test_video_camera_refuses_what_is_no_video(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text.avi").write_text("no video")
    with pytest.raises(PictureError, match="no video that can be read"):
        VideoCamera(str(tmp_path / "text.avi"))
    with pytest.raises(PictureError, match="there is no video file"):
        VideoCamera(str(tmp_path / "missing.avi"))
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("name", ["video:{}", "usb:{}"])
def test_camera_whose_file_has_no_name_in_utf8_is_refused(name: str, tmp_path: Path, video: str) -> None:
    """OpenCV would end the whole process, without a word."""
    path = tmp_path / "q\udcff.avi"
    path.write_bytes(Path(video).read_bytes())
    with pytest.raises((PictureError, CameraError), match="is no UTF-8 text"):
        open_camera(name.format(path), ticking())


def test_video_camera_refuses_a_video_without_a_picture_or_cut_in_its_header(
    tmp_path: Path, video: str, capfd: pytest.CaptureFixture[str]
) -> None:
    hollow = str(tmp_path / "hollow.avi")
    cv2.VideoWriter(hollow, cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48)).release()
    (tmp_path / "cut.avi").write_bytes(Path(video).read_bytes()[:3000])
    for path in (hollow, str(tmp_path / "cut.avi")):
        with pytest.raises(PictureError, match="no picture that can be read|no video that can be read"):
            VideoCamera(path)
    assert capfd.readouterr().err == ""


def test_picture_camera_without_a_picture_is_refused_when_it_is_opened(tmp_path: Path) -> None:
    (tmp_path / "empty.jpg").touch()
    (tmp_path / "folder").mkdir()
    for place, says in (
        ("", "no name of a file"),
        (str(tmp_path / "nope.jpg"), "does not exist"),
        (str(tmp_path / "empty.jpg"), "is empty"),
        (str(tmp_path / "folder"), "no picture in the folder"),
    ):
        with pytest.raises(PictureError, match=says):
            open_camera(f"picture:{place}", ticking())


def test_picture_camera_gives_the_pictures_of_a_folder_in_order(tmp_path: Path) -> None:
    for name, level in (("b.png", 20), ("a.png", 10)):
        write_picture(tmp_path / name, np.full((40, 50, 3), level, np.uint8))
    (tmp_path / "notes.txt").write_text("no picture")
    camera = open_camera(f"picture:{tmp_path}", ticking())
    frames = [camera.capture() for _ in range(2)]
    assert [(frame.sequence, frame.time_s, int(frame.image[0, 0, 0])) for frame in frames] == [
        (0, 0.0, 10),
        (1, 1.0, 20),
    ]
    with pytest.raises(CameraError, match="no more pictures"):
        camera.capture()


def test_picture_camera_raises_for_a_bad_file_and_goes_on(tmp_path: Path) -> None:
    write_picture(tmp_path / "good.png", np.zeros((40, 50, 3), np.uint8))
    camera = PictureCamera([tmp_path / "missing.png", tmp_path / "good.png"])
    with pytest.raises(PictureError):
        camera.capture()
    assert camera.capture().sequence == 1


@pytest.fixture
def picamera2(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", types.SimpleNamespace(Picamera2=FakePicamera2))  # type: ignore[arg-type]


@pytest.mark.usefixtures("picamera2")
def test_pi_camera_gives_numbered_frames_of_its_size() -> None:
    camera = open_camera("pi", ticking())
    frames = [camera.capture() for _ in range(2)]
    assert [(frame.sequence, frame.time_s, frame.image.shape) for frame in frames] == [
        (0, 100.0, (720, 1280, 3)),
        (1, 101.0, (720, 1280, 3)),
    ]


@pytest.mark.usefixtures("picamera2")
def test_pi_camera_that_is_not_connected_or_closed_is_an_error() -> None:
    with pytest.raises(CameraError, match="Pi camera 1 does not answer"):
        open_camera("pi:1", ticking())
    camera = open_camera("pi:0", ticking())
    camera.close()
    with pytest.raises(CameraError, match="gives no picture"):
        camera.capture()


def test_pi_camera_without_picamera2_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError, match="needs picamera2") as caught:
        open_camera("pi", ticking())
    assert "apt install python3-picamera2" in caught.value.remedy
    assert "--system-site-packages" in caught.value.remedy


def test_pi_camera_whose_library_does_not_load_names_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A library that was built for another numpy raises a ValueError while it is imported."""
    (tmp_path / "picamera2.py").write_text('raise ValueError("numpy.dtype size changed,\\n  Expected 96")')
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "picamera2", raising=False)
    assert pi_names() == ["pi"]
    with pytest.raises(CameraError, match=r"picamera2 cannot be loaded \(numpy.dtype size changed, Expected") as caught:
        open_camera("pi", ticking())
    assert "constraints-bookworm.txt" in caught.value.remedy


@pytest.mark.parametrize("name", ["webcam", "", "pi:left", "pi:²", "_header:x"])
def test_cameras_of_unknown_names_are_refused(name: str) -> None:
    with pytest.raises(CameraError):
        open_camera(name, ticking())


def test_cameras_are_found_by_the_names_of_their_files() -> None:
    files = {path.stem for path in (Path(__file__).parents[2] / "vision/cameras").glob("[a-z]*.py")}
    assert set(kinds()) == files >= {"picture", "pi", "usb", "video"}
