"""The robot's mind at the table: the engine of every variant, and the exact solver where classic rules alone count."""

from __future__ import annotations

import random

from robot.messages import Thought
from robot.rules.contest import Contest
from robot.solver.engine import Solver
from robot.solver.general import General, classic_position

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
