"""What moves are worth, for teaching: the exact solver on the classic board, the search over lines on any other.

A score is for the side to move: > 0 it wins with best play, 0 it draws, < 0 it loses, None is not known. On the classic
board it is the solver's (+n: it wins with its n-th last disc), elsewhere 1, 0 or -1.
"""

from __future__ import annotations

import random

from robot.rules.contest import Contest
from robot.rules.moves import DROPS, KEEP, SWAP, Move
from robot.rules.position import Position
from robot.rules.state import Due
from robot.solver._general import SURE
from robot.solver.book import Book
from robot.solver.engine import Solver
from robot.solver.errors import BadBook
from robot.solver.general import General, classic_position, evens
from robot.solver.general_search import ANY_MARGIN, Outlook, exact, is_known, look

DEPTH = 20
BEST_MORE = 50
"""How many times the nodes of one move the best one of a classic position may cost: a hint must not be wrong."""


class Values:
    """Answers questions about positions. One thread at a time.

    nodes      what one question may cost, for each move of a classic position
    table_mib  the memory of each of the two searches
    """

    def __init__(self, nodes: int = 1_000_000, table_mib: int = 16) -> None:
        self._nodes = nodes
        self._table_mib = table_mib
        self._solver = Solver(table_mib, book=_whole_book())

    def scores(self, contest: Contest) -> dict[Move, int | None]:
        """The score of every move, for the side that makes it. The game must go on."""
        state = contest.state
        if state.due is Due.CHOOSE:
            return self._of_sides(contest)
        if evens(state):
            return {move: self._of_opening(contest.play(move)) for move in state.legal_moves()}
        position = classic_position(state)
        if position is None:
            return self._of_lines(contest)
        best = self._solver.best_one(position, self._nodes * BEST_MORE)
        return {
            move: best.score if best.column == move.column else self._solved(position.play(move.column), self._nodes)
            for move in state.legal_moves()
        }

    def best(self, contest: Contest) -> tuple[Move | None, int | None]:
        """A best move and the score of the position; None twice where they are not known. The game must go on."""
        position = classic_position(contest.state)
        if position is None:
            scores = self.scores(contest)
            score = best_score(scores)
            return (None if score is None else self.best_move(contest, scores)), score
        best = self._solver.best_one(position, self._nodes * BEST_MORE)
        return (None if best.column is None else DROPS[best.column]), best.score

    def beside_best(self, contest: Contest, move: Move) -> tuple[int | None, Move | None, int | None]:
        """The score of a move, a best move and its score; None where they are not known."""
        position = classic_position(contest.state)
        if position is None:
            scores = self.scores(contest)
            best = best_score(scores)
            return scores[move], None if best is None else self.best_move(contest, scores), best
        best_move, best = self.best(contest)
        same = move == best_move
        return (best if same else self._solved(position.play(move.column), self._nodes * BEST_MORE)), best_move, best

    def _solved(self, after: Position, nodes: int) -> int | None:
        """The score of the move that led to a classic position."""
        score = self._solver.solve(after, nodes).score
        return None if score is None else -score

    def _of_lines(self, contest: Contest) -> dict[Move, int | None]:
        plays = contest.state.due is Due.PLAY and is_known(contest)
        found = exact(contest, self._nodes, self._table_mib).values if plays else {}
        if found:
            return dict(found)
        values = self.outlook(contest).values
        return {move: _sign(values.get(move, 0)) for move in contest.state.legal_moves()}

    def _of_sides(self, contest: Contest) -> dict[Move, int | None]:
        """Who keeps the colours is to move next; who swaps them is not."""
        _, kept = self.best(contest.play(KEEP))
        return {KEEP: kept, SWAP: None if kept is None else -kept}

    def _of_opening(self, after: Contest) -> int | None:
        """What an opening is worth whose side the other chooses, once it may."""
        kept = self._of_sides(after)[KEEP] if after.state.due is Due.CHOOSE else None
        return None if kept is None else -abs(kept)

    def outlook(self, contest: Contest) -> Outlook:
        """What the moves are worth by a look ahead over all lines; nothing in an opening, or by rules unknown to it."""
        if contest.state.due is not Due.PLAY or not is_known(contest):
            return Outlook({}, 0)
        lines = contest.state.rules.board.masks
        return look(contest, lines, DEPTH, self._nodes // 4, ANY_MARGIN, self._table_mib)

    def best_move(self, contest: Contest, scores: dict[Move, int | None]) -> Move:
        """The best move: by the scores, then by the look ahead, then the one nearest to the middle."""
        best = best_score(scores)
        known = [move for move, score in scores.items() if score == best]
        if best is not None and len(known) == 1:
            return known[0]
        values = self.outlook(contest).values
        if not values and best is None:
            return General(random.Random(0), "perfect").choose(contest).move
        moves = known if best is not None else [move for move, score in scores.items() if score is None or score >= 0]
        middle = (contest.state.rules.board.width - 1) / 2
        return max(moves or scores, key=lambda move: (values.get(move, -2 * SURE), -abs(move.column - middle)))


def _whole_book() -> Book | None:
    """The book of the package; a damaged one must not end a game in which a hint is asked for."""
    try:
        return Book.shipped()
    except BadBook:
        return None


def best_score(scores: dict[Move, int | None]) -> int | None:
    """The score of a position whose moves have these; None where an unknown one may be better."""
    known = [score for score in scores.values() if score is not None]
    best = max(known, default=None)
    if best is None or (best <= 0 and len(known) < len(scores)):
        return None
    return best


def _sign(value: int) -> int | None:
    return None if abs(value) < SURE else 1 if value > 0 else -1
