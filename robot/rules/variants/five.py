"""Five in a row on nine columns, of which the two outer ones are full before the first move.

    O|. . . . . . .|X      Row by row, each side column changes
    X|. . . . . . .|O      colour, and the right one is the
    O|. . . . . . .|X      opposite of the left one.
    X|. . . . . . .|O
    O|. . . . . . .|X
    X|. . . . . . .|O
    a b c d e f g h i

Set-up  Columns a and i are filled with discs of both colours in turn: a1 is the first player's, a2 the second's, and
        so on upwards; i1 is the second player's. The seven columns of the grid are b to h: the side columns exist
        on the screen only, or as strips of paper.
Move    As in classic, into b to h.
Win     Five of your discs in a line. The discs of the side columns count.
Draw    The 42 cells are full. With dead-draw on, also when all 68 lines are dead.

How the side columns are coloured is in no rule text that we found. Ours gives each row one disc of either side;
`five:alike` colours both columns alike.
"""

from __future__ import annotations

from robot.rules.board import Board
from robot.rules.errors import BadRules
from robot.rules.model import Played, Rules

BOARD = Board(width=9, height=6, k=5, left=-1)


def _rules(right_begins: int) -> Rules:
    sides = ((0, 0), (BOARD.width - 1, right_begins))
    cells = {
        colour: tuple(
            (column, row) for column, begins in sides for row in range(BOARD.height) if (row + begins) % 2 == colour
        )
        for colour in (0, 1)
    }
    return Rules(BOARD, prefilled=(cells[0], cells[1]))


def same_sides() -> Rules:
    """The rules with both side columns coloured alike."""
    return _rules(right_begins=0)


def on_board(text: str) -> Rules:
    """The rules with side columns that are `alike`. Raises BadRules."""
    if text != ALIKE:
        raise BadRules(f"five in a row has no board {text!r}", f"write {ALIKE} for side columns of one pattern")
    return same_sides()


def board_text(rules: Rules) -> str:
    """How the side columns are coloured, as `on_board` reads it; empty for the opposite of each other."""
    return ALIKE if rules.prefilled == same_sides().prefilled else ""


ALIKE = "alike"
RULES = _rules(right_begins=1)
PLAYED = Played.HELP
