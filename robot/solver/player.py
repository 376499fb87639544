"""A player of the classic board, for who has bitboards and no game: one level of `General` behind a position."""

from __future__ import annotations

import random
from dataclasses import dataclass

from robot.rules.contest import Contest
from robot.rules.model import Rules
from robot.rules.position import FIRST, SECOND, Position
from robot.rules.state import State
from robot.solver.engine import playable_columns
from robot.solver.errors import BadPosition
from robot.solver.general import General
from robot.solver.levels import DEFAULT_LEVEL


@dataclass(frozen=True, slots=True)
class Choice:
    """The column to play, its exact score where the level saw to the end of the game, and the nodes that it took."""

    column: int
    score: int | None
    nodes: int


class Engine:
    """A player of one level; `seed` decides among equal moves and what is overlooked.

    Raises UnknownLevel for a name that is not in the table.
    """

    def __init__(self, level: str = DEFAULT_LEVEL, seed: int = 1) -> None:
        self._general = General(random.Random(seed), level)

    def choose(self, position: Position) -> Choice:
        """A legal column. Raises BadPosition when the game is over."""
        if not playable_columns(position):
            raise BadPosition("the game is over", "start a new game")
        chosen = self._general.choose(Contest(state_of(position)))
        return Choice(chosen.move.column, chosen.score, chosen.nodes)

    def abort(self) -> None:
        """Let a `choose` that runs in another thread answer soon, by the look ahead alone."""
        self._general.abort()


def state_of(position: Position) -> State:
    """The same position under the rules of classic."""
    return State(Rules(), (position.discs(FIRST), position.discs(SECOND)), position.mask, position.side)
