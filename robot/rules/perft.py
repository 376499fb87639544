"""Count the sequences of moves of a variant: the numbers that tell whether two programs play the same game."""

from __future__ import annotations

from collections.abc import Iterator

from robot.rules.state import State


def perft(start: State, depth: int) -> Iterator[int]:
    """Count the sequences of exactly 1, 2, ... `depth` moves; those that ended earlier do not count.

    Equal positions are counted together, so nine plies of classic take 250,000 positions.
    """
    sequences = {start: 1}
    for _ in range(depth):
        after: dict[State, int] = {}
        for state, ways in sequences.items():
            for move in state.legal_moves():
                reached = state.play(move)
                after[reached] = after.get(reached, 0) + ways
        yield sum(after.values())
        sequences = after
