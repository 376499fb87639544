"""`quadrow bench levels`: what it plays and counts, and that it goes on where it was interrupted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from robot.commands import _bench_levels
from robot.commands._bench_levels import kept_name
from robot.solver.book import Book
from robot.solver.ladder import TOP_RATING, Tally, neighbours, ratings
from tests.system.shell import is_one_line, quadrow


def bench(home: Path, *words: str) -> dict[str, dict[str, dict[str, float]]]:
    done = quadrow("bench", "levels", "--json", *words, QUADROW_HOME=str(home))
    assert done.returncode == 0, done.stderr
    found: dict[str, dict[str, dict[str, float]]] = json.loads(done.stdout)
    return found


def test_bench_levels_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    found = bench(tmp_path, "--level", "2", "--games", "6")["levels"]["2"]
    (kept,) = (tmp_path / "ladder").iterdir()
    played = kept.read_text()
    assert len(played) == 6
    assert (found["won"], found["drawn"], found["lost"]) == tuple(played.count(points) for points in "210")

    kept.write_text(played[:3])
    assert bench(tmp_path, "--level", "2", "--games", "6")["levels"]["2"] == found

    kept.write_text("111111")
    assert bench(tmp_path, "--level", "2", "--games", "6")["levels"]["2"]["drawn"] == 6
    assert bench(tmp_path, "--level", "2", "--games", "6", "--fresh")["levels"]["2"] == found


def test_bench_levels_begins_a_damaged_file_again(tmp_path: Path) -> None:
    found = bench(tmp_path, "--level", "2", "--games", "2")
    (kept,) = (tmp_path / "ladder").iterdir()
    kept.write_text("2x")
    assert bench(tmp_path, "--level", "2", "--games", "2") == found


def test_what_is_kept_of_a_pair_that_reads_the_book_is_not_good_for_another_book(monkeypatch) -> None:
    top, middle = neighbours()[-1], neighbours()[4]
    before = kept_name(*top), kept_name(*middle)
    monkeypatch.setattr(_bench_levels.Book, "shipped", lambda: Book((b"",) * 4))
    assert kept_name(*top) != before[0] and kept_name(*middle) == before[1]


def test_bench_levels_refuses_a_level_that_has_none_below_it() -> None:
    done = quadrow("bench", "levels", "--level", "1")
    assert done.returncode == 2 and is_one_line(done.stderr)


def test_tally_counts_a_draw_as_half_a_point() -> None:
    tally = Tally()
    for points in (2, 2, 1, 0):
        tally = tally.plus(points)
    assert (tally.won, tally.drawn, tally.lost, tally.games, tally.share) == (2, 1, 1, 4, 0.625)


def test_ratings_are_counted_down_from_the_top() -> None:
    assert ratings([0.5, 10 / 11]) == pytest.approx([TOP_RATING - 400, TOP_RATING - 400, TOP_RATING])
