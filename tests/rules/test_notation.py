"""Moves as text: both alphabets, and errors that say where."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot.rules.errors import BadNotation, IllegalMove
from robot.rules.notation import column_of, columns_of, letters, position_of
from robot.rules.position import Position


def test_columns_of_reads_letters_and_digits_alike():
    assert columns_of("dde1g7") == (3, 3, 4, 0, 6, 6)


def test_columns_of_reads_a_dash_as_no_moves():
    assert columns_of("-") == ()


@given(st.lists(st.integers(0, 6)).map(tuple))
def test_letters_are_read_back(columns):
    assert columns_of(letters(columns)) == columns


def test_column_of_knows_more_columns_on_a_wider_board():
    assert (column_of("i", width=9), column_of("9", width=9)) == (8, 8)


@pytest.mark.parametrize("text", ["h", "8", "0", "D", "", "ab", "-", "é", "١", "²"])
def test_column_of_refuses_what_is_no_column(text):
    with pytest.raises(BadNotation) as caught:
        column_of(text)
    assert caught.value.remedy == "use a to g or 1 to 7"


def test_columns_of_says_at_which_move_the_text_is_bad():
    with pytest.raises(BadNotation, match="^move 3: 'x' is no column$"):
        columns_of("44x4")


def test_columns_of_refuses_an_empty_text_and_names_the_dash():
    with pytest.raises(BadNotation) as caught:
        columns_of("")
    assert "- for the empty board" in caught.value.remedy


def test_position_of_puts_the_discs_where_they_were_dropped():
    position = position_of("d4c")
    assert [position.at(3, 0), position.at(3, 1), position.at(2, 0)] == [0, 1, 0]
    assert position.ply == 3


def test_position_of_a_dash_is_the_empty_board():
    assert position_of("-") == Position()


def test_position_of_says_at_which_move_a_column_is_full():
    with pytest.raises(IllegalMove, match="^move 8: column b is full$"):
        position_of("a2222222")


def test_position_of_refuses_a_move_after_a_line():
    with pytest.raises(IllegalMove, match=r"^the game is over before move 8 \(c\)$"):
        position_of("ababab" + "a" + "c")


def test_position_of_takes_the_move_that_ends_the_game():
    assert position_of("abababa").last_mover_has_line()


def test_position_of_refuses_a_move_on_a_full_board():
    drawn = "121212212121343434434343565656656565777777"
    assert position_of(drawn).is_full()
    with pytest.raises(IllegalMove, match="the game is over before move 43"):
        position_of(drawn + "1")
