"""Four in a row on seven columns of six: the game in the box.

    |. . . . . . .|
    |. . . . . . .|
    |. . . X . . .|     X has just dropped the fourth
    |. . X O . . .|     disc of a diagonal and has won.
    |. X O X . . .|
    |X O X O O . .|
     a b c d e f g

Set-up  The grid is empty, the slider closed, and each side has 21 discs of one colour.
Move    Drop a disc into a column that is not full. It falls to the lowest free cell and stays there. There is no
        passing. Trying a full column is no move: choose another one, it is still your turn.
Win     Four of your discs in a row, a column or a diagonal. More than four, or several lines at once, are one win.
Draw    The grid is full and there is no line, or both agree. With dead-draw on, the game is also drawn as soon as
        every line holds discs of both colours, whatever cells are left and whoever would move.

A disc that makes a line and fills the grid wins: the line is looked for first. Dead-draw is off, because the
published rules play on; where it is off, the players are told that no line is possible and may agree a draw at once.
With time-draw on, a flag that falls is a draw where the other side cannot win any more; off, it loses.
"First" and "second" are roles: any colour may start.
"""

from __future__ import annotations

from robot.rules.model import Played, Rules

RULES = Rules()
PLAYED = Played.BOARD
