"""A game: the moves so far, the position they lead to, and how it ended. Immutable; standard library only.

The order of the checks after a disc has come to rest: a line for the mover first, then a full board. A last disc
that makes four is a win, not a draw (variants, section 0).
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace

from robot.rules.errors import IllegalMove
from robot.rules.lines import Square
from robot.rules.position import Position

ROLES = ("first", "second", "third")
"""Who is who in a game, in words, by colour."""


class Reason(enum.Enum):
    """Why a game ended."""

    LINE = "line"
    FULL = "full"
    DEAD = "dead"
    AGREED = "agreed"
    CLAIMED = "claimed"
    REPETITION = "repetition"
    NO_MOVE = "no move"
    LENGTH = "length"
    COUNT = "count"
    RESIGNED = "resigned"
    TIME = "time"
    ANNULLED = "annulled"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: `winner` is the colour that won, or None (drawn or annulled).

    `lines` are the lines that ended the game, the winner's or, in misère, the loser's.
    """

    winner: int | None
    reason: Reason
    lines: tuple[tuple[Square, ...], ...] = ()

    @property
    def word(self) -> str:
        """`first`, `second`, `third`, `draw` or `annulled`."""
        if self.reason is Reason.ANNULLED:
            return "annulled"
        return "draw" if self.winner is None else ROLES[self.winner]


@dataclass(frozen=True, slots=True)
class Game:
    """A classic game; `Game()` is the start."""

    position: Position = Position()
    moves: tuple[int, ...] = ()
    outcome: Outcome | None = None

    @property
    def over(self) -> bool:
        return self.outcome is not None

    def play(self, column: int) -> Game:
        """The game after a disc in `column` (0 to 6). Raises IllegalMove: full, off the board, or over."""
        if self.outcome is not None:
            raise IllegalMove("the game is over", "start a new game")
        position = self.position.play(column)
        return Game(position, (*self.moves, column), outcome_of(position))

    def undo(self) -> Game:
        """The game before the last move. Raises IllegalMove when there is none."""
        if not self.moves:
            raise IllegalMove("there is no move to take back", "play a move first")
        return Game(self.position.undo(self.moves[-1]), self.moves[:-1])

    def resign(self, side: int) -> Game:
        """The game given up by FIRST or SECOND."""
        return self._ended(Outcome(1 - side, Reason.RESIGNED))

    def annul(self) -> Game:
        """The game ended without a result."""
        return self._ended(Outcome(None, Reason.ANNULLED))

    def _ended(self, outcome: Outcome) -> Game:
        if self.outcome is not None:
            raise IllegalMove("the game is over", "start a new game")
        return replace(self, outcome=outcome)


def outcome_of(position: Position) -> Outcome | None:
    """How the game ended with the last disc, or None while it goes on: the line first, then the full board."""
    if position.last_mover_has_line():
        return Outcome(1 - position.side, Reason.LINE, position.winning_lines())
    if position.is_full():
        return Outcome(None, Reason.FULL)
    return None


def replay(moves: tuple[int, ...]) -> Game:
    """The game after `moves`. Raises IllegalMove at the first one that cannot be played."""
    game = Game()
    for column in moves:
        game = game.play(column)
    return game
