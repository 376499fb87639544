"""A sequence of frames: learned from its first frame and from the game itself."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from robot.sim.render import Renderer, Room
from robot.sim.scene import FallingDisc, Hand, Lamp, Scene
from tests.vision.drawn import letters, unknown, wrong
from tests.vision.shared import folder_of, labels_of
from vision.errors import BoardNotFound
from vision.rectify import Grid
from vision.sequence import Sequence, Sight, shows_a_game
from vision.types import Cell, Cells

BARE: Cells = ((Cell.EMPTY,) * 7,) * 6
LONG = pytest.mark.skipif(not os.environ.get("QUADROW_PROVE"), reason="a long proof: `make prove` runs it")
COLUMNS = (3, 3, 2, 4, 3, 5, 2, 1, 0, 6)
SKIN, SLEEVE = (150, 180, 225), (90, 60, 50)


def dropped(columns: tuple[int, ...]) -> Cells:
    """The board after discs fell into `columns`, red first and in turn."""
    rows = [list(row) for row in BARE]
    for ply, column in enumerate(columns):
        row = next(row for row in range(6) if rows[row][column] is Cell.EMPTY)
        rows[row][column] = Cell.YELLOW if ply % 2 else Cell.RED
    return tuple(map(tuple, rows))


class Game:
    """Shows rendered scenes of one room to a sequence, every frame with noise of its own."""

    def __init__(self, seed: int, colours: tuple[str, str] | str = "auto") -> None:
        self.room = Room(seed)
        self._renderer = Renderer(self.room)
        self._noise = 0
        first = self._renderer.render(Scene(BARE), 0)
        grid = Grid.from_corners(self.room.corners(Scene(BARE)))
        self.sequence = Sequence.starting(first, colours, grid)
        assert letters(self.sequence.read(first).cells) == letters(BARE)

    def show(self, scene: Scene) -> Sight:
        self._noise += 1
        return self.sequence.read(self._renderer.render(scene, self._noise))

    def play(self, count: int) -> Iterator[tuple[Sight, Cells]]:
        """Drop the first `count` discs, a frame after each."""
        for ply in range(count):
            cells = dropped(COLUMNS[: ply + 1])
            yield self.show(Scene(cells)), cells


@pytest.fixture
def game() -> Game:
    """A game after six discs."""
    started = Game(7)
    for _ in started.play(6):
        pass
    return started


SIX = dropped(COLUMNS[:6])


@pytest.mark.parametrize("seed", [2, 7, 11])
def test_sequence_reads_a_game_that_it_learns_from(seed: int) -> None:
    open_cells = 0
    for sight, cells in Game(seed).play(len(COLUMNS)):
        assert not wrong(letters(sight.cells), letters(cells))
        assert sight.still and not sight.moved
        open_cells += unknown(letters(sight.cells))
    assert open_cells <= 4


def test_sequence_tells_the_colour_of_the_first_disc(game: Game) -> None:
    fresh = Game(7)
    first, cells = next(fresh.play(1))
    assert letters(first.cells) == letters(cells) and first.colours == ("red", "yellow")


def test_sequence_sees_a_hand_before_the_board_and_takes_it_for_no_disc(game: Game) -> None:
    for disc in ("red", "yellow", None):
        sight = game.show(Scene(SIX, hand=Hand(3.0, 3.5, True, disc, SKIN, SLEEVE)))
        assert not sight.still and "before the board" in sight.reason
        assert not wrong(letters(sight.cells), letters(SIX))


def test_sequence_sees_a_hand_over_the_slots(game: Game) -> None:
    assert not game.show(Scene(SIX, hand=Hand(3.0, 6.2, False, "red", SKIN, SLEEVE))).still
    assert game.show(Scene(SIX)).still


@pytest.mark.parametrize("red", [True, False])
@pytest.mark.parametrize("height", [4.0, 3.0, 4.6])
def test_sequence_takes_a_disc_in_flight_for_none(game: Game, red: bool, height: float) -> None:
    sight = game.show(Scene(SIX, falling=(FallingDisc(6, height, 8.0, red),)))
    assert not wrong(letters(sight.cells), letters(SIX)) and not sight.still
    assert letters(game.show(Scene(SIX)).cells) == letters(SIX)


@pytest.mark.parametrize(("across", "down", "roll_deg"), [(9.0, -6.0, 0.4), (-14.0, 3.0, -0.6), (3.0, 0.0, 0.0)])
def test_sequence_follows_a_knocked_camera(game: Game, across: float, down: float, roll_deg: float) -> None:
    bumped = Scene(SIX, bump_x_px=across, bump_y_px=down, bump_roll_deg=roll_deg)
    first = game.show(bumped)
    assert first.moved and not wrong(letters(first.cells), letters(SIX))
    sight = game.show(bumped)
    apart = np.linalg.norm(sight.grid.corners - game.room.corners(bumped), axis=1).max()
    assert not sight.moved and apart < 0.15 * sight.grid.pitch_px
    assert not wrong(letters(sight.cells), letters(SIX)) and unknown(letters(sight.cells)) <= 4
    more = replace(bumped, cells=dropped(COLUMNS[:7]))
    assert not wrong(letters(game.show(more).cells), letters(more.cells))


@pytest.mark.parametrize("lamp", [Lamp(2700.0), Lamp(6500.0), Lamp(4500.0, 0.7)])
def test_sequence_takes_no_lamp_for_discs(game: Game, lamp: Lamp) -> None:
    sight = game.show(Scene(SIX, lamp=lamp))
    assert not wrong(letters(sight.cells), letters(SIX)) and not sight.moved


def test_sequence_makes_no_disc_of_what_floats(game: Game) -> None:
    rows = [list(row) for row in SIX]
    rows[4][6] = Cell.RED
    floating = tuple(map(tuple, rows))
    for _ in range(3):
        assert letters(game.show(Scene(floating)).cells)[1][6] in ".?"


def test_sequence_believes_in_an_emptied_board_when_it_is_seen_twice(game: Game) -> None:
    first = letters(game.show(Scene(BARE)).cells)
    assert unknown(first) == 6
    assert letters(game.show(Scene(BARE)).cells) == letters(BARE)


def test_sequence_says_when_the_board_is_gone(game: Game) -> None:
    noise = np.random.default_rng(1).normal(128, 3, (480, 640, 3))
    with pytest.raises(BoardNotFound):
        game.sequence.read(noise.astype(np.uint8))
    assert letters(game.show(Scene(SIX)).cells) == letters(SIX)


def test_sequence_that_starts_with_discs_is_read_cold() -> None:
    room = Room(7)
    image = Renderer(room).render(Scene(SIX), 1)
    grid = Grid.from_corners(room.corners(Scene(SIX)))
    sight = Sequence.starting(image, ("red", "yellow"), grid).read(image, grid)
    assert not wrong(letters(sight.cells), letters(SIX))


def played(folder: Path, frames: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], Sight, tuple[str, ...]]]:
    """Read the frames of a labelled game; what cannot be located is left out."""
    sequence = None
    for label in frames:
        image = cv2.imread(str(folder / label["file"]))
        try:
            sequence = sequence or Sequence.starting(image)
            sight = sequence.read(image)
        except BoardNotFound:
            continue
        yield label, sight, letters(sight.cells)


@pytest.mark.parametrize("game", ["dev1", "dev2", "dev3", "dev4"])
def test_sequence_reads_a_rendered_game(game: str) -> None:
    folder = folder_of("QUADROW_RENDERS")
    frames = [label for label in labels_of(folder) if label["game"] == game]
    scored = open_cells = restless = knocked = 0
    for label, sight, seen in played(folder, frames):
        assert not wrong(seen, tuple(label["grid"])), label["file"]
        knocked += sight.moved
        if label["kind"] == "hand":
            assert not sight.still, label["file"]
        if label["kind"] in ("empty", "settled"):
            scored, open_cells, restless = scored + 42, open_cells + unknown(seen), restless + (not sight.still)
    assert scored > 1000 and open_cells <= 0.01 * scored
    assert restless <= 1 and knocked == any(label["bumped"] for label in frames)


@pytest.mark.parametrize(
    ("name", "least", "most_open"), [("c4vision-A", 290, 0.01), pytest.param("c4cv-", 900, 0.05, marks=LONG)]
)
def test_sequence_reads_photographs_of_one_board(name: str, least: int, most_open: float) -> None:
    folder = folder_of("QUADROW_PHOTOS")
    series: dict[str, list[dict[str, Any]]] = {}
    for label in labels_of(folder):
        if label["sequence"] and label["sequence"]["id"].startswith(name):
            series.setdefault(label["sequence"]["id"], []).append(label)
    scored = open_cells = 0
    for frames in series.values():
        ordered = sorted(frames, key=lambda label: int(label["sequence"]["index"]))
        for label, _, seen in played(folder, ordered):
            assert not wrong(seen, tuple(label["grid"])), label["file"]
            scored, open_cells = scored + 42, open_cells + unknown(seen)
    assert scored > least and open_cells <= most_open * scored


@pytest.mark.parametrize(
    ("reds", "yellows", "unknowns", "is_game"),
    [(3, 3, 0, True), (4, 3, 0, True), (5, 3, 0, False), (0, 1, 0, False), (0, 0, 0, False), (3, 3, 1, False)],
)
def test_sequence_calls_only_fair_shares_of_both_colours_a_game(
    reds: int, yellows: int, unknowns: int, is_game: bool
) -> None:
    values = np.zeros(42, dtype=np.intp)
    values[:reds], values[10 : 10 + yellows], values[20 : 20 + unknowns] = Cell.RED, Cell.YELLOW, Cell.UNKNOWN
    assert shows_a_game(values) is is_game
