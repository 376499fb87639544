"""A look ahead over whole positions, for rules that no bitboard search knows: turns of several parts, three sides.

One side wants the most, all others the least for it (the paranoid view of three). It deepens move by move and is
limited by positions alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from robot.rules.contest import Contest
from robot.rules.game import Outcome
from robot.rules.moves import Move
from robot.rules.state import State
from robot.rules.variants.pop10 import Pop10
from robot.solver._general import WON
from robot.solver.general_search import Outlook

POSITIONS_PER_NODE = 50
"""A position of the rules takes about as long as so many nodes of the search in C."""
WORTH = (0, 1, 4, 16, 64)
"""What a line is worth that holds so many discs of one colour and none of another."""


class NodesSpent(Exception):
    """The positions that may be looked at are used up."""


def look_at_turns(contest: Contest, depth: int, nodes: int) -> Outlook:
    """What each move is worth for the side that makes it, as far as time for `nodes` in C lasts."""
    search = _Search(contest.state.colour, nodes // POSITIONS_PER_NODE)
    return Outlook(search.values(contest, depth), search.positions * POSITIONS_PER_NODE)


class _Search:
    """One look ahead for one colour; `positions` counts what it looked at, at most `limit`."""

    def __init__(self, colour: int, limit: int) -> None:
        self._colour = colour
        self._limit = limit
        self.positions = 0

    def values(self, contest: Contest, depth: int) -> dict[Move, int]:
        after = {move: contest.play(move) for move in contest.state.legal_moves()}
        values = {move: self._worth(game.state, game.outcome, 1) for move, game in after.items()}
        for deeper in range(1, depth):
            try:
                values = {
                    move: values[move] if game.outcome else self._value(game.state, deeper, 1, -WON, WON)
                    for move, game in after.items()
                }
            except NodesSpent:
                break
        return values

    def _value(self, state: State, depth: int, ply: int, low: int, high: int) -> int:
        if state.outcome is not None or depth == 0:
            return self._worth(state, state.outcome, ply)
        most = state.colour == self._colour
        for move in state.legal_moves():
            self._spend()
            value = self._value(state.play(move), depth - 1, ply + 1, low, high)
            low, high = (max(low, value), high) if most else (low, min(high, value))
            if low >= high:
                break
        return low if most else high

    def _worth(self, state: State, outcome: Outcome | None, ply: int) -> int:
        if outcome is None:
            return estimate(state, self._colour)
        if outcome.winner is None:
            return 0
        return WON - ply if outcome.winner == self._colour else ply - WON

    def _spend(self) -> None:
        if self.positions >= self._limit:
            raise NodesSpent
        self.positions += 1


def estimate(state: State, colour: int) -> int:
    """What a position is worth for a colour by rule of thumb: the lines that are still its own, less those of others.

    In Pop 10 what has been kept, and the lines that are ready to be taken from.
    """
    own, others = state.discs[colour], state.mask & ~state.discs[colour]
    value = 0
    for line in state.rules.board.masks:
        mine = line & own
        if not mine:
            theirs = _one_colour(line & others, state.discs)
            value -= WORTH[min(theirs, 4)]
        elif not line & others:
            value += WORTH[min(mine.bit_count(), 4)]
    if isinstance(state, Pop10):
        return value + 200 * (state.kept[colour] - state.kept[1 - colour])
    return -value if state.rules.misere else value


def _one_colour(cells: int, discs: Sequence[int]) -> int:
    """How many cells are taken, all by one colour; 0 where not."""
    return cells.bit_count() if any(cells & own == cells for own in discs) else 0
