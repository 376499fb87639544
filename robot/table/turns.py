"""Whose turn it is, who decides and whose hand drops: from one move to the next, and through a rebuild."""

from __future__ import annotations

from robot.messages import Made
from robot.phases import Phase
from robot.rules.contest import Contest
from robot.rules.moves import DROPS, Move
from robot.rules.state import Due
from robot.table.talk import Talking
from vision.types import Observation


class Turning(Talking):
    """A table at which moves are decided and made."""

    def _moved(self, column: int, seen: Observation) -> None:
        """A disc has come to rest in a column, by the hand that was asked for it."""
        if self._wanted is not None and column != self._wanted:
            self._spoilt(f"the disc belongs into {self._name(self._wanted)}, not {self._name(column)}")
            return
        was_rebuilding = self.rebuilding
        self._made(DROPS[column], seen.first_s)
        if was_rebuilding and not self.rebuilding:
            self._say("the board is as agreed again")

    def _made(self, move: Move, stamp_s: float) -> None:
        """A move is made: one more of those that are made again, or a new one, whose time is paid."""
        if self.rebuilding:
            self.game = self.game.play(move)
        else:
            after = self._as_shown(self.agreed.play(move))
            late = self.times.moved(stamp_s, over=after.over)
            self.agreed = self.game = after if late is None else self._lost_on_time(late)
            self._rebuilds = 0
            self._undoing = None
        if self.game.moves[-1:] == (move,):
            self._effects.append(Made(self.game))
        self._next_turn()

    def _as_shown(self, after: Contest) -> Contest:
        """The game after a move, with its end where a game is shown that ended so."""
        shown = self.terms.shown
        return shown if shown is not None and shown.moves == after.moves else after

    def _next_turn(self) -> None:
        self._retries = self._fallen = 0
        self._wanted = None
        known = self._known_move()
        if self.game.over and not self.rebuilding:
            self._enter(Phase.OVER)
        elif known is not None and known.column < 0:
            self._made(known, self._now_s)
        elif self.terms.plastic and self.exchanged != self.agreed.state.swapped:
            self._exchange()
        else:
            self._begin_turn(known)

    def _begin_turn(self, known: Move | None) -> None:
        if not self.rebuilding:
            self._tell_dead()
            self.times.begin(self.side_of(self.game.state.seat), self._now_s)
        by_hand = self.terms.plastic and not self.dropper.robot_hand and self.game.state.due is not Due.CHOOSE
        if known is not None:
            self._decided(known)
        elif self.decider.engine:
            self._enter(Phase.THINKING)
        else:
            self._enter(Phase.TURN if by_hand and self.decider is self.dropper else Phase.CHOOSING)

    def _decided(self, move: Move) -> None:
        """The next move is known: make it, or have its disc dropped by the hand whose it is."""
        if move.column < 0 or not self.terms.plastic:
            self._made(move, self._now_s)
        elif self.dropper.robot_hand:
            if not self.rebuilding:
                self.times.choose(self._now_s)
            self._wanted = move.column if self._known_move() is not None else None
            self._arm(move.column)
        else:
            self._wanted = move.column
            self._enter(Phase.TURN)

    def _on_thought(self, moves: tuple[Move, ...], move: Move) -> None:
        if self.phase is Phase.THINKING and moves == self.game.moves and move in self.game.state.legal_moves():
            self._decided(move)

    def _on_chosen(self, move: Move) -> None:
        if self.phase is Phase.CHOOSING and move in self.game.state.legal_moves():
            self._decided(move)
