"""What the exact solver answers. Each tells the nodes that were searched for it and the microseconds that it took."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Solution:
    """The score of a position, or the proven bounds around it when a limit came first."""

    score: int | None
    lower: int
    upper: int
    nodes: int
    took_us: int


@dataclass(frozen=True, slots=True)
class ColumnScores:
    """The score of each move, for the side that makes it; None for a column that cannot be played."""

    by_column: tuple[int | None, ...]
    nodes: int
    took_us: int


@dataclass(frozen=True, slots=True)
class BestMoves:
    """The score of a position and all columns that keep it; None and no columns when a limit came first."""

    score: int | None
    columns: tuple[int, ...]
    nodes: int
    took_us: int


@dataclass(frozen=True, slots=True)
class BestMove:
    """The score of a position and one column that keeps it; no column in a finished game or when a limit came first."""

    score: int | None
    column: int | None
    nodes: int
    took_us: int
