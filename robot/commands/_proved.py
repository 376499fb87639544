"""What `solve` says of one position: exact scores where classic rules count, who wins under any others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from robot.clock import RealClock
from robot.errors import BadInput
from robot.rules.contest import Contest
from robot.rules.errors import IllegalMove
from robot.rules.model import Opening
from robot.rules.moves import DROPS, KEEP, POPS, SWAP, Move, moves_of, text_of
from robot.rules.notation import LETTERS, position_of
from robot.rules.position import Position
from robot.rules.variants.powerup import SPECIALS, PowerUp
from robot.solver.engine import Solver, playable_columns
from robot.solver.general import classic_position
from robot.solver.general_proof import proof


@dataclass(frozen=True)
class Answer:
    """What is known about one position.

    score     None where nothing is proven
    by_move   the score of every move, in the order of the names; None for one that cannot be made, or of which nothing
              is proven. None when it was not asked for
    unknown   the names of the moves of which nothing is proven
    """

    text: str
    score: int | None
    by_move: tuple[int | None, ...] | None
    nodes: int
    took_us: int
    unknown: tuple[str, ...] = ()


class Classic:
    """Scores of the classic game; `names` are the columns."""

    names: tuple[str, ...] = tuple(LETTERS[: Position.WIDTH])

    def __init__(self, solver: Solver) -> None:
        self._solver = solver

    def answer(self, text: str, with_moves: bool) -> Answer:
        """Raises RulesError, and BadInput for a finished game."""
        position = position_of(text)
        if not playable_columns(position):
            raise _over()
        return self.scored(text, position, with_moves)

    def scored(self, text: str, position: Position, with_moves: bool) -> Answer:
        """The exact score of a position in which somebody is to move."""
        if with_moves:
            found = self._solver.scores(position)
            score = max(score for score in found.by_column if score is not None)
            return Answer(text, score, found.by_column, found.nodes, found.took_us)
        solution = self._solver.solve(position)
        return Answer(text, solution.lower, None, solution.nodes, solution.took_us)


class Variant:
    """Who wins a game that begins so, proven with `nodes`; the score where from a position on classic rules count.

    `names` are all moves that there can be: columns, pops, special discs, the two answers to an exchange of colours.
    """

    def __init__(self, solver: Solver, start: Contest, nodes: int) -> None:
        self._solver, self._start, self._nodes = solver, start, nodes
        self._classic = Classic(solver)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(text_of(move, self._start.state.rules.board) for move in self._moves)

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        state, rules = self._start.state, self._start.state.rules
        moves, columns = list(DROPS[: rules.board.width]), range(rules.board.width)
        if rules.pops or isinstance(state, PowerUp):
            moves += POPS[: rules.board.width]
        if isinstance(state, PowerUp):
            moves += [Move(*each) for each in product(SPECIALS, columns)]
        if rules.opening in (Opening.PIE, Opening.SWAP3):
            moves += [KEEP, SWAP]
        return tuple(moves)

    def answer(self, text: str, with_moves: bool) -> Answer:
        """Raises RulesError, and BadInput for a finished game."""
        contest = self._played(text)
        if position := classic_position(contest.state):
            found = self._classic.scored(text, position, with_moves)
            missing = (None,) * (len(self._moves) - Position.WIDTH)
            return found if found.by_move is None else replace(found, by_move=found.by_move + missing)
        return self._proven(text, contest, with_moves)

    def _proven(self, text: str, contest: Contest, with_moves: bool) -> Answer:
        clock = RealClock()
        begin_s = clock.now()
        found = proof(contest, self._nodes, self._solver)
        took_us = round((clock.now() - begin_s) * 1e6)
        if not with_moves:
            return Answer(text, found.score, None, found.nodes, took_us)
        legal = contest.state.legal_moves()
        named = zip(self._moves, self.names, strict=True)
        unknown = tuple(name for move, name in named if move in legal and move not in found.values)
        return Answer(text, found.score, tuple(map(found.values.get, self._moves)), found.nodes, took_us, unknown)

    def _played(self, text: str) -> Contest:
        contest, board = self._start, self._start.state.rules.board
        for ply, move in enumerate(moves_of(text, board), start=1):
            if contest.over:
                raise IllegalMove(
                    f"the game is over before move {ply} ({text_of(move, board)})", "leave out what follows"
                )
            try:
                contest = contest.play(move)
            except IllegalMove as error:
                raise IllegalMove(f"move {ply}: {error}", error.remedy) from None
        if contest.over:
            raise _over()
        return contest


def _over() -> BadInput:
    return BadInput("the game is over", "leave out its last move")
