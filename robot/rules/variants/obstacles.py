"""Obstacles: a few cells of the board belong to nobody.

    |. . . . . . .|
    |. . . . . . .|     * stands at b1 and f1. No line can
    |. O . X . . .|     go through it.
    |. * . O X * .|
     a b c d e f g

Set-up  One to four cells are blocked, by lot or by hand, never a whole column: a pair in mirrored columns, unless you
        choose others. Two people can put discs of cardboard into a plastic grid; the robot's eye knows two colours
        only, so with the robot it is for the simulated board.
Move    As in classic. A disc falls until it meets a disc, an obstacle or the floor.
Win     Four in a line.
Draw    The board is full. A line through an obstacle is dead from the start.

An obstacle that does not stand on the floor closes the cells under it; such boards are for the simulated board, and
the lot never makes them. Columns can also be capped: closed above a row. Play two games with sides exchanged.
Other boards are named with the variant: `obstacles:b1,f1`; in `obstacles:b1,f4+` column f is closed from row 4 upwards.
"""

from __future__ import annotations

import random
import re

from robot.rules.board import Board
from robot.rules.errors import BadNotation, BadRules
from robot.rules.lines import Square
from robot.rules.model import Played, Rules
from robot.rules.notation import LETTERS

MOST = 4


def placed(*blocked: Square, capped: frozenset[Square] = frozenset()) -> Rules:
    """The rules with these obstacles. Raises BadRules for none, for more than four, and for a whole column."""
    if not 1 <= len(set(blocked) | capped) <= MOST:
        raise BadRules("there are too many or too few obstacles", f"block 1 to {MOST} cells")
    board = Board(blocked=frozenset(blocked), capped=capped)
    if not all(board.tops):
        raise BadRules("the obstacles close a whole column", "leave a cell open in every column")
    return Rules(board)


def by_lot(luck: random.Random) -> Rules:
    """The rules with an obstacle on the floor of one column and of its mirror image."""
    board = Board()
    column = luck.randrange(board.width // 2)
    return placed((column, 0), (board.width - 1 - column, 0))


def on_board(text: str) -> Rules:
    """The rules with the obstacles that are named: `b1 f1`, and `d5+` for column d closed from row 5 upwards.

    Raises BadNotation and BadRules.
    """
    words = text.split()
    capped = frozenset(_cell(word[:-1]) for word in words if word.endswith("+"))
    return placed(*(_cell(word) for word in words if not word.endswith("+")), capped=capped)


def board_text(rules: Rules) -> str:
    """The obstacles, as `on_board` reads them."""
    board = rules.board
    return " ".join([*map(_name, sorted(board.blocked)), *(f"{_name(cell)}+" for cell in sorted(board.capped))])


def _name(cell: Square) -> str:
    return f"{LETTERS[cell[0]]}{cell[1] + 1}"


def _cell(text: str) -> Square:
    if not re.fullmatch(r"[a-i][1-9]", text):
        raise BadNotation(f"{text!r} is no cell", "write column and row, such as b1")
    return LETTERS.index(text[0]), int(text[1]) - 1


RULES = placed((1, 0), (5, 0))
PLAYED = Played.SIMULATED
"""The eye knows two colours, so that a neutral disc in the plastic grid would be taken for one of them."""
