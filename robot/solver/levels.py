"""The levels, as data in one table.

A level errs as people err: it looks so many plies ahead, does not see some of the lines, diagonals above all, and
takes moves that are nearly as good for as good. From level 3 on none misses a turn that wins or lets the next player
win at once where that can be helped. Everything is limited by nodes, never by time.
"""

from __future__ import annotations

from dataclasses import dataclass

from robot.solver.errors import UnknownLevel

DEFAULT_LEVEL = "4"


@dataclass(frozen=True, slots=True)
class Level:
    """One row of the table.

    depth         plies that are looked ahead, as far as `nodes` last
    misses        the chance that a line across or up is not seen in a turn
    slanting      the same for a diagonal
    slack         moves that are worse than the best by no more than this are as good to it
    careless      the chance that it does not even look at what one turn can do
    exact_nodes   nodes for the exact score before that; where they do not suffice, the look ahead decides
    """

    name: str
    depth: int
    nodes: int
    misses: float = 0.0
    slanting: float = 0.0
    slack: int = 4
    careless: float = 0.0
    exact_nodes: int = 0
    table_mib: int = 1


LEVELS: tuple[Level, ...] = (
    Level("1", depth=1, nodes=1_000, misses=0.60, slanting=0.90, slack=60, careless=0.50),
    Level("2", depth=1, nodes=1_000, misses=0.50, slanting=0.80, slack=40, careless=0.25),
    Level("3", depth=1, nodes=1_000, misses=0.40, slanting=0.70, slack=30),
    Level("4", depth=2, nodes=10_000, misses=0.25, slanting=0.50, slack=20),
    Level("5", depth=3, nodes=20_000, misses=0.15, slanting=0.35, slack=16),
    Level("6", depth=4, nodes=50_000, misses=0.08, slanting=0.20, slack=12),
    Level("7", depth=6, nodes=100_000, misses=0.03, slanting=0.10, slack=10),
    Level("8", depth=8, nodes=200_000, slack=8),
    Level("9", depth=12, nodes=300_000, exact_nodes=60_000, table_mib=4),
    Level("10", depth=16, nodes=500_000, exact_nodes=300_000, table_mib=16),
    Level("perfect", depth=30, nodes=800_000, exact_nodes=4_000_000, table_mib=64),
)


def level_named(name: str) -> Level:
    """The level of that name: `1` to `10` or `perfect`. Raises UnknownLevel."""
    for level in LEVELS:
        if level.name == name:
            return level
    raise UnknownLevel(f"there is no level {name!r}", f"choose one of {' '.join(level.name for level in LEVELS)}")
