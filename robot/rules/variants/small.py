"""Four in a row on a smaller board: six columns of five, or any from 4 x 4 to 7 x 6.

    |- - - - - - -|     The cells marked - are closed:
    |. . . . . . -|     a strip of tape over column g
    |. . . . . . -|     and over the upper row.
    |. . . . . . -|
    |. . X O . . -|
    |. O X X . . -|
     a b c d e f

Set-up  Tape over the columns that are not used and the rows above the board. Six columns are a to f, five b to f,
        four b to e: the board stays as near to the middle as it can.
Move    As in classic. A disc in a closed place is no move: the grid is emptied and the position built again.
Win     Four in a line.
Draw    The board is full. With best play on both sides, 6 x 5 and the quick 5 x 4 are drawn.

The rule pages name no size; 6 x 5 is ours. Others are named with the variant: `small:5x4`.
"""

from __future__ import annotations

import re

from robot.rules.board import Board
from robot.rules.errors import BadNotation, BadRules
from robot.rules.model import Played, Rules

WIDTHS, HEIGHTS = range(4, 8), range(4, 7)
GRID_WIDTH = 7


def sized(width: int, height: int) -> Rules:
    """The rules on a board inside the plastic grid. Raises BadRules for a size that is none of 4 x 4 to 7 x 6."""
    if width not in WIDTHS or height not in HEIGHTS:
        raise BadRules(f"{width} x {height} is no small board", "use 4 to 7 columns and 4 to 6 rows")
    return Rules(Board(width, height, left=(GRID_WIDTH - width) // 2))


def on_board(text: str) -> Rules:
    """The rules on a board of columns x rows, such as 6x5. Raises BadNotation and BadRules."""
    found = re.fullmatch(r"([1-9])x([1-9])", text)
    if not found:
        raise BadNotation(f"{text!r} is no size of a board", "write columns x rows, such as 6x5")
    return sized(int(found[1]), int(found[2]))


def board_text(rules: Rules) -> str:
    """The size, as `on_board` reads it."""
    return f"{rules.board.width}x{rules.board.height}"


RULES = sized(6, 5)
QUICK = sized(5, 4)
PLAYED = Played.HELP
