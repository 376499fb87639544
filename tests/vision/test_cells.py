"""The cold reading: one picture, a known grid, nothing learned."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from robot.sim.render import Renderer, Room
from robot.sim.render.sheet import sample_cells
from robot.sim.scene import Scene
from tests.vision.drawn import EMPTY, POSITION, WARM, Drawing, letters, unknown, wrong
from tests.vision.shared import folder_of, labels_of
from vision.cells import read_cold
from vision.locate import locate
from vision.rectify import Grid
from vision.types import Cell

FULL = ("RYRYRYR", "YRYRYRY", "RYRYRYR", "RYRYRYR", "YRYRYRY", "RYRYRYR")
RED_YELLOW = ("red", "yellow")


def swapped(grid: tuple[str, ...], letter: str, by: str) -> tuple[str, ...]:
    return tuple(line.replace(letter, by) for line in grid)


def grid_of(drawing: Drawing) -> Grid:
    return Grid.from_corners(drawing.place())


@pytest.mark.parametrize("truth", [EMPTY, POSITION, FULL], ids=["empty", "play", "full"])
def test_cold_reads_a_drawn_board(truth: tuple[str, ...]) -> None:
    drawing = Drawing(truth)
    assert letters(read_cold(drawing.picture(), grid_of(drawing), RED_YELLOW).cells) == truth


def test_cold_counts_rows_from_the_bottom_and_columns_from_the_cameras_left() -> None:
    drawing = Drawing((*EMPTY[:5], "R......"))
    cells = read_cold(drawing.picture(), grid_of(drawing), RED_YELLOW).cells
    assert cells[0][0] is Cell.RED and cells[5][0] is Cell.EMPTY and cells[0][6] is Cell.EMPTY


def test_cold_reads_under_a_dim_warm_lamp() -> None:
    blue, green, red = WARM
    drawing = Drawing(POSITION, lamp=(blue * 0.4, green * 0.4, red * 0.4))
    seen = read_cold(drawing.picture(), grid_of(drawing), RED_YELLOW)
    assert not wrong(letters(seen.cells), POSITION) and unknown(letters(seen.cells)) <= 2


@pytest.mark.parametrize(
    ("colours", "red", "yellow", "plastic"),
    [(("red", "blue"), "R", "B", (215, 220, 222)), (("blue", "yellow"), "B", "Y", (215, 220, 222))],
    ids=["red and blue", "blue and yellow"],
)
def test_cold_names_the_first_declared_colour_red(
    colours: tuple[str, str], red: str, yellow: str, plastic: tuple[int, int, int]
) -> None:
    drawn = swapped(swapped(swapped(POSITION, "R", "1"), "Y", yellow), "1", red)
    drawing = Drawing(drawn, plastic=plastic)
    assert letters(read_cold(drawing.picture(), grid_of(drawing), colours).cells) == POSITION


def test_cold_finds_out_the_colours_itself() -> None:
    drawing = Drawing(swapped(POSITION, "Y", "B"), plastic=(215, 220, 222))
    seen = read_cold(drawing.picture(), grid_of(drawing), "auto")
    assert seen.colours == ("red", "blue") and letters(seen.cells) == POSITION


def test_cold_calls_no_hole_empty_that_holds_a_disc_of_another_colour() -> None:
    """One blue disc tells no pair of colours, but it is no empty hole of a red and yellow board either."""
    drawing = Drawing((*EMPTY[:5], "...B..."), plastic=(215, 220, 222))
    seen = letters(read_cold(drawing.picture(), grid_of(drawing), "auto").cells)
    assert seen[5][3] == "?" and unknown(seen) == 1


def test_cold_refuses_a_colour_nobody_knows() -> None:
    drawing = Drawing()
    with pytest.raises(ValueError, match="mauve"):
        read_cold(drawing.picture(), grid_of(drawing), ("red", "mauve"))


def test_cold_leaves_holes_outside_the_picture_open() -> None:
    drawing = Drawing(POSITION)
    cut = drawing.picture()[:, :420]
    seen = read_cold(cut, grid_of(drawing), RED_YELLOW)
    assert all(line[6] == "?" for line in letters(seen.cells))
    assert "outside" in seen.reason
    assert not wrong(letters(seen.cells), POSITION)


def test_cold_makes_no_disc_of_a_hole_under_a_disc() -> None:
    hanging = (*EMPTY[:3], "..R....", ".......", ".RYR.YY")
    drawing = Drawing(hanging)
    seen = letters(read_cold(drawing.picture(), grid_of(drawing), RED_YELLOW).cells)
    assert seen[4][2] in ".?"


def test_cold_gives_margins_between_nothing_and_certain() -> None:
    drawing = Drawing(POSITION)
    seen = read_cold(drawing.picture(), grid_of(drawing), RED_YELLOW)
    assert all(0 < margin <= 1 for row in seen.margins for margin in row) and seen.reason == ""


def test_cold_does_not_take_the_room_for_discs() -> None:
    drawing = Drawing(POSITION, behind=(105, 122, 145))
    seen = letters(read_cold(drawing.picture(), grid_of(drawing), RED_YELLOW).cells)
    assert not wrong(seen, POSITION)


def test_cold_reads_any_size_of_picture() -> None:
    drawing = Drawing(POSITION)
    small = cv2.resize(drawing.picture(), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    assert letters(read_cold(np.asarray(small), grid_of(drawing).scaled(0.5), RED_YELLOW).cells) == POSITION


def test_cold_reads_photographs_of_red_and_yellow_boards() -> None:
    folder = folder_of("QUADROW_PHOTOS")
    scored = false = open_cells = 0
    for label in labels_of(folder):
        colours = tuple(label["disc_colours"][letter] for letter in "RY")
        if colours not in (("red", "yellow"), ("orange-red", "yellow")):
            continue
        image = cv2.imread(str(folder / label["file"]))
        truth = tuple(label["grid"])
        seen = letters(read_cold(image, Grid.from_corners(label["corners"]), colours).cells)
        scored += 42 - unknown(truth)
        false += len(wrong(seen, truth))
        open_cells += unknown(seen)
    assert scored > 1000
    assert false == 0
    assert open_cells <= 0.02 * scored


def test_cold_is_honest_in_rendered_rooms() -> None:
    """Rooms whose walls and cloths look like discs: what cannot be told is left open."""
    false = right = 0
    for seed in range(300, 330):
        scene = Scene(sample_cells(np.random.default_rng(seed), seed % 42))
        room = Room(seed)
        seen = letters(read_cold(Renderer(room).render(scene, seed), Grid.from_corners(room.corners(scene))).cells)
        false += len(wrong(seen, letters(scene.cells)))
        right += 42 - unknown(seen)
    assert false <= 0.01 * 30 * 42 and right >= 0.6 * 30 * 42


def test_cold_reads_hard_renders_without_a_wrong_cell() -> None:
    folder = folder_of("QUADROW_RENDERS")
    frames = [label for label in labels_of(folder) if label["kind"] == "cold"]
    open_cells = 0
    for label in frames:
        image = cv2.imread(str(folder / label["file"]))
        seen = letters(read_cold(image, locate(image).grid).cells)
        assert not wrong(seen, tuple(label["grid"])), label["file"]
        open_cells += unknown(seen)
    assert len(frames) >= 6 and open_cells <= 0.1 * 42 * len(frames)
