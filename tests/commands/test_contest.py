"""Boards of any variant on the terminal."""

from __future__ import annotations

from robot.commands._contest import contest_board, grid_of, move_lines, result_words
from robot.rules.record import Record, record_of_line
from robot.rules.replay import replay_of
from tests.rules.games import played


def board(variant: str, moves: str, **tags: str) -> list[str]:
    record = Record(record_of_line(moves).moves, tuple(tags.items()), variant)
    return contest_board(replay_of(record).games[-1])


def test_board_of_a_cylinder_shows_the_columns_at_the_seam_twice() -> None:
    assert board("cylinder", "fegeaeb")[-4:] == [
        "3 . . . . . O . . .",
        "2 . . . . . O . . .",
        "1 x[X|X]. . O[X|X]x",
        "  g a b c d e f g a",
    ]


def test_board_shows_obstacles_closed_cells_and_three_colours() -> None:
    assert board("obstacles", "ba", Board="b1 f1 d3+")[-3:-1] == ["2 . X . . . . .", "1 O * . . . * ."]
    assert board("obstacles", "-", Board="d3+")[:4] == [f"{row} . . . - . . ." for row in (6, 5, 4, 3)]
    assert board("three", "abc")[-2:] == ["1 X O # . . . . .", "  a b c d e f g h"]
    assert board("three", "abcb", Left="first 3")[-2] == "1 * O # . . . . ."
    assert board("small", "b", Board="4x4")[-1] == "  b c d e"


def test_board_marks_the_line_that_ended_the_game() -> None:
    assert contest_board(played("agbgcgd"))[-2] == "1[X|X|X|X]. . O"
    assert grid_of(played("agbgcgd"))[-1] == "XXXX..O"


def test_result_is_told_in_words() -> None:
    assert [result_words(*said) for said in ((None, None), ("draw", "full"), ("annulled", "annulled"))] == [
        "not ended",
        "draw (full)",
        "annulled",
    ]


def test_moves_are_told_in_lines_that_a_terminal_holds() -> None:
    lines = move_lines(Record(record_of_line("abcdefg" * 6).moves))
    assert len(lines) > 1 and max(map(len, lines)) < 80
    assert " ".join(lines).split()[-2:] == ["42.", "g"]
    assert move_lines(Record()) == ["no moves"]
