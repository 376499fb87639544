"""What the teacher says at the table; the positions are small enough to be seen through by eye."""

from __future__ import annotations

import pytest

from robot.commands._advice import ADVICE, Advice
from robot.rules.catalogue import load
from tests.rules.games import played


def asked(word: str, moves: str, variant: str = "classic", *, refused: str | None = None, to_move: bool = True) -> str:
    advice = Advice(("red", "yellow", "blue").__getitem__, list, refused)
    return advice.about(word, played(moves, load(variant).rules), to_move=to_move)


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("aabbc", "red: d1 now"),
        ("aabbgcgc", "yellow: d2 later (an even row)"),
        ("aabbcc", "red: d1 now; yellow: d2 later (an even row)"),
        ("abfbfbgag", "yellow: b4 now"),
        ("d", "no single disc makes a line, now or later"),
    ],
)
def test_threats_say_whose_disc_makes_a_line_where_and_when(moves: str, words: str) -> None:
    assert asked("threats", moves) == words


def test_threats_name_an_odd_row() -> None:
    """Red has a3, b3, c3 on row 3 and a1, b2, c3 on a diagonal; d is empty."""
    assert asked("threats", "aaabbgbccgc") == "red: d3 later (an odd row), d4 later (an even row)"


def test_threats_say_that_a_line_loses_where_it_does() -> None:
    assert asked("threats", "aabbc", "misere") == "red: d1 now (a line loses)"


def test_scores_name_every_column_and_what_the_numbers_mean() -> None:
    """Red makes four with its fourth disc, the 18th last of 21; anywhere but in b yellow does so next."""
    said = asked("scores", "ababab")
    assert said.startswith("a +18  b ") and said.count("-18") == 5
    assert said.endswith("(+n: the side to move wins with its n-th last disc, 0 a draw, -n it loses so)")


def test_scores_of_a_variant_say_only_who_wins() -> None:
    """Red has three in column a and is to move."""
    said = asked("scores", "ababab", "cylinder")
    assert said.startswith("a +1 ") and "+1: the side to move wins, 0 a draw, -1 it loses" in said


def test_scores_of_the_sides_say_how_soon_they_win() -> None:
    """After a in the corner the side that answers wins with its second last disc (the published scores)."""
    said = asked("scores", "a", "pie")
    assert said.startswith("keep +2  swap -2  (+n: ")


def test_scores_that_are_not_known_are_said_to_be_so() -> None:
    assert asked("scores", "d", "pop10") == "what the moves are worth is not known here"


@pytest.mark.parametrize("word", ADVICE)
def test_advice_counts_as_help_only_where_it_is_given(word: str) -> None:
    used: list[bool] = []
    for refused, to_move in ((None, False), ("it is played on the clock", True)):
        Advice(str, lambda: used.append(True), refused).about(word, played("ababab"), to_move=to_move)
        assert not used
    Advice(str, lambda: used.append(True)).about(word, played("ababab"), to_move=True)
    assert used == [True]


@pytest.mark.parametrize(("word", "what"), [("hint", "hints"), ("threats", "threats"), ("scores", "scores")])
def test_advice_that_is_not_given_says_why(word: str, what: str) -> None:
    said = asked(word, "d", refused="it counts for the ratings")
    assert said == f"there are no {what} in this game: it counts for the ratings"
    assert asked(word, "d", to_move=False).endswith("when it is your move")
