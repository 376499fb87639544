"""`quadrow players`: profiles are made, shown with their curve, and renamed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from robot import cli
from robot.commands._curve import curve_lines
from robot.config import JOURNAL
from tests.commands.unwritable import needs_unwritable, quadrow_on_unwritable
from tests.store.filled import fill
from tests.system.shell import is_one_line

Players = Callable[..., tuple[int, str, str]]


@pytest.fixture
def players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Players:
    """Give a function that runs `quadrow players ...`: exit code, output, errors."""
    monkeypatch.setenv("QUADROW_HOME", str(tmp_path))
    fill(tmp_path / JOURNAL)

    def run(*words: str) -> tuple[int, str, str]:
        code = cli.main(["players", *words])
        return code, *capfd.readouterr()

    return run


def test_players_list_shows_games_and_ratings(players: Players) -> None:
    code, out, _ = players("list")
    assert code == 0
    assert out.splitlines()[0].split() == "Anna 4 games: 3 won, 0 drawn, 1 lost 1205? after 3 rated".split()
    names = [json.loads(line)["name"] for line in players("list", "--json")[1].splitlines()]
    assert names == ["Anna", "Bén"]


def test_players_show_draws_the_rating_curve(players: Players) -> None:
    out = players("show", "anna")[1]
    assert "rating 1205? after 3 rated" in out
    assert sum(line.count("*") for line in out.splitlines()) == 4
    said = json.loads(players("show", "anna", "--json")[1])
    assert (said["games"], said["wins"], said["draws"], said["losses"], len(said["curve"])) == (4, 3, 0, 1, 3)


def test_players_are_added_and_renamed(players: Players) -> None:
    assert players("add", "Zoë", "--born", "2016-02-29") == (0, "Zoë can play now\n", "")
    assert json.loads(players("rename", "zoë", "Zoe", "--json")[1])["born"] == "2016-02-29"
    assert players("rename", "Bén", "Ben")[1] == "Bén is called Ben now\n"
    assert "Ben" in players("list")[1] and "Bén" not in players("list")[1]
    assert players("add", "Old", "--age", "99")[0] == 0 and "99 years old" in players("show", "Old")[1]


@pytest.mark.parametrize(
    "words",
    [
        ("show", "Zoe"),
        ("add", "anna"),
        ("add", ""),
        ("add", "\x1b[2J"),
        ("add", "Zoe", "--born", "2010-02-30"),
        ("add", "Zoe", "--born", "9999-01-01"),
        ("add", "Zoe", "--age", "-1"),
        ("add", "Zoe", "--age", "١"),
        ("rename", "Anna", "Bén"),
        ("rename", "Zoe", "Max"),
        ("add", "robot"),
        ("add", " You "),
        ("add", "Second  Robot"),
        ("rename", "Anna", "your partner"),
        ("add", "Ann,Bob"),
        ("add", "Ann+Bob"),
        ("rename", "Anna", "Ann:"),
        ("add", "Ann\x07"),
        ("remove", "Anna"),
        (),
    ],
)
def test_players_refuse_in_one_line(players: Players, words: tuple[str, ...]) -> None:
    code, out, err = players(*words)
    assert (code, out) == (2, "") and is_one_line(err), err
    assert len(players("list")[1].splitlines()) == 2


def test_curve_goes_from_the_lowest_to_the_highest_value() -> None:
    lines = curve_lines([1200, 1240, 1220], height=3)
    assert lines == ["1240 | *", "1220 |  *", "1200 |*"]
    assert curve_lines([1200]) == ["1200 |*"]
    assert len(curve_lines(range(1000))[0]) <= 70


@needs_unwritable
def test_players_on_a_disk_that_cannot_be_written_are_read_and_not_changed(players: Players, tmp_path: Path) -> None:
    for words in (("list",), ("list", "--json"), ("show", "anna")):
        assert quadrow_on_unwritable(tmp_path, "players", *words) == players(*words)
    for words in (("add", "Zoe"), ("rename", "Anna", "Ann")):
        code, out, err = quadrow_on_unwritable(tmp_path, "players", *words)
        assert (code, out) == (2, "") and is_one_line(err) and "cannot be written" in err


@needs_unwritable
def test_players_that_nobody_keeps_are_said_in_one_line_where_nothing_can_be_written(tmp_path: Path) -> None:
    code, out, err = quadrow_on_unwritable(tmp_path, "players", "list")
    assert (code, out) == (2, "") and is_one_line(err) and "cannot be written" in err
