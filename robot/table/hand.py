"""The robot's hand and the people who serve it: receipts, the magazine, what is stuck, what is exchanged."""

from __future__ import annotations

from robot.mechanism.types import Ending, Receipt
from robot.messages import Load, Request
from robot.phases import Phase
from robot.table.magazine import Magazine
from robot.table.trouble import Troubled


class Handed(Troubled):
    """A table with a hand, which is sent and waited for."""

    magazine: Magazine
    _receipt: Receipt | None = None
    _retries = 0
    _fallen = 0
    _calls = 0
    _resume = Phase.CHECKING

    def _on_reported(self, receipt: Receipt) -> None:
        """Only the receipt of the motion that is waited for counts; discs have left the magazine whatever happens."""
        self.magazine.taken(receipt.discs)
        if receipt.action != self._pending:
            return
        self._pending = 0
        self._receipt = receipt
        if self.phase is Phase.MOVING:
            self._fallen += receipt.discs
        halted = receipt.ending in (Ending.STOPPED, Ending.REFUSED)
        match self.phase:
            case Phase.HOMING:
                self._enter(self._resume) if receipt.ending is Ending.DONE else self._help(receipt, self._resume)
            case Phase.MOVING:
                self._help(receipt, Phase.VERIFYING) if halted else self._enter(Phase.VERIFYING)
            case Phase.OPENING:
                done = receipt.ending is Ending.DONE
                self._enter(Phase.EMPTYING) if done else self._help(receipt, Phase.OPENING)
            case Phase.CLOSING:
                done = receipt.ending is Ending.DONE
                self._enter(Phase.CHECKING) if done else self._help(receipt, Phase.CLOSING)
            case _:
                return

    def _arm(self, column: int) -> None:
        """Send a disc into a column, once there is one."""
        self._column = column
        if not self.magazine.count:
            self._refill()
            return
        if warning := self.magazine.warning(self._still_needed()):
            self._say(warning)
        self._enter(Phase.ARMED)

    def _missing(self) -> None:
        ending = self._receipt.ending if self._receipt else Ending.DONE
        self._retries += 1
        if ending is Ending.EMPTY:
            self.magazine.count = 0
            self._refill()
        elif self._retries <= self.patience.retries:
            self._say(f"my disc did not arrive in {self._name(self._column)}: I try again")
            self._enter(Phase.ARMED)
        else:
            self._call(Request.FREE, "no disc comes out: free the gate and the chute", Phase.ARMED)

    def _tell_lost_discs(self) -> None:
        if self._fallen > 1:
            self._say(f"{self._fallen} discs left the magazine and one is in the grid: take the rest off the table")

    def _refill(self) -> None:
        """Ask for discs; nothing is broken, so it may be asked for as often as it has to be."""
        self._call(Request.REFILL, self.magazine.empty_words(self._still_needed()), Phase.ARMED, counts=False)

    def _exchange(self) -> None:
        """The sides have exchanged their colours: their discs change hands, where the robot's hand needs others."""
        if not any(seat.robot_hand for seat in self.seats):
            self.exchanged = self.agreed.state.swapped
            self._next_turn()
            return
        words = f"the colours are exchanged: empty the magazine, and fill it with {self.robots_disc} discs"
        self._call(Request.EXCHANGE, words, Phase.CHECKING, counts=False)

    def _load(self) -> None:
        """A person has filled the magazine."""
        self._effects.append(Load(self.magazine.fill(self._still_needed())))

    def _help(self, receipt: Receipt, resume: Phase) -> None:
        words = receipt.remedy or f"the {receipt.verb} ended with: {receipt.ending.value}"
        self._call(Request.FREE, words, resume)

    def _call(self, request: Request, words: str, resume: Phase, *, counts: bool = True) -> None:
        """Ask a person at the machine, then go on with `resume`; too many calls end the game.

        What is asked for though nothing is broken does not count.
        """
        self.times.stop(self._now_s)
        self._calls += counts
        if self._calls > self.patience.calls:
            self._annul("the machine needs repair")
            return
        self._resume = resume
        self._request = request
        self._words = words
        self.pauses += 1
        self._enter(Phase.STUCK)

    def _on_ready(self) -> None:
        if self.phase is Phase.OVER:
            self._clear_away()
        elif self.phase is Phase.SORTING:
            self.exchanged = self.agreed.state.swapped
            self._load()
            self._enter(Phase.CLOSING)
        elif self.phase is Phase.STUCK:
            self._retries = 0
            if self._request in (Request.REFILL, Request.EXCHANGE):
                self._load()
            if self._request is Request.EXCHANGE:
                self.exchanged = self.agreed.state.swapped
                self._next_turn()
            else:
                self._enter(Phase.HOMING)

    def _clear_away(self) -> None:
        """The result was admired."""
        self._enter(Phase.OPENING if self.terms.plastic else Phase.DONE)
