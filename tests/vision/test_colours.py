"""What is learned of a board, and the warm reading under other lamps, behind hands, before other rooms."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.drawn import COLD, COLOURS, DAY, EMPTY, POSITION, WARM, Drawing, letters, unknown, wrong
from vision.cells import as_cells
from vision.colours import Colours, EmptyBoard, TooFewSites, learn_discs, learn_empty, light
from vision.compare import Expected, Shares, room_light
from vision.decide import decide, might_be_disc
from vision.rectify import Grid
from vision.spots import Spots
from vision.types import Cell
from vision.warm import read_warm

GRID = Grid.from_corners(Drawing().place())
SHOWN = (*EMPTY[:5], "R.....Y")
HALF_COVERED = (0.0, 3.0)


@pytest.fixture(scope="module")
def board() -> EmptyBoard:
    return learn_empty([Drawing().picture(seed) for seed in range(4)], GRID)


@pytest.fixture(scope="module")
def colours(board: EmptyBoard) -> Colours:
    return learn_discs(board, [Drawing(SHOWN).picture(9)], GRID, red=[(0, 0)], yellow=[(0, 6)])


def read(drawing: Drawing, colours: Colours, seed: int = 20) -> tuple[str, ...]:
    return letters(as_cells(read_warm(drawing.picture(seed), GRID, colours).values))


def test_warm_reads_what_is_drawn(colours: Colours) -> None:
    assert read(Drawing(POSITION), colours) == POSITION


def test_warm_reads_the_empty_board(colours: Colours) -> None:
    assert read(Drawing(), colours) == EMPTY


@pytest.mark.parametrize("brightness", [0.5, 1.0, 1.5])
@pytest.mark.parametrize("lamp", [WARM, DAY, COLD], ids=["2700 K", "day", "6500 K"])
def test_warm_reads_under_any_lamp(colours: Colours, lamp: tuple[float, float, float], brightness: float) -> None:
    blue, green, red = lamp
    drawing = Drawing(POSITION, lamp=(blue * brightness, green * brightness, red * brightness))
    seen = read(drawing, colours)
    assert not wrong(seen, POSITION)
    assert unknown(seen) == 0


def test_light_is_measured_on_the_plastic(board: EmptyBoard) -> None:
    image = Drawing(POSITION, lamp=(0.4, 0.7, 0.9)).picture(30)
    assert light(Spots.of(GRID, image).look(image), board) == pytest.approx([0.4, 0.7, 0.9], rel=0.06)


@pytest.mark.parametrize("lamp", [(0.45, 0.7, 0.87), (0.7, 0.7, 0.7)], ids=["warm", "white"])
def test_light_is_measured_where_the_whole_board_shines(board: EmptyBoard, lamp: tuple[float, float, float]) -> None:
    gain = np.array(lamp, dtype=np.float32)[:, None]
    look = Spots.of(GRID, Drawing().picture(32)).look(Drawing().picture(32))
    shining = replace(look, sites=(board.plastic + np.float32(0.08)) * gain)
    bare = (shining.sites / board.plastic)[:, board.steady].mean(axis=1)
    assert bare.max() > 4 * bare.min()
    assert light(shining, board) == pytest.approx(lamp, rel=0.3)


def test_light_is_measured_in_spite_of_a_hand(board: EmptyBoard) -> None:
    image = Drawing(POSITION, lamp=(0.4, 0.7, 0.9), hand=(3.0, 4.2)).picture(31)
    assert light(Spots.of(GRID, image).look(image), board) == pytest.approx([0.4, 0.7, 0.9], rel=0.06)


def both(value: float) -> np.ndarray:
    return np.full((2, 42), value, dtype=np.float32)


def pale(misfit: float) -> Shares:
    """A pale disc before a room of its colour: it looks like the empty hole in two points of three."""
    like = {"disc": both(0.02), "only_empty": both(0.64), "lead": both(3.8), "wall_left": both(0.0)}
    hues = {"yellowness": both(0.6)[0], "turn_deg": both(15.0), "strength": both(0.5)}
    return Shares(both(0.65)[0], both(misfit)[0], proven=np.zeros(42, dtype=bool), **like, **hues)


@pytest.mark.parametrize(("misfit", "expected"), [(6.0, Cell.EMPTY), (10.8, Cell.UNKNOWN)])
def test_warm_takes_no_hole_without_its_wall_for_empty_that_hardly_fits(misfit: float, expected: Cell) -> None:
    assert (decide(pale(misfit))[0] == expected).all()


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ({}, True),
        ({"lead": both(5.0)}, False),
        ({"misfit": both(0.5)[0]}, False),
        ({"disc": both(0.3)}, False),
        ({"proven": np.ones(42, dtype=bool)}, False),
        ({"turn_deg": both(20.0)}, False),
    ],
    ids=["as a disc", "much more empty", "exactly empty", "hardly coloured", "proven by its wall", "of another hue"],
)
def test_warm_does_not_know_what_looks_like_a_disc_and_like_the_empty_hole(
    entries: dict[str, np.ndarray], expected: bool
) -> None:
    coloured = replace(pale(2.5), disc=both(0.9), wall_left=both(np.nan))
    assert (might_be_disc(replace(coloured, **entries)) == expected).all()


@pytest.mark.parametrize(("misfit", "wall_left", "expected"), [(7.6, 0.0, True), (7.6, 1.0, False), (2.0, 0.0, False)])
def test_warm_does_not_know_what_hides_its_wall_and_is_not_quite_empty(
    misfit: float, wall_left: float, expected: bool
) -> None:
    assert (might_be_disc(replace(pale(misfit), wall_left=both(wall_left))) == expected).all()


def test_light_of_the_room_is_not_told_from_discs() -> None:
    wall = Drawing(behind=(23, 149, 177))
    plain = learn_discs(
        learn_empty([wall.picture(seed) for seed in range(2)], GRID),
        [replace(wall, grid=SHOWN).picture(9)],
        GRID,
        red=[(0, 0)],
        yellow=[(0, 6)],
    )
    image = replace(wall, grid=POSITION).picture(3)
    look = Spots.of(GRID, image).look(image)
    expected = Expected.of(plain, light(look, plain.board))
    empty = np.array([letter == "." for letter in "".join(POSITION)])
    assert room_light(look, expected, empty) is None and room_light(look, expected, ~empty) is not None


def test_warm_leaves_partly_covered_discs_open_or_right(colours: Colours) -> None:
    for tip in (1.7, 2.0, 2.3, 2.6):
        seen = read(Drawing(POSITION, hand=(3.3, tip)), colours)
        assert all(seen[row][3] in ("?", POSITION[row][3]) for row in range(3, 6))


@pytest.mark.parametrize("white", [0.05, 0.1, 0.2, 0.4])
def test_warm_reads_no_disc_under_glare_as_something_else(colours: Colours, white: float) -> None:
    seen = read(Drawing(POSITION, glare=(3.0, 3.0, white)), colours)
    assert not wrong(seen, POSITION)
    assert white > 0.1 or seen[2:4] == POSITION[2:4]


@pytest.mark.parametrize("letter", ["R", "Y"])
def test_warm_takes_no_shirt_behind_an_empty_hole_for_a_disc(colours: Colours, letter: str) -> None:
    shirt = tuple(round(value * 1.1) for value in COLOURS[letter])
    seen = read(Drawing(behind=shirt), colours)  # type: ignore[arg-type]
    assert not wrong(seen, EMPTY)


def test_warm_reads_on_before_a_new_wall_of_another_colour(colours: Colours) -> None:
    seen = read(Drawing(POSITION, behind=(120, 60, 60)), colours)
    assert not wrong(seen, POSITION)
    assert unknown(seen) <= 4


def test_warm_reads_discs_before_a_shirt_of_their_own_colour() -> None:
    before = Drawing(behind=COLOURS["R"])
    board = learn_empty([before.picture(seed) for seed in range(4)], GRID)
    learned = learn_discs(board, [before.but(grid=SHOWN).picture(9)], GRID, red=[(0, 0)], yellow=[(0, 6)])
    seen = read(before.but(grid=POSITION), learned)
    assert not wrong(seen, POSITION)


def test_confirmed_learns_a_new_background(colours: Colours) -> None:
    moved = Drawing(behind=COLOURS["Y"])
    before = unknown(read(moved, colours))
    empty = tuple((Cell.EMPTY,) * 7 for _ in range(6))
    for seed in range(8):
        colours = colours.confirmed(moved.picture(seed), GRID, empty)
    assert before > 0
    assert read(moved, colours) == EMPTY


def test_confirmed_learns_nothing_from_unknown_cells(colours: Colours) -> None:
    nothing = tuple((Cell.UNKNOWN,) * 7 for _ in range(6))
    after = colours.confirmed(Drawing(behind=COLOURS["Y"]).picture(), GRID, nothing)
    assert np.array_equal(after.board.holes, colours.board.holes)
    assert np.array_equal(after.red, colours.red)


def test_learning_needs_a_disc_of_each_colour(board: EmptyBoard) -> None:
    with pytest.raises(ValueError, match="one red and one yellow"):
        learn_discs(board, [Drawing(SHOWN).picture()], GRID, red=[(0, 0)], yellow=[])


def test_learning_refuses_a_grid_that_is_not_on_a_board() -> None:
    noise = np.random.default_rng(3).integers(0, 255, (480, 640, 3)).astype(np.uint8)
    blotches = np.kron(noise[:16, :16], np.ones((30, 40, 1), np.uint8))
    with pytest.raises(TooFewSites):
        learn_empty([blotches], GRID)


def test_warm_leaves_holes_outside_the_picture_open(colours: Colours) -> None:
    cut = Drawing(POSITION).picture(4)[:, :430]
    seen = letters(as_cells(read_warm(cut, GRID, colours).values))
    assert all(line[6] == "?" for line in seen) and not wrong(seen, POSITION)


def test_light_is_not_told_by_a_channel_that_the_plastic_hardly_reflects() -> None:
    """Turquoise plastic reflects no red: a trace of stray light there is no red lamp."""
    drawing = Drawing(plastic=(200, 190, 2), noise=0.5)
    board = learn_empty([drawing.picture(seed) for seed in range(2)], Grid.from_corners(drawing.place()))
    stray = np.clip(drawing.picture(5).astype(np.int16) + (0, 0, 12), 0, 255).astype(np.uint8)
    gain = light(Spots.of(Grid.from_corners(drawing.place()), stray).look(stray), board)
    assert np.allclose(gain, 1.0, atol=0.05)
