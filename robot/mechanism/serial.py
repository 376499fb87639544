"""The hand on a controller at a serial line: the sequences run in the microcontroller, this asks and listens.

What `ServoMechanism` promises holds here too. The controller remembers the last action; this side remembers the others.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from robot.clock import Clock
from robot.mechanism import settings
from robot.mechanism.envelope import COLUMNS, Envelope, Limits, Positions
from robot.mechanism.errors import MechanismError
from robot.mechanism.firmware import fault
from robot.mechanism.hold import Hold
from robot.mechanism.link import Link, LinkError, Refused
from robot.mechanism.receipts import LAST_ACTION, Answers
from robot.mechanism.types import Ending, Receipt, Sensor, Servo, Status

STEP_S = 0.01
SPARE_S = 2.0
"""How much longer than its steps together a motion may take before it is given up."""
ASK_AGAIN_S = 0.5
"""How often it is asked what became of an action whose end may have been lost on the way."""
HOLD_AGAIN_S = 0.5
"""How often the controller is told to go on holding a servo; it lets go after 1.5 s."""
LONG_PAST = "this motion belongs to a game long past; ask for it with a new number"
NOT_YET = "wait until the motion under way has ended"
FLASH = "flash it again: quadrow firmware flash"
BROKEN_OFF = "read the board again, then home the robot"
ENDINGS = {
    "DONE": Ending.DONE,
    "JAM": Ending.JAM,
    "EMPTY": Ending.EMPTY,
    "DOUBLE": Ending.DOUBLE,
    "NOSWITCH": Ending.NO_SWITCH,
    "NOHOME": Ending.NO_SWITCH,
    "STOPPED": Ending.STOPPED,
    "ESTOP": Ending.STOPPED,
    "LOST": Ending.STOPPED,
    "OVERTIME": Ending.STOPPED,
}
"""How an action ended, by the controller's word; any other word refused it."""
BITS = {Sensor.MAGAZINE: 2, Sensor.SLIDER_OPEN: 4, Sensor.SLIDER_CLOSED: 8, Sensor.EMERGENCY_STOP: 16}
"""Where the sensors are in the inputs of STATUS."""


@dataclass(frozen=True, slots=True)
class Told:
    """The answer to STATUS; `discs` passed the beam since the controller's start, `passed` during the last `action`."""

    state: str
    column: int | None
    inputs: int
    discs: int
    action: int
    result: str
    passed: int

    def sense(self, sensor: Sensor) -> int:
        """Give one sensor's value."""
        return self.discs if sensor is Sensor.DISC else int(bool(self.inputs & BITS[sensor]))


class SerialMechanism:
    """The hand behind `link`. Implements `WholeHand`; `stop` and `status` may come from any thread.

    `magazine` is the number of discs in the magazine. The positions are written into the controller before the first
    motion when it holds others. `note` hears every motion that did not end with DONE, with the last lines on the wire.
    Raises EnvelopeError for positions outside the limits, LinkError when nothing answers.
    """

    def __init__(
        self,
        link: Link,
        clock: Clock,
        limits: Limits | None = None,
        positions: Positions | None = None,
        magazine: int = 21,
        note: Callable[[str, tuple[str, ...]], object] = lambda words, traffic: None,
    ) -> None:
        self._link, self._clock, self._note = link, clock, note
        self._positions = positions or Positions()
        self._limits = limits or Limits()
        self._envelope = Envelope(self._limits)
        self._envelope.check_positions(self._positions)
        self._magazine = magazine
        self._answers = Answers()
        self._busy = threading.Lock()
        self._ended: dict[int, tuple[str, ...]] = {}
        self._discs = 0
        self._holding = threading.RLock()
        self._held = Hold()
        self._said_s = 0.0
        self._met = self._prepared = False
        self._stops = 0
        self._meet()

    # What may be asked for

    def home(self, action: int) -> Receipt:
        """Bring every part to its safe place; the way back after a stop."""
        return self._carry_out(action, "home", None, "HOME")

    def aim(self, action: int, column: int) -> Receipt:
        """Point the chute at a column, and leave it there."""
        return self._carry_out(action, "aim", column, "AIM", column)

    def drop(self, action: int, column: int) -> Receipt:
        """Let one disc fall into a column; no second attempt is made here."""
        return self._carry_out(action, "drop", column, "DROP", column)

    def slider(self, action: int, *, opened: bool) -> Receipt:
        """Open or close the slider, and wait for its end switch."""
        return self._carry_out(action, "slider", None, "SLIDER", "OPEN" if opened else "CLOSE")

    def stop(self) -> None:
        """End all motion now. Raises MechanismError when the controller cannot be told; it stops by itself then."""
        with self._holding:
            self._stops += 1
            self._held.clear()
            self._link.ask("STOP")

    def status(self) -> Status:
        """Where the hand stands now; a slider that is not proven closed counts as open."""
        self.tend()
        told = self._status()
        self._count(told)
        return Status(
            homed=told.state == "HOMED",
            column=told.column,
            slider_open=(told.sense(Sensor.SLIDER_OPEN), told.sense(Sensor.SLIDER_CLOSED)) != (0, 1),
            magazine=self._magazine,
            emergency_stop=bool(told.sense(Sensor.EMERGENCY_STOP)),
        )

    def last_action(self) -> int:
        """The last action that the controller remembers: a journal that was lost goes on behind it."""
        return self._status().action

    def refill(self, count: int) -> None:
        """Believe that a person has filled the magazine: it now holds `count` discs."""
        self._magazine = count

    def tend(self) -> None:
        """Keep the session alive and hear what the controller says; to be called every 50 ms or so."""
        self._link.tend()
        while self._link.events:
            self._hear(self._link.events.popleft())
        if self._held and not self._link.is_waiting:
            self._hold_on()

    # What a person does with one servo

    def jog(self, servo: Servo, pulse_us: int) -> None:
        """Hold a servo at a pulse; see `Jogger`."""
        pulse = self._envelope.check(servo, pulse_us)
        if servo not in self._positions.servos():
            raise MechanismError(f"this machine has no {servo.value} servo", "turn another one")
        with self._holding:
            self._meet()
            self._link.ask("JOG", servo.name, pulse)
            self._said_s = self._clock.now()
            self._held.turn(servo, pulse, self._said_s)

    def let_go(self) -> None:
        """End what `jog` holds. Raises MechanismError when the controller cannot be told; it lets go by itself then."""
        with self._holding:
            if self._held:
                self.stop()

    def feel(self) -> Mapping[Sensor, int]:
        """Give every sensor's value."""
        self.tend()
        told = self._status()
        self._count(told)
        return {sensor: told.sense(sensor) for sensor in Sensor}

    def _hold_on(self) -> None:
        """Tell the controller again what it is to hold; what it refuses now (the emergency stop) is held no more."""
        with self._holding:
            now_s = self._clock.now()
            if self._held.is_over(now_s):
                self.stop()
            elif now_s - self._said_s >= HOLD_AGAIN_S:
                self._said_s = now_s
                try:
                    for servo, pulse_us in self._held.pulses:
                        self._link.ask("JOG", servo.name, pulse_us)
                except MechanismError:
                    self._held.clear()

    # One motion at a time, each id once

    def _carry_out(self, action: int, verb: str, column: int | None, *words: object) -> Receipt:
        def refused(remedy: str) -> Receipt:
            return Receipt(action, verb, column, Ending.REFUSED, remedy=remedy)

        if not self._busy.acquire(blocking=False):
            return self._answers.get(action) or refused(NOT_YET)
        try:
            stored = self._answers.get(action)
            if stored is not None:
                return stored
            if self._answers.is_forgotten(action):
                return refused(LONG_PAST)
            if not 0 < action <= LAST_ACTION:
                return refused(f"a controller knows motions 1 to {LAST_ACTION}: end the game and begin another")
            receipt = Receipt(action, verb, column, Ending.STOPPED, remedy=f"the motion was broken off: {BROKEN_OFF}")
            try:
                receipt = self._run(action, verb, column, words)
            finally:  # whatever happened, this id is spent
                self._answers.keep(receipt)
            if receipt.ending is not Ending.DONE:
                what = f"action {action}, {verb}: {receipt.ending.value}, {receipt.discs} discs: {receipt.remedy}"
                self._note(what, self._link.traffic)
            return receipt
        finally:
            self._busy.release()

    def _run(self, action: int, verb: str, column: int | None, words: tuple[object, ...]) -> Receipt:
        if verb in ("aim", "drop") and (type(column) is not int or not 0 <= column < COLUMNS):
            wrong = f"there is no column {column!r}; choose one of 0 to {COLUMNS - 1} (a to g)"
            return Receipt(action, verb, column, Ending.REFUSED, remedy=wrong)
        started_s = self._clock.now()
        try:
            word, discs, took_ms = self._ask_for(action, verb, words)
        except Refused as error:
            return Receipt(action, verb, column, Ending.REFUSED, remedy=error.remedy)
        except MechanismError as error:
            took_ms = round((self._clock.now() - started_s) * 1000)
            discs = self._recovered(action)
            return Receipt(
                action, verb, column, Ending.STOPPED, discs, took_ms, f"{error}: {error.remedy}; {BROKEN_OFF}"
            )
        ending = ENDINGS.get(word, Ending.REFUSED)
        remedy = "" if ending is Ending.DONE else fault(word).remedy
        return Receipt(action, verb, column, ending, discs, took_ms, remedy)

    def _ask_for(self, action: int, verb: str, words: tuple[object, ...]) -> tuple[str, int, int]:
        """Ask for a motion and wait for its end: the word for it, discs that passed, ms. Raises MechanismError."""
        self._held.clear()
        stops = self._stops
        self._prepare()
        if self._stops != stops:
            raise MechanismError("the motion was stopped before it began", "make sure that all hands are away")
        name, *rest = words
        answer = self._link.ask(name, action, *rest)
        if answer and answer[0] != "RUNNING":
            return self._account(answer)
        until_s = self._clock.now() + self._longest_s(verb)
        ask_s = self._clock.now() + ASK_AGAIN_S
        while self._clock.now() < until_s:
            self._clock.sleep(STEP_S)
            self.tend()
            ended = self._ended.pop(action, None)
            if ended is None and self._clock.now() >= ask_s:
                ask_s = self._clock.now() + ASK_AGAIN_S
                ended = self._asked(action)
            if ended is not None:
                return self._account(ended)
        self._link.ask("STOP")
        raise MechanismError("the controller does not come to an end", "it was stopped")

    def _recovered(self, action: int) -> int:
        """After a broken line: begin a new session, and say how many discs passed during an action if that is known."""
        try:
            self._prepare()
            told = self._status()
        except MechanismError:
            return 0
        self._count(told)
        return told.passed if told.action == action else 0

    def _asked(self, action: int) -> tuple[str, ...] | None:
        """Ask what became of an action: its word, discs, ms; None while it is under way."""
        told = self._status()
        if told.action != action:
            raise LinkError("the controller has lost the motion: it was reset", "see its power", self._link.traffic)
        return None if told.result == "RUNNING" else (told.result, str(told.passed), "0")

    def _account(self, ended: tuple[str, ...]) -> tuple[str, int, int]:
        """Take an end into account: its word, discs that passed, ms. Raises LinkError for what is no end."""
        self._count(self._status())
        match ended:
            case (word, passed, took_ms) if passed.isdecimal() and took_ms.isdecimal():
                return word, int(passed), int(took_ms)
        raise LinkError(f"the controller tells the end of a motion as '{' '.join(ended)}'", FLASH, self._link.traffic)

    def _status(self) -> Told:
        words = self._link.ask("STATUS")
        try:
            state, column, inputs, discs, action, result, passed, *_ = words
            where = None if column == "-" else int(column)
            return Told(state, where, int(inputs), int(discs), int(action), result, int(passed))
        except ValueError:
            raise LinkError(f"the controller tells its state as '{' '.join(words)}'", FLASH) from None

    def _count(self, told: Told) -> None:
        """Take the discs that have passed the beam since the last look out of the magazine."""
        self._magazine = max(0, self._magazine - max(0, told.discs - self._discs))
        self._discs = told.discs

    def _hear(self, event: tuple[str, ...]) -> None:
        match event:
            case ("DONE", action, passed, took_ms) if action.isdecimal():
                self._ended[int(action)] = ("DONE", passed, took_ms)
            case ("FAIL", action, word, passed, took_ms) if action.isdecimal():
                self._ended[int(action)] = (word, passed, took_ms)
            case ("HALT", _):
                self._held.clear()
            case _:
                return

    # What must be agreed on first

    def _meet(self) -> None:
        """Once in a session: the controller's limits lie around ours."""
        if not self._link.is_open:
            self._met = self._prepared = False
            self._link.connect()
        if not self._met:
            settings.check_limits(self._link, self._limits)
            self._discs = self._status().discs
            self._met = True

    def _prepare(self) -> None:
        """Once in a session, before anything moves: the controller holds our positions."""
        self._meet()
        if not self._prepared:
            settings.write(self._link, self._clock, self._positions)
            self._prepared = True

    def _longest_s(self, verb: str) -> float:
        """Give the time in which a motion must have ended."""
        at = self._positions
        feed_s = at.settle_s * 2 + at.feed_s * 4 + at.sense_timeout_s + at.clear_s
        home_s = at.settle_s * 2 + at.feed_s + at.clear_s + at.slider_timeout_s
        steps = {"home": home_s, "aim": at.settle_s, "drop": feed_s, "slider": at.slider_timeout_s}
        return steps[verb] + SPARE_S
