"""Who sits where, whose turn it is, what happens next. Sans I/O: `table.handle(event, now) -> [effect]`.

`robot.phases` draws what is waited for when. Two games are kept: `agreed`, what both sides have accepted, and `game`,
what stands in the grid now. They are the same but for a rebuild, where the grid starts empty again and every agreed
move is dropped in order, by the hand whose move it was; a rebuild is nothing but turns whose column is known.

Nothing moves before an observation younger than the decision has been found as agreed.
"""

from __future__ import annotations

from robot.magazine import Magazine
from robot.mechanism.types import Ending, Receipt
from robot.messages import (
    Announce,
    Ask,
    Blind,
    Chosen,
    Consider,
    Considered,
    Drop,
    Effect,
    Ended,
    Event,
    Home,
    Judged,
    Lit,
    Load,
    Made,
    Quit,
    Ready,
    Reported,
    Request,
    Said,
    Seen,
    Slide,
    Start,
    Think,
    Thought,
    Tick,
    Word,
)
from robot.phases import DISCS_EACH, WATCHED, Patience, Phase, Seat, Terms
from robot.plastic import Colours, in_grid
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
from robot.rules.errors import IllegalMove
from robot.rules.moves import DROPS, Move, text_of
from robot.rules.state import Due
from robot.rules.timecontrol import ChessClock
from robot.talk import Heard, answered, heard, result_words
from robot.times import Times
from vision.types import Cell, Observation


class Table:
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
        self.seats = seats
        self.patience = patience or Patience()
        self.terms = terms or Terms()
        self.magazine = Magazine(magazine, capacity)
        self.times = Times(clock)
        self.phase = Phase.HOMING
        self.agreed = self.terms.start
        self.game = self.terms.start
        self.trouble: Wrong | Unreadable | Blind | None = None
        self.pauses = 0
        self.colours: Colours = _colours(self.terms.start, seats)
        self._next_action = next_action
        self._started = False
        self._pending = 0
        self._now_s = 0.0
        self._since_s = 0.0
        self._said_s = 0.0
        self._trouble_s = 0.0
        self._told = False
        self._told_dead = False
        self._column = 0
        self._wanted: int | None = None
        self._exchanged = False
        self._undoing: int | None = None
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

    # -- what is seen ------------------------------------------------------------------------------------------------

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
        self._effects.append(Judged(held, seen, verdict, open_turn=open_turn))
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
        self._effects.append(Judged(self.game, seen, proof, sent=self._column))
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

    def _tell_lost_discs(self) -> None:
        if self._fallen > 1:
            self._say(f"{self._fallen} discs left the magazine and one is in the grid: take the rest off the table")

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

    def _name(self, column: int) -> str:
        return self.game.state.rules.board.names[column]

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

    # -- turns -------------------------------------------------------------------------------------------------------

    def _known_move(self) -> Move | None:
        """The move that is to be made next whatever anybody thinks: an agreed one again, or one drawn by lot."""
        if self.rebuilding:
            return self.agreed.moves[len(self.game.moves)]
        state = self.game.state
        return state.legal_moves()[0] if state.due is Due.PLACE and state.rules.drawn else None

    @property
    def decider(self) -> Seat:
        """The seat that decides the next move."""
        return self.seats[self.game.state.seat]

    @property
    def dropper(self) -> Seat:
        """The seat whose hand drops the next disc: in an opening not always the one that decides."""
        return self.seats[self.game.state.turn ^ self._exchanged]

    def _next_turn(self) -> None:
        self._retries = self._fallen = 0
        self._wanted = None
        known = self._known_move()
        if self.game.over and not self.rebuilding:
            self._enter(Phase.OVER)
        elif known is not None and known.column < 0:
            self._made(known, self._now_s)
        elif self.terms.plastic and self._exchanged != self.agreed.state.swapped:
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

    # -- words -------------------------------------------------------------------------------------------------------

    def _on_said(self, seat: int, word: Word) -> None:
        if self.agreed.over:
            return
        if word in (Word.UNDO, Word.YES) and self.phase not in _MAY_UNDO:
            self._say("one moment, please: say that again when it is your turn")
            return
        try:
            self._take(heard(self.agreed, self.seats, self.terms, seat, word, self._undoing))
        except IllegalMove as error:
            self._say(f"{error}: {error.remedy}")

    def _on_considered(self, moves: tuple[Move, ...], colour: int, accepts: bool) -> None:
        if moves == self.agreed.moves and not self.agreed.over and self.agreed.agreed:
            self._take(answered(self.agreed, self.seats, colour, accepts=accepts))

    def _take(self, said: Heard) -> None:
        """Agree to what became of a word."""
        before, rebuilding = self.agreed, self.rebuilding
        self._undoing = said.undoing
        self._say(said.words)
        self.agreed = said.game
        undone = len(before.moves) - len(said.game.moves)
        if undone:
            self._take_back(undone)
            return
        self.game = self.game if rebuilding else self.agreed
        if self.agreed.over:
            self.times.end(self._now_s)
            self._enter(Phase.OVER)
        elif self.agreed.state.turn != before.state.turn:
            self.times.end(self._now_s)
            self._next_turn()
        for colour in said.weighing:
            self._effects.append(Consider(self.agreed, colour))

    def _take_back(self, moves: int) -> None:
        """The board goes back too: on plastic it is emptied and built up again."""
        self.times.stop(self._now_s)
        self.times.undo(moves)
        if self.terms.plastic:
            self._rebuild("the move is taken back")
        else:
            self.game = self.agreed
            self._next_turn()

    def _tell_dead(self) -> None:
        """Say once that no line can be made any more: a draw may be agreed."""
        if not self._told_dead and not self.game.over and self.game.is_dead:
            self._told_dead = True
            self._say("no line can be made any more by anybody: say draw to agree a draw, or play on")

    # -- the chess clock ---------------------------------------------------------------------------------------------

    def _look_at_flag(self, stamp_s: float) -> None:
        late = self.times.flag(stamp_s)
        if late is not None:
            self.agreed = self.game = self._lost_on_time(late)
            self._next_turn()

    def _lost_on_time(self, side: int) -> Contest:
        """The game lost by a side, which may have exchanged its colour for the other."""
        seat = next(at for at in range(len(self.seats)) if self.side_of(at) == side)
        return self.agreed.run_out(self.agreed.state.colour_of(seat))

    def side_of(self, seat: int) -> int:
        """The side of the match that a seat plays for."""
        rules = self.terms.start.state.rules
        return (self.terms.opener + rules.seats[seat]) % rules.colours

    # -- the hand ----------------------------------------------------------------------------------------------------

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

    def _refill(self) -> None:
        """Ask for discs; nothing is broken, so it may be asked for as often as it has to be."""
        self._call(Request.REFILL, self.magazine.empty_words(self._still_needed()), Phase.ARMED, counts=False)

    def _still_needed(self) -> int:
        """How many discs the robot's hand may have to drop before the grid is full."""
        state = self.game.state
        cells = (state.rules.board.open & ~state.mask).bit_count()
        return sum(
            self.seats[(state.turn + ply) % len(self.seats) ^ self._exchanged].robot_hand for ply in range(cells)
        )

    def _exchange(self) -> None:
        """The sides have exchanged their colours: their discs change hands, where the robot's hand needs others."""
        if not any(seat.robot_hand for seat in self.seats):
            self._exchanged = self.agreed.state.swapped
            self._next_turn()
            return
        words = f"the colours are exchanged: empty the magazine, and fill it with {self.robots_disc} discs"
        self._call(Request.EXCHANGE, words, Phase.CHECKING, counts=False)

    def disc_of(self, colour: int) -> str:
        """The colour of a side's discs in a word."""
        return self.seats[self.terms.start.state.rules.seats.index(colour)].disc

    @property
    def robots_disc(self) -> str:
        """The colour that belongs into the magazine, once what was exchanged has changed hands."""
        hand = next((at for at, seat in enumerate(self.seats) if seat.robot_hand), 0)
        return self.seats[hand ^ self.agreed.state.swapped].disc

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
        if self.phase is Phase.OVER and self.terms.lingers:
            self._clear_away()
        elif self.phase is Phase.SORTING:
            self._exchanged = self.agreed.state.swapped
            self._load()
            self._enter(Phase.CLOSING)
        elif self.phase is Phase.STUCK:
            self._retries = 0
            if self._request in (Request.REFILL, Request.EXCHANGE):
                self._load()
            if self._request is Request.EXCHANGE:
                self._exchanged = self.agreed.state.swapped
                self._next_turn()
            else:
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
        if not self._told:
            self.times.stop(self._trouble_s)
        self.pauses += not self._told
        self._told = True
        self._said_s = self._now_s
        self._effects.append(Announce(words, trouble=True))

    def _go_on(self) -> None:
        if self.trouble is not None and self._told:
            blind = isinstance(self.trouble, Blind)
            self._say("the camera sees the board again" if blind else "the board is all right again")
            if self.phase in _ON_THE_CLOCK and not self.rebuilding:
                self.times.go(self._now_s)
        self.trouble = None
        self._told = False

    def _spoilt(self, words: str) -> None:
        """Build the agreed board again; too often for one move ends the game."""
        self._rebuilds += 1
        if self._rebuilds > self.patience.rebuilds:
            self._annul("the board could not be restored")
        else:
            self._rebuild(words)

    def _rebuild(self, words: str) -> None:
        """Open the slider; afterwards the agreed moves are dropped again."""
        self.times.stop(self._now_s)
        count = 0 if self.agreed.over else sum(move.column >= 0 for move in self.agreed.moves)
        discs = "the agreed disc" if count == 1 else f"the {count} agreed discs"
        then = f"then we drop {discs} again" if count else "the grid must be empty"
        self._say(f"{words}: I open the slider, {then}")
        self._enter(Phase.OPENING)

    def _clear_away(self) -> None:
        """The result was admired."""
        self._enter(Phase.OPENING if self.terms.plastic else Phase.DONE)

    def _annul(self, words: str) -> None:
        """End without a result, or leave the result as it stands; nothing moves any more."""
        self._say(words if self.agreed.over else f"{words}: the game is annulled")
        self._on_quit()

    def _on_quit(self) -> None:
        if self.phase is not Phase.DONE:
            if not self.agreed.over:
                self.agreed = self.agreed.annul()
                self.times.annul()
            self._enter(Phase.DONE)

    # -- time --------------------------------------------------------------------------------------------------------

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
        board, seat = state.rules.board, state.turn ^ self._exchanged
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


_NEEDS_A_PERSON = (Phase.TURN, Phase.CHOOSING, Phase.STUCK, Phase.SORTING)
_ON_THE_CLOCK = (Phase.TURN, Phase.CHOOSING, Phase.THINKING, Phase.ARMED, Phase.VERIFYING)
_MAY_UNDO = (Phase.TURN, Phase.CHOOSING, Phase.THINKING)
"""Elsewhere a hand is moving, or discs are not where they belong."""

_AFTER_SILENCE = {
    Phase.THINKING: Phase.THINKING,
    Phase.HOMING: None,
    Phase.MOVING: Phase.VERIFYING,
    Phase.OPENING: Phase.OPENING,
    Phase.CLOSING: Phase.CLOSING,
}
"""Where something must answer by itself, and what follows once a person has seen to it (None: what was to follow)."""


def _colours(start: Contest, seats: tuple[Seat, ...]) -> Colours:
    """The cells of every colour; what the eye does not know is never held against a picture."""
    first = (seats[start.state.rules.seats.index(colour)] for colour in range(start.state.rules.colours))
    return tuple(Cell.UNKNOWN if seat.colour is None else seat.colour for seat in first)


def _unreadable_words(found: Unreadable | Blind) -> str:
    if isinstance(found, Blind):
        return f"{found.reason}; {found.remedy}"
    return f"{found.words}; take hands and things away from the board, and check the lamp and the camera"
