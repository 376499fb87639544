"""The camera that is read all the time: newest frames, bounded waiting, and it comes back by itself. Real threads."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from robot.clock import RealClock
from tests.vision.plug import PERIOD_S, PacedFile, Plug, live, noise
from vision.cameras import live_camera, settle
from vision.cameras._live import MOST_STUCK, LiveCamera
from vision.cameras.video import VideoCamera
from vision.errors import CameraError
from vision.types import Camera, Frame

CLOCK = RealClock()
TOLD_S = BACK_S = 2.0
"""Within which a failure is said, and frames come again after it has ended."""


@pytest.fixture
def plug() -> Iterator[Plug]:
    plug = Plug()
    yield plug
    plug.free()


def failure(camera: Camera) -> tuple[CameraError, float]:
    """Take frames until the camera fails; the error, and how long that took."""
    start_s = CLOCK.now()
    while CLOCK.now() < start_s + 10:
        try:
            camera.capture()
        except CameraError as error:
            return error, CLOCK.now() - start_s
    raise AssertionError("the camera does not fail")


def recovery(camera: Camera) -> tuple[Frame, float]:
    """Ask until there is a frame; it, and how long that took."""
    start_s = CLOCK.now()
    while CLOCK.now() < start_s + 10:
        try:
            return camera.capture(), CLOCK.now() - start_s
        except CameraError:
            pass
    raise AssertionError("the camera does not come back")


def threads(name: str) -> int:
    """How many threads work for the camera of a name."""
    return sum(thread.name == f"camera {name}" for thread in threading.enumerate())


def test_live_camera_gives_only_the_newest_frame(plug: Plug) -> None:
    camera = live(plug)
    first = camera.capture()
    CLOCK.sleep(10 * PERIOD_S)
    later, after = camera.capture(), camera.capture()
    assert later.time_s > first.time_s + 5 * PERIOD_S
    assert first.sequence + 1 < later.sequence < after.sequence
    camera.close()


def test_live_camera_gives_no_frame_twice_and_none_backwards(plug: Plug) -> None:
    camera = live(plug)
    frames = [camera.capture() for _ in range(20)]
    assert all(b.sequence > a.sequence and b.time_s > a.time_s for a, b in zip(frames, frames[1:], strict=False))
    camera.close()


def test_live_camera_hands_the_picture_on_without_copying_it(plug: Plug) -> None:
    image = noise(1)
    camera = live(Plug(lambda _: image))
    assert camera.capture().image is image
    camera.close()


@pytest.mark.parametrize("state", ["missing", "busy"])
def test_live_camera_that_does_not_open_says_why_and_comes_when_it_can(plug: Plug, state: str) -> None:
    plug.state = state
    camera = live(plug)
    error, told_s = failure(camera)
    assert str(error) == f"the camera is {state}" and error.remedy and told_s < TOLD_S
    plug.state = "good"
    assert recovery(camera)[1] < BACK_S
    camera.close()


@pytest.mark.parametrize(
    ("state", "words", "gone_s"), [("silent", "gives no picture", 2.2), ("throws", "failed (bad buffer)", 0.3)]
)
def test_live_camera_that_fails_is_opened_again(plug: Plug, state: str, words: str, gone_s: float) -> None:
    camera = live(plug)
    before = camera.capture()
    plug.state = state
    error, told_s = failure(camera)
    assert words in str(error) and told_s < TOLD_S
    plug.state = "missing"
    CLOCK.sleep(gone_s)
    plug.state = "good"
    after, back_s = recovery(camera)
    assert back_s < BACK_S and after.sequence > before.sequence and after.time_s > before.time_s
    assert plug.opened == 2
    camera.close()
    assert plug.closed == 2


def test_live_camera_whose_driver_hangs_is_given_up_and_opened_again(plug: Plug) -> None:
    camera = live(plug)
    before = camera.capture()
    plug.state = "hangs"
    error, told_s = failure(camera)
    assert "gives no picture for 1 s" in str(error) and told_s < TOLD_S
    plug.state, plug.frames = "good", lambda number: noise(1000 + number)[:24]
    after, back_s = recovery(camera)
    assert back_s < BACK_S and after.sequence > before.sequence
    assert plug.opened == 2 and plug.closed == 0
    plug.free()
    late = [camera.capture() for _ in range(5)]
    assert {len(frame.image) for frame in (after, *late)} == {24}, "a frame of the camera that had been given up"
    assert plug.closed == 1
    camera.close()


def test_live_camera_whose_opening_hangs_does_not_hold_its_caller(plug: Plug) -> None:
    plug.state = "hangs"
    camera = live(plug)
    error, told_s = failure(camera)
    assert "does not answer" in str(error) and told_s < TOLD_S
    plug.free()
    camera.close()


def test_live_camera_leaves_few_threads_behind_when_everything_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.cameras._live.OPEN_S", 0.05)
    monkeypatch.setattr("vision.cameras._live.AGAIN_S", 0.06)
    plug = Plug()
    plug.state = "hangs"
    camera = live(plug, "all that hangs")
    for _ in range(3 * MOST_STUCK):
        failure(camera)
    assert threads("all that hangs") == MOST_STUCK
    plug.free()
    recovery(camera)
    CLOCK.sleep(5 * PERIOD_S)
    assert threads("all that hangs") == 1
    camera.close()


def test_live_camera_that_is_closed_ends_its_thread_and_says_so(plug: Plug) -> None:
    camera = live(plug, "to be closed")
    camera.capture()
    assert threads("to be closed") == 1
    camera.close()
    assert threads("to be closed") == 0 and plug.closed == 1
    with pytest.raises(CameraError, match="is closed"):
        camera.capture()


def test_live_camera_does_not_keep_its_caller_busy_while_it_fails(plug: Plug) -> None:
    """Asked again and again it answers a few times a second, not a thousand."""
    plug.state = "missing"
    camera = live(plug)
    start_s, answers = CLOCK.now(), 0
    while CLOCK.now() < start_s + 0.8:
        failure(camera)
        answers += 1
    assert 2 <= answers <= 8
    camera.close()


def test_live_camera_tells_what_is_locked_once_it_has_settled(plug: Plug) -> None:
    camera = live(plug)
    locked = settle(camera)
    assert locked is not None and locked.words == "locked: exposure"
    camera.close()


def test_live_camera_that_is_missing_is_not_waited_for_when_it_should_settle(plug: Plug) -> None:
    plug.state = "missing"
    camera = live(plug)
    with pytest.raises(CameraError, match="is missing"):
        settle(camera)
    camera.close()


def test_live_camera_reads_a_video_file_that_comes_to_its_end_and_is_opened_again(tmp_path: Path) -> None:
    path = str(tmp_path / "short.avi")
    writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"MJPG"), 25.0, (64, 48))
    for number in range(10):
        writer.write(noise(number))
    writer.release()
    camera = LiveCamera("file", lambda: PacedFile(lambda: VideoCamera(path)), CLOCK.now)
    frames, troubles = [], []
    while len(frames) < 25:
        try:
            frames.append(camera.capture())
        except CameraError as error:
            troubles.append(str(error))
    assert set(troubles) == {"the plug is out"}
    assert np.all(np.diff([frame.sequence for frame in frames]) >= 1)
    assert {frame.image.shape for frame in frames} == {(48, 64, 3)}
    camera.close()


@pytest.mark.parametrize("name", ["usb:/dev/none", "pi"])
def test_live_camera_of_a_kind_that_is_missing_says_so_when_it_is_asked(name: str) -> None:
    camera = live_camera(name, CLOCK.now)
    with pytest.raises(CameraError, match="no camera at /dev/none|needs picamera2"):
        camera.capture()
    camera.close()


def test_live_camera_of_a_file_is_the_file(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), noise(1))
    camera = live_camera(f"picture:{tmp_path}", CLOCK.now)
    assert not isinstance(camera, LiveCamera) and settle(camera) is None
    assert camera.capture().sequence == 0
