"""From phase to phase: what is entered is asked for, sent to the hand, or said."""

from __future__ import annotations

from abc import ABC, abstractmethod

from robot.messages import Announce, Ask, Drop, Effect, Ended, Home, Request, Slide, Think
from robot.phases import Patience, Phase, Seat, Terms
from robot.plastic import in_grid
from robot.rules.moves import DROPS, text_of
from robot.rules.timecontrol import ChessClock
from robot.table.sitting import Sitting
from robot.table.times import Times
from robot.table.words import result_words


class Steps(Sitting, ABC):
    """A sitting in a phase, at a time, with the effects of the event that is handled."""

    def __init__(
        self, seats: tuple[Seat, ...], terms: Terms, patience: Patience, next_action: int, clock: ChessClock | None
    ) -> None:
        super().__init__(seats, terms)
        self.patience = patience
        self.times = Times(clock)
        self.phase = Phase.HOMING
        self._effects: list[Effect] = []
        self._next_action = next_action
        self._pending = 0
        self._now_s = self._since_s = self._said_s = 0.0
        self._asks = 0
        self._column = 0
        self._wanted: int | None = None
        self._request = Request.FREE
        self._words = ""

    @abstractmethod
    def _leave_trouble(self) -> None:
        """Forget what was wrong with the board that is waited for no more."""

    @abstractmethod
    def _next_turn(self) -> None:
        """Let who is to move do so."""

    def _enter(self, phase: Phase) -> None:
        self.phase = phase
        self._since_s = self._said_s = self._now_s
        self._asks += 1
        self._leave_trouble()
        match phase:
            case Phase.HOMING:
                self._effects.append(Home(self._action()))
            case Phase.THINKING:
                self._effects.append(Think(self.game))
            case Phase.MOVING:
                self._effects.append(Drop(self._action(), in_grid(self.game.state.rules.board, self._column)))
            case Phase.OPENING:
                self.game = self.terms.start
                self._effects.append(Slide(self._action(), opened=True))
            case Phase.CLOSING:
                self._effects.append(Slide(self._action(), opened=False))
            case Phase.OVER:
                self._say(result_words(self.agreed, self.seats))
                self._ask()
            case Phase.DONE:
                self._effects.append(Ended(self.agreed))
            case _:
                self._ask()

    def _ask(self) -> None:
        """Say to a person what is waited for, where a person is waited for."""
        match self.phase:
            case Phase.TURN:
                self._ask_for_disc()
            case Phase.CHOOSING:
                words = f"{self.decider.name}: say your move"
                self._effects.append(Ask(self._asks, self.game.state.seat, Request.CHOOSE, None, words))
            case Phase.OVER if self.terms.lingers:
                words = "look at the final position, and say when you are ready to go on"
                self._effects.append(Ask(self._asks, None, Request.GO_ON, None, words))
            case Phase.SORTING:
                words = "sort the discs, fill the magazine, and say when you are ready"
                self._effects.append(Ask(self._asks, None, Request.SORT, None, words))
            case Phase.STUCK:
                self._effects.append(Ask(self._asks, None, self._request, self._column, self._words))
            case Phase.CHECKING | Phase.EMPTYING | Phase.ARMED | Phase.VERIFYING if self._now_s > self._since_s:
                self._say(f"waiting: {self.phase.value}; keep hands away from the board")

    def _ask_for_disc(self) -> None:
        state, column = self.game.state, self._wanted
        board, seat = state.rules.board, state.turn ^ self.exchanged
        where = "" if column is None else f" into {text_of(DROPS[column], board)}"
        words = f"{self.seats[seat].name}: drop a {self.disc_of(state.colour)} disc{where}"
        asked = None if column is None else in_grid(board, column)
        self._effects.append(Ask(self._asks, seat, Request.DROP, asked, words))

    def _action(self) -> int:
        action = self._pending = self._next_action
        self._next_action += 1
        return action

    def _say(self, words: str) -> None:
        self._said_s = self._now_s
        self._effects.append(Announce(words))
