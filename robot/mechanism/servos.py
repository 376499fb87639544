"""The hand's sequences in Python, over a servo driver.

    drop    check -> aim -> feed -> sense -> park         slider    pulse -> wait for its end switch
    home    gates hold -> slider closes -> chute parks    stop      pulses off, from any thread, at any moment
    feed    gate to and fro, then the lower one if the machine has two
    jog     one servo held at a pulse, by hand

What can be relied on:

* an action id is carried out at most once; asked again, the stored receipt is the answer and nothing moves;
* nothing moves before `home`, while the emergency stop is pressed, or after a stop until `home` is asked for again,
  except one servo by `jog`, which somebody turns who watches it; after that `home` comes first again;
* no disc is fed unless the end switches prove the slider closed, at the start of a drop and again before a gate
  opens, and one motion runs at a time;
* every pulse passes the envelope; servos get pulses only while they move;
* every wait is short steps of `clock.sleep` with an end, and a stop ends it at the next step.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from functools import partial

from robot.clock import Clock
from robot.mechanism.envelope import COLUMNS, Envelope, Limits, Positions, check_resolution
from robot.mechanism.errors import MechanismError
from robot.mechanism.hold import Hold
from robot.mechanism.receipts import Once
from robot.mechanism.types import Ending, Receipt, Sensor, Servo, ServoDriver, Status

STEP_S = 0.02
"""How long a stop may take to be noticed."""


class _Ended(Exception):
    """A sequence ended before its end."""

    def __init__(self, ending: Ending, remedy: str) -> None:
        super().__init__(remedy)
        self.ending = ending
        self.remedy = remedy


class ServoMechanism:
    """The hand on the servos of `driver`. Implements `WholeHand`; `stop` and `status` may come from any thread.

    `magazine` is the number of discs in the magazine. Raises EnvelopeError for positions outside the limits and for
    a driver whose steps are too coarse for them.
    """

    def __init__(
        self,
        driver: ServoDriver,
        clock: Clock,
        limits: Limits | None = None,
        positions: Positions | None = None,
        magazine: int = 21,
    ) -> None:
        self._driver = driver
        self._clock = clock
        self._positions = positions or Positions()
        self._envelope = Envelope(limits or Limits())
        self._envelope.check_positions(self._positions)
        check_resolution(self._positions, driver.resolution_us)
        self._magazine = magazine
        self._once = Once()
        self._pulsing = threading.Lock()
        self._held = Hold()
        self._stops = 0
        self._stops_cleared = 0
        self._homed = False
        self._column: int | None = None
        self._passages: int | None = None
        self._fallen = 0

    # What may be asked for

    def home(self, action: int) -> Receipt:
        """Bring every part to its safe place; the way back after a stop."""
        return self._carry_out(action, "home", None, partial(self._home, self._stops))

    def aim(self, action: int, column: int) -> Receipt:
        """Point the chute at a column, and leave it there."""
        return self._carry_out(action, "aim", column, partial(self._aim, column))

    def drop(self, action: int, column: int) -> Receipt:
        """Let one disc fall into a column; no second attempt is made here."""
        return self._carry_out(action, "drop", column, partial(self._drop, column))

    def slider(self, action: int, *, opened: bool) -> Receipt:
        """Open or close the slider, and wait for its end switch."""
        return self._carry_out(action, "slider", None, partial(self._slide, opened))

    def stop(self) -> None:
        """End all motion now. Raises MechanismError when the driver could not switch a servo off."""
        with self._pulsing:
            self._stops += 1
            self._lose_place()
            self._relax()

    def status(self) -> Status:
        """Where the hand stands now; a slider that is not proven closed counts as open."""
        return Status(
            homed=self._homed,
            column=self._column,
            slider_open=not self._is_slider(opened=False),
            magazine=self._magazine,
            emergency_stop=bool(self._driver.sense(Sensor.EMERGENCY_STOP)),
        )

    def tend(self) -> None:
        """Watch what is held by hand. Nobody else has to hear from us: a dead program is the guard's matter."""
        if self._held and (self._driver.sense(Sensor.EMERGENCY_STOP) or self._held.is_over(self._clock.now())):
            self.let_go()

    def last_action(self) -> int:
        """None is remembered beyond this program."""
        return 0

    def refill(self, count: int) -> None:
        """Believe that a person has filled the magazine: it now holds `count` discs."""
        self._magazine = count

    # What a person does with one servo

    def jog(self, servo: Servo, pulse_us: int) -> None:
        """Hold a servo at a pulse; see `Jogger`."""
        pulse = self._envelope.check(servo, pulse_us)
        if not self._once.busy.acquire(blocking=False):
            raise MechanismError("a motion is under way", "wait until it has ended")
        try:
            self._refuse_jog(servo)
            self._lose_place()
            with self._pulsing:
                self._held.turn(servo, pulse, self._clock.now())
                self._driver.move(servo, pulse)
        finally:
            self._once.busy.release()

    def let_go(self) -> None:
        """End what `jog` holds. Raises MechanismError when the driver could not switch a servo off."""
        with self._pulsing:
            if self._held:
                self._relax()

    def feel(self) -> Mapping[Sensor, int]:
        """Give every sensor's value; discs that have passed are taken out of the magazine."""
        self._begin_count()
        return {sensor: self._driver.sense(sensor) for sensor in Sensor}

    def _refuse_jog(self, servo: Servo) -> None:
        if servo not in self._positions.servos():
            raise MechanismError(f"this machine has no {servo.value} servo", "turn another one")
        if self._driver.sense(Sensor.EMERGENCY_STOP):
            raise MechanismError("the emergency stop is pressed or its wire is broken", "release it at the robot")
        if servo in (Servo.GATE, Servo.LOWER) and self._driver.sense(Sensor.SLIDER_OPEN):
            raise MechanismError("the slider is open", "close it before a gate is turned")

    # One motion at a time, each id once

    def _carry_out(self, action: int, verb: str, column: int | None, sequence: Callable[[], None]) -> Receipt:
        return self._once.carry_out(action, verb, column, lambda: self._run(action, verb, column, sequence))

    def _run(self, action: int, verb: str, column: int | None, sequence: Callable[[], None]) -> Receipt:
        started_s, before = self._clock.now(), self._fallen
        ending, remedy = self._attempt(sequence)
        took_ms = round((self._clock.now() - started_s) * 1000)
        return Receipt(action, verb, column, ending, self._fallen - before, took_ms, remedy)

    def _attempt(self, sequence: Callable[[], None]) -> tuple[Ending, str]:
        self._held.clear()
        try:
            try:
                sequence()
            finally:
                self._relax()
        except _Ended as ended:
            if ended.ending is Ending.STOPPED:
                self._lose_place()
            return ended.ending, ended.remedy
        except MechanismError as error:
            self._lose_place()
            return Ending.STOPPED, f"{error}: {error.remedy}; then home the robot"
        except BaseException:
            self._lose_place()
            raise
        return Ending.DONE, ""

    # The sequences

    def _home(self, stops_seen: int) -> None:
        self._lose_place()
        self._stops_cleared = stops_seen
        self._require_free_to_move()
        self._begin_count()
        if self._positions.gates == 2:
            self._pulse(Servo.LOWER, self._positions.lower_shut_us)
        self._pulse(Servo.GATE, self._positions.gate_hold_us)
        self._pulse(Servo.SLIDER, self._positions.slider_closed_us)
        self._wait(self._positions.feed_s + self._positions.clear_s)  # a disc may be at a gate since a stop
        self._pulse(Servo.CHUTE, self._positions.chute_park_us)
        self._wait(self._positions.settle_s)
        self._await_slider(opened=False)
        self._count_passages()
        self._homed = True

    def _aim(self, column: int) -> None:
        self._require_homed()
        self._require_column(column)
        self._point(column)

    def _drop(self, column: int) -> None:
        self._require_homed()
        self._require_column(column)
        self._require_slider_closed()
        self._require_accounted()
        self._point(column)
        discs = self._feed_and_count()
        self._park()
        self._judge(discs)

    def _slide(self, opened: bool) -> None:
        self._require_homed()
        if type(opened) is not bool:
            raise _Ended(Ending.REFUSED, f"say whether the slider shall be open: True or False, not {opened!r}")
        positions = self._positions
        self._pulse(Servo.SLIDER, positions.slider_open_us if opened else positions.slider_closed_us)
        self._await_slider(opened)

    # What must be true first

    def _require_free_to_move(self) -> None:
        if self._driver.sense(Sensor.EMERGENCY_STOP):
            self._lose_place()
            raise _Ended(Ending.REFUSED, "release the emergency stop at the robot, then home it")

    def _require_homed(self) -> None:
        self._require_free_to_move()
        if not self._homed:
            raise _Ended(Ending.REFUSED, "home the robot first")

    def _require_column(self, column: object) -> None:
        if type(column) is not int or not 0 <= column < COLUMNS:
            raise _Ended(Ending.REFUSED, f"there is no column {column!r}; choose one of 0 to {COLUMNS - 1} (a to g)")

    def _require_slider_closed(self) -> None:
        if not self._is_slider(opened=False):
            raise _Ended(Ending.REFUSED, "close the slider first; if it is closed, look after its end switches")

    def _require_accounted(self) -> None:
        """A disc that fell between two drops is on the board, or beside it: somebody must look before the next."""
        if self._count_passages():
            raise _Ended(Ending.REFUSED, "a disc fell after the last drop had ended: read the board again first")

    # The steps

    def _point(self, column: int) -> None:
        self._pulse(Servo.CHUTE, self._positions.chute_columns_us[column])
        self._column = None
        self._wait(self._positions.settle_s)
        self._column = column

    def _feed_and_count(self) -> int:
        """Open and close each gate once; how many discs passed, counted even when the motion is stopped."""
        before = self._fallen
        try:
            self._feed()
            if self._wait_for(lambda: self._count_passages() > 0, self._positions.sense_timeout_s):
                self._wait(self._positions.clear_s)
        finally:
            self._count_passages()
        return self._fallen - before

    def _feed(self) -> None:
        self._require_slider_closed()
        self._swing(Servo.GATE, self._positions.gate_feed_us, self._positions.gate_hold_us)
        if self._positions.gates == 2:
            self._require_slider_closed()
            self._swing(Servo.LOWER, self._positions.lower_pass_us, self._positions.lower_shut_us)

    def _swing(self, gate: Servo, there_us: int, back_us: int) -> None:
        for pulse_us in (there_us, back_us):
            self._pulse(gate, pulse_us)
            self._wait(self._positions.feed_s)

    def _park(self) -> None:
        self._column = None
        self._pulse(Servo.CHUTE, self._positions.chute_park_us)
        self._wait(self._positions.settle_s)

    def _judge(self, discs: int) -> None:
        if discs > 1:
            raise _Ended(Ending.DOUBLE, f"{discs} discs fell at once: read the board again, then check the gate")
        if discs == 0 and self._driver.sense(Sensor.MAGAZINE):
            raise _Ended(Ending.JAM, "a disc sticks at the gate: free it, then try again")
        if discs == 0:
            raise _Ended(Ending.EMPTY, "fill the magazine, then try again")

    def _await_slider(self, opened: bool) -> None:
        if not self._wait_for(lambda: self._is_slider(opened=opened), self._positions.slider_timeout_s):
            way = "open" if opened else "closed"
            raise _Ended(Ending.NO_SWITCH, f"the slider did not get {way}: see what holds it, and try its end switch")

    # Sensors and pulses

    def _is_slider(self, *, opened: bool) -> bool:
        """Whether both end switches agree that the slider is open (or closed)."""
        is_open, is_closed = self._driver.sense(Sensor.SLIDER_OPEN), self._driver.sense(Sensor.SLIDER_CLOSED)
        return (bool(is_open), bool(is_closed)) == (opened, not opened)

    def _begin_count(self) -> None:
        """Take the disc sensor's count as it is; discs that fell since the last look are accounted for."""
        counted = self._driver.sense(Sensor.DISC)
        if self._passages is None or counted < self._passages:
            self._passages = counted
        self._count_passages()

    def _count_passages(self) -> int:
        """Take the new passages of the disc sensor into account, and say how many there were."""
        counted = self._driver.sense(Sensor.DISC)
        new = counted - (self._passages or 0)
        if new < 0:
            raise MechanismError("the disc sensor began to count anew", "see whether its power was lost")
        self._passages = counted
        self._fallen += new
        self._magazine = max(0, self._magazine - new)
        return new

    def _pulse(self, servo: Servo, pulse_us: int) -> None:
        pulse = self._envelope.check(servo, pulse_us)
        with self._pulsing:
            self._heed_stop()
            self._driver.move(servo, pulse)

    def _relax(self) -> None:
        """Switch all servos off, those too that come after one that fails."""
        self._held.clear()
        failed: MechanismError | None = None
        for servo in self._positions.servos():
            try:
                self._driver.relax(servo)
            except MechanismError as error:
                failed = error
        if failed is not None:
            raise failed

    def _wait(self, duration_s: float) -> None:
        self._wait_for(lambda: False, duration_s)

    def _wait_for(self, arrived: Callable[[], bool], timeout_s: float) -> bool:
        """Sleep in small steps until `arrived` or the time is over; whether it arrived."""
        until_s = self._clock.now() + timeout_s
        while not arrived():
            left_s = until_s - self._clock.now()
            if left_s <= 1e-9:
                return False
            self._clock.sleep(min(STEP_S, left_s))
            self._heed_stop()
        return True

    def _lose_place(self) -> None:
        self._homed = False
        self._column = None

    def _heed_stop(self) -> None:
        if self._driver.sense(Sensor.EMERGENCY_STOP):
            raise _Ended(Ending.STOPPED, "release the emergency stop at the robot, then home it")
        if self._stops != self._stops_cleared:
            raise _Ended(Ending.STOPPED, "the robot was stopped: make sure that all hands are away, then home it")
