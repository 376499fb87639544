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
from robot.solver.book_form import NO_COLUMN, PART_BYTES, Entry, packed, part_of, said_of
from robot.solver.engine import Solver
from robot.solver.errors import BadBook
from tests.commands.test_solve import Screen
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


def book_of(positions, score, column=NO_COLUMN):
    """A book that says the same of all positions, which have equally many discs."""
    entries = [Entry(key, score, column) for key in sorted({position.key for position in positions})]
    return Book((packed([]),) * positions[0].ply + (packed(entries),))


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
    solver = Solver(1, book=book_of(positions, 7))
    for position in positions:
        for one in (position, mirrored(position)):
            solution = solver.solve(one)
            assert (solution.score, solution.nodes) == (7, 0)


def test_column_that_the_book_does_not_know_is_searched():
    solver = Solver(1)
    for position in late_positions(6, 20):
        best = solver.best(position)
        one = Solver(1, book=book_of([position], best.score)).best_one(position)
        assert one.score == best.score and one.column in best.columns


def test_search_finds_the_book_below_its_root():
    position = position_of("654131641256261466353252233")
    replies = [book.smaller(position.play(column)) for column in position.legal_columns()]
    assert Solver(1).solve(position).score == 4
    assert any(book.needs_search(reply) for reply in replies)
    assert Solver(1, book=book_of(replies, -3)).solve(position).score == 3


def test_shipped_book_holds_the_scores_of_the_first_moves():
    shipped = Book.shipped()
    if shipped is None or shipped.plies < 1:
        pytest.skip("there is no book in the package yet")
    scores = Solver(1, book=shipped).scores(Position())
    assert scores.by_column == (-2, -1, 0, 1, 0, -1, -2)
    assert scores.nodes == 0


def test_build_solves_every_position_and_check_agrees(built, late, capsys):
    size = sum(path.stat().st_size for path in built.glob("*.book"))
    assert check(built) == 0
    assert json.loads(capsys.readouterr().out) == {"plies": 1, "positions": 15, "bytes": size, "wrong": []}
    solver, found = Solver(1), Book.read(built)
    for ply, position in [(0, position) for position in late[0]] + [(1, position) for position in late[1]]:
        entry, best = found.entry(ply, position.key), solver.best(position)
        assert entry.score == best.score and entry.column in best.columns
    assert not list(built.glob("*.part"))


def test_plies_beside_one_are_read_alone(built):
    """Of plies 0 and 1, without those that are not there."""
    whole = Book.read(built).files
    assert Book.beside(built, 0).files == (packed([]), whole[1])
    assert Book.beside(built, 1).files == (whole[0],)
    assert Book.beside(built, 2).files == (packed([]), whole[1])
    assert Book.beside(built, 3) is None


@pytest.mark.parametrize("kept", [(24,), (26,), (24, 26)], ids=["before", "after", "both"])
def test_ply_is_built_the_same_with_those_beside_it(kept, tmp_path, monkeypatch):
    """Plies 24 to 26 of the book are what a few late positions are reached from, they, and what they lead to."""
    middle = late_positions(8, 4, plies=25)
    around = {
        24: [one for position in middle for one in map(book.smaller, parents(position))],
        25: middle,
        26: [book.smaller(position.play(column)) for position in middle for column in position.legal_columns()],
    }
    plies = {ply: {one.key: one for one in some if book.needs_search(one)} for ply, some in around.items()}
    for module in (book, command):
        monkeypatch.setattr(module, "open_positions", lambda ply: list(plies[ply].values()))
    for ply in kept:
        solver = Solver(1)
        entries = [command._entry_of(position, solver) for position in plies[ply].values()]
        (tmp_path / book.file_name(ply)).write_bytes(packed(entries))
    book.write_sums(tmp_path)
    command._build_ply(tmp_path, 25, Solver(1, book=Book.beside(tmp_path, 25)), True)
    built, plain = Book.beside(tmp_path, 26), Solver(1)
    for position in middle:
        entry, best = built.entry(25, position.key), plain.best(position)
        assert entry.score == best.score and entry.column in best.columns


def test_build_goes_on_where_it_was_ended(late, tmp_path, monkeypatch, capsys):
    class Tired(Solver):
        solved = 0

        def best_one(self, position):
            Tired.solved += 1
            if Tired.solved == 8:
                raise KeyboardInterrupt
            return super().best_one(position)

    words = ["book", "build", "--plies", "1", "--table", "1", "--folder", str(tmp_path)]
    monkeypatch.setattr(command, "Solver", Tired)
    assert cli.main(words) == 130
    part = tmp_path / "ply-1.part"
    assert len(part.read_bytes()) == 7 * PART_BYTES
    part.write_bytes(part.read_bytes()[:-3])
    assert cli.main(words) == 0
    assert Tired.solved == 8 + 9
    capsys.readouterr()
    assert check(tmp_path) == 0


def test_build_refuses_a_part_of_other_positions_in_one_line(late, tmp_path, capsys):
    (tmp_path / "ply-0.part").write_bytes(part_of([Entry(5, 1, 3)]))
    assert cli.main(["book", "build", "-q", "--plies", "0", "--table", "1", "--folder", str(tmp_path)]) == 1
    assert is_one_line(capsys.readouterr().err)


def test_build_refuses_to_work_beside_another_in_one_line(late, tmp_path, capsys):
    with command._alone(tmp_path / "ply-0.part"):
        assert cli.main(["book", "build", "-q", "--plies", "0", "--table", "1", "--folder", str(tmp_path)]) == 2
    assert is_one_line(capsys.readouterr().err)


@pytest.mark.parametrize("name", ["ply-0.book", "ply-1.book"])
def test_check_notices_a_byte_that_changed(built, name, capsys):
    data = bytearray((built / name).read_bytes())
    data[-1] ^= 1
    (built / name).write_bytes(data)
    assert check(built) == 1
    assert json.loads(capsys.readouterr().out)["wrong"] == [f"{name} is not what was built"]


def rewrite(folder, ply, positions, at, change):
    """Write a ply again, with one entry that is changed and a right digest."""
    entries = [Book.read(folder).entry(ply, position.key) for position in positions]
    entries[at] = change(entries[at])
    (folder / book.file_name(ply)).write_bytes(packed(entries))
    book.write_sums(folder)


@pytest.mark.parametrize("ply", [0, 1])
def test_check_notices_a_wrong_score_under_a_right_digest(built, late, ply, capsys):
    rewrite(built, ply, late[ply], 2, lambda entry: entry._replace(score=-entry.score or 1))
    assert check(built) == 1
    (wrong,) = json.loads(capsys.readouterr().out)["wrong"]
    assert str(late[ply][2].key) in wrong and "scores" in wrong


@pytest.mark.parametrize("ply", [0, 1])
def test_check_notices_a_wrong_column_under_a_right_digest(built, late, ply, capsys):
    at, column = next(
        (at, column)
        for at, position in enumerate(late[ply])
        for column in range(7)
        if column not in Solver(1).best(position).columns
    )
    rewrite(built, ply, late[ply], at, lambda entry: entry._replace(column=column))
    assert check(built) == 1
    (wrong,) = json.loads(capsys.readouterr().out)["wrong"]
    assert str(late[ply][at].key) in wrong and "column" in wrong


def test_check_without_a_sample_solves_nothing_of_the_last_ply_again(built, late, capsys):
    rewrite(built, 1, late[1], 2, lambda entry: entry._replace(column=(entry.column + 1) % 7))
    assert cli.main(["book", "check", "--json", "--sample", "0", "--folder", str(built)]) == 0
    rewrite(built, 0, late[0], 0, lambda entry: entry._replace(score=-entry.score or 1))
    assert cli.main(["book", "check", "--json", "--sample", "0", "--folder", str(built)]) == 1


@pytest.mark.parametrize(("flags", "shown"), [([], True), (["-q"], False)])
def test_check_on_a_terminal_says_how_far_it_is_and_takes_that_away(flags, shown, built, monkeypatch):
    screen = Screen(terminal=True)
    monkeypatch.setattr("sys.stderr", screen)
    assert cli.main(["book", "check", *flags, "--folder", str(built)]) == 0
    assert ("\r\x1b[Kply 0 of 1: 0 of " in screen.getvalue()) is shown
    assert screen.getvalue().endswith("\r\x1b[K" if shown else "")


def test_check_of_no_book_ends_in_one_line(tmp_path, capsys):
    assert check(tmp_path) == 1
    assert is_one_line(capsys.readouterr().err)


@pytest.mark.parametrize(
    "damage",
    [lambda data: b"1234567", lambda data: data[:12], lambda data: data[:-1], lambda data: b"quadrow\x02" + data[8:]],
    ids=["foreign", "only a head", "cut", "another form"],
)
def test_check_refuses_a_damaged_book_in_one_line(built, damage, capsys):
    file = built / "ply-1.book"
    file.write_bytes(damage(file.read_bytes()))
    book.write_sums(built)
    assert check(built) == 1
    assert is_one_line(capsys.readouterr().err)


def cut(folder):
    """Cut a ply off in its middle."""
    data = (folder / "ply-1.book").read_bytes()
    (folder / "ply-1.book").write_bytes(data[: len(data) // 2])


@pytest.mark.parametrize(
    "damage",
    [
        cut,
        lambda folder: (folder / "ply-0.book").unlink(),
        lambda folder: (folder / "ply-1.book").write_bytes(b"anything"),
        lambda folder: (folder / book.SUMS).unlink(),
        lambda folder: (folder / book.SUMS).write_bytes(b""),
        lambda folder: (folder / book.SUMS).write_bytes(b"\xff\xfe"),
    ],
    ids=["cut", "missing", "foreign", "no sums", "empty sums", "sums that are no text"],
)
def test_build_mends_what_is_damaged(built, damage, capsys):
    damage(built)
    assert cli.main(["book", "build", "-q", "--plies", "1", "--table", "1", "--folder", str(built)]) == 0
    assert check(built) == 0


def test_missing_ply_of_a_book_is_said(built):
    (built / "ply-1.book").unlink()
    with pytest.raises(BadBook, match=r"ply-1\.book"):
        Book.read(built)


@pytest.mark.parametrize("changed", [b"", b"1234567", packed([])])
def test_reading_refuses_files_that_are_not_what_was_built(built, changed):
    (built / "ply-1.book").write_bytes(changed)
    with pytest.raises(BadBook, match=r"ply-1\.book"):
        Book.read(built)


@pytest.mark.parametrize("damaged", [b"1234567", packed([Entry(5, 1, 3)])[:-1]])
def test_solver_refuses_bytes_that_are_no_book(damaged):
    with pytest.raises(BadBook, match="ply 1"):
        Solver(1, book=Book((packed([]), damaged)))


def test_every_entry_is_found():
    positions = late_positions(4, 200)
    said = {position.key: Entry(position.key, at % 37 - 18, at % 7) for at, position in enumerate(positions)}
    found = Book((packed([]),) * 30 + (packed(list(said.values())),))
    solver = Solver(1, book=found)
    for position in positions:
        entry, image = said[position.key], mirrored(position)
        best = solver.best_one(position)
        assert found.entry(30, position.key) == entry
        assert (best.score, best.column, best.nodes) == (entry.score, entry.column, 0)
        assert image == position or solver.best_one(image).column == 6 - entry.column


@pytest.mark.parametrize("count", [1, 2, 3, 10, 5_000])
def test_form_holds_any_number_of_entries(count):
    """The keys of a ply follow each other closely."""
    entries = [Entry(7 * at + (at << 41), at % 37 - 18, at % 8) for at in range(count)]
    data = packed(entries)
    assert [said_of(data, entry.key, "") for entry in entries] == entries
    assert len(data) < 70 + 1.4 * count


def test_position_that_no_game_leads_to_is_searched():
    """The book has no such position, nor those after it, though it would say something of them."""
    lowest_are_the_second_players = Position(0b1100, 0b1111)
    replies = [book.smaller(lowest_are_the_second_players.play(column)) for column in range(7)]
    for positions in ([lowest_are_the_second_players], replies):
        solver = Solver(1, book=book_of(positions, 7))
        assert solver.solve(lowest_are_the_second_players, nodes=100).score is None


def parents(position):
    """The positions that one move leads from to this one."""
    last_mover = position.mask ^ position.mover
    for column in range(7):
        height = (position.mask >> 7 * column & 0x3F).bit_length()
        top = 1 << 7 * column + height - 1 if height else 0
        if top & last_mover:
            yield Position(last_mover ^ top, position.mask ^ top)


def test_scores_and_columns_are_right_one_ply_beyond_the_book():
    """There the search begins with what the book says of the positions before."""
    plain, saved = Solver(1), 0
    for position in late_positions(5, 40, plies=25):
        before = {one.key: one for one in map(book.smaller, parents(position)) if book.needs_search(one)}
        best = {key: plain.best_one(before[key]) for key in sorted(before)}
        entries = [Entry(key, one.score, one.column) for key, one in best.items()]
        solver = Solver(1, book=Book((packed([]),) * 24 + (packed(entries),)))
        plain.clear()
        expected = plain.best(position)
        for one in (position, mirrored(position)):
            solver.clear()
            found = solver.solve(one)
            assert found.score == expected.score
            saved += expected.nodes > 0 and found.nodes == 0
            columns = expected.columns if one is position else [6 - column for column in expected.columns]
            assert solver.best_one(one).column in columns
            assert solver.scores(one).by_column == plain.scores(one).by_column
    assert saved
