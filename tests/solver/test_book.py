"""The opening book: what is in it is not searched, damage is noticed, and building goes on where it was ended."""

from __future__ import annotations

import json
import random

import pytest

from robot import cli
from robot.commands import book as command
from robot.rules.notation import position_of
from robot.rules.position import Position
from robot.solver import book
from robot.solver.book import Book
from robot.solver.engine import Solver
from tests.solver.games import mirrored, random_game
from tests.system.shell import is_one_line

PLIES, PUBLISHED = range(8), [1, 4, 25, 121, 568, 2_120, 7_603, 25_316]
"""Positions of so many discs that need a search, one of each pair of mirror images."""


def late_positions(seed, count, plies=30):
    """Different positions that need a search, as the book keeps them."""
    luck, found = random.Random(seed), {}
    while len(found) < count:
        position = book.smaller(random_game(luck, plies)[1])
        if book.needs_search(position):
            found[position.key] = position
    return [found[key] for key in sorted(found)]


def book_of(positions, score, plies):
    return Book(book.packed(book.record_of(position.key, score) for position in positions), plies)


@pytest.fixture
def late(monkeypatch):
    """Let plies 0 and 1 of the book be late positions, which are solved in no time."""
    plies = [late_positions(1, 3), late_positions(2, 12, plies=31)]
    for module in (book, command):
        monkeypatch.setattr(module, "open_positions", lambda ply: plies[ply])
    return plies


@pytest.fixture
def built(late, tmp_path):
    assert cli.main(["book", "build", "-q", "--plies", "1", "--table", "1", "--folder", str(tmp_path)]) == 0
    return tmp_path


def check(folder):
    return cli.main(["book", "check", "--json", "--sample", "20", "--folder", str(folder)])


@pytest.mark.parametrize("ply", PLIES[:6])
def test_open_positions_are_as_many_as_published(ply):
    assert len(book.open_positions(ply)) == PUBLISHED[ply]


def test_solve_takes_the_score_of_the_book_for_a_position_and_its_mirror_image():
    positions = late_positions(3, 20)
    solver = Solver(1, book=book_of(positions, 7, plies=30))
    for position in positions:
        for one in (position, mirrored(position)):
            solution = solver.solve(one)
            assert (solution.score, solution.nodes) == (7, 0)


def test_search_finds_the_book_below_its_root():
    position = position_of("654131641256261466353252233")
    positions = {book.smaller(position.play(column)).key for column in position.legal_columns()}
    replies = [book.smaller(position.play(column)) for column in position.legal_columns()]
    said = Book(book.packed(sorted(book.record_of(key, -3) for key in positions)), plies=28)
    assert Solver(1).solve(position).score == 4
    assert any(book.needs_search(reply) for reply in replies)
    assert Solver(1, book=said).solve(position).score == 3


def test_shipped_book_holds_the_scores_of_the_first_moves():
    shipped = Book.shipped()
    if shipped is None or shipped.plies < 1:
        pytest.skip("there is no book in the package yet")
    scores = Solver(1, book=shipped).scores(Position())
    assert scores.by_column == (-2, -1, 0, 1, 0, -1, -2)
    assert scores.nodes == 0


def test_build_solves_every_position_and_check_agrees(built, late, capsys):
    assert check(built) == 0
    assert json.loads(capsys.readouterr().out) == {"plies": 1, "positions": 15, "bytes": 120, "wrong": []}
    scores = dict(Book.read(built).entries())
    assert scores == {position.key: Solver(1).solve(position).score for position in late[0] + late[1]}
    assert not list(built.glob("*.part"))


def test_build_goes_on_where_it_was_ended(late, tmp_path, monkeypatch, capsys):
    class Tired(Solver):
        solved = 0

        def solve(self, position):
            Tired.solved += 1
            if Tired.solved == 8:
                raise KeyboardInterrupt
            return super().solve(position)

    words = ["book", "build", "--plies", "1", "--table", "1", "--folder", str(tmp_path)]
    monkeypatch.setattr(command, "Solver", Tired)
    assert cli.main(words) == 130
    part = tmp_path / "ply-1.part"
    assert len(part.read_bytes()) == 7 * book.RECORD_BYTES
    part.write_bytes(part.read_bytes()[:-3])
    assert cli.main(words) == 0
    assert Tired.solved == 8 + 9
    capsys.readouterr()
    assert check(tmp_path) == 0


def test_build_refuses_a_part_of_other_positions_in_one_line(late, tmp_path, capsys):
    (tmp_path / "ply-0.part").write_bytes(book.packed([book.record_of(5, 1)]))
    assert cli.main(["book", "build", "-q", "--plies", "0", "--table", "1", "--folder", str(tmp_path)]) == 1
    assert is_one_line(capsys.readouterr().err)


def test_build_refuses_to_work_beside_another_in_one_line(late, tmp_path, capsys):
    with command._alone(tmp_path / "ply-0.part"):
        assert cli.main(["book", "build", "-q", "--plies", "0", "--table", "1", "--folder", str(tmp_path)]) == 2
    assert is_one_line(capsys.readouterr().err)


@pytest.mark.parametrize("name", ["ply-0.book", "ply-1.book"])
def test_check_notices_a_byte_that_changed(built, name, capsys):
    data = bytearray((built / name).read_bytes())
    data[11] ^= 1
    (built / name).write_bytes(data)
    assert check(built) == 1
    assert json.loads(capsys.readouterr().out)["wrong"] == [f"{name} is not what was built"]


def test_check_notices_a_wrong_score_under_a_right_digest(built, capsys):
    file = built / "ply-1.book"
    records = book.unpacked(file.read_bytes(), file.name)
    key, score = book.entry_of(records[3])
    records[3] = book.record_of(key, -score if score else 1)
    file.write_bytes(book.packed(records))
    book.write_sums(built)
    assert check(built) == 1
    (wrong,) = json.loads(capsys.readouterr().out)["wrong"]
    assert str(key) in wrong


def test_check_notices_a_position_that_is_missing(built, capsys):
    file = built / "ply-1.book"
    file.write_bytes(file.read_bytes()[: -book.RECORD_BYTES])
    book.write_sums(built)
    assert check(built) == 1
    assert "exactly" in json.loads(capsys.readouterr().out)["wrong"][0]


def test_check_of_no_book_ends_in_one_line(tmp_path, capsys):
    assert check(tmp_path) == 1
    assert is_one_line(capsys.readouterr().err)


def test_a_book_that_ends_within_a_record_is_refused(built, capsys):
    (built / "ply-1.book").write_bytes(b"1234567")
    book.write_sums(built)
    assert check(built) == 1
    assert is_one_line(capsys.readouterr().err)
