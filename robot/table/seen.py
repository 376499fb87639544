"""What the eye has seen is held against what stands in the grid, or against the disc that was sent."""

from __future__ import annotations

from robot.messages import Blind, Judged
from robot.phases import Phase
from robot.referee import (
    Extra,
    Missing,
    Moved,
    Unchanged,
    Unreadable,
    Verified,
    Wrong,
    WrongColumn,
    judge,
    verify,
)
from robot.rules.contest import Contest
from robot.table.turns import Turning
from vision.types import Observation


class Seeing(Turning):
    """A table that is shown observations; nothing in them is believed before the referee has judged them."""

    def _on_seen(self, seen: Observation) -> None:
        if isinstance(self.trouble, Blind):
            self._go_on()
        if self.phase in (Phase.CHECKING, Phase.EMPTYING):
            self._judge(self.terms.start, seen)
        elif self.phase is Phase.ARMED and self._arrived_late(seen):
            self._prove(seen)
        elif self.phase in (Phase.TURN, Phase.THINKING, Phase.ARMED):
            self._judge(self.game, seen)
        elif self.phase is Phase.VERIFYING and seen.time_s > self._since_s:
            self._prove(seen)

    def _judge(self, held: Contest, seen: Observation) -> None:
        open_turn = self.phase is Phase.TURN
        verdict = judge(held, self._as_told(seen), self.colours, open_turn=open_turn)
        self._effects.append(Judged(held, seen, verdict, self.colours[held.state.colour], open_turn=open_turn))
        match verdict:
            case Unchanged():
                self._go_on()
                self._as_agreed(seen)
            case Moved(column):
                self._go_on()
                self._moved(column, seen)
            case Wrong() | Unreadable():
                self._pause(verdict)

    def _as_agreed(self, seen: Observation) -> None:
        if self.phase is Phase.EMPTYING:
            self._enter(Phase.SORTING)
        elif self.phase is Phase.CHECKING:
            self._enter(Phase.DONE) if self.agreed.over else self._next_turn()
        elif self.phase is Phase.ARMED and seen.time_s > self._since_s:
            self._enter(Phase.MOVING)
        elif self.phase is Phase.TURN:
            self._look_at_flag(seen.time_s)

    def _arrived_late(self, seen: Observation) -> bool:
        """Whether a disc that was given up as missing lies in the grid after all."""
        proof = verify(self.game, self._column, self._as_told(seen), self.colours)
        return self._retries > 0 and self._fallen > 0 and isinstance(proof, Verified | WrongColumn)

    def _prove(self, seen: Observation) -> None:
        proof = verify(self.game, self._column, self._as_told(seen), self.colours)
        if isinstance(proof, Missing) and self._now_s - self._since_s < self.patience.landing_s:
            return
        if isinstance(proof, WrongColumn) and not self._fallen:
            self._judge(self.game, seen)
            return
        mover = self.colours[self.game.state.colour]
        self._effects.append(Judged(self.game, seen, proof, mover, sent=self._column))
        match proof:
            case Verified(column):
                self._go_on()
                self._tell_lost_discs()
                self._moved(column, seen)
            case WrongColumn(column):
                self._go_on()
                self._say(f"my disc fell into {self._name(column)}, not {self._name(self._column)}: it stays there")
                self._moved(column, seen)
            case Missing():
                self._go_on()
                self._missing()
            case Extra(wrong):
                self._pause(wrong)
            case Unreadable():
                self._pause(proof)
