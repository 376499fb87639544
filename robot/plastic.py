"""How the board of a game lies in the plastic grid, and what the grid shows when the game stands so.

Columns are counted twice: those of the board, in which moves are written, and those of the grid, which camera and hand
know. They are the same in classic; a small board stands in the middle of the grid, and of a board that is wider than
the grid the outer columns are not there at all.

    five in a row     board  0 1 2 3 4 5 6 7 8        left = -1
                      grid     0 1 2 3 4 5 6
"""

from __future__ import annotations

from robot.rules.board import Board
from robot.rules.lines import Square
from robot.rules.notation import LETTERS
from robot.rules.state import State
from vision.types import Cell

Colours = tuple[Cell, ...]
"""The colour of the first player's discs, of the second's, and so on."""


def in_grid(board: Board, column: int) -> int:
    """The column of the grid in which a column of the board stands."""
    return column + board.left


def on_board(board: Board, column: int) -> int:
    """The inverse of `in_grid`."""
    return column - board.left


def is_played(board: Board, square: Square) -> bool:
    """Whether a disc may lie in a cell of the grid."""
    at = on_board(board, square[0]), square[1]
    return board.holds([at]) and bool(board.bit(*at) & board.open)


def agreed_cell(state: State, square: Square, colours: Colours) -> Cell:
    """What lies in a cell of the grid as the game stands."""
    if not is_played(state.rules.board, square):
        return Cell.EMPTY
    colour = state.at(on_board(state.rules.board, square[0]), square[1])
    return Cell.EMPTY if colour is None else colours[colour]


def cell_name(board: Board, square: Square) -> str:
    """A cell of the grid as people say it: `d1` is the middle of the bottom row in classic."""
    return f"{LETTERS[square[0] + max(-board.left, 0)]}{square[1] + 1}"
