"""The published positions: every score is right, without the book and with it."""

from __future__ import annotations

import lzma
import os
import random
from pathlib import Path

import pytest

from robot.rules.notation import position_of
from robot.rules.position import Position
from robot.solver.book import Book, smaller
from robot.solver.engine import Solver

FOLDER = os.environ.get("QUADROW_POSITIONS", "")
SETS = ("end-easy", "middle-easy", "middle-medium", "begin-easy", "begin-medium", "begin-hard")
SHARES = 20
LISTED = 67_557

pytestmark = pytest.mark.skipif(not FOLDER, reason="QUADROW_POSITIONS does not say where the published positions are")
long = pytest.mark.skipif(not os.environ.get("QUADROW_PROVE"), reason="a long proof: `make prove` runs it")


def position_of_cells(cells):
    """A position of 42 cells, column by column from the bottom; the side of x is to move."""
    mover = mask = 0
    for index, cell in enumerate(cells):
        bit = 1 << index // 6 * 7 + index % 6
        mover |= bit if cell == "x" else 0
        mask |= bit if cell != "b" else 0
    return Position(mover, mask)


def of_set(name):
    lines = (Path(FOLDER) / f"{name}.txt").read_text(encoding="ascii").splitlines()
    return [(position_of(moves), int(score)) for moves, score in map(str.split, lines)]


def of_eight_plies():
    text = lzma.decompress((Path(FOLDER) / "eight-ply.csv.xz").read_bytes()).decode("ascii")
    rows = [line.split(",") for line in text.splitlines()]
    return [(position_of_cells(cells), int(score)) for cells, _, score in rows]


def wrong(listed, book=None):
    solver = Solver(256, book=book)
    return [position for position, score in listed if solver.solve(position).score != score]


@pytest.mark.parametrize("name", SETS)
def test_some_of_every_set_are_right(name):
    most = {"begin-medium": 10, "begin-hard": 1}.get(name, 500)
    assert wrong(of_set(name)[:most]) == []


def test_some_of_eight_plies_are_right():
    listed = of_eight_plies()
    assert len(listed) == LISTED
    assert wrong(random.Random(1).sample(listed, 3)) == []


def test_shipped_book_has_the_published_score_of_all_eight_plies():
    """The book was built by the search alone, so this is the search's word too."""
    shipped = Book.shipped()
    listed = of_eight_plies()
    assert [position for position, score in listed if shipped.entry(8, smaller(position).key).score != score] == []


@long
@pytest.mark.parametrize("name", SETS)
def test_whole_set_is_right_without_the_book_and_with_it(name):
    listed = of_set(name)
    assert len(listed) == 500
    assert wrong(listed) == []
    assert wrong(listed, Book.shipped()) == []


@long
def test_two_thousand_of_eight_plies_are_right_without_the_book_and_with_it():
    listed = random.Random(2).sample(of_eight_plies(), 2000)
    listed.sort(key=lambda one: one[0].key)
    assert wrong(listed) == []
    assert wrong(listed, Book.shipped()) == []


@long
@pytest.mark.parametrize("share", range(SHARES))
def test_share_of_all_eight_plies_is_right(share):
    listed = of_eight_plies()
    assert wrong(listed[len(listed) * share // SHARES : len(listed) * (share + 1) // SHARES]) == []
