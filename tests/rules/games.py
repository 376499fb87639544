"""Games for the tests of the variants: at random, and from text."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from robot.rules.board import Board
from robot.rules.contest import Contest
from robot.rules.model import Rules
from robot.rules.moves import moves_of
from robot.rules.state import State

ANY_SEED = st.integers(0, 2**32)


def played(text: str, start: State | Rules | None = None) -> Contest:
    """The game after these moves, from classic's start unless told."""
    state = start if isinstance(start, State) else State.start(start or Rules())
    game = Contest(state)
    for move in moves_of(text, state.rules.board):
        game = game.play(move)
    return game


def at_random(start: State, seed: int, most: int = 400) -> Iterator[Contest]:
    """A random game, position by position, to its end or to `most` moves."""
    luck, game = random.Random(seed), Contest(start)
    yield game
    while not game.over and len(game.moves) < most:
        game = game.play(luck.choice(game.state.legal_moves()))
        yield game


def position(rules: Rules, *rows: str, turn: int = 0) -> State:
    """The position of a drawing, top row first: x, o and % for the colours, anything else is empty."""
    board = rules.board
    cells = [(c, r, sign) for r, row in enumerate(reversed(rows)) for c, sign in enumerate(row)]
    discs = tuple(sum(board.bit(c, r) for c, r, sign in cells if sign == own) for own in "xo%"[: rules.colours])
    return State(rules, discs, board.neutral | sum(discs), turn)


def cells_of(state: State) -> dict[tuple[int, int], int | None]:
    """The colour in every cell that a disc may lie in; None where it is empty."""
    board = state.rules.board
    squares = [(c, r) for c in range(board.width) for r in range(board.height)]
    gone = {square for square in squares if state.mask & board.bit(*square) and state.at(*square) is None}
    return {square: state.at(*square) for square in squares if board.open & board.bit(*square) and square not in gone}


def walked_line(cells: dict[tuple[int, int], int | None], board: Board, colour: int) -> bool:
    """The oracle: whether `colour` holds k in a line, found by walking from every cell."""

    def at(column: int, row: int) -> int | None:
        return cells.get((column % board.width if board.cylinder else column, row))

    return any(
        all(at(column + across * i, row + up * i) == colour for i in range(board.k))
        for column, row in cells
        for across, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    )
