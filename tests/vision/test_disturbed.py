"""Boards that are disturbed after their calibration: nothing is read wrong, and little is left open."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace

import pytest

from robot.sim.scene import Lamp
from tests.progress import figure, so_far
from tests.vision.disturbed import KINDS, Disturbed, Tally, differing, read, read_drops
from vision.types import Cell

BOARDS, SHARES = 2000, 4


def tally(seeds: Iterable[int], kinds: Iterable[str] | None) -> Tally:
    kept = Tally()
    for seed in seeds:
        kept.add(Disturbed.of(seed, kinds))
    return kept


def test_lamps_disturb_nothing() -> None:
    kept = tally(range(4), ())
    assert not kept.refused
    count = kept.kinds["without a hand"]
    assert count.wrong == 0 and count.unknown <= 0.01 * count.cells


def test_rooms_where_no_wall_proves_the_first_disc_are_learned() -> None:
    kept = tally((47, 101), ())
    assert not kept.refused, str(kept)
    assert kept.kinds["without a hand"].wrong == 0


def test_room_behind_a_hole_that_looks_like_a_disc_once_all_is_taught_is_asked_for_and_learned() -> None:
    assert not tally((1437,), ()).refused


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "hand"])
def test_one_disturbance_makes_nothing_wrong(kind: str) -> None:
    count = tally((1, 9), [kind]).kinds["without a hand"]
    assert count.wrong == 0, f"{kind}: boards {count.seeds}"


def test_shirts_of_a_discs_colour_leave_little_open() -> None:
    count = tally((5001, 5007, 5031), ["shirt"]).kinds["without a hand"]
    assert count.wrong == 0 and count.unknown <= 0.02 * count.cells, f"{count.unknown} of {count.cells} are unknown"


def test_discs_before_a_shirt_of_their_colour_are_never_lost() -> None:
    drops = [read_drops(Disturbed.of(seed, ["shirt"]), 2) for seed in (8001, 8003)]
    assert any(seen for seen, _ in drops)
    assert all(cell in (colour, Cell.UNKNOWN) for seen, colour in drops for cell in seen)


def test_reflections_are_no_hand() -> None:
    assert not any(reading.hand for seed in (3, 14) for reading in read(Disturbed.of(seed, ["glare"])))


def test_hand_and_knock_together_make_nothing_wrong() -> None:
    count = tally((2, 3), ["hand", "bump"]).kinds["with a hand"]
    assert count.wrong == 0, f"boards {count.seeds}"


@pytest.mark.parametrize("seed", [719, 1382])
def test_discs_that_look_like_the_room_behind_them_are_never_called_empty(seed: int) -> None:
    board = Disturbed.of(seed)
    assert not any(differing(reading.cells, board.scene.cells) for reading in read(board))


def test_a_board_that_was_knocked_is_found_under_a_reflection() -> None:
    assert not read(Disturbed.of(596))[-1].moved


def test_what_is_too_dark_is_not_read() -> None:
    board = Disturbed.of(4, ())
    dark = replace(board, scene=replace(board.scene, lamp=Lamp(board.lamp.kelvin, 0.12 * board.lamp.brightness)))
    reading = read(dark)[-1]
    assert "too dark" in reading.reason and all(cell is Cell.UNKNOWN for row in reading.cells for cell in row)


@pytest.mark.skipif(not os.environ.get("QUADROW_PROVE"), reason="a long proof: `make prove` runs it")
@pytest.mark.parametrize("share", range(SHARES))
def test_two_thousand_disturbed_boards_are_read(share: int) -> None:
    kept, boards = Tally(), BOARDS // SHARES
    for number in range(boards):
        kept.add(Disturbed.of(share * boards + number))
        so_far(number + 1, boards)
    count = kept.kinds["without a hand"]
    wrong = sorted({*count.seeds, *kept.kinds["with a hand"].seeds})
    for line in str(kept).splitlines():
        figure(line)
    assert not wrong, f"cells are wrong and certain on the boards {wrong}"
    assert count.unknown <= 0.01 * count.cells, f"{count.unknown} of {count.cells} cells are unknown without a hand"


def test_differing_counts_only_what_is_certain() -> None:
    board = Disturbed.of(3, ()).scene.cells
    unsure = ((Cell.UNKNOWN,) * 7, *board[1:])
    assert differing(unsure, board) == []
    false = tuple(tuple(Cell.RED if cell is Cell.YELLOW else cell for cell in row) for row in board)
    assert len(differing(false, board)) == sum(cell is Cell.YELLOW for row in board for cell in row)
