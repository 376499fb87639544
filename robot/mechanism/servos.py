"""The hand in Python, over a servo driver: what may be asked of it, one motion at a time.

What can be relied on:

* an action id is carried out at most once; asked again, the stored receipt is the answer and nothing moves;
* nothing moves before `home`, while the emergency stop is pressed, or after a stop until `home` is asked for again,
  except one servo by `jog`, which somebody turns who watches it; after that `home` comes first again;
* no disc is fed unless the end switches prove the slider closed, and one motion runs at a time (`sequences.py`);
* every pulse passes the envelope; servos get pulses only while they move;
* every wait is short steps of `clock.sleep` with an end, and a stop ends it at the next step (`motion.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from robot.clock import Clock
from robot.mechanism.envelope import Envelope, Limits, Positions, check_resolution
from robot.mechanism.errors import MechanismError
from robot.mechanism.motion import Ended, Motion
from robot.mechanism.passages import Passages
from robot.mechanism.receipts import Once
from robot.mechanism.sequences import Sequences
from robot.mechanism.types import Ending, Receipt, Sensor, Servo, ServoDriver, Status


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
        positions = positions or Positions()
        self._driver = driver
        self._servos = positions.servos()
        self._envelope = Envelope(limits or Limits())
        self._envelope.check_positions(positions)
        check_resolution(positions, driver.resolution_us)
        self._once = Once()
        self._passages = Passages(driver, magazine)
        self._motion = Motion(driver, clock, self._envelope, positions)
        self._sequences = Sequences(driver, positions, self._motion, self._passages)

    # What may be asked for

    def home(self, action: int) -> Receipt:
        """Bring every part to its safe place; the way back after a stop."""
        return self._carry_out(action, "home", None, partial(self._sequences.home, self._motion.stops))

    def aim(self, action: int, column: int) -> Receipt:
        """Point the chute at a column, and leave it there."""
        return self._carry_out(action, "aim", column, partial(self._sequences.aim, column))

    def drop(self, action: int, column: int) -> Receipt:
        """Let one disc fall into a column; no second attempt is made here."""
        return self._carry_out(action, "drop", column, partial(self._sequences.drop, column))

    def slider(self, action: int, *, opened: bool) -> Receipt:
        """Open or close the slider, and wait for its end switch."""
        return self._carry_out(action, "slider", None, partial(self._sequences.slide, opened))

    def stop(self) -> None:
        """End all motion now. Raises MechanismError when the driver could not switch a servo off."""
        self._motion.stop()

    def status(self) -> Status:
        """Where the hand stands now; a slider that is not proven closed counts as open."""
        return Status(
            homed=self._motion.homed,
            column=self._motion.column,
            slider_open=not self._sequences.is_slider(opened=False),
            magazine=self._passages.magazine,
            emergency_stop=bool(self._driver.sense(Sensor.EMERGENCY_STOP)),
        )

    def tend(self) -> None:
        """Watch what is held by hand. Nobody else has to hear from us: a dead program is the guard's matter."""
        if self._motion.is_held_too_long():
            self.let_go()

    def last_action(self) -> int:
        """None is remembered beyond this program."""
        return 0

    def refill(self, count: int) -> None:
        """Believe that a person has filled the magazine: it now holds `count` discs."""
        self._passages.magazine = count

    # What a person does with one servo

    def jog(self, servo: Servo, pulse_us: int) -> None:
        """Hold a servo at a pulse; see `Jogger`."""
        pulse = self._envelope.check(servo, pulse_us)
        if not self._once.busy.acquire(blocking=False):
            raise MechanismError("a motion is under way", "wait until it has ended")
        try:
            self._refuse_jog(servo)
            self._motion.hold(servo, pulse)
        finally:
            self._once.busy.release()

    def let_go(self) -> None:
        """End what `jog` holds. Raises MechanismError when the driver could not switch a servo off."""
        self._motion.let_go()

    def feel(self) -> Mapping[Sensor, int]:
        """Give every sensor's value; discs that have passed are taken out of the magazine."""
        self._passages.begin()
        return {sensor: self._driver.sense(sensor) for sensor in Sensor}

    def _refuse_jog(self, servo: Servo) -> None:
        if servo not in self._servos:
            raise MechanismError(f"this machine has no {servo.value} servo", "turn another one")
        if self._driver.sense(Sensor.EMERGENCY_STOP):
            raise MechanismError("the emergency stop is pressed or its wire is broken", "release it at the robot")
        if servo in (Servo.GATE, Servo.LOWER) and self._driver.sense(Sensor.SLIDER_OPEN):
            raise MechanismError("the slider is open", "close it before a gate is turned")

    # One motion at a time, each id once

    def _carry_out(self, action: int, verb: str, column: int | None, sequence: Callable[[], None]) -> Receipt:
        return self._once.carry_out(action, verb, column, lambda: self._run(action, verb, column, sequence))

    def _run(self, action: int, verb: str, column: int | None, sequence: Callable[[], None]) -> Receipt:
        started_s, before = self._motion.now(), self._passages.fallen
        ending, remedy = self._attempt(sequence)
        took_ms = round((self._motion.now() - started_s) * 1000)
        return Receipt(action, verb, column, ending, self._passages.fallen - before, took_ms, remedy)

    def _attempt(self, sequence: Callable[[], None]) -> tuple[Ending, str]:
        self._motion.hold_nothing()
        try:
            try:
                sequence()
            finally:
                self._motion.relax()
        except Ended as ended:
            if ended.ending is Ending.STOPPED:
                self._motion.lose_place()
            return ended.ending, ended.remedy
        except MechanismError as error:
            self._motion.lose_place()
            return Ending.STOPPED, f"{error}: {error.remedy}; then home the robot"
        except BaseException:
            self._motion.lose_place()
            raise
        return Ending.DONE, ""
