"""The reader: frame after frame, with a bumped camera, a hand, a mirrored view, a frozen picture."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.drawn import EMPTY, POSITION, SIZE, WARM, Drawing, letters, unknown, wrong
from tests.vision.shared import folder_of, labels_of
from vision.colours import Colours, learn_discs, learn_empty
from vision.edges import polish
from vision.errors import BoardNotFound, CameraError
from vision.locate import Located
from vision.reader import Reader, Side
from vision.rectify import Grid
from vision.types import Cell, Cells, Frame, Image, Reading

SHOWN = (*EMPTY[:5], "R.....Y")
PERIOD_S = 0.1


def nowhere(image: Image) -> Located:
    """A locator that never finds anything."""
    raise BoardNotFound("no board", "nothing", "nothing")


class Film:
    """Feeds drawings to a reader as the frames of one camera."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self._number = 0

    def show(self, drawing: Drawing, times: int = 1) -> Reading:
        for _ in range(times):
            reading = self.reader.read(self.frame(drawing.picture(1000 + self._number)))
        return reading

    def frame(self, image: Image) -> Frame:
        self._number += 1
        return Frame(image, self._number, self._number * PERIOD_S)


@pytest.fixture(scope="module")
def learned() -> tuple[Grid, Colours]:
    bare = [Drawing().picture(seed) for seed in range(4)]
    grid = polish(bare[0], Grid.from_corners(Drawing().place()))
    discs = [Drawing(SHOWN).picture(seed) for seed in (5, 6)]
    return grid, learn_discs(learn_empty(bare, grid), discs, grid, red=[(0, 0)], yellow=[(0, 6)])


@pytest.fixture
def film(learned: tuple[Grid, Colours]) -> Film:
    return Film(Reader(*learned, locate=nowhere))


def off(grid: Grid, drawing: Drawing) -> float:
    """How far a grid lies from a drawing's holes at worst, in pitches."""
    apart = np.linalg.norm(grid.centres() - Grid.from_corners(drawing.place()).centres(), axis=2)
    return float(apart.max() / grid.pitch_px)


def test_reader_reads_a_frame_with_its_number_and_time(film: Film) -> None:
    reading = film.show(Drawing(POSITION))
    assert letters(reading.cells) == POSITION
    assert (reading.sequence, reading.time_s) == (1, pytest.approx(0.1))
    assert not reading.hand and not reading.moved and reading.reason == ""


def test_reader_turns_the_columns_of_a_camera_behind_the_board(learned: tuple[Grid, Colours]) -> None:
    reading = Film(Reader(*learned, camera_side="back", locate=nowhere)).show(Drawing(POSITION))
    assert letters(reading.cells) == tuple(line[::-1] for line in POSITION)


def test_reader_sees_a_hand_before_the_board(film: Film) -> None:
    reading = film.show(Drawing(POSITION, hand=(2.5, 2.4)))
    assert reading.hand and not reading.moved and "before the board" in reading.reason
    assert not wrong(letters(reading.cells), POSITION)


def test_reader_takes_no_lamp_for_a_hand_or_a_bump(film: Film) -> None:
    film.show(Drawing(POSITION))
    reading = film.show(Drawing(POSITION, lamp=WARM))
    assert not reading.hand and not reading.moved and letters(reading.cells) == POSITION


def test_reader_knows_in_dim_light_what_stays_and_no_disc_that_comes_without_a_wall_to_prove_it(film: Film) -> None:
    dim, more = (0.3, 0.3, 0.3), (*POSITION[:2], "..RY...", *POSITION[3:])
    film.show(Drawing(POSITION))
    assert letters(film.show(Drawing(POSITION, lamp=dim)).cells) == POSITION
    seen = letters(film.show(Drawing(more, lamp=dim)).cells)
    assert seen == (*POSITION[:2], "..?Y...", *POSITION[3:])
    assert letters(film.show(Drawing(more)).cells) == more


@pytest.mark.parametrize(
    ("shift_px", "roll_deg"), [((4.0, -3.0), 0.0), ((8.0, 6.0), 0.8), ((-14.0, 5.0), -1.0), ((3.0, 15.0), 0.5)]
)
def test_reader_follows_a_bump(film: Film, shift_px: tuple[float, float], roll_deg: float) -> None:
    film.show(Drawing(POSITION), 2)
    bumped = Drawing(POSITION, shift_px=shift_px, roll_deg=roll_deg)
    first = film.show(bumped)
    assert first.moved and unknown(letters(first.cells)) == 42
    last = film.show(bumped, 3)
    assert not last.moved and letters(last.cells) == POSITION
    assert off(film.reader.grid, bumped) < 0.1


def test_reader_never_reads_on_a_grid_that_is_off(film: Film) -> None:
    rng = np.random.default_rng(8)
    film.show(Drawing(POSITION))
    for _ in range(6):
        shift = rng.uniform(-15, 15, 2)
        bumped = Drawing(POSITION, shift_px=(float(shift[0]), float(shift[1])), roll_deg=float(rng.normal(0, 0.6)))
        for _ in range(3):
            reading = film.show(bumped)
            assert not wrong(letters(reading.cells), POSITION)
            assert reading.moved or off(film.reader.grid, bumped) < 0.15


def test_reader_follows_a_bump_only_once_nothing_moves(film: Film) -> None:
    film.show(Drawing(POSITION), 2)
    for step in range(4):
        assert film.show(Drawing(POSITION, shift_px=(6.0 + 4 * step, 0.0))).moved


def test_reader_asks_the_locator_when_the_board_is_far_off(learned: tuple[Grid, Colours]) -> None:
    far = Drawing(POSITION, shift_px=(70.0, 40.0))
    asked = []

    def known(image: Image) -> Located:
        asked.append(image.shape)
        return Located(Grid.from_corners(far.place()), 0.9, 42, 0.5)

    film = Film(Reader(*learned, locate=known))
    film.show(Drawing(POSITION))
    reading = film.show(far, 4)
    assert asked and not reading.moved and off(film.reader.grid, far) < 0.1
    assert not wrong(letters(reading.cells), POSITION) and unknown(letters(reading.cells)) <= 8


@pytest.mark.parametrize("whole", [(1, 0), (-1, 0), (0, -1)])
def test_reader_is_not_fooled_by_a_move_of_a_whole_hole(film: Film, whole: tuple[int, int]) -> None:
    film.show(Drawing(POSITION), 2)
    holes = np.array([[0.0, 0.0], [6.0, 0.0], [6.0, 5.0], [0.0, 5.0]])
    place = np.array(Drawing().corners, np.float32)
    matrix = cv2.getPerspectiveTransform(holes.astype(np.float32), place)
    corners = cv2.perspectiveTransform((holes + whole)[None], matrix.astype(np.float64))[0]
    beside = Drawing(POSITION, corners=tuple((float(x), float(y)) for x, y in corners))
    for _ in range(4):
        reading = film.show(beside)
        assert reading.moved or letters(reading.cells) == POSITION


def test_reader_takes_an_arm_along_the_edge_for_a_hand(film: Film) -> None:
    film.show(Drawing(POSITION))
    reading = film.show(Drawing(POSITION, hand=(-0.4, 4.4)))
    assert not wrong(letters(reading.cells), POSITION) and (reading.hand or reading.moved)


def test_reader_says_so_when_the_board_is_gone(film: Film) -> None:
    film.show(Drawing(POSITION))
    gone = np.random.default_rng(1).normal(128, 3, (SIZE[1], SIZE[0], 3)).astype(np.uint8)
    for roll in range(5):
        reading = film.reader.read(film.frame(np.roll(gone, roll, axis=1)))
        assert unknown(letters(reading.cells)) == 42 and reading.reason


def test_reader_gives_the_same_reading_for_the_same_picture(film: Film) -> None:
    image = Drawing(POSITION).picture(3)
    first = film.reader.read(film.frame(image))
    assert film.reader.read(film.frame(image.copy())) == first


def test_reader_refuses_a_frozen_picture(film: Film) -> None:
    image = Drawing(POSITION).picture(3)
    with pytest.raises(CameraError, match="frozen"):
        for _ in range(20):
            film.reader.read(film.frame(image))


def test_reader_learns_on_from_what_was_confirmed(film: Film) -> None:
    wall = Drawing(behind=(30, 190, 225))
    assert unknown(letters(film.show(wall).cells)) > 0
    empty: Cells = tuple((Cell.EMPTY,) * 7 for _ in range(6))
    for seed in range(8):
        film.reader.confirmed(film.frame(wall.picture(seed)), empty)
    assert letters(film.show(wall).cells) == EMPTY


def test_reader_confirms_from_the_front_with_a_camera_behind(learned: tuple[Grid, Colours]) -> None:
    reader = Reader(*learned, camera_side="back", locate=nowhere)
    front: Cells = tuple(tuple(Cell(".RY".index(cell)) for cell in line[::-1]) for line in POSITION[::-1])
    before = reader.colours.red
    reader.confirmed(Film(reader).frame(Drawing(POSITION).picture()), front)
    assert np.allclose(reader.colours.red, before, rtol=0.1)


@pytest.mark.parametrize("side", ["front", "back"])
def test_reader_knows_what_it_was_shown(learned: tuple[Grid, Colours], side: Side) -> None:
    dim, step = (0.3, 0.3, 0.3), 1 if side == "front" else -1
    seen = tuple(line[::step] for line in POSITION)
    front: Cells = tuple(tuple(Cell(".RY".index(cell)) for cell in line) for line in seen[::-1])
    strange, film = (Film(Reader(*learned, camera_side=side, locate=nowhere)) for _ in range(2))
    assert unknown(letters(strange.show(Drawing(POSITION, lamp=dim)).cells)) > 0
    film.reader.shown(film.frame(Drawing(POSITION).picture()), front)
    assert letters(film.show(Drawing(POSITION, lamp=dim)).cells) == seen


@pytest.mark.parametrize("game", ["dev1", "dev3"])
def test_reader_reads_a_rendered_game(game: str) -> None:
    folder = folder_of("QUADROW_RENDERS")
    frames = [label for label in labels_of(folder) if label["game"] == game]
    images = [cv2.imread(str(folder / label["file"])) for label in frames]
    film, false, open_cells, scored = None, 0, 0, 0
    board, grid = None, polish(images[0], Grid.from_corners(frames[0]["corners"]))
    for label, image in zip(frames, images, strict=True):
        truth = tuple(label["grid"])
        if film is None:
            board = board or learn_empty([image], grid)
            red, yellow = ([(5 - r, c) for r in range(6) for c in range(7) if truth[r][c] == x] for x in "RY")
            if label["kind"] == "settled" and red and yellow:
                film = Film(Reader(grid, learn_discs(board, [image], grid, red, yellow), locate=nowhere))
            continue
        for seed in range(3):
            grain = np.random.default_rng(seed).integers(-1, 2, image.shape)
            frame = film.frame(np.clip(image.astype(np.int16) + grain, 0, 255).astype(np.uint8))
            reading = film.reader.read(frame)
        seen = letters(reading.cells)
        false += len(wrong(seen, truth))
        if label["kind"] == "settled":
            assert not reading.hand and not reading.moved, label["file"]
            open_cells, scored = open_cells + unknown(seen), scored + 42
            film.reader.confirmed(frame, tuple(tuple(Cell(".RY".index(x)) for x in line) for line in truth[::-1]))
    assert false == 0
    assert scored > 800 and open_cells <= 0.01 * scored
