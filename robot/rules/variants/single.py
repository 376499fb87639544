"""One game of classic by itself; it does not count for a rating.

    |. . . . . . .|
    |. . X X . . .|     One board, one result.
    |. O O O X . .|
     a b c d e f g

Set-up, move, win and draw are those of classic. A match is two games, and only matches are rated.
"""

from __future__ import annotations

from robot.rules.model import Played
from robot.rules.variants import classic

RULES = classic.RULES
PLAYED = Played.BOARD
