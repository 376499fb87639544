"""A person at the keyboard: `quadrow play --sim`, with lines from standard input."""

from __future__ import annotations

from pathlib import Path

from robot.store import Store
from tests.system.shell import is_one_line, quadrow


def test_play_without_a_robot_says_what_to_do(tmp_path: Path) -> None:
    done = quadrow("play", cwd=tmp_path, QUADROW_HOME=str(tmp_path))
    assert done.returncode == 3 and is_one_line(done.stderr) and "play --sim" in done.stderr


def test_play_goes_to_the_end_and_keeps_the_game(tmp_path: Path) -> None:
    columns = "\n".join("abcdefgabcdefgabcdefgabcdefgabcdefgabcdefg")
    words = ("play", "--sim", "--seed", "2", "--first", "human", "--level", "1")
    done = quadrow(*words, feed=columns + "\n", cwd=tmp_path, QUADROW_HOME=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "result: " in done.stdout and "Traceback" not in done.stderr
    with Store(tmp_path / "quadrow.sqlite3") as store:
        game = store.game(1)
    assert game is not None and game.result in ("first", "second", "draw")
    assert game.moves[0] == "a"


def test_play_asks_again_after_what_is_no_column(tmp_path: Path) -> None:
    feed = "h\n\n9\ndd\nc\nquit\n"
    done = quadrow("play", "--sim", "--seed", "2", "--first", "human", feed=feed, QUADROW_HOME=str(tmp_path))
    assert done.returncode == 0
    assert "1. c" in done.stdout
    assert done.stderr.count("\n") == 4 and "Traceback" not in done.stderr


def test_play_refuses_a_full_column_and_asks_again(tmp_path: Path) -> None:
    feed = "d\ne\n" * 5 + "quit\n" * 10
    done = quadrow("play", "--sim", "--seed", "2", "--first", "human", feed=feed, QUADROW_HOME=str(tmp_path))
    assert done.returncode == 0
    assert "column d is full" in done.stderr and "Traceback" not in done.stderr


def test_play_says_that_the_input_ended(tmp_path: Path) -> None:
    done = quadrow("play", "--sim", "--first", "human", "--seed", "2", feed="d\n", QUADROW_HOME=str(tmp_path))
    assert done.returncode == 1 and is_one_line(done.stderr) and "input ended" in done.stderr
