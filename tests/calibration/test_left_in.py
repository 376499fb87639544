"""Discs that were left in the board are not learned as empty holes, and a room of their colour is no disc."""

from __future__ import annotations

import copy
from dataclasses import replace

import pytest

from calibration.board import find_again, find_board
from calibration.colours import Learned, Taught, _prove, calibrate_eye, teach_colours
from calibration.errors import CalibrationError, ProofFailed
from calibration.left_in import taken_for_empty
from calibration.looking import at_rest
from calibration.prompts import Answer, Prompt, Said, Wish, guide
from robot.sim.render import Renderer
from robot.sim.render.room import Visitor
from robot.sim.render.stand import as_written
from tests.calibration.stage import Place, Stage
from vision.colours import learn_discs, learn_empty
from vision.filled import discs_in, filled_holes
from vision.reader import Reader
from vision.rectify import Grid
from vision.types import Cell, Frame

TWO: dict[Place, Cell] = {(0, 2): Cell.RED, (0, 4): Cell.YELLOW}
FULL: dict[Place, Cell] = {
    (row, column): (Cell.RED, Cell.YELLOW)[(row + column // 2) % 2] for row in range(6) for column in range(7)
}


def leaving(stage: Stage, discs: dict[Place, Cell], wish: Wish = Wish.EMPTY, answer: Answer = None) -> None:
    """Let a person leave discs in the board at the first wish of a kind, and give an answer when they are asked for."""
    left = [discs]

    def do(prompt: Prompt) -> Answer:
        if prompt.wish is wish and left:
            stage.discs.update(left.pop())
        return answer if prompt.wish is Wish.TAKE_OUT else None

    stage.answer = do


@pytest.mark.parametrize(("discs", "seed", "side"), [(TWO, 1, "front"), (TWO, 2, "back"), (FULL, 3, "front")])
def test_discs_that_were_left_in_are_asked_for(discs: dict[Place, Cell], seed: int, side: str) -> None:
    stage = Stage(seed, side)
    leaving(stage, discs)
    learned = guide(calibrate_eye(stage.camera), stage.fulfil)
    assert stage.wishes()[:4] == [Wish.EMPTY, Wish.CONFIRM, Wish.TAKE_OUT, Wish.DROP_RED]
    asked = stage.asked[2]
    assert "take all discs out" in asked.words and asked.shown is not None and asked.shown.cells is not None
    mirrored = {(row, 6 - column if side == "back" else column) for row, column in discs}
    drawn = {(row, column) for row in range(6) for column in range(7) if asked.shown.cells[row][column]}
    assert drawn <= mirrored and 2 * len(drawn) >= len(mirrored)
    assert learned.taught.camera_side == side and not learned.board.believed
    assert not filled_holes(learned.board.empty, learned.board.grid.radius).any()


def test_discs_that_stay_are_not_learned_as_empty() -> None:
    stage = Stage(1)
    stage.answer = lambda prompt: stage.discs.update(TWO) if prompt.wish in (Wish.EMPTY, Wish.TAKE_OUT) else None
    with pytest.raises(CalibrationError, match="of the empty board still seems? to hold a disc") as refused:
        guide(find_board(stage.camera), stage.fulfil)
    assert "take all discs out" in refused.value.remedy and stage.wishes().count(Wish.TAKE_OUT) == 3


def test_discs_are_asked_for_when_the_colours_are_taught_anew(learned: Learned) -> None:
    stage = Stage(1)
    leaving(stage, TWO)
    board = guide(find_again(stage.camera, learned.board), stage.fulfil)
    assert stage.wishes() == [Wish.EMPTY, Wish.TAKE_OUT]
    assert not filled_holes(board.empty, board.grid.radius).any()


def test_a_person_is_believed_who_sees_that_there_are_none() -> None:
    stage = Stage(1)
    leaving(stage, TWO, answer=Said.EMPTY)
    board = guide(find_board(stage.camera), stage.fulfil)
    assert board.believed and board.believed <= set(TWO) and stage.wishes().count(Wish.TAKE_OUT) == 1


def spoilt(stage: Stage, learned: Learned) -> Learned:
    """What would have been learned had two discs been taken for empty holes."""
    stage.discs.update(TWO)
    grid = learned.board.grid
    image = stage.camera.capture().image
    empty = learn_empty([image], grid)
    stage.discs.update({(0, 0): Cell.RED, (0, 6): Cell.YELLOW})
    colours = learn_discs(empty, [stage.camera.capture().image], grid, red=[(0, 0)], yellow=[(0, 6)])
    for place in ((0, 0), (0, 6)):
        del stage.discs[place]
    return Learned(replace(learned.board, empty=empty), Taught(colours, ("red", "yellow"), "front"))


def seen_as_discs(learned: Learned) -> dict[Place, Cell]:
    """What the learned empty look shows of the discs that were taught."""
    colours = learned.taught.colours
    return taken_for_empty(colours, learned.board.grid.radius, colours.board.holes)


def test_empty_holes_that_look_like_the_discs_are_told_once_these_are_known(learned: Learned) -> None:
    wrong = spoilt(Stage(1), learned)
    assert seen_as_discs(wrong) == TWO
    assert not seen_as_discs(learned)


def test_discs_that_nobody_saw_at_first_are_asked_for_by_name(learned: Learned) -> None:
    """The board was learned with two discs in it: they are named, taken out, and all is shown once more."""
    stage = Stage(1)
    wrong = spoilt(stage, learned)
    taught = guide(teach_colours(stage.camera, wrong.board), stage.fulfil)
    two = [Wish.DROP_RED, Wish.DROP_YELLOW]
    assert stage.wishes() == [*two, Wish.TAKE_OUT, *two, Wish.DROP_RED, Wish.EMPTY]
    assert "c1 and e1 look like a red or yellow disc and were learned as empty" in stage.asked[2].words
    assert stage.asked[2].holes == set(TWO)
    assert not seen_as_discs(taught)


def test_proof_asks_for_discs_that_read_as_empty(learned: Learned) -> None:
    stage = Stage(1)
    wrong = spoilt(stage, learned)
    reader = Reader(wrong.board.grid, wrong.taught.colours, "front")
    with pytest.raises(ProofFailed, match="there was a disc in c1 and e1"):
        guide(_prove(stage.camera, reader, {}, wrong), stage.fulfil)
    assert stage.wishes() == [Wish.TAKE_OUT] and "c1 and e1 look like a red or yellow disc" in stage.asked[0].words


def test_proof_believes_what_the_person_says_of_a_hole(learned: Learned) -> None:
    stage = Stage(1)
    wrong = spoilt(stage, learned)
    reader = Reader(wrong.board.grid, wrong.taught.colours, "front")
    leaving(stage, TWO, Wish.TAKE_OUT, Said.EMPTY)
    believing, _ = guide(_prove(stage.camera, reader, {}, wrong), stage.fulfil)
    assert believing.board.believed == set(TWO)
    again, _ = guide(_prove(stage.camera, reader, {}, believing), stage.fulfil)
    assert stage.wishes() == [Wish.TAKE_OUT] and again.board.believed == set(TWO)


@pytest.mark.parametrize("seed", [1, 6])
@pytest.mark.parametrize("disc", ["red", "yellow"])
def test_a_shirt_of_a_discs_colour_is_no_disc(seed: int, disc: str) -> None:
    stage = Stage(seed)
    room = copy.copy(stage.room)
    room.visitor = Visitor(3.0, as_written(getattr(room, disc)))
    stage.camera = type(stage.camera)(stage._look, stage.clock, Renderer(room, (640, 480)))
    frames: list[Frame] = guide(at_rest(stage.camera, 1), stage.fulfil)
    assert not discs_in(frames[0].image, Grid.from_corners(stage.corners()), "auto")
