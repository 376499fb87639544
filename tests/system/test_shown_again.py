"""`quadrow play --replay N`: a game that is kept is shown again on the board, and is not kept twice."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from robot.commands._simulated import Simulation
from robot.commands.demo import setup_for
from robot.phases import Terms
from robot.rules.replay import replay_of
from robot.store import Store
from tests.system.keyboard import Keyboard
from tests.system.shell import is_one_line, quadrow

WON = "4433221"


def kept(home: Path, text: str, *words: str) -> None:
    """Take games over into an empty journal."""
    (home / "games.txt").write_text(text)
    done = quadrow("games", "import", str(home / "games.txt"), *words, QUADROW_HOME=str(home))
    assert done.returncode == 0, done.stderr


def shown(home: Path, *words: str) -> str:
    done = quadrow("play", "--sim", "--seed", "3", "--replay", *words, feed="", QUADROW_HOME=str(home))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def listed(home: Path) -> str:
    return quadrow("games", "list", QUADROW_HOME=str(home)).stdout


def test_game_is_shown_move_by_move_to_its_end_and_kept_once(tmp_path: Path) -> None:
    kept(tmp_path, WON)
    before = listed(tmp_path)
    said = shown(tmp_path, "1")
    assert "you: red in d1, legal" in said and "robot: yellow in d2, dropped" in said
    assert "result: you won with a1 b1 c1 d1\n        7 moves: ddccbba\n" in said
    assert "kept" not in said and "level" not in said and listed(tmp_path) == before


def test_game_that_is_shown_gets_no_result_though_nobody_deletes_it(tmp_path: Path) -> None:
    kept(tmp_path, WON)
    with Store(tmp_path / "quadrow.sqlite3") as store:
        game = store.game(1)
        assert game is not None
        ended = replay_of(game.record).games[-1]
        assert Simulation(setup_for(3, "1", 0.0)).play(store, terms=Terms(shown=ended)) == ended
        again = store.game(2)
    assert again is not None and len(again.moves) == len(game.moves) and again.result is None
    assert "not ended" in listed(tmp_path)


def test_only_quit_is_obeyed_while_a_game_is_shown(tmp_path: Path) -> None:
    kept(tmp_path, WON)
    before = listed(tmp_path)
    keyboard = Keyboard(tmp_path, "--replay", "1")
    keyboard.wait_for("play first")
    for word in ("d", "resign", "resign match", "hint"):
        keyboard.type(f"{word}\n")
        keyboard.wait_for("the game is only shown again")
    keyboard.type("moves\n")
    keyboard.wait_for("no moves yet")
    keyboard.type("quit\n")
    assert keyboard.end() == 0
    assert listed(tmp_path) == before


def test_ctrl_c_while_a_game_is_shown_leaves_the_journal_as_it_was(tmp_path: Path) -> None:
    kept(tmp_path, WON)
    before = listed(tmp_path)
    keyboard = Keyboard(tmp_path, "--replay", "1")
    keyboard.wait_for("play first")
    keyboard.type("abc")
    keyboard.wait_for("abc")
    keyboard.child.send_signal(signal.SIGINT)
    assert keyboard.end() == 130
    assert keyboard.said.endswith("\nquadrow play: interrupted\r\n") and listed(tmp_path) == before


def test_colours_are_exchanged_again(tmp_path: Path) -> None:
    kept(tmp_path, '[Variant "pie"]\n[Result "draw"]\n[Reason "agreed"]\n\n1. d 2. x 3. c\n')
    said = shown(tmp_path, "1")
    assert (
        "robot: exchanges the colours" in said
        and "you: yellow in c1, legal" in said
        and "result: a draw, both sides agreed" in said
    )


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        (("3",), "quadrow games list"),
        (("2",), "quadrow games list"),
        (("1", "--match"), "leave out --match"),
        (("1", "--first", "robot"), "leave out --first"),
        (("1", "--dead-draw"), "leave out --dead-draw"),
    ],
)
def test_what_cannot_be_shown_is_refused_in_one_line(words: tuple[str, ...], remedy: str, tmp_path: Path) -> None:
    kept(tmp_path, f"{WON}\n4433\n")
    done = quadrow("play", "--sim", "--replay", *words, QUADROW_HOME=str(tmp_path))
    assert done.returncode == 2 and is_one_line(done.stderr) and remedy in done.stderr and not done.stdout


def test_game_that_no_board_holds_is_shown_on_the_screen_only(tmp_path: Path) -> None:
    kept(
        tmp_path,
        '[Variant "three"]\n[Result "first"]\n[Reason "line"]\n\n1. a 2. b 3. c 4. a 5. b 6. c 7. a 8. b 9. d 10. a\n',
    )
    done = quadrow("play", "--sim", "--replay", "1", QUADROW_HOME=str(tmp_path))
    assert done.returncode == 2 and "quadrow games replay 1" in done.stderr
