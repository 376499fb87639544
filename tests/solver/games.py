"""Random games for the solver's tests."""

from __future__ import annotations

import random

from robot.rules.position import Position


def random_game(luck: random.Random, plies: int) -> tuple[tuple[int, ...], Position]:
    """Moves of a random game that is not over after `plies`, and the position they lead to."""
    while True:
        position, moves = Position(), []
        while len(moves) < plies and not position.last_mover_has_line():
            moves.append(luck.choice(position.legal_columns()))
            position = position.play(moves[-1])
        if len(moves) == plies and not position.last_mover_has_line():
            return tuple(moves), position


def mirrored(position: Position) -> Position:
    """The position with its columns in reverse order."""

    def flip(bits: int) -> int:
        return sum((bits >> 7 * column & 0x7F) << 7 * (6 - column) for column in range(7))

    return Position(flip(position.mover), flip(position.mask))
