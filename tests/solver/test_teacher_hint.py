"""Hints in words: each word is true, against the reference and a plain look at the rules."""

from __future__ import annotations

import random

import pytest

from robot.rules.contest import Contest
from robot.rules.model import Rules
from robot.rules.state import State
from robot.solver.book import Book
from robot.solver.errors import BadBook
from robot.solver.reference import reference_score
from robot.solver.teacher import Teacher
from robot.solver.teacher_hint import Why
from robot.solver.teacher_values import Values
from tests.rules.games import played
from tests.solver.test_teacher import QUICK, start_of


@pytest.mark.parametrize(
    ("name", "moves", "text"),
    [
        ("pie", "-", "c leaves the sides most nearly even, and the other side chooses"),
        ("pie", "d", "x: that side wins with best play"),
        ("pie", "a", "=: that side wins with best play"),
        ("pie", "c", "=: that side draws with best play"),
        ("swap3", "ddd", "x: that side wins with best play"),
        ("swap3", "agb", "=: that side wins with best play"),
    ],
)
def test_hint_weighs_the_side_that_is_chosen(name, moves, text):
    assert Teacher().hint(played(moves, start_of(name))).text == text


@pytest.mark.parametrize(
    ("name", "moves", "text"),
    [
        ("classic", "-", "d wins in 21 moves with best play, and no other move does"),
        ("classic", "dcbccddbdbcbbcfgcggfffgddbgg", "f is the only move that does not lose at once"),
        ("classic", "dcbccddbdbcbbcfgcggfffgddbggff", "whatever you play, they win at once"),
        ("popout", "dddcdceegffeec", "E makes four on a diagonal"),
        ("pop10", "-", "d looks best"),
    ],
)
def test_hint_says_no_more_than_is_true(name, moves, text):
    assert Teacher().hint(played(moves, start_of(name))).text == text


def test_hint_keeps_a_win_that_is_hard_to_see():
    """A position that took more nodes than a hint had: b, c and e win, the others do not."""
    hint = Teacher(Values(table_mib=64)).hint(played("dddddbbbbg"))
    assert hint.reason.why is Why.WIN_KNOWN
    assert hint.move.column in (1, 2, 4)


def test_hint_does_without_a_damaged_book(monkeypatch):
    def damaged() -> None:
        raise BadBook("ply-7.book is not what was built", "install Quadrow again")

    monkeypatch.setattr(Book, "shipped", damaged)
    assert Teacher(QUICK).hint(played("abcabcd")).text


def immediate_wins(game: Contest) -> list:
    return [move for move in game.state.legal_moves() if game.play(move).over and game.play(move).outcome.lines]


def checked_hint(game: Contest) -> Why:
    """A hint, every word of which is held against the reference and the rules."""
    hint = Teacher(QUICK).hint(game)
    columns = [move.column for move in game.moves]
    scores = {move: -reference_score([*columns, move.column]) for move in game.state.legal_moves()}
    assert dict(hint.scores) == scores and scores[hint.move] == max(scores.values())
    after, why, text = game.play(hint.move), hint.reason.why, hint.reason.text
    losing = {move for move in scores if not game.play(move).over and immediate_wins(game.play(move))}
    if why is Why.WINS:
        assert after.outcome.winner == game.state.colour
        return why
    assert not immediate_wins(game) and (why is Why.TOO_LATE) == (losing == scores.keys())
    if why is Why.ONLY:
        assert scores.keys() - losing == {hint.move}
    if why is Why.TWO_THREATS:
        assert scores[hint.move] > 0
        assert all(immediate_wins(after.play(reply)) for reply in after.state.legal_moves())
    if why in (Why.WIN_KNOWN, Why.DRAW_KNOWN):
        others = [score for move, score in scores.items() if move != hint.move]
        better = sum((score > 0) - (score < 0) >= (scores[hint.move] > 0) for score in others)
        assert text.endswith("and no other move does") == (better == 0 < len(others))
    if " in " in text and why in (Why.WIN_KNOWN, Why.LONGEST, Why.LOST):
        assert f" in {moves_to_win(after, game)} moves" in text
    return why


def moves_to_win(game: Contest, before: Contest) -> int:
    """How many moves the side that wins makes from `before` on, when both play by the reference."""
    while not game.over:
        columns = [move.column for move in game.moves]
        replies = game.state.legal_moves()
        game = game.play(max(replies, key=lambda move: -reference_score([*columns, move.column])))
    winner = game.outcome.winner
    return sum(ply % 2 == winner for ply in range(len(before.moves), len(game.moves)))


def careful_game(luck: random.Random, plies: int) -> Contest:
    """A game in which nobody wins, or lets the other win at once, while that can be helped; not over."""
    while True:
        game = Contest(State.start(Rules()))
        while not game.over and len(game.moves) < plies:
            after = [game.play(move) for move in game.state.legal_moves()]
            open_ones = [one for one in after if not one.over and not immediate_wins(one)]
            game = luck.choice(open_ones or after)
        if not game.over:
            return game


def test_hints_are_true_in_every_word():
    luck = random.Random("true hints")
    seen = {checked_hint(careful_game(luck, luck.randrange(30, 40))) for _ in range(150)}
    common = {Why.WINS, Why.TOO_LATE, Why.ONLY, Why.BLOCKS, Why.TWO_THREATS, Why.WIN_KNOWN, Why.DRAW_KNOWN, Why.LOST}
    assert common <= seen
