"""`quadrow games delete`: what a person asks for, and nothing that is being played."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from robot.config import JOURNAL
from robot.store import Store
from tests.commands.kept import Games, objects
from tests.system.shell import CHECKOUT, is_one_line


def test_delete_asks_or_is_told_yes_and_takes_the_whole_match(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    code, _, err = games("delete", "1")
    assert code == 2 and is_one_line(err) and "1, 4 (4 of the same match)" in err and "--yes" in err
    assert games("delete", "1", "--yes", "--json")[1] == '{"deleted": [1, 4]}\n'
    assert [said["game"] for said in objects(games("list", "--json")[1])] == [2, 3, 5, 6, 7, 8, 9, 10, 11]


@pytest.mark.parametrize(("answer", "left"), [("y\n", 9), ("n\n", 11), ("", 11)])
def test_delete_asks_at_a_terminal_and_deletes_only_after_yes(
    games: Games, monkeypatch: pytest.MonkeyPatch, answer: str, left: int
) -> None:
    stdin = io.StringIO(answer)
    monkeypatch.setattr(stdin, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", stdin)
    code, _, err = games("delete", "1")
    assert (code, err) == ((0, "") if left == 9 else (1, "nothing was deleted\n"))
    assert len(games("list")[1].splitlines()) == left


def test_delete_of_a_rated_match_takes_its_rating_away(games: Games, home: Path) -> None:
    games("delete", "1", "7", "--yes")
    with Store(home / JOURNAL) as store:
        anna = store.players.tally(store.players.named("Anna"))
        stored = store._db.rows("SELECT * FROM ratings")
        store._matches.rate_again()
        assert store._db.rows("SELECT * FROM ratings") == stored and anna.rating.matches == 1


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE games SET tags = 'x' WHERE game = 9",
        "UPDATE games SET tags = '[1]' WHERE game = 9",
        "UPDATE games SET clock = '{}' WHERE game = 9",
        "UPDATE games SET result = 'x', reason = 'y' WHERE game = 9",
        "UPDATE moves SET text = 'dd' WHERE game = 9",
        "UPDATE moves SET clock_ms = -1 WHERE game = 9",
        "DELETE FROM sides WHERE match = 6",
        "UPDATE matches SET resigned = 7 WHERE match = 6",
    ],
)
def test_damaged_game_is_named_in_one_line_and_can_be_deleted(games: Games, home: Path, damage: str) -> None:
    with Store(home / JOURNAL) as store:
        store._db.write(damage)
    for words in (("show", "9"), ("replay", "9"), ("export", "all")):
        code, _, err = games(*words)
        assert code == 0 or (code == 2 and is_one_line(err) and "fault of its own" not in err), err
    assert games("delete", "9", "--yes")[0] == 0
    assert "Anna and Cleo" not in games("list")[1]


def test_delete_of_one_that_is_missing_deletes_none(games: Games) -> None:
    assert games("delete", "1", "99", "--yes")[0] == 2
    assert len(games("list")[1].splitlines()) == 11


@pytest.mark.parametrize("after", ["begun", "taken up again"])
def test_delete_refuses_what_another_process_plays_until_that_ends(games: Games, home: Path, after: str) -> None:
    player = subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(home / JOURNAL), after],
        cwd=CHECKOUT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert player.stdout is not None
        number = player.stdout.readline().strip()
        code, out, err = games("delete", number, "--yes")
        assert (code, out) == (2, "") and is_one_line(err) and "is being played by another quadrow" in err
        assert games("show", number)[0] == 0
    finally:
        player.kill()
        player.wait(timeout=60)
        player.communicate()
    assert games("delete", number, "--yes")[0] == 0


PLAYER = """
import sys
from pathlib import Path
from robot.messages import Start
from robot.store import Store
with Store(Path(sys.argv[1])) as store:
    number = store.begin("you", "robot") if sys.argv[2] == "begun" else store.games()[-1]
    store.append(number, 0.0, Start())
    store.commit()
    print(number, flush=True)
    sys.stdin.read()
"""
