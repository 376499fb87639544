"""Every change of one and of two cells, held against a table made by brute force; doubt; the robot's own disc.

The oracle knows only stacks of colours: it tries every way in which discs could have been dropped.
"""

from __future__ import annotations

import itertools

import pytest

from robot.referee import (
    Extra,
    Kind,
    Missing,
    Moved,
    Unchanged,
    Unreadable,
    Verified,
    Wrong,
    WrongColumn,
    judge,
    verify,
)
from robot.rules.contest import Contest
from tests.table.boards import RED_YELLOW, cells_of, classic_game, observation, random_game
from vision.types import Cell, Observation

E, R, Y, U = Cell.EMPTY, Cell.RED, Cell.YELLOW, Cell.UNKNOWN
SQUARES = [(column, row) for column in range(7) for row in range(6)]


def expected(before: list[list[Cell]], after: list[list[Cell]], mover: Cell, open_turn: bool) -> object:
    """What the referee must say, by brute force over the columns: a column, or a kind."""
    changed = [(c, r) for c, r in SQUARES if before[r][c] is not after[r][c]]
    if not changed:
        return "unchanged"
    lost = [(c, r) for c, r in changed if after[r][c] is E]
    if all(after[r][c] is E for c, r in SQUARES):
        return Kind.EMPTIED
    if lost:
        return Kind.DISC_GONE
    if any(before[r][c] is not E for c, r in changed):
        return Kind.DISC_CHANGED
    if any(r > 0 and after[r - 1][c] is E for c, r in changed):
        return Kind.FLOATING
    if len(changed) > 1:
        return Kind.TWO_DISCS
    column, row = changed[0]
    if not open_turn:
        return Kind.OUT_OF_TURN
    return column if after[row][column] is mover else Kind.WRONG_COLOUR


def said(game: Contest, after: list[list[Cell]], open_turn: bool = True) -> object:
    match judge(game, observation(after), RED_YELLOW, open_turn=open_turn):
        case Unchanged():
            return "unchanged"
        case Moved(column):
            return column
        case Wrong(kind):
            return kind
        case Unreadable():
            return "unreadable"


def changes(cells: list[list[Cell]], squares: tuple[tuple[int, int], ...]) -> list[list[list[Cell]]]:
    """Every board that differs from `cells` in exactly these squares."""
    boards = []
    for values in itertools.product((E, R, Y), repeat=len(squares)):
        after = [row[:] for row in cells]
        for (column, row), value in zip(squares, values, strict=True):
            after[row][column] = value
        if all(after[r][c] is not cells[r][c] for c, r in squares):
            boards.append(after)
    return boards


@pytest.mark.parametrize(("seed", "plies"), [(1, 0), (2, 5), (3, 12), (8, 23)])
def test_judge_is_right_for_every_change_of_one_and_two_cells(seed: int, plies: int) -> None:
    game = random_game(seed, plies)
    assert not game.over
    before, mover = cells_of(game), RED_YELLOW[len(game.moves) % 2]
    pairs = list(itertools.combinations(SQUARES, 2))
    for squares in [(square,) for square in SQUARES] + pairs:
        for after in changes(before, squares):
            for open_turn in (True, False):
                assert said(game, after, open_turn) == expected(before, after, mover, open_turn), (squares, after)


def test_judge_finds_the_agreed_board_unchanged() -> None:
    game = random_game(7, 20)
    assert said(game, cells_of(game)) == "unchanged"


def test_judge_names_the_cells_and_a_remedy() -> None:
    game = classic_game((3, 3))
    after = cells_of(game)
    after[0][0], after[0][6] = R, R
    verdict = judge(game, observation(after), RED_YELLOW, open_turn=True)
    assert isinstance(verdict, Wrong)
    assert set(verdict.cells) == {(0, 0), (6, 0)}
    assert "a1" in verdict.words and "g1" in verdict.words and verdict.remedy


def test_judge_accepts_nothing_after_the_end() -> None:
    game = classic_game((0, 1, 0, 1, 0, 1, 0))
    after = cells_of(game)
    after[0][4] = Y
    assert said(game, after) is Kind.OUT_OF_TURN


@pytest.mark.parametrize(
    ("square", "verdict"),
    [((3, 0), "unchanged"), ((3, 1), "unreadable"), ((3, 2), "unchanged"), ((5, 0), "unreadable")],
)
def test_judge_doubts_only_where_a_disc_could_lie(square: tuple[int, int], verdict: str) -> None:
    """d1 is agreed, d2 would be the next, d3 would float, f1 is free."""
    game = classic_game((3,))
    after = cells_of(game)
    after[square[1]][square[0]] = U
    assert said(game, after) == verdict


def test_judge_doubts_a_hidden_disc_on_a_new_one() -> None:
    game = classic_game((3,))
    after = cells_of(game)
    after[1][3], after[2][3] = Y, U
    assert said(game, after) == "unreadable"


def test_judge_says_why_nothing_can_be_read() -> None:
    dark = Observation(((U,) * 7,) * 6, 0.0, 1.0, 1, readable=False, reason="the picture is black")
    verdict = judge(classic_game(), dark, RED_YELLOW, open_turn=True)
    assert verdict == Unreadable("the picture is black")


def robot_drop(*added: tuple[int, Cell]) -> list[list[Cell]]:
    """The board after d, d, e and then these discs; it is yellow's (the robot's) turn."""
    after = cells_of(classic_game((3, 3, 4)))
    for column, colour in added:
        row = next(r for r in range(6) if after[r][column] is E)
        after[row][column] = colour
    return after


@pytest.mark.parametrize(
    ("added", "proof"),
    [
        (((2, Y),), Verified(2)),
        (((1, Y),), WrongColumn(1)),
        ((), Missing()),
        (((2, Y), (2, R)), Verified(2)),
        (((2, Y), (6, R)), Verified(2)),
        (((1, Y), (6, R)), WrongColumn(1)),
    ],
)
def test_verify_explains_the_robots_disc(added: tuple[tuple[int, Cell], ...], proof: object) -> None:
    assert verify(classic_game((3, 3, 4)), 2, observation(robot_drop(*added)), RED_YELLOW) == proof


@pytest.mark.parametrize("added", [((2, R),), ((2, R), (2, Y)), ((2, Y), (2, Y)), ((2, Y), (5, R), (6, R))])
def test_verify_calls_the_rest_extra(added: tuple[tuple[int, Cell], ...]) -> None:
    assert isinstance(verify(classic_game((3, 3, 4)), 2, observation(robot_drop(*added)), RED_YELLOW), Extra)


def test_verify_does_not_guess_in_the_dark() -> None:
    after = robot_drop()
    after[0][2] = U
    assert isinstance(verify(classic_game((3, 3, 4)), 2, observation(after), RED_YELLOW), Unreadable)
