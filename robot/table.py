"""Who sits where, whose turn it is, what happens next. Sans I/O: `table.handle(event, now) -> [effect]`.

`robot.phases` draws what is waited for when. Two games are kept: `agreed`, what both sides have accepted, and `game`,
what stands in the grid now. They are the same but for a rebuild, where the grid starts empty again and every agreed
move is dropped in order, by the hand whose move it was; a rebuild is nothing but turns whose column is known.

Nothing moves before an observation younger than the decision has been found as agreed.
"""

from __future__ import annotations

from robot.mechanism.types import Ending, Receipt
from robot.messages import (
    Announce,
    Ask,
    Blind,
    Drop,
    Effect,
    Ended,
    Event,
    Home,
    Judged,
    Lit,
    Load,
    Quit,
    Ready,
    Reported,
    Request,
    Seen,
    Slide,
    Start,
    Think,
    Thought,
    Tick,
)
from robot.phases import DISCS_EACH, WATCHED, Patience, Phase, Seat
from robot.referee import (
    Colours,
    Extra,
    Missing,
    Moved,
    Unchanged,
    Unreadable,
    Verified,
    Wrong,
    WrongColumn,
    judge,
    square_name,
    verify,
)
from robot.rules.game import Game, Reason
from robot.rules.notation import letter
from vision.types import Observation


class Table:
    """One game between two seats. Hand it events; carry out the effects; nothing else goes in or out.

    `magazine` discs are in the magazine at first, `capacity` is what it holds.
    """

    def __init__(
        self,
        seats: tuple[Seat, Seat],
        patience: Patience | None = None,
        next_action: int = 1,
        magazine: int = DISCS_EACH,
        capacity: int = DISCS_EACH,
    ) -> None:
        self.seats = seats
        self.patience = patience or Patience()
        self.magazine = magazine
        self._capacity = capacity
        self.phase = Phase.HOMING
        self.agreed = Game()
        self.game = Game()
        self.trouble: Wrong | Unreadable | Blind | None = None
        self.pauses = 0
        self._colours: Colours = (seats[0].colour, seats[1].colour)
        self._next_action = next_action
        self._started = False
        self._pending = 0
        self._now_s = 0.0
        self._since_s = 0.0
        self._said_s = 0.0
        self._trouble_s = 0.0
        self._told = False
        self._column = 0
        self._receipt: Receipt | None = None
        self._retries = 0
        self._fallen = 0
        self._rebuilds = 0
        self._calls = 0
        self._asks = 0
        self._resume = Phase.CHECKING
        self._request = Request.FREE
        self._words = ""
        self._effects: list[Effect] = []

    @property
    def paused(self) -> bool:
        """Whether the game stands still because something is wrong."""
        return self.phase is Phase.STUCK or (self.trouble is not None and self._told)

    @property
    def rebuilding(self) -> bool:
        """Whether agreed moves are still to be dropped again."""
        return len(self.game.moves) < len(self.agreed.moves)

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
            case Thought(moves, column, _):
                self._on_thought(moves, column)
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
            self._enter(Phase.HOMING)

    # -- what is seen ------------------------------------------------------------------------------------------------

    def _on_seen(self, seen: Observation) -> None:
        if isinstance(self.trouble, Blind):
            self._go_on()
        if self.phase in (Phase.CHECKING, Phase.EMPTYING):
            self._judge(Game(), seen)
        elif self.phase is Phase.ARMED and self._arrived_late(seen):
            self._prove(seen)
        elif self.phase in (Phase.TURN, Phase.THINKING, Phase.ARMED):
            self._judge(self.game, seen)
        elif self.phase is Phase.VERIFYING and seen.time_s > self._since_s:
            self._prove(seen)

    def _judge(self, held: Game, seen: Observation) -> None:
        open_turn = self.phase is Phase.TURN
        verdict = judge(held, seen, self._colours, open_turn=open_turn)
        self._effects.append(Judged(held, seen, verdict, open_turn=open_turn))
        match verdict:
            case Unchanged():
                self._go_on()
                self._as_agreed(seen)
            case Moved(column):
                self._go_on()
                self._moved(column)
            case Wrong() | Unreadable():
                self._pause(verdict)

    def _as_agreed(self, seen: Observation) -> None:
        if self.phase is Phase.EMPTYING:
            self._enter(Phase.SORTING)
        elif self.phase is Phase.CHECKING:
            self._enter(Phase.DONE) if self.agreed.over else self._next_turn()
        elif self.phase is Phase.ARMED and seen.time_s > self._since_s:
            self._enter(Phase.MOVING)

    def _arrived_late(self, seen: Observation) -> bool:
        """Whether a disc that was given up as missing lies in the grid after all."""
        proof = verify(self.game, self._column, seen, self._colours)
        return self._retries > 0 and self._fallen > 0 and isinstance(proof, Verified | WrongColumn)

    def _prove(self, seen: Observation) -> None:
        proof = verify(self.game, self._column, seen, self._colours)
        if isinstance(proof, Missing) and self._now_s - self._since_s < self.patience.landing_s:
            return
        if isinstance(proof, WrongColumn) and not self._fallen:
            self._judge(self.game, seen)
            return
        self._effects.append(Judged(self.game, seen, proof, sent=self._column))
        match proof:
            case Verified(column):
                self._go_on()
                self._tell_lost_discs()
                self._moved(column)
            case WrongColumn(column):
                self._go_on()
                self._say(f"my disc fell into {letter(column)}, not {letter(self._column)}: it stays there")
                self._moved(column)
            case Missing():
                self._go_on()
                self._missing()
            case Extra(wrong):
                self._pause(wrong)
            case Unreadable():
                self._pause(proof)

    def _tell_lost_discs(self) -> None:
        if self._fallen > 1:
            self._say(f"{self._fallen} discs left the magazine and one is in the grid: take the rest off the table")

    def _moved(self, column: int) -> None:
        wanted = self._known_column()
        if wanted is not None and column != wanted:
            self._spoilt(f"the disc belongs into {letter(wanted)}, not {letter(column)}")
            return
        was_rebuilding = self.rebuilding
        self.game = self.game.play(column)
        if not was_rebuilding:
            self.agreed = self.game
            self._rebuilds = 0
        elif not self.rebuilding:
            self._say("the board is as agreed again")
        self._next_turn()

    def _missing(self) -> None:
        ending = self._receipt.ending if self._receipt else Ending.DONE
        self._retries += 1
        if ending is Ending.EMPTY:
            self.magazine = 0
            self._refill()
        elif self._retries <= self.patience.retries:
            self._say(f"my disc did not arrive in {letter(self._column)}: I try again")
            self._enter(Phase.ARMED)
        else:
            self._call(Request.FREE, "no disc comes out: free the gate and the chute", Phase.ARMED)

    # -- turns -------------------------------------------------------------------------------------------------------

    def _known_column(self) -> int | None:
        return self.agreed.moves[len(self.game.moves)] if self.rebuilding else None

    def _next_turn(self) -> None:
        if self.game.over and not self.rebuilding:
            self._enter(Phase.OVER)
            return
        self._retries = 0
        self._fallen = 0
        known = self._known_column()
        seat = self.seats[self.game.position.side]
        if not seat.robot_hand:
            self._enter(Phase.TURN)
        elif known is None:
            self._enter(Phase.THINKING)
        else:
            self._arm(known)

    def _on_thought(self, moves: tuple[int, ...], column: int) -> None:
        if self.phase is Phase.THINKING and moves == self.game.moves and self.game.position.is_legal(column):
            self._arm(column)

    # -- the hand ----------------------------------------------------------------------------------------------------

    def _on_reported(self, receipt: Receipt) -> None:
        """Only the receipt of the motion that is waited for counts; discs have left the magazine whatever happens."""
        self.magazine = max(0, self.magazine - receipt.discs)
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
        if not self.magazine:
            self._refill()
            return
        if self.magazine == FEW and self._still_needed() > FEW:
            self._say(f"only {FEW} discs are left in the magazine: refill {self._missing_discs()} soon")
        self._enter(Phase.ARMED)

    def _refill(self) -> None:
        """Ask for discs; nothing is broken, so it may be asked for as often as it has to be."""
        self._calls -= 1
        words = f"the magazine is empty: put {_discs(self._missing_discs())} into it"
        self._call(Request.REFILL, words, Phase.ARMED)

    def _still_needed(self) -> int:
        """How many discs the robot's hand may have to drop before the grid is full."""
        return sum(self.seats[ply % 2].robot_hand for ply in range(len(self.game.moves), 2 * DISCS_EACH))

    def _missing_discs(self) -> int:
        """How many discs belong into the magazine now, beside those that are in it."""
        return min(self._capacity, self._still_needed()) - self.magazine

    def _load(self) -> None:
        """A person has filled the magazine."""
        self.magazine = min(self._capacity, self._still_needed())
        self._effects.append(Load(self.magazine))

    def _help(self, receipt: Receipt, resume: Phase) -> None:
        words = receipt.remedy or f"the {receipt.verb} ended with: {receipt.ending.value}"
        self._call(Request.FREE, words, resume)

    def _call(self, request: Request, words: str, resume: Phase) -> None:
        """Ask a person at the machine, then go on with `resume`; too many calls end the game."""
        self._calls += 1
        if self._calls > self.patience.calls:
            self._annul("the machine needs repair")
            return
        self._resume = resume
        self._request = request
        self._words = words
        self.pauses += 1
        self._enter(Phase.STUCK)

    def _on_ready(self) -> None:
        if self.phase is Phase.SORTING:
            self._load()
            self._enter(Phase.CLOSING)
        elif self.phase is Phase.STUCK:
            if self._request is Request.REFILL:
                self._load()
            self._retries = 0
            self._enter(Phase.HOMING)

    # -- trouble -----------------------------------------------------------------------------------------------------

    def _pause(self, found: Wrong | Unreadable | Blind) -> None:
        """Remember what is wrong since when; say it; a wrong board that lasts is cleared and rebuilt.

        A camera that fails is said in every phase; what it would show matters only in some.
        """
        if self.phase not in WATCHED and not isinstance(found, Blind):
            return
        before, self.trouble = self.trouble, found
        if type(before) is not type(found):
            self._trouble_s = self._now_s
            self._told = False
        if isinstance(found, Unreadable | Blind):
            self._tell_unreadable(found)
        elif not self._told or (found != before and self._now_s - self._said_s >= self.patience.wrong_s):
            self._tell(f"{found.words}; {found.remedy}")
        elif self._lasted(found == before):
            self._spoilt(found.words)

    def _lasted(self, the_same: bool) -> bool:
        """Whether a wrong board has lasted; one that changes all the time gets five times as long."""
        return self._now_s - self._trouble_s >= self.patience.wrong_s * (1 if the_same else 5)

    def _tell_unreadable(self, found: Unreadable | Blind) -> None:
        lasted_s = self._now_s - self._trouble_s
        patience_s = self.patience.blind_s if isinstance(found, Blind) else self.patience.unreadable_s
        if not self._told and lasted_s >= patience_s:
            self._tell(_unreadable_words(found))
        give_up_s = self.patience.give_up_s
        if give_up_s is not None and lasted_s >= give_up_s and self.phase in WATCHED:
            self._annul("the board could not be read for too long")

    def _tell(self, words: str) -> None:
        self.pauses += not self._told
        self._told = True
        self._said_s = self._now_s
        self._effects.append(Announce(words, trouble=True))

    def _go_on(self) -> None:
        if self.trouble is not None and self._told:
            blind = isinstance(self.trouble, Blind)
            self._say("the camera sees the board again" if blind else "the board is all right again")
        self.trouble = None
        self._told = False

    def _spoilt(self, words: str) -> None:
        """Open the slider; afterwards the agreed moves are dropped again."""
        self._rebuilds += 1
        if self._rebuilds > self.patience.rebuilds:
            self._annul("the board could not be restored")
            return
        count = 0 if self.agreed.over else len(self.agreed.moves)
        discs = "the agreed disc" if count == 1 else f"the {count} agreed discs"
        then = f"then we drop {discs} again" if count else "the grid must be empty"
        self._say(f"{words}: I open the slider, {then}")
        self._enter(Phase.OPENING)

    def _annul(self, words: str) -> None:
        """End without a result, or leave the result as it stands; nothing moves any more."""
        self._say(words if self.agreed.over else f"{words}: the game is annulled")
        self._on_quit()

    def _on_quit(self) -> None:
        if self.phase is not Phase.DONE:
            if not self.agreed.over:
                self.agreed = self.agreed.annul()
            self._enter(Phase.DONE)

    # -- time --------------------------------------------------------------------------------------------------------

    def _on_tick(self) -> None:
        waited_s = self._now_s - self._since_s
        if isinstance(self.trouble, Unreadable):
            self._tell_unreadable(self.trouble)
        if self.phase is Phase.OVER and waited_s >= self.patience.admire_s:
            self._enter(Phase.OPENING)
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
            self._tell(_unreadable_words(self.trouble))
        else:
            self._ask()

    # -- phases ------------------------------------------------------------------------------------------------------

    def _enter(self, phase: Phase) -> None:
        self.phase = phase
        self._since_s = self._said_s = self._now_s
        self._asks += 1
        if not isinstance(self.trouble, Blind):
            self.trouble = None
            self._told = False
        match phase:
            case Phase.HOMING:
                self._effects.append(Home(self._action()))
            case Phase.THINKING:
                self._effects.append(Think(self.game))
            case Phase.MOVING:
                self._effects.append(Drop(self._action(), self._column))
            case Phase.OPENING:
                self.game = Game()
                self._effects.append(Slide(self._action(), opened=True))
            case Phase.CLOSING:
                self._effects.append(Slide(self._action(), opened=False))
            case Phase.OVER:
                self._say(self._result_words())
            case Phase.DONE:
                self._effects.append(Ended(self.agreed))
            case _:
                self._ask()

    def _ask(self) -> None:
        """Say to a person what is waited for, where a person is waited for."""
        match self.phase:
            case Phase.TURN:
                side = self.game.position.side
                seat, known = self.seats[side], self._known_column()
                where = "" if known is None else f" into {letter(known)}"
                words = f"{seat.name}: drop a {seat.colour.name.lower()} disc{where}"
                self._effects.append(Ask(self._asks, side, Request.DROP, known, words))
            case Phase.SORTING:
                words = "sort the discs, fill the magazine, and say when you are ready"
                self._effects.append(Ask(self._asks, None, Request.SORT, None, words))
            case Phase.STUCK:
                self._effects.append(Ask(self._asks, None, self._request, self._column, self._words))
            case Phase.CHECKING | Phase.EMPTYING | Phase.ARMED | Phase.VERIFYING if self._now_s > self._since_s:
                self._say(f"waiting: {self.phase.value}; keep hands away from the board")

    def _action(self) -> int:
        action = self._pending = self._next_action
        self._next_action += 1
        return action

    def _say(self, words: str) -> None:
        self._said_s = self._now_s
        self._effects.append(Announce(words))

    def _result_words(self) -> str:
        outcome = self.agreed.outcome
        if outcome is None or outcome.reason is Reason.ANNULLED:
            return "the game is annulled"
        if outcome.winner is None:
            return "the board is full and nobody has four: a draw"
        four = " ".join(square_name(square) for square in outcome.lines[0]) if outcome.lines else ""
        return f"{self.seats[outcome.winner].name} won with {four}"


FEW = 3
"""With so many discs left it is said that the magazine wants filling."""

_NEEDS_A_PERSON = (Phase.TURN, Phase.STUCK, Phase.SORTING)

_AFTER_SILENCE = {
    Phase.THINKING: Phase.THINKING,
    Phase.HOMING: None,
    Phase.MOVING: Phase.VERIFYING,
    Phase.OPENING: Phase.OPENING,
    Phase.CLOSING: Phase.CLOSING,
}
"""Where something must answer by itself, and what follows once a person has seen to it (None: what was to follow)."""


def _discs(count: int) -> str:
    return "1 disc" if count == 1 else f"{count} discs"


def _unreadable_words(found: Unreadable | Blind) -> str:
    if isinstance(found, Blind):
        return f"{found.reason}; {found.remedy}"
    return f"{found.words}; take hands and things away from the board, and check the lamp and the camera"
