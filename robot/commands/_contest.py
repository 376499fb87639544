"""A game of any variant for the terminal: its board, its moves, its end in words.

X  O  #    discs of the first, the second and, in a game of three, the third side; at the table their colours, R Y B
*          a cell that is nobody's: an obstacle, or the disc of somebody who has left
-          a cell that is closed
x  o       on a cylinder: discs next to the seam, shown again on its other side (r  y)
"""

from __future__ import annotations

from collections.abc import Sequence

from robot.commands._draw import named_board
from robot.rules.contest import Contest
from robot.rules.record import Record

SIGNS = "XO#"
LINE_WIDTH = 76


def grid_of(game: Contest, signs: Sequence[str] = SIGNS) -> tuple[str, ...]:
    """The rows of a board as strings of the signs above, `.` where a disc may come; top row first."""
    board = game.state.rules.board
    rows = range(board.height - 1, -1, -1)
    return tuple("".join(_sign(game, signs, column, row) for column in range(board.width)) for row in rows)


def contest_board(game: Contest, signs: Sequence[str] = SIGNS, *, colour: bool = False) -> list[str]:
    """The lines of a board with the names of rows and columns; brackets stand around the cells of a line."""
    grid, names = grid_of(game, signs), game.state.rules.board.names
    lines = game.outcome.lines if game.outcome else ()
    marked = {cell for line in lines for cell in line}
    if game.state.rules.board.cylinder:
        grid = tuple(row[-1].lower() + row + row[0].lower() for row in grid)
        names, marked = names[-1] + names + names[0], {(column + 1, row) for column, row in marked}
    return named_board(grid, marked, names, colour=colour)


def result_words(result: str | None, reason: str | None) -> str:
    """How a game ended."""
    if result is None:
        return "not ended"
    told = result if result in ("draw", "annulled") else f"{result} wins"
    return told if reason in (None, result) else f"{told} ({reason})"


def points_text(share: int, sides: int) -> str:
    """The points that a side has: halves between two sides, thirds between three."""
    whole, part = divmod(share, sides)
    return " ".join(
        text for text in (str(whole) if whole or not part else "", f"{part}/{sides}" if part else "") if text
    )


def move_lines(record: Record) -> list[str]:
    """The numbered moves in lines that a terminal holds, without times and comments."""
    words = [f"{ply}. {noted.move}" for ply, noted in enumerate(record.moves, start=1)]
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) >= LINE_WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return lines if words else ["no moves"]


def _sign(game: Contest, signs: Sequence[str], column: int, row: int) -> str:
    board = game.state.rules.board
    colour, cell = game.state.at(column, row), board.bit(column, row)
    if colour is not None:
        return signs[colour]
    if game.state.mask & cell:
        return "*"
    return "." if board.open & cell else "-"
