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
    exact_nodes   nodes to see who wins with best play before that; where they do not suffice, the look ahead decides
    solver_nodes  the same for the exact solver of the classic board, which sees further
    book_nodes    reads the opening book, and has so many nodes instead where the book is deep: 0 is no book
    lapses        the chance that it does without the two in a turn
    """

    name: str
    depth: int
    nodes: int
    misses: float = 0.0
    slanting: float = 0.0
    slack: int = 4
    careless: float = 0.0
    exact_nodes: int = 0
    solver_nodes: int = 0
    book_nodes: int = 0
    lapses: float = 0.0
    table_mib: int = 1


LEVELS: tuple[Level, ...] = (
    Level("1", depth=1, nodes=1_000, misses=0.70, slanting=0.90, slack=80, careless=0.60),
    Level("2", depth=1, nodes=1_000, misses=0.50, slanting=0.75, slack=50, careless=0.20),
    Level("3", depth=1, nodes=1_000, misses=0.36, slanting=0.62, slack=36),
    Level("4", depth=1, nodes=1_000, misses=0.04, slanting=0.12, slack=11),
    Level("5", depth=2, nodes=5_000, misses=0.075, slanting=0.20, slack=14),
    Level("6", depth=5, nodes=20_000, misses=0.035, slanting=0.10, slack=11),
    Level("7", depth=7, nodes=60_000, misses=0.006, slanting=0.02, slack=10),
    Level("8", depth=9, nodes=200_000, misses=0.001, slanting=0.004, slack=7),
    Level("9", 12, nodes=100_000, slack=8, exact_nodes=20_000, solver_nodes=200_000, lapses=0.3, table_mib=4),
    Level(
        "10",
        depth=16,
        nodes=250_000,
        slack=3,
        exact_nodes=200_000,
        solver_nodes=400_000,
        book_nodes=400_000,
        lapses=0.45,
        table_mib=16,
    ),
    Level(
        "perfect",
        depth=30,
        nodes=400_000,
        slack=0,
        exact_nodes=1_000_000,
        solver_nodes=1_200_000,
        book_nodes=100_000_000,
        table_mib=64,
    ),
)


ANCHORS: dict[str, int] = {
    "1": 324,
    "2": 541,
    "3": 661,
    "4": 833,
    "5": 1014,
    "6": 1226,
    "7": 1438,
    "8": 1663,
    "9": 1876,
    "10": 2091,
    "perfect": 2200,
}
"""The fixed rating of every level, from the ladder in README.md."""


def level_named(name: str) -> Level:
    """The level of that name: `1` to `10` or `perfect`. Raises UnknownLevel."""
    for level in LEVELS:
        if level.name == name:
            return level
    raise UnknownLevel(f"there is no level {name!r}", f"choose one of {' '.join(level.name for level in LEVELS)}")
