"""The engine of every variant: a legal move of any position that the rules know, at any level.

    General(random.Random(1), "4").choose(contest).move

It never misses a turn that wins and never lets the next player win at once where that can be helped, from level 3
on. What it chooses depends on the level, the luck it was made with and the moves so far, never on time.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from robot.rules.contest import Contest
from robot.rules.model import Opening
from robot.rules.moves import KEEP, SWAP, Move
from robot.rules.state import Due
from robot.solver.errors import BadPosition
from robot.solver.general_forced import sensible_moves
from robot.solver.general_turns import WON, TurnSearch
from robot.solver.levels import DEFAULT_LEVEL, level_named

POSITIONS_PER_NODE = 50
"""A position of the rules takes about as long as so many nodes of the search in C."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The move to play; +1, 0 or -1 where it is known that its side wins, draws or loses with best play, else None."""

    move: Move
    score: int | None


class General:
    """A player of one level. Raises UnknownLevel for a name that is not in the table."""

    def __init__(self, rng: random.Random, level: str = DEFAULT_LEVEL) -> None:
        self._level = level_named(level)
        self._seed = rng.randrange(2**31)

    def choose(self, contest: Contest) -> Chosen:
        """A legal move of the position, an answer to an exchange of colours included.

        Raises BadPosition when the game is over.
        """
        if contest.over:
            raise BadPosition("the game is over", "start a new game")
        luck = random.Random(f"{self._seed} {contest.moves}")
        if contest.state.due is Due.CHOOSE:
            return self._side(contest, luck)
        moves = self._moves(contest, luck)
        values = self._search(contest).values(contest, moves, self._level.depth)
        best = self._aim(contest, values)
        return Chosen(luck.choice([move for move in moves if values[move] == values[best]]), _known(values[best]))

    def _moves(self, contest: Contest, luck: random.Random) -> tuple[Move, ...]:
        """The moves that this level thinks of."""
        level = self._level
        moves = contest.state.legal_moves() if level.misses_wins else sensible_moves(contest)
        return tuple(move for move in moves if luck.random() >= level.overlooks) or moves

    def _side(self, contest: Contest, luck: random.Random) -> Chosen:
        """Keep the colours where the colour to move next is not worse off, which is the chooser's when kept."""
        values = self._search(contest).values(contest.play(KEEP), contest.state.drops(), self._level.depth)
        best = max(values.values())
        return Chosen(luck.choice((KEEP, SWAP)) if best == 0 else KEEP if best > 0 else SWAP, None)

    def _search(self, contest: Contest) -> TurnSearch:
        return TurnSearch(contest.state.colour, self._level.nodes // POSITIONS_PER_NODE)

    def _aim(self, contest: Contest, values: dict[Move, int]) -> Move:
        """The move with the most worth; before an exchange of colours the one that favours neither side."""
        rules, due = contest.state.rules, contest.state.due
        even = due is Due.PLACE and rules.opening in (Opening.PIE, Opening.SWAP3)
        return max(values, key=lambda move: -abs(values[move]) if even else values[move])


def _known(value: int) -> int | None:
    if abs(value) < WON // 2:
        return None
    return 1 if value > 0 else -1
