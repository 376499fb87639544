"""Misère: who completes four in a row loses.

    |. . . . . . .|
    |. . . . . . .|     X to move. A disc in d would
    |. O O . O . .|     make four, and lose.
    |. X X . X . .|
     a b c d e f g

Set-up  As in classic.
Move    As in classic.
Win     The other side makes a line of four, or several at once. Of partners, the pair loses.
Draw    The board is full. With dead-draw on, also when every line is dead: nobody can lose any more.

Resigning, time and draw offers are as in classic: who gives up or runs out of time loses.
"""

from __future__ import annotations

from robot.rules.model import Played, Rules

RULES = Rules(misere=True)
PLAYED = Played.BOARD
