"""Frames that must not be read are refused, each with its own words."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from vision.cells import read_cold
from vision.errors import CameraError
from vision.frame import FROZEN_S, Gate, check, same_picture
from vision.locate import locate
from vision.rectify import Grid
from vision.types import Frame


def noisy(seed: int = 0, bright: int = 120) -> np.ndarray:
    return np.random.default_rng(seed).integers(bright - 30, bright + 30, (48, 64, 3)).astype(np.uint8)


def frame(image: np.ndarray | None = None, sequence: int = 1, time_s: float = 1.0) -> Frame:
    return Frame(noisy() if image is None else image, sequence, time_s)


def test_check_passes_a_good_frame_after_a_good_frame() -> None:
    check(frame(), None)
    check(frame(noisy(1), 2, 1.1), frame())


@pytest.mark.parametrize(
    "image",
    [np.zeros((48, 64), np.uint8), np.zeros((48, 64, 4), np.uint8), np.zeros((48, 64, 3), np.float32)],
    ids=["grey", "four channels", "floats"],
)
def test_check_refuses_what_is_no_colour_picture(image: np.ndarray) -> None:
    with pytest.raises(CameraError, match="no 8-bit colour picture"):
        check(frame(image))


def test_check_refuses_a_black_picture() -> None:
    with pytest.raises(CameraError, match="black"):
        check(frame(noisy() % 8))


def test_check_refuses_a_picture_without_colour() -> None:
    grey = np.repeat(noisy()[:, :, :1], 3, axis=2)
    with pytest.raises(CameraError, match="no colour"):
        check(frame(grey))
    grey[24, 32, 0] ^= 16
    check(frame(grey))


def test_check_refuses_half_a_picture() -> None:
    image = noisy()
    image[30:] = 128
    with pytest.raises(CameraError, match="upper part"):
        check(frame(image))


def test_check_refuses_a_picture_of_another_size() -> None:
    with pytest.raises(CameraError, match="64x48 to 32x48"):
        check(frame(noisy(1)[:, :32], 2, 1.1), frame())


@pytest.mark.parametrize(("sequence", "time_s"), [(1, 1.1), (0, 1.1), (2, 1.0)])
def test_check_refuses_an_old_picture(sequence: int, time_s: float) -> None:
    with pytest.raises(CameraError, match="old picture"):
        check(frame(noisy(1), sequence, time_s), frame())


def test_same_picture_sees_one_changed_pixel() -> None:
    changed = noisy()
    changed[5, 7, 1] ^= 1
    assert same_picture(frame(), frame(sequence=2)) and not same_picture(frame(), frame(changed))


def test_check_says_what_to_do() -> None:
    with pytest.raises(CameraError) as caught:
        check(frame(noisy() % 8))
    assert "light" in caught.value.remedy


def test_gate_lets_the_right_size_through_again_after_a_wrong_one() -> None:
    gate = Gate((64, 48))
    assert gate.admit(frame(noisy(0), 1, 1.0))
    with pytest.raises(CameraError, match="is 32x48, the board was found at 64x48"):
        gate.admit(frame(noisy(1)[:, :32], 2, 1.1))
    assert gate.admit(frame(noisy(2), 3, 1.2))


def test_gate_knows_the_size_from_the_first_frame_on() -> None:
    with pytest.raises(CameraError, match="is 32x48"):
        Gate((64, 48)).admit(frame(noisy()[:, :32]))


def test_gate_calls_a_picture_frozen_after_a_second_and_lets_the_next_new_one_through() -> None:
    gate, still = Gate(), noisy()
    assert gate.admit(frame(still, 1, 1.0))
    assert not gate.admit(frame(still.copy(), 2, 1.0 + FROZEN_S / 2))
    with pytest.raises(CameraError, match="frozen") as caught:
        gate.admit(frame(still.copy(), 3, 1.0 + FROZEN_S))
    assert "plug it in again" in caught.value.remedy
    assert gate.admit(frame(noisy(1), 4, 2.1))


NO_PICTURES = {
    "nothing": None,
    "a list": noisy()[:4, :4].tolist(),
    "grey": noisy()[..., 0],
    "four channels": np.dstack([noisy(), noisy()[..., :1]]),
    "no line": np.zeros((0, 64, 3), np.uint8),
    "no column": np.zeros((48, 0, 3), np.uint8),
    "floats": noisy().astype(np.float64),
    "16 bits": noisy().astype(np.uint16),
    "truths": noisy() > 100,
}


@pytest.mark.parametrize("name", NO_PICTURES)
@pytest.mark.parametrize("door", ["locate", "read_cold", "gate"])
def test_every_door_of_the_eye_refuses_what_is_no_picture_in_the_same_words(door: str, name: str) -> None:
    image: Any = NO_PICTURES[name]
    grid = Grid.from_corners([(5.0, 5.0), (50.0, 5.0), (50.0, 40.0), (5.0, 40.0)])
    with pytest.raises(CameraError, match="this is no 8-bit colour picture") as caught:
        match door:
            case "locate":
                locate(image)
            case "read_cold":
                read_cold(image, grid)
            case _:
                Gate().admit(Frame(image, 1, 1.0))
    assert "convert it" in caught.value.remedy


@pytest.mark.parametrize("time_s", [math.nan, math.inf, -math.inf])
def test_gate_refuses_a_time_that_is_none_and_believes_the_others_as_before(time_s: float) -> None:
    gate, still = Gate(), noisy()
    with pytest.raises(CameraError, match=f"the time of a picture is {time_s} s"):
        gate.admit(frame(noisy(1), 1, time_s))
    assert gate.admit(frame(still, 1, 5.0))
    with pytest.raises(CameraError, match="the time of a picture"):
        gate.admit(frame(noisy(2), 2, time_s))
    with pytest.raises(CameraError, match="old picture"):
        gate.admit(frame(noisy(3), 3, 4.0))
    with pytest.raises(CameraError, match="frozen"):
        gate.admit(frame(still.copy(), 4, 5.0 + FROZEN_S))
    assert gate.admit(frame(noisy(4), 5, 6.5))
