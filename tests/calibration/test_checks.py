"""The quick look at every start tells what still holds, in words, and what to do when it does not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.checks import Verdict, verify
from calibration.colours import Learned, calibrate_eye
from calibration.errors import CalibrationError, ProfileMissing
from calibration.profile import Profile
from calibration.prompts import guide
from robot.sim.scene import Lamp
from robot.sim.world import Bump
from tests.calibration.stage import Stage, profile_of
from vision.types import Cell


@pytest.fixture
def profile(learned: Learned) -> Profile:
    return profile_of(learned)


def verdict(stage: Stage, profile: Profile, name: str = "sim:1") -> Verdict:
    return guide(verify(stage.camera, name, profile), stage.fulfil)


def failed(stage: Stage, profile: Profile, name: str = "sim:1") -> list[str]:
    """Names of the checks that fail; each has words and a remedy, and need_fine says the first."""
    said = verdict(stage, profile, name)
    bad = [check for check in said.checks if not check.fine]
    assert all(check.words and check.remedy for check in bad)
    assert not said.fine
    with pytest.raises(CalibrationError, match=bad[0].name):
        said.need_fine()
    return [check.name for check in bad]


def test_checks_are_fine_on_the_board_that_was_learned(profile: Profile) -> None:
    stage = Stage(1)
    stage.let_fall(0, Cell.RED)
    stage.let_fall(0, Cell.YELLOW)
    said = verdict(stage, profile)
    assert said.fine and [check.name for check in said.checks] == ["camera", "grid", "light", "colours"]
    assert "1 red, 1 yellow, 40 empty holes, 0 unclear" in said.checks[-1].words
    said.need_fine()
    assert not stage.asked and stage.clock.now() < 1.0


def test_checks_name_another_camera(profile: Profile) -> None:
    assert failed(Stage(1), profile, "usb:0") == ["camera"]


def test_checks_name_another_size(profile: Profile) -> None:
    other = replace(profile, board=replace(profile.board, size=(1280, 720)))
    assert failed(Stage(1), other) == ["camera"]


def test_checks_follow_a_small_bump(profile: Profile) -> None:
    stage = Stage(1, bump=Bump(7.0, 4.0, 0.4))
    said = verdict(stage, profile)
    assert said.fine and "followed" in said.checks[1].words
    assert np.abs(said.grid.corners - stage.corners()).max() < 0.1 * said.grid.pitch_px


def test_checks_tell_that_the_board_is_gone(profile: Profile) -> None:
    stage = Stage(1, bump=Bump(-400.0, 0.0, 0.0))
    assert failed(stage, profile) == ["grid"]


@pytest.mark.parametrize(("brightness", "fine"), [(0.02, False), (0.6, True), (2.0, True), (9.0, False)])
def test_checks_tell_whether_the_light_is_usable(profile: Profile, brightness: float, fine: bool) -> None:
    stage = Stage(1)
    stage.scene = replace(stage.scene, lamp=Lamp(brightness=brightness))
    said = verdict(stage, profile)
    assert {check.name: check.fine for check in said.checks}.get("light", False) == fine


def test_checks_tell_that_colours_are_not_those_that_were_learned(profile: Profile, learned: Learned) -> None:
    blue_and_green = np.array([[0.5, 0.1, 0.02], [0.05, 0.4, 0.02]], dtype=np.float32)
    colours = replace(learned.taught.colours, red=blue_and_green[0], yellow=blue_and_green[1])
    other = replace(profile, taught=replace(learned.taught, colours=colours))
    stage = Stage(1)
    for column in range(7):
        stage.let_fall(column, Cell.RED)
    assert failed(stage, other) == ["colours"]


def test_checks_see_through_a_camera_behind_the_board() -> None:
    stage = Stage(2, "back")
    profile = profile_of(guide(calibrate_eye(stage.camera), stage.fulfil))
    assert verdict(Stage(2, "back"), profile).fine


def test_checks_need_the_colours(learned: Learned) -> None:
    with pytest.raises(ProfileMissing):
        verdict(Stage(1), profile_of(learned, taught=False))
