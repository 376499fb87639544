"""The engine of every variant: a legal move of any position that the rules know, at any level.

    General(random.Random(1), "4").choose(contest).move

What it chooses depends on the level, the luck it was made with and the position alone, never on time or on what it
was asked before: a game that is resumed goes on as it would have.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from robot.rules.board import Board
from robot.rules.contest import Contest
from robot.rules.model import Opening
from robot.rules.moves import DROPS, KEEP, SWAP, Move
from robot.rules.position import Position
from robot.rules.state import Due, State
from robot.solver._general import SURE, WON
from robot.solver.book import Book
from robot.solver.engine import Solver
from robot.solver.errors import BadPosition
from robot.solver.general_forced import sensible_moves
from robot.solver.general_search import ANY_MARGIN, Outlook, exact, is_known, look
from robot.solver.general_turns import look_at_turns
from robot.solver.levels import DEFAULT_LEVEL, level_named

DEEP = 8
"""From a book of so many plies on the exact solver answers soon."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The move to play, and the nodes that it took to choose it.

    score   what is known to come of the position with best play, for the side that moves: > 0 it wins, 0 it draws,
            < 0 it loses; None where nothing is. Where the exact solver was asked, it is the solver's score.
    """

    move: Move
    score: int | None
    nodes: int = 0


class General:
    """A player of one level. Raises UnknownLevel for a name that is not in the table."""

    def __init__(self, rng: random.Random, level: str = DEFAULT_LEVEL) -> None:
        self._level = level_named(level)
        self._seed = rng.randrange(2**31)
        book = Book.shipped() if self._level.book_nodes else None
        self._solver = Solver(self._level.table_mib, book=book) if self._level.solver_nodes else None
        self._solver_nodes = self._level.book_nodes if book and book.plies >= DEEP else self._level.solver_nodes

    def choose(self, contest: Contest) -> Chosen:
        """A legal move, an answer to an exchange of colours included. Raises BadPosition when the game is over."""
        if contest.over:
            raise BadPosition("the game is over", "start a new game")
        state = contest.state
        luck = random.Random(f"{self._seed} {state.discs} {state.mask} {state.turn} {state.due}")
        if state.due is Due.CHOOSE:
            return self._choose_side(contest, luck)
        return self._choose_move(contest, luck)

    def abort(self) -> None:
        """Let a `choose` that runs in another thread answer soon, by the look ahead alone."""
        if self._solver:
            self._solver.abort()

    def _choose_move(self, contest: Contest, luck: random.Random) -> Chosen:
        careless = luck.random() < self._level.careless
        moves = contest.state.legal_moves() if careless else sensible_moves(contest)
        lapses = luck.random() < self._level.lapses
        score, keeping, nodes = (None, (), 0) if lapses else self._known(contest)
        moves = tuple(move for move in moves if move in keeping) or moves
        if len(moves) == 1:
            return Chosen(moves[0], score, nodes)
        outlook = self._look(contest, luck, ANY_MARGIN if evens(contest.state) else self._level.slack)
        values = {move: outlook.values.get(move, -WON) for move in moves}
        if evens(contest.state):
            values = {move: -abs(value) for move, value in values.items()}
        best = max(values.values())
        slack = 0 if abs(best) > SURE else self._level.slack
        move = luck.choice([move for move, value in values.items() if value >= best - slack])
        return Chosen(move, self._seen_score(contest, best) if score is None else score, nodes + outlook.nodes)

    def _choose_side(self, contest: Contest, luck: random.Random) -> Chosen:
        """Keep the colours unless who is to move next, which is the chooser if kept, is worse off."""
        kept = contest.play(KEEP)
        score, _, nodes = self._known(kept)
        if score is None:
            outlook = self._look(kept, luck, self._level.slack)
            score, nodes = max(outlook.values.values()), nodes + outlook.nodes
        return Chosen(luck.choice((KEEP, SWAP)) if score == 0 else KEEP if score > 0 else SWAP, None, nodes)

    def _known(self, contest: Contest) -> tuple[int | None, Sequence[Move], int]:
        """The score where the level can prove one, the moves that keep it, and the nodes."""
        if contest.state.due is not Due.PLAY:
            return None, (), 0
        position = classic_position(contest.state)
        if self._solver and position:
            self._solver.clear()
            best = self._solver.best(position, nodes=self._solver_nodes)
            if not best.complete:
                return None, (), best.nodes
            return best.score, [DROPS[column] for column in best.columns], best.nodes
        if not self._level.exact_nodes or not is_known(contest):
            return None, (), 0
        found = exact(contest, self._level.exact_nodes, self._level.table_mib)
        score = max(found.values.values(), default=None)
        return score, [move for move, value in found.values.items() if value == score], found.nodes

    def _look(self, contest: Contest, luck: random.Random, margin: int) -> Outlook:
        level = self._level
        if not is_known(contest):
            return look_at_turns(contest, level.depth, level.nodes)
        board = contest.state.rules.board
        straight, slanting = _lines(board)
        seen = [line for line in straight if luck.random() >= level.misses]
        seen += [line for line in slanting if luck.random() >= level.slanting]
        return look(contest, seen, level.depth, level.nodes, margin, level.table_mib)

    def _seen_score(self, contest: Contest, value: int) -> int | None:
        """The score that the value of the best move proves, if it proves one."""
        if abs(value) < SURE or self._level.misses or self._level.slanting or contest.state.due is not Due.PLAY:
            return None
        return 1 if value > 0 else -1


def evens(state: State) -> bool:
    """Whether the other side chooses after this opening, so that neither side should be better off."""
    return state.due is Due.PLACE and state.rules.opening in (Opening.PIE, Opening.SWAP3)


def classic_position(state: State) -> Position | None:
    """The position of a game in which from now on classic rules alone count, None for any other."""
    rules = state.rules
    plain = type(state) is State and rules.board == Board() and not (rules.misere or rules.pops or rules.prefilled)
    if not plain or rules.colours != 2 or state.due is not Due.PLAY:
        return None
    return Position(state.discs[state.colour], state.mask)


@cache
def _lines(board: Board) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The lines across and up, and the diagonals."""
    straight: list[int] = []
    slanting: list[int] = []
    for cells in board.lines:
        line = sum(board.bit(*cell) for cell in cells)
        if line & ~board.open == 0:
            (column, row), (next_column, next_row) = cells[:2]
            (slanting if column != next_column and row != next_row else straight).append(line)
    return tuple(straight), tuple(slanting)
