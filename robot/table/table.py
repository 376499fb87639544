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
    Judged,
    Lit,
    Made,
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
from robot.rules.moves import DROPS, Move
from robot.rules.state import Due
from robot.rules.timecontrol import ChessClock
from robot.table.magazine import Magazine
from robot.table.talk import Talking
from robot.table.trouble import unreadable_words
from vision.types import Observation


class Table(Talking):
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

    # -- what is seen --------------------------------------------------------------------------------------------------

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
        verdict = judge(held, seen, self.colours, open_turn=open_turn)
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
        proof = verify(self.game, self._column, seen, self.colours)
        return self._retries > 0 and self._fallen > 0 and isinstance(proof, Verified | WrongColumn)

    def _prove(self, seen: Observation) -> None:
        proof = verify(self.game, self._column, seen, self.colours)
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

    # -- moves and turns -----------------------------------------------------------------------------------------------

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
            after = self.agreed.play(move)
            late = self.times.moved(stamp_s, over=after.over)
            self.agreed = self.game = after if late is None else self._lost_on_time(late)
            self._rebuilds = 0
            self._undoing = None
        if self.game.moves[-1:] == (move,):
            self._effects.append(Made(self.game))
        self._next_turn()

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

    # -- time ----------------------------------------------------------------------------------------------------------

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
