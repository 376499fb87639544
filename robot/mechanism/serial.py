"""The hand on a controller at a serial line: the sequences run in the microcontroller, this asks and listens.

What `ServoMechanism` promises holds here too. The controller remembers the last action; this side remembers the others.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping

from robot.clock import Clock
from robot.mechanism.controller import ENDINGS, Controller
from robot.mechanism.envelope import COLUMNS, Envelope, Limits, Positions
from robot.mechanism.errors import MechanismError
from robot.mechanism.firmware import fault
from robot.mechanism.hold import Hold
from robot.mechanism.link import Link, Refused
from robot.mechanism.receipts import BROKEN_OFF, LAST_ACTION, Once, refused
from robot.mechanism.types import Ending, Receipt, Sensor, Servo, Status

STEP_S = 0.01
ASK_AGAIN_S = 0.5
"""How often it is asked what became of an action whose end may have been lost on the way."""
HOLD_AGAIN_S = 0.5
"""How often the controller is told to go on holding a servo; it lets go after 1.5 s."""


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
        self._envelope = Envelope(limits or Limits())
        self._envelope.check_positions(self._positions)
        self._controller = Controller(link, clock, limits or Limits(), self._positions, magazine)
        self._once = Once()
        self._holding = threading.RLock()
        self._held = Hold()
        self._said_s = 0.0
        self._stops = 0
        self._controller.meet()

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
        told = self._controller.look()
        return Status(
            homed=told.state == "HOMED",
            column=told.column,
            slider_open=(told.sense(Sensor.SLIDER_OPEN), told.sense(Sensor.SLIDER_CLOSED)) != (0, 1),
            magazine=self._controller.magazine,
            emergency_stop=bool(told.sense(Sensor.EMERGENCY_STOP)),
        )

    def last_action(self) -> int:
        """The last action that the controller remembers: a journal that was lost goes on behind it."""
        return self._controller.status().action

    def refill(self, count: int) -> None:
        """Believe that a person has filled the magazine: it now holds `count` discs."""
        self._controller.magazine = count

    def tend(self) -> None:
        """Keep the session alive and hear what the controller says; to be called every 50 ms or so."""
        self._link.tend()
        while self._link.events:
            match self._link.events.popleft():
                case ("HALT", _):
                    self._held.clear()
                case event:
                    self._controller.hear(event)
        if self._held and not self._link.is_waiting:
            self._hold_on()

    # What a person does with one servo

    def jog(self, servo: Servo, pulse_us: int) -> None:
        """Hold a servo at a pulse; see `Jogger`."""
        pulse = self._envelope.check(servo, pulse_us)
        if servo not in self._positions.servos():
            raise MechanismError(f"this machine has no {servo.value} servo", "turn another one")
        with self._holding:
            self._controller.meet()
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
        told = self._controller.look()
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
        if not 0 < action <= LAST_ACTION:
            too_high = f"a controller knows motions 1 to {LAST_ACTION}: end the game and begin another"
            return refused(action, verb, column, too_high)
        return self._once.carry_out(action, verb, column, lambda: self._noted(action, verb, column, words))

    def _noted(self, action: int, verb: str, column: int | None, words: tuple[object, ...]) -> Receipt:
        receipt = self._run(action, verb, column, words)
        if receipt.ending is not Ending.DONE:
            what = f"action {action}, {verb}: {receipt.ending.value}, {receipt.discs} discs: {receipt.remedy}"
            self._note(what, self._link.traffic)
        return receipt

    def _run(self, action: int, verb: str, column: int | None, words: tuple[object, ...]) -> Receipt:
        if verb in ("aim", "drop") and (type(column) is not int or not 0 <= column < COLUMNS):
            wrong = f"there is no column {column!r}; choose one of 0 to {COLUMNS - 1} (a to g)"
            return refused(action, verb, column, wrong)
        started_s = self._clock.now()
        try:
            word, discs, took_ms = self._ask_for(action, verb, words)
        except Refused as error:
            return refused(action, verb, column, error.remedy)
        except MechanismError as error:
            took_ms = round((self._clock.now() - started_s) * 1000)
            discs = self._controller.recovered(action)
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
        self._controller.prepare()
        if self._stops != stops:
            raise MechanismError("the motion was stopped before it began", "make sure that all hands are away")
        name, *rest = words
        answer = self._link.ask(name, action, *rest)
        if answer and answer[0] != "RUNNING":
            return self._controller.account(answer)
        until_s = self._clock.now() + self._controller.longest_s(verb)
        ask_s = self._clock.now() + ASK_AGAIN_S
        while self._clock.now() < until_s:
            self._clock.sleep(STEP_S)
            self.tend()
            ended = self._controller.end_of(action)
            if ended is None and self._clock.now() >= ask_s:
                ask_s = self._clock.now() + ASK_AGAIN_S
                ended = self._controller.asked(action)
            if ended is not None:
                return self._controller.account(ended)
        self._link.ask("STOP")
        raise MechanismError("the controller does not come to an end", "it was stopped")
