"""Cylinder: column a is next to column g.

    |. . . . . . .|
    |. . . . . . .|     X holds f1, g1, a1 and b1:
    |. . . . . . .|     four in a row over the seam.
    |O O . . . . O|
    |X X . . . X X|
     a b c d e f g

Set-up  As in classic; the screen shows the columns next to the seam twice.
Move    As in classic.
Win     Four in a line. Rows and diagonals go on over the seam, columns are as they were: 105 lines instead of 69.
Draw    The board is full. With dead-draw on, also when all 105 lines are dead.

A line needs four different cells. On a board that is only four columns wide the whole ring is one line, once.
"""

from __future__ import annotations

from robot.rules.board import Board
from robot.rules.model import Played, Rules

RULES = Rules(Board(cylinder=True))
PLAYED = Played.BOARD
