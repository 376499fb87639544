"""A game of any variant with all that happens besides moves: draws, resignation, time, taking back. Immutable.

Standard library only. The reason of the end is kept in the outcome.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from robot.rules.errors import IllegalMove
from robot.rules.game import Outcome, Reason
from robot.rules.moves import Move
from robot.rules.state import State


@dataclass(frozen=True)
class Contest:
    """A game; `Contest(state)` is its start.

    moves     all moves from the start
    before    the game before the last move
    agreed    the colours that agree to the standing draw offer, who made it first; empty without an offer
    offered   the colours that have made an offer since their own last move
    outcome   how the game ended, by the moves or otherwise
    """

    state: State
    moves: tuple[Move, ...] = ()
    before: Contest | None = field(default=None, compare=False, repr=False)
    agreed: tuple[int, ...] = ()
    offered: frozenset[int] = frozenset()
    outcome: Outcome | None = None

    @property
    def over(self) -> bool:
        return self.outcome is not None

    @property
    def is_dead(self) -> bool:
        """Whether no line can be made any more: the players are told, and may agree a draw."""
        return self.state.is_dead()

    def play(self, move: Move) -> Contest:
        """The game after a move. Raises IllegalMove. A draw offer of one's own ends with the move that follows it."""
        self._must_go_on()
        mover, agreed, offered = self.state.colour, self.agreed, self.offered
        state = self.state.play(move)
        if offered:
            agreed, offered = () if agreed[:1] == (mover,) else agreed, offered - {mover}
        after = Contest(state, (*self.moves, move), self, agreed, offered, state.outcome)
        too_long = None if after.outcome else after._too_long()
        return replace(after, outcome=too_long) if too_long else after

    def undo(self) -> Contest:
        """The game as it was when the last move had not been made. Raises IllegalMove when there is none."""
        if self.before is None:
            raise IllegalMove("there is no move to take back", "play a move first")
        return self.before

    def offer_draw(self, colour: int) -> Contest:
        """Offer a draw, on any turn, once between two of one's own moves. Raises IllegalMove."""
        self._must_play(colour)
        if self.agreed:
            raise IllegalMove("a draw is offered already", "answer that offer")
        if colour in self.offered:
            raise IllegalMove("this side has offered a draw since its last move", "make a move first")
        return replace(self, agreed=(colour,), offered=self.offered | {colour})

    def answer_draw(self, colour: int, accept: bool) -> Contest:
        """Answer the standing offer; the game is drawn when all have accepted. Raises IllegalMove without an offer."""
        self._must_play(colour)
        if not self.agreed or colour in self.agreed:
            raise IllegalMove("there is no draw offer to answer", "offer one, or play on")
        if not accept:
            return replace(self, agreed=())
        agreed = (*self.agreed, colour)
        drawn = set(agreed) == set(range(self.state.rules.colours)) - self.state.gone
        return replace(self, agreed=agreed, outcome=Outcome(None, Reason.AGREED) if drawn else None)

    def claim_draw(self) -> Contest:
        """Draw for the side to move, where discs can be pushed out and the board is full. Raises IllegalMove."""
        self._must_go_on()
        if not (self.state.rules.pops and self.state.is_full()):
            raise IllegalMove("there is no draw to claim", "offer one")
        return replace(self, outcome=Outcome(None, Reason.CLAIMED))

    def resign(self, colour: int) -> Contest:
        """The game given up by one colour; of three players the other two go on. Raises IllegalMove."""
        return self._leave(colour, Reason.RESIGNED)

    def run_out(self, colour: int) -> Contest:
        """The game lost on time by one colour; of three players the other two go on. Raises IllegalMove.

        With the rule `time_draw` it is drawn where the other colour cannot win any more.
        """
        self._must_play(colour)
        if self.state.rules.time_draw and not self.state.can_win(1 - colour):
            return replace(self, agreed=(), outcome=Outcome(None, Reason.TIME))
        return self._leave(colour, Reason.TIME)

    def annul(self) -> Contest:
        """The game ended without a result. Raises IllegalMove."""
        self._must_go_on()
        return replace(self, outcome=Outcome(None, Reason.ANNULLED))

    def _leave(self, colour: int, reason: Reason) -> Contest:
        self._must_play(colour)
        state = self.state.without(colour)
        left = set(range(state.rules.colours)) - state.gone
        outcome = Outcome(left.pop(), reason) if len(left) == 1 else state.outcome
        return replace(self, state=replace(state, outcome=outcome), agreed=(), outcome=outcome)

    def _must_go_on(self) -> None:
        if self.outcome is not None:
            raise IllegalMove("the game is over", "start a new game")

    def _must_play(self, colour: int) -> None:
        self._must_go_on()
        if not 0 <= colour < self.state.rules.colours or colour in self.state.gone:
            raise IllegalMove("this side is not in the game", "ask one that is")

    def _too_long(self) -> Outcome | None:
        rules = self.state.rules
        if rules.repetition and self._occurrences() >= rules.repetition:
            return self.state.when_repeated()
        if rules.longest and len(self.moves) >= rules.longest:
            return Outcome(None, Reason.LENGTH)
        return None

    def _occurrences(self) -> int:
        return sum(1 for game in self.past() if game.state == self.state)

    def past(self) -> Iterator[Contest]:
        """This game, and the game before every move."""
        game: Contest | None = self
        while game is not None:
            yield game
            game = game.before
