"""The hand's sequences, step by step, and what must be true before each.

    drop    check -> aim -> feed -> sense -> park         slider    pulse -> wait for its end switch
    home    gates hold -> slider closes -> chute parks    feed      gate to and fro, then the lower one if there are two

No disc is fed unless the end switches prove the slider closed, at the start of a drop and again before a gate opens.
"""

from __future__ import annotations

from robot.mechanism.envelope import COLUMNS, Positions
from robot.mechanism.motion import Ended, Motion
from robot.mechanism.passages import Passages
from robot.mechanism.types import Ending, Sensor, Servo, ServoDriver


class Sequences:
    """What the hand can do. Everything raises Ended where it ends before its end, MechanismError where a part fails."""

    def __init__(self, driver: ServoDriver, positions: Positions, motion: Motion, passages: Passages) -> None:
        self._driver = driver
        self._positions = positions
        self._motion = motion
        self._passages = passages

    def home(self, stops_seen: int) -> None:
        """Bring every part to its safe place; a stop after the first `stops_seen` ends it."""
        self._motion.lose_place()
        self._motion.clear_stops(stops_seen)
        self._require_free_to_move()
        self._passages.begin()
        if self._positions.gates == 2:
            self._motion.pulse(Servo.LOWER, self._positions.lower_shut_us)
        self._motion.pulse(Servo.GATE, self._positions.gate_hold_us)
        self._motion.pulse(Servo.SLIDER, self._positions.slider_closed_us)
        self._motion.wait(self._positions.feed_s + self._positions.clear_s)  # a disc may be at a gate since a stop
        self._motion.pulse(Servo.CHUTE, self._positions.chute_park_us)
        self._motion.wait(self._positions.settle_s)
        self._await_slider(opened=False)
        self._passages.count()
        self._motion.homed = True

    def aim(self, column: int) -> None:
        """Point the chute at a column, and leave it there."""
        self._require_homed()
        _require_column(column)
        self._point(column)

    def drop(self, column: int) -> None:
        """Let one disc fall into a column."""
        self._require_homed()
        _require_column(column)
        self._require_slider_closed()
        self._require_accounted()
        self._point(column)
        discs = self._feed_and_count()
        self._park()
        self._judge(discs)

    def slide(self, opened: bool) -> None:
        """Open or close the slider, and wait for its end switch."""
        self._require_homed()
        if type(opened) is not bool:
            raise Ended(Ending.REFUSED, f"say whether the slider shall be open: True or False, not {opened!r}")
        positions = self._positions
        self._motion.pulse(Servo.SLIDER, positions.slider_open_us if opened else positions.slider_closed_us)
        self._await_slider(opened)

    def is_slider(self, *, opened: bool) -> bool:
        """Whether both end switches agree that the slider is open (or closed)."""
        is_open, is_closed = self._driver.sense(Sensor.SLIDER_OPEN), self._driver.sense(Sensor.SLIDER_CLOSED)
        return (bool(is_open), bool(is_closed)) == (opened, not opened)

    # What must be true first

    def _require_free_to_move(self) -> None:
        if self._driver.sense(Sensor.EMERGENCY_STOP):
            self._motion.lose_place()
            raise Ended(Ending.REFUSED, "release the emergency stop at the robot, then home it")

    def _require_homed(self) -> None:
        self._require_free_to_move()
        if not self._motion.homed:
            raise Ended(Ending.REFUSED, "home the robot first")

    def _require_slider_closed(self) -> None:
        if not self.is_slider(opened=False):
            raise Ended(Ending.REFUSED, "close the slider first; if it is closed, look after its end switches")

    def _require_accounted(self) -> None:
        """A disc that fell between two drops is on the board, or beside it: somebody must look before the next."""
        if self._passages.count():
            raise Ended(Ending.REFUSED, "a disc fell after the last drop had ended: read the board again first")

    # The steps

    def _point(self, column: int) -> None:
        self._motion.pulse(Servo.CHUTE, self._positions.chute_columns_us[column])
        self._motion.column = None
        self._motion.wait(self._positions.settle_s)
        self._motion.column = column

    def _feed_and_count(self) -> int:
        """Open and close each gate once; how many discs passed, counted even when the motion is stopped."""
        before = self._passages.fallen
        try:
            self._feed()
            if self._motion.wait_for(lambda: self._passages.count() > 0, self._positions.sense_timeout_s):
                self._motion.wait(self._positions.clear_s)
        finally:
            self._passages.count()
        return self._passages.fallen - before

    def _feed(self) -> None:
        self._require_slider_closed()
        self._swing(Servo.GATE, self._positions.gate_feed_us, self._positions.gate_hold_us)
        if self._positions.gates == 2:
            self._require_slider_closed()
            self._swing(Servo.LOWER, self._positions.lower_pass_us, self._positions.lower_shut_us)

    def _swing(self, gate: Servo, there_us: int, back_us: int) -> None:
        for pulse_us in (there_us, back_us):
            self._motion.pulse(gate, pulse_us)
            self._motion.wait(self._positions.feed_s)

    def _park(self) -> None:
        self._motion.column = None
        self._motion.pulse(Servo.CHUTE, self._positions.chute_park_us)
        self._motion.wait(self._positions.settle_s)

    def _judge(self, discs: int) -> None:
        if discs > 1:
            raise Ended(Ending.DOUBLE, f"{discs} discs fell at once: read the board again, then check the gate")
        if discs == 0 and self._driver.sense(Sensor.MAGAZINE):
            raise Ended(Ending.JAM, "a disc sticks at the gate: free it, then try again")
        if discs == 0:
            raise Ended(Ending.EMPTY, "fill the magazine, then try again")

    def _await_slider(self, opened: bool) -> None:
        if not self._motion.wait_for(lambda: self.is_slider(opened=opened), self._positions.slider_timeout_s):
            way = "open" if opened else "closed"
            raise Ended(Ending.NO_SWITCH, f"the slider did not get {way}: see what holds it, and try its end switch")


def _require_column(column: object) -> None:
    if type(column) is not int or not 0 <= column < COLUMNS:
        raise Ended(Ending.REFUSED, f"there is no column {column!r}; choose one of 0 to {COLUMNS - 1} (a to g)")
