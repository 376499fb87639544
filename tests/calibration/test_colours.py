"""The two discs are taught, the camera's side is found, and the proof holds only for what was really shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from calibration.colours import Learned, calibrate_eye
from calibration.errors import CalibrationError, ProofFailed
from calibration.prompts import Prompt, Wish, guide
from robot.sim.scene import Lamp
from robot.sim.world import Bump
from tests.calibration.stage import Stage
from vision.alike import apart
from vision.types import Cell

USUAL = [Wish.EMPTY, Wish.CONFIRM, Wish.DROP_RED, Wish.DROP_YELLOW, Wish.DROP_RED, Wish.EMPTY]
TWO_DISCS = (Wish.DROP_RED, Wish.DROP_YELLOW)


@pytest.mark.parametrize(("seed", "side"), [(1, "front"), (2, "back"), (3, "front"), (5, "back")])
def test_colours_side_of_the_camera_is_found(seed: int, side: str) -> None:
    stage = Stage(seed, side)
    learned = guide(calibrate_eye(stage.camera), stage.fulfil)
    assert learned.taught.camera_side == side
    assert stage.wishes() == USUAL


def test_colours_of_the_slots_are_those_that_were_dropped() -> None:
    stage = Stage(4, "back")
    colours = guide(calibrate_eye(stage.camera), stage.fulfil).taught.colours
    (_, red_green, red_red), (_, yellow_green, yellow_red) = colours.red, colours.yellow
    assert red_red > 3 * red_green and yellow_red < 3 * yellow_green


def test_colours_ask_for_columns_of_the_person_on_both_sides() -> None:
    for side in ("front", "back"):
        stage = Stage(2, side)
        guide(calibrate_eye(stage.camera), stage.fulfil)
        assert [prompt.column for prompt in stage.asked if prompt.column is not None] == [0, 6, 3]


def test_colours_proof_is_shown_as_the_camera_sees_it() -> None:
    stage = Stage(2, "back")
    guide(calibrate_eye(stage.camera), stage.fulfil)
    shown = [prompt.shown for prompt in stage.asked if prompt.shown is not None][-1]
    assert shown.cells is not None
    assert [cell.letter for cell in shown.cells[0]] == list("Y..R..R")


def test_colours_proof_fails_when_a_disc_lies_elsewhere() -> None:
    stage = Stage(1)

    def drop(prompt: Prompt, column: int, cell: Cell) -> None:
        stage.let_fall(2 if column == 3 else column, cell)

    stage.drop = drop
    with pytest.raises(ProofFailed, match="in c1 I see red instead of nothing; in d1 I see nothing instead of red"):
        guide(calibrate_eye(stage.camera), stage.fulfil)


def test_colours_proof_fails_when_the_disc_of_the_proof_has_the_other_colour() -> None:
    stage = Stage(1)
    stage.drop = lambda _, column, cell: stage.let_fall(column, Cell.YELLOW if column == 3 else cell)
    with pytest.raises(ProofFailed, match="the proof fails: in d1 I see yellow instead of red"):
        guide(calibrate_eye(stage.camera), stage.fulfil)


def test_colours_proof_says_why_something_is_unclear() -> None:
    stage = Stage(1)

    def drop(_: Prompt, column: int, cell: Cell) -> None:
        stage.let_fall(column, cell)
        if column == 3:
            stage.scene = replace(stage.scene, lamp=Lamp(brightness=0.1))

    stage.drop = drop
    with pytest.raises(ProofFailed, match="in a1 I see something unclear instead of red; .* too dark") as failed:
        guide(calibrate_eye(stage.camera), stage.fulfil)
    assert "light the board" in failed.value.remedy


def test_colours_proof_fails_when_the_board_is_not_emptied() -> None:
    stage = Stage(1)
    stage.answer = lambda prompt: stage.let_fall(6, Cell.RED) if prompt.words.startswith("all three") else None
    with pytest.raises(ProofFailed, match="in g1 I see red instead of nothing"):
        guide(calibrate_eye(stage.camera), stage.fulfil)


def test_colours_start_again_after_a_disc_in_a_wrong_column() -> None:
    stage = Stage(1)
    wrong = [True]

    def drop(prompt: Prompt, column: int, cell: Cell) -> None:
        stage.let_fall(4 if wrong.pop() else column, cell)
        wrong.append(False)

    stage.drop = drop
    guide(calibrate_eye(stage.camera), stage.fulfil)
    assert stage.wishes() == [Wish.EMPTY, Wish.CONFIRM, Wish.DROP_RED, *USUAL[:1], *USUAL[2:]]
    assert "does not lie in the column" in stage.asked[3].words


def test_colours_give_up_when_no_disc_ever_comes() -> None:
    stage = Stage(1)
    stage.drop = lambda *_: None
    with pytest.raises(CalibrationError, match="no red disc"):
        guide(calibrate_eye(stage.camera), stage.fulfil)


def test_colours_refuse_two_discs_of_one_colour() -> None:
    stage = Stage(1)
    stage.drop = lambda _prompt, column, _cell: stage.let_fall(column, Cell.RED)
    with pytest.raises(CalibrationError, match="too alike"):
        guide(calibrate_eye(stage.camera), stage.fulfil)


@pytest.mark.parametrize("names", [("red", "orange-red"), ("orange-red", "red"), ("blue", "blue"), ("green", "green")])
@pytest.mark.parametrize("seed", [1, 2])
def test_colours_refuse_discs_of_neighbouring_colours(names: tuple[str, str], seed: int) -> None:
    stage = Stage(seed, discs=names)
    with pytest.raises(CalibrationError) as refused:
        guide(calibrate_eye(stage.camera, names), stage.fulfil)
    said = str(refused.value)
    assert all(part in said for part in (*names, "too alike", "must by 2.5")) and "\n" not in said
    assert "colours that differ more" in refused.value.remedy


@pytest.mark.parametrize("names", [("red", "blue"), ("blue", "yellow"), ("orange-red", "green")])
def test_colours_take_other_pairs_and_name_them(names: tuple[str, str]) -> None:
    stage = Stage(3, discs=names)
    taught = guide(calibrate_eye(stage.camera, names), stage.fulfil).taught
    assert taught.names == names
    assert [names[0] in prompt.words for prompt in stage.asked if prompt.wish is Wish.DROP_RED] == [True, True]


def test_colours_refuse_discs_that_changed_places() -> None:
    stage = Stage(1)
    swapped = {Cell.RED: Cell.YELLOW, Cell.YELLOW: Cell.RED}
    stage.drop = lambda _prompt, column, cell: stage.let_fall(column, swapped[cell])
    with pytest.raises(CalibrationError, match="changed places"):
        guide(calibrate_eye(stage.camera), stage.fulfil)


def test_colours_follow_a_board_that_a_disc_has_knocked() -> None:
    stage = Stage(1)

    def drop(prompt: Prompt, column: int, cell: Cell) -> None:
        stage.let_fall(column, cell)
        stage.scene = Stage(1, bump=Bump(5.0, -3.0, 0.3)).scene

    stage.drop = drop
    grid = guide(calibrate_eye(stage.camera), stage.fulfil).board.grid
    assert abs(grid.corners - stage.corners()).max() < 0.1 * grid.pitch_px


def test_colours_differ_as_much_as_is_asked_for(learned: Learned) -> None:
    colours = learned.taught.colours
    assert apart(colours.red, colours.yellow) > 3.0
    assert apart(colours.red, colours.red * 0.5) < 1.5
