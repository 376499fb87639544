"""What is impossible about a board, flag by flag."""

from __future__ import annotations

import random

import pytest

from robot.rules.errors import RulesError
from robot.rules.game import Game
from robot.rules.position import FIRST, SECOND
from robot.rules.status import Status, position_of, status


def board(*rows: str) -> list[list[int | None]]:
    """Top row first, `x` first player, `o` second, `.` empty; missing rows above are empty."""
    full = ["......."] * (6 - len(rows)) + list(rows)
    return [[{"x": FIRST, "o": SECOND, ".": None}[c] for c in row] for row in reversed(full)]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (("...x...",), Status.POSSIBLE),
        (("...x...", "......."), Status.FLOATING),
        (("...o...",), Status.COUNTS),
        (("..xx...",), Status.COUNTS),
        (("xxxx...", "oooo..."), Status.TWO_WINNERS),
        (("xxxxo..", "ooxoo.."), Status.PLAYED_ON),
    ],
)
def test_status_names_what_is_wrong(rows: tuple[str, ...], expected: Status) -> None:
    assert status(board(*rows)) == expected


def test_status_refuses_two_lines_that_no_single_disc_completes() -> None:
    both = board("xxxx...", "oooxo..", "xxxx...", "oooxoo.")
    assert Status.PLAYED_ON in status(both)


@pytest.mark.parametrize("seed", range(50))
def test_status_finds_every_played_board_possible(seed: int) -> None:
    rng = random.Random(seed)
    game = Game()
    while not game.over:
        cells = [[game.position.at(c, r) for c in range(7)] for r in range(6)]
        assert status(cells) is Status.POSSIBLE
        assert position_of(cells) == game.position
        game = game.play(rng.choice(game.position.legal_columns()))


def test_position_of_refuses_an_impossible_board_with_its_flags() -> None:
    with pytest.raises(RulesError, match="floating, counts"):
        position_of(board("..oo...", "......."))
