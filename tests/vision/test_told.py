"""Holes that were empty: they stay so when the room turns as one, and may hold a disc when they change alone."""

from __future__ import annotations

import numpy as np
import pytest

from vision.spots import Look
from vision.told import Told
from vision.types import Cell

LIT = np.ones(3, dtype=np.float32)
EMPTY = np.full(42, int(Cell.EMPTY), dtype=np.intp)
WALL, SHIRT = (180, 190, 200), (30, 30, 190)


def seen(*holes: int) -> Look:
    """A look at a wall, and at a shirt through some holes."""
    pixels = np.empty((3, 42, 69), dtype=np.uint8)
    pixels[:] = np.array(WALL)[:, None, None]
    pixels[:, list(holes)] = np.array(SHIRT)[:, None, None]
    return Look(pixels, np.zeros((3, 127), dtype=np.float32))


def told_empty() -> Told:
    told = Told()
    told.note(EMPTY, seen(), LIT, whole=True)
    return told


def test_told_holds_what_changes_together() -> None:
    assert told_empty().still_empty(seen(8, 9, 15, 16), LIT, whole=True)[[8, 9, 15, 16]].all()


@pytest.mark.parametrize("holes", [(8,), (8, 9, 10), (8, 15, 22, 29)])
def test_told_lets_go_what_changes_alone_or_in_one_column(holes: tuple[int, ...]) -> None:
    held = told_empty().still_empty(seen(*holes), LIT, whole=True)
    assert not held[list(holes)].any() and held[[0, 41]].all()


def test_told_lets_go_what_changes_behind_a_hand() -> None:
    assert not told_empty().still_empty(seen(8, 9, 15, 16), LIT, whole=False)[[8, 9, 15, 16]].any()


def test_told_lets_go_what_changed_while_nobody_looked() -> None:
    told = told_empty()
    told.interrupt()
    assert not told.still_empty(seen(8, 9, 15, 16), LIT, whole=True)[[8, 9, 15, 16]].any()


def test_told_holds_what_looks_as_it_did_again() -> None:
    told, unknown = told_empty(), EMPTY.copy()
    unknown[8] = int(Cell.UNKNOWN)
    assert not told.still_empty(seen(8), LIT, whole=True)[8]
    told.note(unknown, seen(8), LIT, whole=True)
    assert told.still_empty(seen(), LIT, whole=True)[8]


def test_told_holds_nothing_that_was_a_disc() -> None:
    told, discs = Told(), EMPTY.copy()
    discs[8] = int(Cell.RED)
    told.note(discs, seen(8), LIT, whole=True)
    assert not told.still_empty(seen(8), LIT, whole=True)[8]


def test_told_knows_in_which_light_each_hole_was_seen_empty() -> None:
    told, unknown = told_empty(), EMPTY.copy()
    assert not told.relit(1.2 * LIT).any() and told.relit(0.7 * LIT).all()
    unknown[8] = int(Cell.UNKNOWN)
    told.note(unknown, seen(), 0.7 * LIT, whole=True)
    assert np.flatnonzero(told.relit(0.7 * LIT)).tolist() == [8]


def test_told_knows_what_was_watched_ever_since() -> None:
    told = told_empty()
    assert told.followed.all()
    told.interrupt()
    assert not told.followed.any()
