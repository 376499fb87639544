"""Count the games and positions of a variant: the numbers that tell whether two programs play the same game.

Equal positions are counted together, so nine plies of classic take 250,000 of them, not 40 million games.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from robot.rules.state import State


def ply_by_ply(start: State) -> Iterator[dict[State, int]]:
    """Give the positions after 0, 1, 2, ... moves, each with the number of ways that lead to it."""
    positions = {start: 1}
    while positions:
        yield positions
        after: dict[State, int] = {}
        for state, ways in positions.items():
            for move in state.legal_moves():
                reached = state.play(move)
                after[reached] = after.get(reached, 0) + ways
        positions = after


def perft(start: State, depth: int) -> Iterator[int]:
    """Count the sequences of exactly 1, 2, ... `depth` moves; those that ended earlier do not count."""
    return (sum(positions.values()) for positions in islice(ply_by_ply(start), 1, depth + 1))
