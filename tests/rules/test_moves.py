"""Moves of every variant as text, and any text at all."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robot.rules.board import Board
from robot.rules.catalogue import load, names
from robot.rules.contest import Contest
from robot.rules.errors import BadNotation, BadRules, IllegalMove
from robot.rules.moves import DROPS, KEEP, POPS, SWAP, Kind, Move, move_of, moves_of, written
from tests.rules.games import ANY_SEED, at_random

CLASSIC, SMALL = Board(), Board(5, 4, left=1)
LIKELY = st.text(st.sampled_from("abcdefgABCDEFG123456789_|+!=x-. "), max_size=30)


def test_letters_digits_and_pops_are_read() -> None:
    assert moves_of("d4D", CLASSIC) == (DROPS[3], DROPS[3], POPS[3])


def test_special_discs_and_choices_are_read() -> None:
    marks = [Kind.ANVIL, Kind.WALL, Kind.TWICE, Kind.BOMB]
    assert moves_of("_d|d+4!d=x", CLASSIC) == (*(Move(kind, 3) for kind in marks), KEEP, SWAP)


def test_columns_of_a_small_board_have_the_names_of_the_grid() -> None:
    assert moves_of("b2fF", SMALL) == (DROPS[0], DROPS[0], DROPS[4], POPS[4])
    with pytest.raises(BadNotation) as caught:
        move_of("a", SMALL)
    assert caught.value.remedy == "use b to f or 2 to 6"


@pytest.mark.parametrize("name", names())
@settings(max_examples=8, deadline=None)
@given(seed=ANY_SEED)
def test_every_game_is_read_back_as_written(name: str, seed: int) -> None:
    variant = load(name)
    *_, last = at_random(variant.start(variant.rules), seed)
    board = variant.rules.board
    assert moves_of(written(last.moves, board), board) == last.moves


def test_bad_text_is_named_with_its_ply() -> None:
    with pytest.raises(BadNotation, match="^move 3: 'h' is no move$"):
        moves_of("44h", CLASSIC)


@pytest.mark.parametrize("text", ["h", "8", "0", "", "ab", "-", "é", "١", "²", "^d", "_", "_D", "|=", "\n", "!8"])
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        move_of(text, CLASSIC)


@pytest.mark.parametrize("text", ["d\n", "d d", "d_", "--", "d-", " d"])
def test_nothing_between_and_behind_the_moves_is_passed_over(text: str) -> None:
    with pytest.raises(BadNotation):
        moves_of(text, CLASSIC)


@pytest.mark.parametrize("name", names())
@settings(max_examples=40, deadline=None)
@given(text=st.text(max_size=30) | LIKELY)
def test_any_text_ends_in_a_game_or_one_clear_error(name: str, text: str) -> None:
    variant = load(name)
    game = Contest(variant.start(variant.rules))
    try:
        for move in moves_of(text, variant.rules.board):
            game = game.play(move)
    except (BadNotation, IllegalMove) as error:
        assert str(error) and error.remedy


@given(text=st.text(max_size=20))
def test_any_name_is_a_variant_or_one_clear_error(text: str) -> None:
    if text in names():
        assert load(text).name == text
        return
    with pytest.raises(BadRules) as caught:
        load(text)
    assert "classic" in caught.value.remedy
