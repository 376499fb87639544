"""Who sits where, whose turn it is, what happens next. Sans I/O: `table.handle(event, now) -> [effect]`.

`robot.phases` draws what is waited for when. A rebuild, after which the grid is as agreed again, is nothing but turns
whose column is known. Nothing moves before an observation younger than the decision has been found as agreed.
"""

from __future__ import annotations

from robot.messages import (
    Blind,
    Chosen,
    Considered,
    Effect,
    Event,
    Lit,
    Quit,
    Ready,
    Reported,
    Request,
    Said,
    Seen,
    Start,
    Thought,
    Tick,
)
from robot.phases import DISCS_EACH, Patience, Phase, Seat, Terms
from robot.referee import Unreadable, Wrong
from robot.rules.timecontrol import ChessClock
from robot.table.magazine import Magazine
from robot.table.seen import Seeing
from robot.table.trouble import unreadable_words


class Table(Seeing):
    """One game between the seats of `terms.start`, in the order of their turns. Hand it events; carry out the effects.

    `magazine` discs are in the magazine at first, `capacity` is what it holds. `clock` is the chess clock with the
    banks of the sides of the match, None for a game without time.
    """

    def __init__(
        self,
        seats: tuple[Seat, ...],
        patience: Patience | None = None,
        next_action: int = 1,
        magazine: int = DISCS_EACH,
        capacity: int = DISCS_EACH,
        terms: Terms | None = None,
        clock: ChessClock | None = None,
    ) -> None:
        super().__init__(seats, terms or Terms(), patience or Patience(), next_action, clock)
        self.magazine = Magazine(magazine, capacity)
        self._started = False

    def handle(self, event: Event, now_s: float) -> list[Effect]:
        """Take one event and give back what is to be done, in order. `now_s` never runs backwards."""
        self._now_s = now_s
        self._effects = []
        match event:
            case Start():
                self._on_start()
            case Seen(observation):
                self._on_seen(observation)
            case Blind():
                self._pause(event)
            case Lit(words, remedy):
                self._say(f"{words}; {remedy}" if remedy else words)
            case Thought(moves, move, _):
                self._on_thought(moves, move)
            case Considered(moves, colour, accepts):
                self._on_considered(moves, colour, accepts)
            case Chosen(move):
                self._on_chosen(move)
            case Said(seat, word):
                self._on_said(seat, word)
            case Reported(receipt):
                self._on_reported(receipt)
            case Ready():
                self._on_ready()
            case Quit():
                self._on_quit()
            case Tick():
                self._on_tick()
        return self._effects

    def _on_start(self) -> None:
        if not self._started:
            self._started = True
            self._enter(Phase.HOMING) if self.terms.plastic else self._next_turn()

    def _on_tick(self) -> None:
        waited_s = self._now_s - self._since_s
        if isinstance(self.trouble, Unreadable):
            self._tell_unreadable(self.trouble)
        if self.phase in (Phase.THINKING, Phase.CHOOSING):
            self._look_at_flag(self._now_s)
        if self.phase is Phase.OVER and not self.terms.lingers and waited_s >= self.patience.admire_s:
            self._clear_away()
        elif self.phase in _AFTER_SILENCE and waited_s >= self.patience.answer_s:
            self._after_silence()
        elif self.phase is not Phase.DONE and self._now_s - self._said_s >= self.patience.remind_s:
            self._remind(waited_s)

    def _after_silence(self) -> None:
        """Engine or hand have not answered: ask the engine again, call somebody to the machine."""
        if self.phase is Phase.THINKING:
            self._say("no move was found in time: I think again")
            self._enter(Phase.THINKING)
        else:
            resume = _AFTER_SILENCE[self.phase] or self._resume
            self._call(Request.FREE, "the machine does not answer: check its power and its cable", resume)

    def _remind(self, waited_s: float) -> None:
        self._said_s = self._now_s
        give_up_s = self.patience.give_up_s
        if self.phase in _NEEDS_A_PERSON and give_up_s is not None and waited_s >= give_up_s:
            self._annul(f"{self.phase.value}: nobody answered for too long")
        elif isinstance(self.trouble, Wrong):
            self._tell(f"{self.trouble.words}; {self.trouble.remedy}")
        elif self.trouble is not None and self._told:
            self._tell(unreadable_words(self.trouble))
            self._ask_again_what_lies()
        else:
            self._ask()


_NEEDS_A_PERSON = (Phase.TURN, Phase.CHOOSING, Phase.STUCK, Phase.SORTING)

_AFTER_SILENCE = {
    Phase.THINKING: Phase.THINKING,
    Phase.HOMING: None,
    Phase.MOVING: Phase.VERIFYING,
    Phase.OPENING: Phase.OPENING,
    Phase.CLOSING: Phase.CLOSING,
}
"""Where something must answer by itself, and what follows once a person has seen to it (None: what was to follow)."""
