"""The classic position against a board that simply stacks lists."""

from __future__ import annotations

import random

import pytest

from robot.rules.errors import IllegalMove
from robot.rules.game import Game, Reason, replay
from robot.rules.lines import bit, has_line, line_masks, lines
from robot.rules.position import FIRST, SECOND, Position


def four_in_any_direction(stacks: list[list[int]], side: int) -> bool:
    """The oracle: walks the board cell by cell."""

    def at(column: int, row: int) -> int | None:
        return stacks[column][row] if 0 <= column < 7 and 0 <= row < len(stacks[column]) else None

    return any(
        all(at(column + across * i, row + up * i) == side for i in range(4))
        for column in range(7)
        for row in range(6)
        for across, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


def random_game(seed: int) -> tuple[list[int], list[list[int]]]:
    """Moves to the end of a random game, and the stacks they leave, by the oracle's rules."""
    rng = random.Random(seed)
    stacks: list[list[int]] = [[] for _ in range(7)]
    moves: list[int] = []
    while len(moves) < 42:
        column = rng.choice([c for c in range(7) if len(stacks[c]) < 6])
        side = len(moves) % 2
        stacks[column].append(side)
        moves.append(column)
        if four_in_any_direction(stacks, side):
            break
    return moves, stacks


def test_lines_are_sixty_nine() -> None:
    across, up, diagonal = (
        sum(1 for line in lines() if line[1][0] - line[0][0] == dx and abs(line[1][1] - line[0][1]) == dy)
        for dx, dy in ((1, 0), (0, 1), (1, 1))
    )
    assert (across, up, diagonal) == (24, 21, 24)


@pytest.mark.parametrize(
    ("width", "height", "k", "count"), [(6, 5, 4, 39), (5, 4, 4, 17), (8, 8, 4, 130), (9, 6, 5, 68)]
)
def test_lines_of_other_boards_are_counted(width: int, height: int, k: int, count: int) -> None:
    assert len(lines(width, height, k)) == count


@pytest.mark.parametrize(
    ("cell", "count"), [((0, 0), 3), ((1, 0), 4), ((2, 0), 5), ((3, 0), 7), ((3, 1), 10), ((3, 2), 13)]
)
def test_lines_through_a_cell_are_counted(cell: tuple[int, int], count: int) -> None:
    assert sum(cell in line for line in lines()) == count


@pytest.mark.parametrize("line", line_masks())
def test_has_line_sees_every_line_and_no_three(line: int) -> None:
    assert has_line(line)
    cells = [1 << i for i in range(49) if line >> i & 1]
    assert not any(has_line(line ^ cell) for cell in cells)


def test_has_line_sees_lines_longer_than_four() -> None:
    assert has_line(sum(bit(column, 2) for column in range(1, 7)))


@pytest.mark.parametrize("seed", range(60))
def test_game_agrees_with_stacked_lists(seed: int) -> None:
    moves, stacks = random_game(seed)
    game = replay(tuple(moves))
    assert [[game.position.at(c, r) for r in range(len(stacks[c]))] for c in range(7)] == stacks
    assert game.outcome is not None
    winner = (len(moves) - 1) % 2 if four_in_any_direction(stacks, (len(moves) - 1) % 2) else None
    assert game.outcome.winner == winner
    assert game.outcome.reason is (Reason.FULL if winner is None else Reason.LINE)


@pytest.mark.parametrize("seed", range(20))
def test_undo_restores_every_earlier_game(seed: int) -> None:
    moves, _ = random_game(seed)
    history = [Game()]
    for column in moves:
        history.append(history[-1].play(column))
    for later, earlier in zip(reversed(history[1:]), reversed(history[:-1]), strict=True):
        assert later.undo() == earlier


def test_win_comes_before_draw() -> None:
    """A game whose 42nd disc makes four: found by search, checked here."""
    rng = random.Random(5)
    while True:
        moves, stacks = random_game(rng.randrange(10**9))
        if len(moves) == 42 and four_in_any_direction(stacks, 1):
            break
    outcome = replay(tuple(moves)).outcome
    assert outcome is not None and outcome.winner == SECOND and outcome.reason is Reason.LINE


def test_two_lines_at_once_are_one_win_with_both_named() -> None:
    game = replay((0, 6, 1, 6, 2, 5, 4, 5, 5, 4, 6, 4, 3))
    assert game.outcome is not None and game.outcome.winner == FIRST
    assert len(game.outcome.lines) >= 2
    assert all((3, 0) in line for line in game.outcome.lines)


def test_full_column_is_refused_by_name() -> None:
    game = replay((3,) * 6)
    with pytest.raises(IllegalMove, match="column d is full"):
        game.play(3)


@pytest.mark.parametrize("column", [-1, 7, 99])
def test_column_off_the_board_is_refused(column: int) -> None:
    with pytest.raises(IllegalMove, match="no column"):
        Position().play(column)


def test_move_after_the_end_is_refused() -> None:
    game = replay((0, 1, 0, 1, 0, 1, 0))
    with pytest.raises(IllegalMove, match="over"):
        game.play(4)


def test_open_line_is_gone_when_every_line_holds_both() -> None:
    assert Position().has_open_line()
    for seed in range(4000):
        moves, _ = random_game(seed)
        if len(moves) == 42 and not replay(tuple(moves)).position.winning_lines():
            assert not replay(tuple(moves)).position.has_open_line()
            return
    pytest.fail("no drawn game among 4000")
