"""The simulated camera keeps what a camera promises."""

from __future__ import annotations

import numpy as np
import pytest

from robot.clock import VirtualClock
from robot.sim.camera import SimCamera
from robot.sim.render import Renderer, Room
from robot.sim.scene import Scene
from vision.errors import CameraError
from vision.types import COLUMNS, ROWS, Camera, Cell

EMPTY = Scene(((Cell.EMPTY,) * COLUMNS,) * ROWS)
FULL = Scene(((Cell.RED,) * COLUMNS,) * ROWS)


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(Room(5), (320, 240))


def test_camera_numbers_its_frames_and_tells_their_time(renderer: Renderer) -> None:
    clock = VirtualClock()
    camera: Camera = SimCamera(lambda: EMPTY, clock, renderer, frame_period_s=0.25)
    frames = [camera.capture() for _ in range(3)]
    assert [frame.sequence for frame in frames] == [1, 2, 3]
    assert [frame.time_s for frame in frames] == [0.0, 0.25, 0.5]
    assert clock.now() == 0.5


def test_camera_does_not_wait_when_the_next_frame_is_due(renderer: Renderer) -> None:
    clock = VirtualClock()
    camera = SimCamera(lambda: EMPTY, clock, renderer, frame_period_s=0.25)
    camera.capture()
    clock.sleep(3.0)
    assert camera.capture().time_s == 3.0


def test_camera_sees_the_scene_of_the_moment_of_exposure(renderer: Renderer) -> None:
    clock = VirtualClock()
    camera = SimCamera(lambda: FULL if clock.now() >= 0.2 else EMPTY, clock, renderer, frame_period_s=0.25)
    before, after = camera.capture(), camera.capture()
    assert np.abs(before.image.astype(int) - after.image).mean() > 2.0


def test_camera_gives_the_renderers_picture_with_new_noise_each_time(renderer: Renderer) -> None:
    camera = SimCamera(lambda: EMPTY, VirtualClock(), renderer)
    one, other = camera.capture().image, camera.capture().image
    assert one.shape == (240, 320, 3)
    assert 0.0 < np.abs(one.astype(int) - other).mean() < 8.0


def test_camera_gives_equal_frames_for_equal_seeds(renderer: Renderer) -> None:
    cameras = [SimCamera(lambda: EMPTY, VirtualClock(), made) for made in (renderer, Renderer(Room(5), (320, 240)))]
    one, other = (camera.capture().image for camera in cameras)
    assert np.array_equal(one, other)


def test_camera_lets_nobody_write_into_a_frame(renderer: Renderer) -> None:
    image = SimCamera(lambda: EMPTY, VirtualClock(), renderer).capture().image
    with pytest.raises(ValueError, match="read-only"):
        image[0, 0] = 0


def test_closed_camera_says_so(renderer: Renderer) -> None:
    camera = SimCamera(lambda: EMPTY, VirtualClock(), renderer)
    camera.close()
    with pytest.raises(CameraError) as caught:
        camera.capture()
    assert caught.value.remedy
