"""What the exact solver answers, as plain data.

score         for the side to move: +n it wins with its n-th last disc, 0 draw, -n it loses so; -18 to 18
lower, upper  proven bounds of the score; equal where it is known, which without a limit it always is
columns       0 to 6, from the left
nodes         how many positions were searched for it
took_us       how long that took, in microseconds
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Solution:
    """The score of a position, for the side to move: +n it wins with its n-th last disc, 0 draw, -n it loses so.

    score         None when a limit came first
    lower, upper  what is proven of the score, in any case
    nodes         that were searched
    took_us       in microseconds
    """

    score: int | None
    lower: int
    upper: int
    nodes: int
    took_us: int


@dataclass(frozen=True, slots=True)
class ColumnScores:
    """The score of each move, for the side that makes it: +n it wins with its n-th last disc, 0 draw, -n it loses so.

    by_column  seven scores, of columns 0 to 6 from the left; None for one that is full, and for all when the game is
               over
    nodes      that were searched
    took_us    in microseconds
    """

    by_column: tuple[int | None, ...]
    nodes: int
    took_us: int


@dataclass(frozen=True, slots=True)
class BestMoves:
    """The score of a position, as in `Solution`, and the columns that keep it.

    score         None when a limit came before it was known
    columns       0 to 6 from the left, those that are proven to keep the score; none in a finished game
    nodes         that were searched
    took_us       in microseconds
    lower, upper  what is proven of the score, in any case
    complete      whether `columns` are all; False when a limit came first
    """

    score: int | None
    columns: tuple[int, ...]
    nodes: int
    took_us: int
    lower: int
    upper: int
    complete: bool


@dataclass(frozen=True, slots=True)
class BestMove:
    """The score of a position, as in `Solution`, and one column that keeps it.

    score         None when a limit came before it was known
    column        0 to 6 from the left; None in a finished game, and when a limit came before one was found
    nodes         that were searched
    took_us       in microseconds
    lower, upper  what is proven of the score, in any case
    """

    score: int | None
    column: int | None
    nodes: int
    took_us: int
    lower: int
    upper: int
