"""Readings held against what came before: hand-made readings and looks, no pictures."""

from __future__ import annotations

import numpy as np
import pytest

from vision.memory import STRIP, Memory
from vision.past import EMPTY, RED, UNKNOWN, YELLOW, Past
from vision.spots import OFFSETS

Grid = tuple[str, ...]
NUMBERS = {".": EMPTY, "R": RED, "Y": YELLOW, "?": UNKNOWN}
BARE = (".......",) * 6


def numbers(grid: Grid) -> np.ndarray:
    return np.array([NUMBERS[letter] for letter in "".join(grid)], dtype=np.intp)


def low(*rows: str) -> Grid:
    """A board whose lowest rows are given, from the top."""
    return (*BARE[: 6 - len(rows)], *rows)


def looks(*touched: tuple[int, int, float], above: bool = False) -> Memory:
    """Looks of 42 holes; `touched` are (row from the top, column, share of its points that changed)."""
    holes = np.full((3, 42, len(OFFSETS)), -50.0, dtype=np.float32)
    for row, column, share in touched:
        holes[1, 7 * row + column, : round(share * len(OFFSETS))] += 80
    strip = np.full((3, len(STRIP)), -50.0, dtype=np.float32)
    strip[1, : len(STRIP) // 10 * above] += 80
    return Memory(holes, strip)


@pytest.fixture
def past() -> Past:
    """A board with one red disc in d1, seen calm."""
    started = Past()
    started.judge(numbers(BARE), looks())
    assert started.judge(numbers(low("...R...")), looks((5, 3, 1.0))).still
    return started


DISC = (5, 3, 1.0)


def held(past: Past, grid: Grid, memory: Memory | None) -> str:
    return "".join(".RY?"[number] for number in past.judge(numbers(grid), memory).values)


def test_past_takes_a_new_disc_that_rests_and_has_changed_its_hole(past: Past) -> None:
    grid = low("...Y...", "...R...")
    judged = past.judge(numbers(grid), looks(DISC, (4, 3, 0.9)))
    assert judged.still and np.array_equal(judged.values, numbers(grid))


def test_past_doubts_a_new_disc_whose_hole_looks_as_before(past: Past) -> None:
    assert held(past, low("...Y...", "...R..."), looks(DISC, (4, 3, 0.1)))[31] == "?"


@pytest.mark.parametrize("below", [".", "?"])
def test_past_doubts_a_new_disc_over_what_may_be_empty(past: Past, below: str) -> None:
    seen = past.judge(numbers(low("......R", f"...R..{below}")), looks(DISC, (4, 6, 1.0)))
    assert seen.values[34] == UNKNOWN and not seen.still


def test_past_keeps_a_hole_that_nothing_touched(past: Past) -> None:
    assert held(past, low("??.?..."), looks(DISC)) == "".join(low("...R..."))


def test_past_does_not_keep_a_hole_of_which_a_tenth_has_changed(past: Past) -> None:
    """A red disc before red cloth changes little: it is not to be taken for the empty hole that was there."""
    assert held(past, low("...?...", "...R..."), looks(DISC, (4, 3, 0.11)))[31] == "?"


def test_past_doubts_a_disc_that_is_gone_until_it_is_seen_again(past: Past) -> None:
    assert held(past, BARE, looks())[38] == "?"
    assert held(past, BARE, looks()) == "".join(BARE)


def test_past_doubts_a_disc_that_has_changed_its_colour(past: Past) -> None:
    assert held(past, low("...Y..."), looks(DISC))[38] == "?"


def test_past_calls_a_hole_empty_in_which_no_disc_could_rest(past: Past) -> None:
    """Unreadable, over an empty hole, and as it was a frame ago."""
    odd, memory = (*BARE[:2], "?......", *low("...R...")[3:]), looks(DISC, (2, 0, 1.0))
    assert held(past, odd, memory)[14] == "?"
    assert held(past, odd, memory)[14] == "?"
    assert held(past, odd, memory)[14] == "."


def test_past_is_not_still_with_a_hand_or_a_move_in_or_above_the_board(past: Past) -> None:
    grid = numbers(low("...R..."))
    assert not past.judge(grid, looks(DISC), hand=True).still
    assert not past.judge(grid, looks(DISC, (1, 1, 0.5))).still
    assert not past.judge(grid, looks(DISC, above=True)).still
    assert past.judge(grid, looks(DISC)).still


def test_past_is_still_again_when_a_change_stays(past: Past) -> None:
    grid, other = numbers(low("...R...")), looks(DISC, (1, 1, 0.5), above=True)
    assert not past.judge(grid, other).still
    assert past.judge(grid, other).still


def test_past_does_not_remember_a_frame_in_which_the_board_moved(past: Past) -> None:
    past.bumped()
    grid = low("...R..R")
    assert past.judge(numbers(grid), looks(DISC, (5, 6, 1.0)), moved=True).values[41] == RED
    assert held(past, low("...R..."), looks(DISC)) == "".join(low("...R..."))


def test_past_agrees_with_a_likely_reading_only_if_that_explains_every_disc(past: Past) -> None:
    open_ = numbers(("???????",) * 6)
    both = numbers(low("...R..Y"))
    agreed = past.agreeing(open_, both)
    assert agreed[38] == RED and agreed[41] == UNKNOWN and agreed[0] == EMPTY
    assert np.array_equal(past.agreeing(open_, numbers(low("......Y"))), open_)
    assert np.array_equal(past.agreeing(open_, numbers(low("...Y..."))), open_)


def test_past_finds_a_board_strange_when_a_third_of_the_holes_is_another(past: Past) -> None:
    few = [(row, column, 1.0) for row in range(2) for column in range(6)]
    assert not past.strange(looks(DISC, *few))
    assert past.strange(looks(DISC, *few, (2, 0, 1.0)))
