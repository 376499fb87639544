"""The search for every variant, compiled from _general.c, general.c, general_look.c, general_pops.c and
general_three.c. Each function raises ValueError for what is no position that goes on."""

from collections.abc import Sequence
from typing import Final

WON: Final[int]
SURE: Final[int]

Board = tuple[Sequence[int], Sequence[int], int, bool, bool]
"""Lines, columns, open cells, misère, and whether a pop that makes lines of both sides draws."""
Limits = tuple[int, int, int, int]
"""Depth in plies, nodes, margin, MiB of the table."""
Outlook = tuple[tuple[int | None, ...], int, int]
"""The value of every drop and then of every pop (None: no such move, or not found out), depth, nodes."""

def look(board: Board, own: int, other: int, mask: int, limits: Limits, /) -> Outlook: ...
def exact(board: Board, own: int, other: int, mask: int, limits: Limits, /) -> Outlook: ...
def look_pops(board: Board, own: int, other: int, mask: int, limits: Limits, past: Sequence[int], /) -> Outlook: ...
def look_three(board: Board, discs: tuple[int, int, int], mask: int, turn: int, limits: Limits, /) -> Outlook: ...
