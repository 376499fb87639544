"""The robot's mind at the table: the engine of every variant, and the exact solver where classic rules alone count."""

from __future__ import annotations

import random

from robot.messages import Thought
from robot.rules.board import Board
from robot.rules.contest import Contest
from robot.rules.position import Position
from robot.rules.state import Due, State
from robot.solver.engine import Solver
from robot.solver.general import General

WEIGH_NODES = 5_000_000
"""How many nodes an offered draw is worth."""


class LevelMind:
    """Plays at one level; `seed` decides among equal moves and what is overlooked."""

    def __init__(self, level: str, seed: int) -> None:
        self._engine = General(random.Random(seed), level)

    def think(self, game: Contest) -> Thought:
        """Choose a move."""
        chosen = self._engine.choose(game)
        return Thought(game.moves, chosen.move, chosen.score)

    def accepts_draw(self, game: Contest, colour: int) -> bool:
        """Accept a draw where best play gives `colour` no more; where that is not known, play on."""
        if game.is_dead:
            return True
        position = classic_position(game.state)
        if position is None:
            score = self._engine.choose(game).score
        else:
            score = Solver(16).solve(position, nodes=WEIGH_NODES).score
        if score is None:
            return False
        return (score if game.state.colour == colour else -score) <= 0


def classic_position(state: State) -> Position | None:
    """The position of a game in which from now on classic rules alone count, None for any other."""
    rules = state.rules
    plain = type(state) is State and rules.board == Board() and not (rules.misere or rules.pops or rules.prefilled)
    if not plain or rules.colours != 2 or state.due is not Due.PLAY:
        return None
    return Position(state.discs[state.colour], state.mask)
