"""What moves are worth, for teaching: the exact solver on the classic board, the search over lines on any other.

A score is for the side to move: > 0 it wins with best play, 0 it draws, < 0 it loses, None is not known. On the classic
board it is the solver's (+n: it wins with its n-th last disc), elsewhere 1, 0 or -1.
"""

from __future__ import annotations

import random

from robot.rules.contest import Contest
from robot.rules.moves import DROPS, Move
from robot.solver._general import SURE
from robot.solver.book import Book
from robot.solver.engine import Solver
from robot.solver.general import General, classic_position
from robot.solver.general_search import ANY_MARGIN, Outlook, exact, is_known, look

DEPTH = 20
HASTE = 50
"""Where a classic position is too hard, so are most of its moves: each gets so many times fewer nodes."""


class Values:
    """Answers questions about positions. One thread at a time.

    nodes      what one question may cost, for each move of a classic position
    table_mib  the memory of each of the two searches
    """

    def __init__(self, nodes: int = 1_000_000, table_mib: int = 16) -> None:
        self._nodes = nodes
        self._table_mib = table_mib
        self._solver = Solver(table_mib, book=Book.shipped())
        self._engine = General(random.Random(0), "perfect")

    def scores(self, contest: Contest) -> dict[Move, int | None]:
        """The score of every move, for the side that makes it. The game must go on."""
        moves = contest.state.legal_moves()
        position = classic_position(contest.state)
        if position is not None:
            nodes = self._nodes if self._solver.solve(position, self._nodes).score is not None else self._nodes // HASTE
            solved = [self._solver.solve(position.play(move.column), nodes).score for move in moves]
            return {move: None if score is None else -score for move, score in zip(moves, solved, strict=True)}
        found = exact(contest, self._nodes, self._table_mib).values if is_known(contest) else {}
        if found:
            return dict(found)
        values = self.outlook(contest).values
        return {move: _sign(values.get(move, 0)) for move in moves}

    def outlook(self, contest: Contest) -> Outlook:
        """What the moves are worth by a look ahead over all lines; nothing for rules that it does not know."""
        if not is_known(contest):
            return Outlook({}, 0)
        lines = contest.state.rules.board.masks
        return look(contest, lines, DEPTH, self._nodes // 4, ANY_MARGIN, self._table_mib)

    def best_move(self, contest: Contest, scores: dict[Move, int | None]) -> Move:
        """The best move: by the scores, then by the look ahead, then the one nearest to the middle."""
        values = self.outlook(contest).values
        if not values:
            return self._engine.choose(contest).move
        best = best_score(scores)
        known = [move for move, score in scores.items() if score == best]
        moves = known if best is not None else [move for move, score in scores.items() if score is None or score >= 0]
        middle = (contest.state.rules.board.width - 1) / 2
        return max(moves or DROPS, key=lambda move: (values.get(move, -2 * SURE), -abs(move.column - middle)))


def best_score(scores: dict[Move, int | None]) -> int | None:
    """The score of a position whose moves have these; None where an unknown one may be better."""
    known = [score for score in scores.values() if score is not None]
    best = max(known, default=None)
    if best is None or (best <= 0 and len(known) < len(scores)):
        return None
    return best


def _sign(value: int) -> int | None:
    return None if abs(value) < SURE else 1 if value > 0 else -1
