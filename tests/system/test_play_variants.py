"""Every variant and every option, played to its end by somebody who types, on the simulated board."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from robot.rules.catalogue import load, names
from robot.rules.model import Played
from robot.rules.replay import replay_of
from robot.store import Store
from tests.system.shell import is_one_line, quadrow

ANYTHING = "\n".join("keep d c e b f a g D C E B F A G h".split()) + "\n"
"""One answer to every question a variant may ask; what is no move is refused, and the next line is taken."""

OPTIONS = [
    ("--swap", "pie", "--first", "robot"),
    ("--swap", "swap3", "--first", "human"),
    ("--swap", "swap3", "--first", "robot"),
    ("--partners",),
    ("--partners", "--people", "you+robot,ann+bob"),
    ("--people", "ann,bob"),
    ("--opening", "drawn"),
    ("--opening", "drawn:7", "--variant", "small:5x4"),
    ("--dead-draw", "--variant", "misere"),
    ("--clock", "1+2"),
    ("--clock", "1+2", "--charge", "strict", "--swap", "pie"),
    ("--variant", "cylinder", "--partners", "--swap", "pie", "--clock", "3+2"),
]


def play(home: Path, *words: str, feed: str = ANYTHING * 60) -> str:
    done = quadrow("play", "--sim", "--seed", "3", "--level", "2", *words, feed=feed, QUADROW_HOME=str(home))
    assert done.returncode == 0, done.stderr[-600:]
    assert "Traceback" not in done.stderr
    return done.stdout


def kept_as_played(home: Path) -> bool:
    """Whether the journal holds a game that the rules alone play to the same end."""
    with Store(home / "quadrow.sqlite3") as store:
        stored = store.game(store.games()[-1])
    assert stored is not None and stored.result not in (None, "annulled")
    again = replay_of(stored.record).games[-1]
    return again.outcome is None or (again.outcome.word, again.outcome.reason.value) == (stored.result, stored.reason)


@pytest.mark.parametrize("name", names())
def test_variant_is_played_to_its_end(name: str, tmp_path: Path) -> None:
    said = play(tmp_path, "--variant", name)
    assert said.count("result: ") == 1 and kept_as_played(tmp_path)
    assert ("the slider opens" in said) is (load(name).played is not Played.SIMULATED)


@pytest.mark.parametrize("words", OPTIONS, ids=" ".join)
def test_option_is_played_to_its_end(words: tuple[str, ...], tmp_path: Path) -> None:
    said = play(tmp_path, *words)
    assert said.count("result: ") == 1 and kept_as_played(tmp_path)
    assert ("time left" in said) is ("--clock" in words)


def test_match_is_two_games_with_the_opener_changing_and_points(tmp_path: Path) -> None:
    said = play(tmp_path, "--match", "--first", "human")
    assert said.count("result: ") == 2 and said.count("match:  ") == 2
    assert said.index("You (red) play first") < said.index("The robot (yellow) plays first")
    with Store(tmp_path / "quadrow.sqlite3") as store:
        stored = store.match(1)
    assert stored.match.over and len(stored.games) == 2 and sum(stored.match.points) == 4


def test_resigned_match_is_lost_though_a_game_of_it_was_won(tmp_path: Path) -> None:
    said = play(tmp_path, "--match", "--first", "human", feed="d\nresign match\n")
    assert said.count("result: ") == 1 and "you 0, robot 2; the robot won the match" in said


def test_match_of_two_profiles_is_rated_and_taken_back_in_nothing(tmp_path: Path) -> None:
    with Store(tmp_path / "quadrow.sqlite3") as store:
        ann, bob = store.players.add("Ann"), store.players.add("Bob", date(2015, 1, 1))
    feed = "a\nundo\nresign Ann\nresign ann\n"
    said = play(tmp_path, "--match", "--people", "ann,bob", "--first", "youngest", feed=feed)
    assert "Bob (yellow) plays first" in said and "played without taking back" in said
    assert "Ann: I resign" in said
    assert "rating: Ann 1180?, Bob 1220?" in said
    with Store(tmp_path / "quadrow.sqlite3") as store:
        assert store.match(1).counted
        assert [len(store.players.tally(player).curve) for player in (ann, bob)] == [1, 1]


def test_who_has_left_a_game_of_three_cannot_give_up_again(tmp_path: Path) -> None:
    words = ("play", "--sim", "--seed", "3", "--variant", "three", "--people", "ann,bob")
    done = quadrow(*words, feed="resign ann\nresign ann\nresign\n", QUADROW_HOME=str(tmp_path))
    assert done.returncode == 0 and done.stderr == "who gives the game up? type resign bob\n"
    assert "ann: I resign" in done.stdout and "bob: I resign" in done.stdout and "the robot won" in done.stdout


def test_words_at_the_table_are_taken_for_what_they_are(tmp_path: Path) -> None:
    feed = "d\nmoves\nundo\nhelp\nclock\nhint\nno\ne\ndraw\nresign\n"
    said = play(tmp_path, "--first", "human", feed=feed)
    assert "1. d 2. " in said and "I take that back" in said and "the slider opens" in said
    assert "without a clock" in said and "there is no draw offer to answer" in said
    assert "you: I offer a draw" in said and "gave up" in said
    assert "  1. e   you: red in e1" in said


def test_two_people_agree_to_what_one_of_them_says(tmp_path: Path) -> None:
    feed = "d\nd\nundo\nno\nundo\nyes\ne\ndraw\nno\nd\ndraw\nyes\n"
    said = play(tmp_path, "--people", "ann,bob", "--first", "human", feed=feed)
    assert "ann: may bob's move d be taken back? (bob: yes or no)" in said and "bob's move d is taken back" in said
    assert "the move stands" in said and "ann: I offer a draw (bob: yes or no)" in said
    assert "no draw, play on" in said and "a draw, both sides agreed" in said


@pytest.mark.parametrize(
    "words",
    [
        ("--variant", "chess"),
        ("--variant", "classic:5x4"),
        ("--variant", "small:9x9"),
        ("--opening", "won"),
        ("--opening", "drawn:99"),
        ("--opening", "drawn", "--swap", "pie"),
        ("--clock", "0+0"),
        ("--clock", "soon"),
        ("--people", "ann,ann"),
        ("--people", "a,b,c"),
        ("--variant", "popout", "--dead-draw"),
        ("--variant", "three", "--partners"),
        ("--match", "0"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_played_is_refused_in_one_line(words: tuple[str, ...], tmp_path: Path) -> None:
    done = quadrow("play", "--sim", *words, feed="", QUADROW_HOME=str(tmp_path))
    assert done.returncode == 2 and is_one_line(done.stderr), done.stderr
    assert " - " in done.stderr


@pytest.mark.parametrize("words", [("--variant", "popout"), ("--discs", "blue,yellow")], ids=" ".join)
def test_what_the_real_board_does_not_know_is_refused(words: tuple[str, ...], tmp_path: Path) -> None:
    done = quadrow("play", *words, QUADROW_HOME=str(tmp_path))
    assert done.returncode == 2 and is_one_line(done.stderr) and "simulated" in done.stderr
