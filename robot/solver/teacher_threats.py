"""The threats on a board: empty cells in which a disc of one colour would make a line."""

from __future__ import annotations

from dataclasses import dataclass

from robot.rules.lines import Square
from robot.rules.state import State


@dataclass(frozen=True, slots=True)
class Threat:
    """An empty cell that completes a line of one colour.

    odd       whether its row is the 1st, 3rd, 5th: those are the first player's to get when the rest is full, where
              every column has an even number of cells
    open      whether a disc would land there now
    line      the cells of the line, this one included
    """

    colour: int
    cell: Square
    odd: bool
    open: bool
    line: tuple[Square, ...]


def threats(state: State) -> tuple[Threat, ...]:
    """All threats of all colours, one for each cell and colour, from the left and from the bottom."""
    board = state.rules.board
    found: dict[tuple[Square, int], Threat] = {}
    landing = landing_cells(state)
    for colour, discs in enumerate(state.discs):
        for line in board.lines:
            missing = [cell for cell in line if not discs & board.bit(*cell)]
            if len(missing) == 1 and board.bit(*missing[0]) & board.open & ~state.mask:
                cell = missing[0]
                found.setdefault((cell, colour), Threat(colour, cell, cell[1] % 2 == 0, cell in landing, line))
    return tuple(found[key] for key in sorted(found))


def landing_cells(state: State) -> frozenset[Square]:
    """The cells in which a disc would land now."""
    return frozenset(
        (move.column, state.landing(move.column).bit_length() - 1 - move.column * (state.rules.board.height + 1))
        for move in state.drops()
    )
