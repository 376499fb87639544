"""PopOut: drop a disc, or push one of your own out of the bottom row.

    |. . . . . . .|          |. . . . . . .|
    |. . . O . . .|          |. . . . . . .|     X pushes out d1 (written D);
    |O X X X . . .|   ->     |O X X O . . .|     column d falls by one cell.
    |X O O X O . .|          |X O O X O . .|
     a b c d e f g

Set-up  As in classic, on a board whose bottom row can be opened column by column. The grid of this robot opens all
        columns at once, so PopOut is for the simulated board.
Move    Drop a disc into a column that is not full, or push one of your own discs out of the bottom row; what lies
        above it falls by one cell. That is allowed from the first own disc at the bottom on.
Win     Four in a line of your colour after any move. A push that makes four for the other side only, loses.
Draw    The same position with the same side to move comes for the third time; 200 moves were made; a side has no
        move, because the board is full and no own disc lies at the bottom; or the board is full and the side to
        move claims a draw. A full board by itself ends nothing: discs can still be pushed out.

A push that makes four for both wins for who made it (`popout:draw` makes that a draw). Discs that were pushed out
are played again, so nobody runs out of them. Dead-draw does not apply: a push can bring a line back to life.
"""

from __future__ import annotations

from dataclasses import replace

from robot.rules.errors import BadRules
from robot.rules.model import Played, Rules

DRAW = "draw"
RULES = Rules(pops=True, repetition=3, longest=200)
PLAYED = Played.SIMULATED


def on_board(text: str) -> Rules:
    """The rules by which a push that makes four for both is a `draw`. Raises BadRules."""
    if text != DRAW:
        raise BadRules(f"PopOut has no board {text!r}", f"write {DRAW} where a push that makes four for both draws")
    return replace(RULES, double_draws=True)


def board_text(rules: Rules) -> str:
    """What `on_board` reads; empty where who pushes wins."""
    return DRAW if rules.double_draws else ""
