"""Three players, three colours, one column more.

    |. . . . . . . .|
    |. . . . . . . .|
    |. . . O . . . .|     X, O and # move in turn.
    |. . # X # . . .|
    |. X O X O # . .|
     a b c d e f g h

Set-up  Eight columns of six, 16 discs each. Three people can play it on seven columns of a plastic grid, 14 discs
        each, with a third colour; the robot's eye knows two colours only, so with it this is for the simulated board.
Move    As in classic; the order is first, second, third.
Win     Who makes four in a line first. The other two get nothing.
Draw    The board is full. With dead-draw on, also when every line holds two colours.

Who resigns or runs out of time leaves: the discs stay and are nobody's, and the other two go on. Who is left alone
wins. There is no taking back, and alliances bind nobody. None of this is in the rule pages but that the game exists.
The board of the plastic grid is `three:7x6`.
"""

from __future__ import annotations

from robot.rules.board import Board
from robot.rules.errors import BadRules
from robot.rules.model import Played, Rules

SEATS = (0, 1, 2)

RULES = Rules(Board(width=8), SEATS)
PLASTIC = Rules(Board(), SEATS)


def on_board(text: str) -> Rules:
    """The rules on eight columns, 8x6, or on the seven of the plastic grid, 7x6. Raises BadRules."""
    for rules in (RULES, PLASTIC):
        if board_text(rules) == text:
            return rules
    raise BadRules(f"three players have no board {text!r}", "use 8x6, or 7x6 on the plastic grid")


def board_text(rules: Rules) -> str:
    """The size, as `on_board` reads it."""
    return f"{rules.board.width}x{rules.board.height}"


PLAYED = Played.SIMULATED
"""The eye knows two colours, and the grid seven columns."""
