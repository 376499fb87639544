"""What a game sounds like: the lines of the narrator, from effects made by hand and from a table."""

from __future__ import annotations

import re

import pytest

from robot.commands._draw import named_board
from robot.commands._narrator import Narrator, Style, score_words
from robot.mechanism.types import Ending, Receipt
from robot.messages import Announce, Ask, Drop, Event, Home, Quit, Reported, Request, Seen, Slide, Start, Think
from robot.phases import Seat
from robot.rules.contest import Contest
from robot.solver.answers import Solution
from robot.table import Table
from robot.table.words import result_words
from tests.table.boards import classic_game
from vision.types import Cell, Cells, Observation

PERSON = Seat("you", Cell.RED, engine=False, robot_hand=False)
OTHER = Seat("visitor", Cell.YELLOW, engine=False, robot_hand=False)
ROBOT = Seat("robot", Cell.YELLOW, engine=True, robot_hand=True)


class Told:
    """A table whose effects are narrated; `lines` is what was said."""

    def __init__(self, *seats: Seat, style: Style | None = None, score: int | None = None) -> None:
        self.lines: list[str] = []
        self.table = Table((seats[0], seats[1]))
        self.now_s = 0.0
        solution = Solution(score, -8, 10, 1, 1)
        style = style or Style("the helper")
        self.narrator = Narrator(lambda: self.table, style, self.lines.append, lambda _: solution)

    def hear(self, event: Event) -> None:
        self.now_s += 1.0
        for effect in self.table.handle(event, self.now_s):
            self.narrator(effect, self.now_s)

    def see(self, *moves: int) -> None:
        self.now_s += 1.0
        self.hear(Seen(Observation(cells_after(moves), self.now_s, self.now_s, int(self.now_s), True, "")))

    def start(self) -> None:
        self.hear(Start())
        self.hear(Reported(Receipt(1, "home", None, Ending.DONE)))
        self.see()


def cells_after(moves: tuple[int, ...]) -> Cells:
    """Red and yellow by turns, row 0 at the bottom; the test's own piling up."""
    grid = [[Cell.EMPTY] * 7 for _ in range(6)]
    for ply, column in enumerate(moves):
        row = next(row for row in range(6) if grid[row][column] is Cell.EMPTY)
        grid[row][column] = (Cell.RED, Cell.YELLOW)[ply % 2]
    return tuple(map(tuple, grid))


def told_game(*moves: int, style: Style | None = None) -> Told:
    told = Told(PERSON, OTHER, style=style)
    told.start()
    for count in range(1, len(moves) + 1):
        told.see(*moves[:count])
    return told


def test_board_names_its_rows_and_columns() -> None:
    assert named_board((".......",) * 5 + ("..RY...",)) == [
        *(f"{number} . . . . . . ." for number in (6, 5, 4, 3, 2)),
        "1 . . R Y . . .",
        "  a b c d e f g",
    ]


def test_board_marks_squares_with_brackets_that_need_no_colour() -> None:
    row = named_board((".......",) * 5 + ("RRRRY.Y",), {(0, 0), (1, 0), (2, 0), (3, 0), (6, 0)})[5]
    assert row == "1[R|R|R|R]Y .[Y]"


def test_board_in_colour_has_the_same_letters() -> None:
    grid, marked = ("R......",) * 6, {(0, 5)}
    plain = [re.sub("\x1b\\[[0-9;]*m", "", line) for line in named_board(grid, marked, colour=True)]
    assert plain == named_board(grid, marked) and plain[0].startswith("6[R]")


def test_result_is_told_with_the_move_that_makes_it_and_only_once() -> None:
    told = told_game(0, 1, 0, 1, 0, 1, 0)
    assert told.lines[-2:] == ["result: you won with a1 a2 a3 a4", "        7 moves: abababa"]
    assert sum("won" in line for line in told.lines) == 1
    assert told.lines[-7] == "          4[R]. . . . . ."


def test_quit_is_told_as_annulled() -> None:
    told = told_game(3)
    told.hear(Quit())
    assert told.lines[-2:] == ["result: the game is annulled, nobody gets a point", "        1 moves: d"]


def test_quit_before_the_first_move_names_no_moves() -> None:
    told = told_game()
    told.hear(Quit())
    assert told.lines == ["result: the game is annulled, nobody gets a point"]


def test_quiet_tells_the_result_and_nothing_else() -> None:
    told = told_game(0, 1, 0, 1, 0, 1, 0, style=Style("the helper", quiet=True))
    assert told.lines == ["result: you won with a1 a2 a3 a4", "        7 moves: abababa"]


@pytest.mark.parametrize("verbose", [False, True])
def test_seconds_are_told_to_those_who_want_more(verbose: bool) -> None:
    told = told_game(3, style=Style("the helper", verbose=verbose))
    assert any(line.startswith("  1. d   you: red in d1, legal") for line in told.lines)
    assert any(re.search(r"\[\d+\.\d s\]", line) for line in told.lines) is verbose


def test_chores_are_told_as_done_by_the_helper_and_once() -> None:
    told = Told(PERSON, ROBOT)
    for _ in range(2):
        told.narrator(Ask(5, None, Request.SORT, None, "sort the discs"), 1.0)
    assert told.lines == ["        the helper sorts the discs and fills the magazine"]


def test_cause_of_trouble_is_told_once() -> None:
    told = Told(PERSON, ROBOT)
    told.narrator(Announce("a disc is gone; put it back", trouble=True), 1.0)
    told.narrator(Announce("a disc is gone: I open the slider"), 2.0)
    assert told.lines == ["     !! a disc is gone; put it back", "        I open the slider"]


def test_score_of_a_thought_without_a_drop_is_forgotten_when_the_slider_opens() -> None:
    told = Told(PERSON, ROBOT, score=2)
    told.narrator(Think(classic_game()), 1.0)
    told.narrator(Slide(1, True), 2.0)
    told.narrator(Drop(2, 3), 3.0)
    assert told.lines == ["        the slider opens", "        the robot drops into d"]


def test_score_is_told_after_the_drop_it_explains_and_left_out_until_proven() -> None:
    for score, lines in ((2, 2), (None, 1)):
        told = Told(PERSON, ROBOT, score=score)
        told.narrator(Think(classic_game()), 1.0)
        told.narrator(Home(1), 2.0)
        told.narrator(Drop(2, 3), 3.0)
        assert len(told.lines) == lines and ("+2" in told.lines[-1]) is (score == 2)


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (1, "+1 before it: best play wins with its last disc"),
        (2, "+2 before it: best play wins with its 2nd last disc"),
        (-3, "-3 before it: best play loses to the other's 3rd last disc"),
        (-14, "-14 before it: best play loses to the other's 14th last disc"),
        (0, "0 before it: best play ends in a draw"),
    ],
)
def test_score_is_explained_in_words(score: int, words: str) -> None:
    assert score_words(score) == words


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (classic_game((0, 1, 0, 1, 0, 1, 2, 1)), "the robot won with b1 b2 b3 b4"),
        (classic_game().resign(0), "the robot won, the other side gave up"),
        (classic_game().annul(), "the game is annulled, nobody gets a point"),
    ],
)
def test_result_is_said_in_a_sentence(game: Contest, words: str) -> None:
    assert game.outcome is not None
    assert result_words(game, (PERSON, ROBOT)) == words
