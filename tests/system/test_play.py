"""A person at the keyboard: `quadrow play --sim`, with lines from standard input."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest

from robot.rules.match import Forfeit
from robot.store import Store
from tests.system.keyboard import Keyboard
from tests.system.shell import is_one_line, quadrow


def test_play_on_a_terminal_forgets_what_was_typed_before_it_asked(tmp_path: Path) -> None:
    keyboard = Keyboard(tmp_path)
    keyboard.wait_for("SIMULATED")
    keyboard.type("a\n")
    keyboard.wait_for("your move")
    keyboard.type("c\n")
    keyboard.wait_for("  1. ", "your move")
    keyboard.type("quit\n")
    assert keyboard.end() == 0
    assert "  1. c" in keyboard.said and "nobody gets a point" in keyboard.said


def test_play_on_a_terminal_shows_the_empty_board_and_says_how_calibration_went(tmp_path: Path) -> None:
    keyboard = Keyboard(tmp_path)
    keyboard.wait_for("your move")
    keyboard.type("\x04")
    assert keyboard.end() == 1
    before = keyboard.said.split("your move")[0]
    assert "found; learning the colours ... done" in before and "1 . . . . . . .\r\n" in before
    assert "a b c d e f g" in before


def test_play_on_a_terminal_ended_by_ctrl_d_says_what_was_kept(tmp_path: Path) -> None:
    keyboard = Keyboard(tmp_path)
    keyboard.wait_for("your move")
    keyboard.type("\x04")
    assert keyboard.end() == 1
    assert "ended at the keyboard" in keyboard.said and "type quit" in keyboard.said
    assert "the game so far is kept" in keyboard.said and "on a terminal" not in keyboard.said


def test_play_interrupted_says_what_was_kept(tmp_path: Path) -> None:
    keyboard = Keyboard(tmp_path)
    keyboard.wait_for("your move")
    keyboard.child.send_signal(signal.SIGINT)
    assert keyboard.end() == 130
    assert "the game so far is kept" in keyboard.said
    with Store(tmp_path / "quadrow.sqlite3") as store:
        game = store.game(1)
    assert game is not None and game.result is None


def test_game_that_is_over_keeps_its_result_though_the_board_is_not_cleared(tmp_path: Path) -> None:
    keyboard = Keyboard(tmp_path, "--people", "cy,dan")
    for column in "abababa":
        keyboard.wait_for("'s move")
        keyboard.type(f"{column}\n")
    keyboard.wait_for("result: ")
    keyboard.child.send_signal(signal.SIGINT)
    assert keyboard.end() == 130
    assert "the result is kept" in keyboard.said and "without a result" not in keyboard.said
    with Store(tmp_path / "quadrow.sqlite3") as store:
        game = store.game(1)
    assert game is not None and game.result == "first" and game.reason == "line"


def test_match_given_up_is_kept_so_though_the_board_is_not_cleared(tmp_path: Path) -> None:
    keyboard = Keyboard(tmp_path, "--first", "human", "--match")
    keyboard.wait_for("your move")
    keyboard.type("resign match\n")
    keyboard.wait_for("result: ")
    keyboard.child.send_signal(signal.SIGINT)
    assert keyboard.end() == 130
    with Store(tmp_path / "quadrow.sqlite3") as store:
        match = store.match(1).match
    assert match.over and match.forfeit is Forfeit.RESIGNED


def after_a_game(home: Path) -> Keyboard:
    """A match whose first game is over; somebody is asked to go on."""
    keyboard = Keyboard(home, "--people", "ann,bob", "--match", "--variant", "popout")
    keyboard.wait_for("'s move")
    keyboard.type("resign ann\n")
    keyboard.wait_for("ready to go on?")
    return keyboard


def test_only_enter_goes_on_after_a_game_of_a_match(tmp_path: Path) -> None:
    keyboard = after_a_game(tmp_path)
    for word, answer in (("d", "the game is over"), ("moves", "no moves yet"), ("clock", "without a clock")):
        keyboard.type(f"{word}\n")
        keyboard.wait_for("ready to go on?")
        assert answer in keyboard.said
    assert "Game 2 of 2" not in keyboard.said
    keyboard.type("\n")
    keyboard.wait_for("Game 2 of 2", "'s move")
    keyboard.type("quit\n")
    assert keyboard.end() == 0


@pytest.mark.parametrize(("word", "given_up"), [("quit", False), ("resign match bob", True)])
def test_match_is_left_and_given_up_between_its_games(word: str, given_up: bool, tmp_path: Path) -> None:
    keyboard = after_a_game(tmp_path)
    keyboard.type(f"{word}\n")
    assert keyboard.end() == 0 and "Game 2 of 2" not in keyboard.said
    with Store(tmp_path / "quadrow.sqlite3") as store:
        stored = store.match(1)
        assert len(stored.games) == 1 and (stored.match.forfeit is not None) is given_up
        first = store.game(1)
    assert first is not None and first.reason == "resigned"


def asked_who(keyboard: Keyboard, words: str, question: str) -> None:
    """Give up without saying who does, and for somebody who does not play."""
    keyboard.wait_for("ann's move")
    for typed in (words, f"{words} cy"):
        keyboard.type(f"{typed}\n")
        keyboard.wait_for(f"{question} type {words} ann or {words} bob\r\nann's move")


@pytest.mark.parametrize(("name", "loser"), [("Ann", 0), ("bob", 1)])
def test_match_between_people_is_given_up_by_who_is_named(name: str, loser: int, tmp_path: Path) -> None:
    keyboard = Keyboard(tmp_path, "--people", "ann,bob", "--match", "--variant", "popout")
    asked_who(keyboard, "resign match", "who gives the match up?")
    keyboard.type(f"resign match {name}\n")
    assert keyboard.end() == 0
    assert f"{('bob', 'ann')[loser]} won the match" in keyboard.said and "ready to go on?" not in keyboard.said
    with Store(tmp_path / "quadrow.sqlite3") as store:
        match = store.match(1).match
    assert match.forfeit is Forfeit.RESIGNED and match.loser == loser


@pytest.mark.parametrize(("name", "result"), [("ann", "second"), ("Bob", "first")])
def test_game_between_people_is_given_up_by_who_is_named(name: str, result: str, tmp_path: Path) -> None:
    keyboard = Keyboard(tmp_path, "--people", "ann,bob", "--variant", "popout")
    asked_who(keyboard, "resign", "who gives the game up?")
    keyboard.type(f"resign {name}\n")
    assert keyboard.end() == 0
    with Store(tmp_path / "quadrow.sqlite3") as store:
        game = store.game(1)
    assert game is not None and game.opener == 0 and (game.result, game.reason) == (result, "resigned")


def test_people_whose_names_are_alike_are_not_told_apart(tmp_path: Path) -> None:
    done = quadrow("play", "--sim", "--people", "ann,Ann", QUADROW_HOME=str(tmp_path))
    assert done.returncode == 2 and is_one_line(done.stderr) and "same name" in done.stderr


@pytest.mark.parametrize(("word", "says"), [("quit", "nobody gets a point"), ("resign", "the robot won")])
def test_word_typed_while_the_robot_moves_is_answered_and_leaving_is_obeyed(
    word: str, says: str, tmp_path: Path
) -> None:
    keyboard = Keyboard(tmp_path)
    keyboard.wait_for("your move")
    keyboard.type("d\n")
    keyboard.wait_for("the robot drops")
    keyboard.type("e\n")
    keyboard.wait_for("not now: ")
    keyboard.type(f"{word}\n")
    assert keyboard.end() == 0
    assert says in keyboard.said and keyboard.said.count("your move") == 1


def test_flag_of_who_thinks_too_long_falls_at_the_keyboard(tmp_path: Path) -> None:
    keyboard = Keyboard(tmp_path, "--variant", "popout", "--first", "robot", "--clock", "0.1+0")
    keyboard.wait_for("0:06.0 left: ", "the robot won on time")
    assert keyboard.end() == 0
    assert re.search(r"left: \r\nresult: the robot won on time", keyboard.said), keyboard.said


def test_taking_back_shows_the_board_as_it_is_again(tmp_path: Path) -> None:
    keyboard = Keyboard(tmp_path, "--first", "human", "--variant", "popout")
    for word in ("d", "undo", "quit"):
        keyboard.wait_for("your move")
        keyboard.type(f"{word}\n")
    assert keyboard.end() == 0
    assert keyboard.said.split("I take that back")[1].count("1 . . . . . . .") == 1


def test_person_without_a_profile_is_called_as_typed_everywhere(tmp_path: Path) -> None:
    words = ("play", "--sim", "--people", "ann,Bob", "--first", "human")
    done = quadrow(*words, feed="d\ndraw\nyes\n", QUADROW_HOME=str(tmp_path))
    assert "ann (red) plays first against Bob (yellow)." in done.stdout and "1. d   ann: red" in done.stdout
    assert "Ann" not in done.stdout and "bob" not in done.stdout


@pytest.mark.parametrize(("word", "says"), [("x", "x exchanges"), ("swap", "x exchanges"), ("=", "= keeps")])
def test_exchange_that_is_not_due_is_explained_with_the_moves_there_are(word: str, says: str, tmp_path: Path) -> None:
    feed = "a\n" * 6 + f"{word}\nquit\n"
    done = quadrow("play", "--sim", "--people", "ann,bob", feed=feed, QUADROW_HOME=str(tmp_path))
    assert done.returncode == 0 and is_one_line(done.stderr)
    assert says in done.stderr and "play one of bcdefg, or type quit" in done.stderr


@pytest.mark.parametrize(
    ("word", "says"),
    [("hint", "d takes"), ("threats", "no single disc makes a line"), ("scores", "what the moves are worth")],
)
def test_advice_is_given_against_the_robot_and_kept_as_help(word: str, says: str, tmp_path: Path) -> None:
    words = ("play", "--sim", "--variant", "popout", "--first", "human", "--seed", "2")
    done = quadrow(*words, feed=f"{word}\nquit\n", QUADROW_HOME=str(tmp_path))
    assert done.returncode == 0 and says in done.stdout and done.stderr == ""
    with Store(tmp_path / "quadrow.sqlite3") as store:
        stored = store.game(1)
    assert stored is not None and stored.helped


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (("--people", "ann,bob"), "people play each other, and both would hear them"),
        (("--clock", "3+2"), "it is played on the clock"),
        (("--people", "Zoe", "--match"), "it counts for the ratings"),
    ],
)
def test_advice_is_refused_with_the_reason_and_is_no_help(more: tuple[str, ...], why: str, tmp_path: Path) -> None:
    with Store(tmp_path / "quadrow.sqlite3") as store:
        store.players.add("Zoe")
    feed = "hint\nthreats\nscores\nquit\n"
    done = quadrow("play", "--sim", "--first", "human", *more, feed=feed, QUADROW_HOME=str(tmp_path))
    assert done.stdout.count(f"in this game: {why}\n") == 3
    with Store(tmp_path / "quadrow.sqlite3") as store:
        stored = store.game(1)
    assert stored is not None and not stored.helped


def test_threats_are_named_by_the_discs_in_play(tmp_path: Path) -> None:
    words = ("play", "--sim", "--people", "you", "--first", "human", "--discs", "blue,yellow", "--level", "1")
    done = quadrow(*words, "--seed", "1", feed="d\ne\nf\nthreats\nquit\n", QUADROW_HOME=str(tmp_path))
    assert re.search(r"^ +blue: [cg]1 now", done.stdout, re.M), done.stdout


def test_play_with_lines_from_a_pipe_asks_nothing(tmp_path: Path) -> None:
    done = quadrow("play", "--sim", "--first", "human", "--seed", "2", feed="d\nquit\n", QUADROW_HOME=str(tmp_path))
    assert done.returncode == 0 and "your move" not in done.stdout
    assert all(len(line) < 80 for line in done.stdout.splitlines()[:4])


def test_play_quiet_tells_the_result_and_nothing_else(tmp_path: Path) -> None:
    feed = "d\nquit\n"
    done = quadrow("play", "--sim", "-q", "--first", "human", "--seed", "2", feed=feed, QUADROW_HOME=str(tmp_path))
    assert done.returncode == 0 and done.stderr == ""
    result, moves = done.stdout.splitlines()
    assert result.startswith("result: ") and moves.strip().startswith("2 moves: d")


def test_play_without_a_robot_says_what_to_do(tmp_path: Path) -> None:
    done = quadrow("play", cwd=tmp_path, QUADROW_HOME=str(tmp_path))
    assert done.returncode == 4 and is_one_line(done.stderr) and "play --sim" in done.stderr


def test_play_goes_to_the_end_and_keeps_the_game(tmp_path: Path) -> None:
    columns = "\n".join("abcdefgabcdefgabcdefgabcdefgabcdefgabcdefg")
    words = ("play", "--sim", "--seed", "2", "--first", "human", "--level", "1")
    done = quadrow(*words, feed=columns + "\n", cwd=tmp_path, QUADROW_HOME=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "result: " in done.stdout and "Traceback" not in done.stderr
    with Store(tmp_path / "quadrow.sqlite3") as store:
        game = store.game(1)
    assert game is not None and game.result in ("first", "second", "draw")
    assert game.record.line.startswith("a")


def test_play_asks_again_after_what_is_no_column(tmp_path: Path) -> None:
    feed = "h\n\n9\ndd\nc\nquit\n"
    done = quadrow("play", "--sim", "--seed", "2", "--first", "human", feed=feed, QUADROW_HOME=str(tmp_path))
    assert done.returncode == 0
    assert "1. c" in done.stdout
    assert done.stderr.count("\n") == 4 and "Traceback" not in done.stderr


def test_play_refuses_a_full_column_and_asks_again(tmp_path: Path) -> None:
    done = quadrow("play", "--sim", "--people", "ann,bob", feed="d\n" * 7 + "quit\n", QUADROW_HOME=str(tmp_path))
    assert done.returncode == 0
    assert "column d is full" in done.stderr and "Traceback" not in done.stderr


def test_play_says_that_the_input_ended(tmp_path: Path) -> None:
    done = quadrow("play", "--sim", "--first", "human", "--seed", "2", feed="d\n", QUADROW_HOME=str(tmp_path))
    assert done.returncode == 1 and is_one_line(done.stderr) and "input ended" in done.stderr


def test_play_with_other_discs_names_them(tmp_path: Path) -> None:
    words = ("play", "--sim", "--first", "human", "--seed", "1", "--discs", "yellow,blue", "--colour", "yellow")
    done = quadrow(*words, feed="d\nquit\n", QUADROW_HOME=str(tmp_path))
    assert "You (yellow) play first against the robot (blue)" in done.stdout
    assert "you: yellow in d1" in done.stdout and ". . . B . . ." in done.stdout
    assert "red" not in done.stdout.lower().replace("discarded", "")


@pytest.mark.parametrize(
    ("discs", "colour", "says"),
    [
        ("red,yellow", "green", "red and yellow, not green"),
        ("red,red", "red", "no disc colours"),
        ("auto", "red", "cannot be guessed"),
    ],
)
def test_play_refuses_discs_that_are_not_played_with(discs: str, colour: str, says: str, tmp_path: Path) -> None:
    done = quadrow("play", "--sim", "--discs", discs, "--colour", colour, QUADROW_HOME=str(tmp_path))
    assert done.returncode == 2 and is_one_line(done.stderr) and says in done.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [(("--charge", "strict"), "add --clock"), (("--robot", "other"), "--robot is for the real board")],
)
def test_play_refuses_options_that_would_mean_nothing(words: tuple[str, ...], says: str, tmp_path: Path) -> None:
    done = quadrow("play", "--sim", *words, feed="quit\n", QUADROW_HOME=str(tmp_path))
    assert done.returncode == 2 and is_one_line(done.stderr) and says in done.stderr


def test_play_says_which_discs_were_drawn_by_lot(tmp_path: Path) -> None:
    words = ("play", "--sim", "--opening", "drawn:3", "--seed", "2")
    done = quadrow(*words, feed="quit\n", QUADROW_HOME=str(tmp_path))
    assert done.stdout.count("   drawn: ") == 3 and "legal" not in done.stdout


def test_play_points_to_its_own_help_for_a_word_too_many(tmp_path: Path) -> None:
    done = quadrow("play", "x" * 5000, QUADROW_HOME=str(tmp_path))
    assert done.returncode == 2 and is_one_line(done.stderr) and len(done.stderr) < 200
    assert "quadrow play --help" in done.stderr


def test_play_answers_a_line_of_two_million_letters_once(tmp_path: Path) -> None:
    words = ("play", "--sim", "--variant", "popout", "--people", "ann,bob")
    done = quadrow(*words, feed="x" * 2_000_000 + "\nquit\n", QUADROW_HOME=str(tmp_path))
    assert done.returncode == 0 and is_one_line(done.stderr) and len(done.stderr) < 400
