"""The levels: one table, and an engine that plays by a row of it.

A level looks `depth` plies ahead, overlooks some columns, and the upper ones ask the exact solver first. Everything is
limited by nodes, never by time, and the choice depends on the level, the seed and the position alone: a seed is a
game, on any machine, and a game that is resumed or replayed goes on as it would have.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from robot.rules.position import Position
from robot.solver._search import WIN_VALUE, look_ahead
from robot.solver.engine import BestMoves, Solver, playable_columns
from robot.solver.errors import BadPosition, UnknownLevel

DEFAULT_LEVEL = "4"


@dataclass(frozen=True, slots=True)
class Level:
    """One row of the table.

    depth         plies that are looked ahead, as far as `nodes` last
    overlooks     the chance that a column, other than one that wins, is not thought of
    misses_wins   the chance that a column that wins at once is not thought of
    exact_nodes   nodes for the exact score before that; where they do not suffice, the look ahead decides
    """

    name: str
    depth: int
    nodes: int
    overlooks: float = 0.0
    misses_wins: float = 0.0
    exact_nodes: int = 0
    table_mib: int = 1


LEVELS: tuple[Level, ...] = (
    Level("1", depth=1, nodes=1_000, overlooks=0.50, misses_wins=0.50),
    Level("2", depth=1, nodes=1_000, overlooks=0.30, misses_wins=0.20),
    Level("3", depth=2, nodes=2_000, overlooks=0.25),
    Level("4", depth=4, nodes=10_000, overlooks=0.15),
    Level("5", depth=5, nodes=20_000, overlooks=0.10),
    Level("6", depth=6, nodes=50_000, overlooks=0.05),
    Level("7", depth=8, nodes=100_000, overlooks=0.02),
    Level("8", depth=10, nodes=200_000),
    Level("9", depth=12, nodes=300_000, exact_nodes=60_000, table_mib=4),
    Level("10", depth=13, nodes=500_000, exact_nodes=300_000, table_mib=16),
    Level("perfect", depth=14, nodes=1_000_000, exact_nodes=4_000_000, table_mib=64),
)


@dataclass(frozen=True, slots=True)
class Choice:
    """The column to play, its exact score where the level saw to the end of the game, and the nodes that it took."""

    column: int
    score: int | None
    nodes: int


def level_named(name: str) -> Level:
    """The level of that name: `1` to `10` or `perfect`. Raises UnknownLevel."""
    for level in LEVELS:
        if level.name == name:
            return level
    raise UnknownLevel(f"there is no level {name!r}", f"choose one of {' '.join(level.name for level in LEVELS)}")


class Engine:
    """A player of one level; `seed` decides among equal moves and what is overlooked.

    Raises UnknownLevel for a name that is not in the table.
    """

    def __init__(self, level: str = DEFAULT_LEVEL, seed: int = 1) -> None:
        self._level = level_named(level)
        self._seed = seed
        self._solver = Solver(self._level.table_mib)

    def choose(self, position: Position) -> Choice:
        """A legal column. Raises BadPosition when the game is over."""
        if not playable_columns(position):
            raise BadPosition("the game is over", "start a new game")
        luck = random.Random(f"{self._seed} {position.key}")
        best = self._best(position)
        if best.score is not None:
            return Choice(_pick(best.columns, luck), best.score, best.nodes)
        return self._look_ahead(position, best.nodes, luck)

    def abort(self) -> None:
        """Let a `choose` that runs in another thread answer soon, by the look ahead alone."""
        self._solver.abort()

    def _best(self, position: Position) -> BestMoves:
        """Ask the exact solver, from a clean table: what was asked before must not matter."""
        if not self._level.exact_nodes:
            return BestMoves(None, (), 0, 0)
        self._solver.clear()
        return self._solver.best(position, nodes=self._level.exact_nodes)

    def _look_ahead(self, position: Position, nodes: int, luck: random.Random) -> Choice:
        found, _, more = look_ahead(position.mover, position.mask, self._level.depth, self._level.nodes)
        values = {column: value for column, value in enumerate(found) if value is not None}
        seen = {column: value for column, value in values.items() if self._thinks_of(value, luck)} or values
        highest = max(seen.values())
        column = _pick([column for column, value in seen.items() if value == highest], luck)
        return Choice(column, _score(highest, 42 - position.ply), nodes + more)

    def _thinks_of(self, value: int, luck: random.Random) -> bool:
        wins_now = value == WIN_VALUE - 1
        return luck.random() >= (self._level.misses_wins if wins_now else self._level.overlooks)


def _pick(columns: Sequence[int], luck: random.Random) -> int:
    return columns[int(luck.random() * len(columns))]


def _score(value: int, left: int) -> int | None:
    """The score that a value of the look ahead means, if it is a win or a loss in so many plies."""
    plies = WIN_VALUE - abs(value)
    if plies > left:
        return None
    score = (left + 2 - plies) // 2
    return score if value > 0 else -score
