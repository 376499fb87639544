"""Servos in motion: pulses that pass the envelope, waits with an end, and the stop that ends both from any thread."""

from __future__ import annotations

import threading
from collections.abc import Callable

from robot.clock import Clock
from robot.mechanism.envelope import Envelope, Positions
from robot.mechanism.errors import MechanismError
from robot.mechanism.hold import Hold
from robot.mechanism.types import Ending, Sensor, Servo, ServoDriver

STEP_S = 0.02
"""How long a stop may take to be noticed."""


class Ended(Exception):
    """A motion ended before its end."""

    def __init__(self, ending: Ending, remedy: str) -> None:
        super().__init__(remedy)
        self.ending = ending
        self.remedy = remedy


class Motion:
    """The servos of `positions` on `driver`, and what is known of where the hand stands.

    `homed`: nothing has happened since `home` that could have moved a part; `column`: where the chute points, or None.
    """

    def __init__(self, driver: ServoDriver, clock: Clock, envelope: Envelope, positions: Positions) -> None:
        self._driver = driver
        self._clock = clock
        self._envelope = envelope
        self._servos = positions.servos()
        self._pulsing = threading.Lock()
        self._held = Hold()
        self._stops_cleared = 0
        self.stops = 0
        self.homed = False
        self.column: int | None = None

    def now(self) -> float:
        """Give the time, s, by the clock of all waits."""
        return self._clock.now()

    # Pulses and waits of a sequence

    def pulse(self, servo: Servo, pulse_us: int) -> None:
        """Send a servo to a pulse. Raises Ended after a stop."""
        pulse = self._envelope.check(servo, pulse_us)
        with self._pulsing:
            self._heed_stop()
            self._driver.move(servo, pulse)

    def wait(self, duration_s: float) -> None:
        """Let parts move for so long. Raises Ended at a stop."""
        self.wait_for(lambda: False, duration_s)

    def wait_for(self, arrived: Callable[[], bool], timeout_s: float) -> bool:
        """Sleep in small steps until `arrived` or the time is over; whether it arrived. Raises Ended at a stop."""
        until_s = self._clock.now() + timeout_s
        while not arrived():
            left_s = until_s - self._clock.now()
            if left_s <= 1e-9:
                return False
            self._clock.sleep(min(STEP_S, left_s))
            self._heed_stop()
        return True

    def relax(self) -> None:
        """Switch all servos off, those too that come after one that fails."""
        self._held.clear()
        failed: MechanismError | None = None
        for servo in self._servos:
            try:
                self._driver.relax(servo)
            except MechanismError as error:
                failed = error
        if failed is not None:
            raise failed

    # The stop, and the way back

    def stop(self) -> None:
        """End all motion now, from any thread. Raises MechanismError when a servo could not be switched off."""
        with self._pulsing:
            self.stops += 1
            self.lose_place()
            self.relax()

    def clear_stops(self, seen: int) -> None:
        """Move again after the stops up to this one; one that has come since still ends the motion."""
        self._stops_cleared = seen

    def lose_place(self) -> None:
        """Know no more where the hand stands: it must be homed."""
        self.homed = False
        self.column = None

    def _heed_stop(self) -> None:
        if self._driver.sense(Sensor.EMERGENCY_STOP):
            raise Ended(Ending.STOPPED, "release the emergency stop at the robot, then home it")
        if self.stops != self._stops_cleared:
            raise Ended(Ending.STOPPED, "the robot was stopped: make sure that all hands are away, then home it")

    # One servo held by hand

    def hold(self, servo: Servo, pulse_us: int) -> None:
        """Hold a servo at a pulse that has passed the envelope, stopped or not: somebody watches it."""
        self.lose_place()
        with self._pulsing:
            self._held.turn(servo, pulse_us, self._clock.now())
            self._driver.move(servo, pulse_us)

    def hold_nothing(self) -> None:
        """Let the pulses of what was held go over into those of a sequence."""
        self._held.clear()

    def is_held_too_long(self) -> bool:
        """Tell whether what is held must be let go: for its time, or because the emergency stop is pressed."""
        if not self._held:
            return False
        return bool(self._driver.sense(Sensor.EMERGENCY_STOP)) or self._held.is_over(self._clock.now())

    def let_go(self) -> None:
        """Switch off what is held. Raises MechanismError when a servo could not be switched off."""
        with self._pulsing:
            if self._held:
                self.relax()
