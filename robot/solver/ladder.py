"""How the levels stand to each other: games between neighbours, each side opening every other game."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from robot.rules.contest import Contest
from robot.rules.model import Rules
from robot.rules.state import State
from robot.solver.general import General
from robot.solver.levels import LEVELS, Level

TOP_RATING = 2200
"""The rating of perfect play, from which the others are counted down (variants, section 7)."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What a level did against the one below it."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """Its share of the points, a draw being half of one."""
        return (self.won + self.drawn / 2) / self.games if self.games else 0.5

    def plus(self, points: int) -> Tally:
        """The tally after one more game, of which the upper level had so many half points."""
        return Tally(self.won + (points == 2), self.drawn + (points == 1), self.lost + (points == 0))


def neighbours() -> tuple[tuple[Level, Level], ...]:
    """Each level and the one below it, from the bottom."""
    return tuple(zip(LEVELS[1:], LEVELS, strict=False))


def points(upper: Level, lower: Level, number: int) -> int:
    """Play game `number` of a pair: the half points (0 to 2) of the upper level, which opens the even ones."""
    players = [General(random.Random(f"{number} {level.name}"), level.name) for level in (upper, lower)]
    opener = number % 2
    game = Contest(State.start(Rules()))
    while game.outcome is None:
        game = game.play(players[game.state.colour ^ opener].choose(game).move)
    return 1 if game.outcome.winner is None else 2 * (game.outcome.winner == opener)


def ratings(shares: Sequence[float]) -> list[int]:
    """The rating of every level from what each scored against the one below it, from the bottom; the top is fixed."""
    steps = [400 * math.log10(share / (1 - share)) for share in shares]
    return [round(TOP_RATING - sum(steps[at:])) for at in range(len(steps) + 1)]
