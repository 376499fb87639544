"""`quadrow games puzzles`: positions of kept games in which one move alone begins a win.

After `cada` three of X's with both ends free need e alone: a is taken, so b or f at once makes one end only.
"""

from __future__ import annotations

import os
import pty
import subprocess
from pathlib import Path

import pytest

from robot import cli
from robot.config import JOURNAL
from robot.store import Store
from tests.commands.kept import Games, objects
from tests.system.shell import CHECKOUT, QUADROW, is_one_line

MADE, MISSED = "cadaebf", "cadagbb"
BOARD = [".......", ".......", ".......", ".......", "O......", "O.XX..."]


@pytest.fixture
def asked(games: Games, tmp_path: Path) -> Games:
    """The home with two games more, 12 and 13, with the same puzzle in each."""
    (tmp_path / "lines").write_text(f"{MADE}\n{MISSED}\n")
    assert games("import", "lines")[0] == 0
    return games


def test_puzzle_is_drawn_with_its_game_and_hides_its_answer(asked: Games) -> None:
    code, out, err = asked("puzzles", "12")
    head, *board, task = out.splitlines()
    assert (code, err) == (0, "") and head == "puzzle 1: game 12  first - second, after move 4"
    assert board == [*(f"{6 - at} {' '.join(row)}" for at, row in enumerate(BOARD)), "  a b c d e f g"]
    assert task == "X to move and win in 2"


def test_puzzle_tells_its_answer_where_that_is_asked_for(asked: Games) -> None:
    last = asked("puzzles", "12", "--answers")[1].splitlines()[-1]
    assert last.startswith("answer: e") and len(last) == len("answer: eab")


def test_puzzles_of_several_games_are_numbered_through(asked: Games) -> None:
    out = asked("puzzles", "13", "12", "13")[1]
    assert "puzzle 1: game 13 " in out and "puzzle 2: game 12 " in out and "puzzle 3" not in out


def test_puzzles_without_a_number_are_those_of_all_games(asked: Games) -> None:
    said = objects(asked("puzzles", "--json")[1])
    assert {12, 13} <= {one["game"] for one in said} and [one["puzzle"] for one in said] == [*range(1, len(said) + 1)]


def test_puzzle_as_an_object_has_moves_board_and_solution(asked: Games) -> None:
    (said,) = objects(asked("puzzles", "12", "--json")[1])
    assert (said["moves"], said["wins_in"], said["board"]) == (list("cada"), 2, BOARD)
    assert said["solution"][0] == "e" and len(said["solution"]) == 3
    assert (said["game"], said["turn"], said["variant"]) == (12, 0, "classic")


def test_puzzles_can_be_of_one_length_alone(asked: Games) -> None:
    assert "puzzle 1" in asked("puzzles", "12", "--wins-in", "2")[1]
    code, out, err = asked("puzzles", "12", "--wins-in", "3")
    assert (code, out) == (0, "") and is_one_line(err) and "no puzzle that is won in 3 in game 12" in err


def test_puzzles_come_in_the_order_of_the_game(asked: Games, tmp_path: Path) -> None:
    (tmp_path / "long").write_text("1234567123456712345\n123456712345671234567\n44455554221\nddddddabgabgcf\n")
    asked("import", "long")
    said = objects(asked("puzzles", "--json")[1])
    places = [(one["game"], len(one["moves"])) for one in said]
    assert len(places) > 2 and places == sorted(places)


def test_puzzles_of_games_of_three_are_none(asked: Games) -> None:
    code, out, err = asked("puzzles", "8")
    assert (code, out) == (0, "") and is_one_line(err) and "there is no puzzle in game 8" in err


def test_puzzles_without_games_say_how_to_play_one(home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["games", "puzzles"]) == 0
    out, err = capfd.readouterr()
    assert out == "" and is_one_line(err) and "quadrow play --sim" in err


@pytest.mark.parametrize(("text", "says"), [("z", "game 12 is damaged"), ("C", "game 12 cannot be shown")])
def test_game_that_cannot_be_replayed_is_said_and_the_others_give_their_puzzles(
    text: str, says: str, asked: Games, home: Path
) -> None:
    with Store(home / JOURNAL) as store:
        store._db.write("UPDATE moves SET text = ? WHERE game = 12 AND ply = 3", text)
    code, out, err = asked("puzzles", "12", "13")
    assert code == 2 and is_one_line(err) and says in err and "puzzle 1: game 13" in out


def test_game_that_is_not_there_is_said_and_the_others_give_their_puzzles(asked: Games) -> None:
    code, out, err = asked("puzzles", "99", "12")
    assert code == 2 and is_one_line(err) and "no game 99" in err and "puzzle 1: game 12" in out


def test_puzzles_on_a_terminal_say_how_far_they_are(asked: Games) -> None:
    terminal, there = pty.openpty()
    done = subprocess.run(
        [*QUADROW, "games", "puzzles", "12", "13"],
        env={**os.environ, "PYTHONPATH": str(CHECKOUT), "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=there,
        check=True,
    )
    os.close(there)
    said = os.read(terminal, 4096).decode()
    os.close(terminal)
    assert said.split("\r\x1b[K") == ["", "looking at game 1 of 2", "", "looking at game 2 of 2", ""]
    assert done.stdout.decode().startswith("puzzle 1: ")
