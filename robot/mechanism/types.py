"""The hand's seams: what may be asked of it, and what it answers. Standard library only.

    table  ->  Mechanism   home, aim, drop, slider, stop, status     the sequences; answers with a Receipt
    keys   ->  Jogger      jog, let_go, feel                         one servo by hand, for calibration
                   |
               ServoDriver move, relax, sense                        one pulse, one sensor; a file in drivers/

Every motion carries an action id from the journal. An id is carried out at most once: asked again, the hand
answers with the stored receipt and does not move.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


class Servo(enum.Enum):
    """The servos of the robot; a machine with one gate has no LOWER."""

    CHUTE = "chute"
    GATE = "gate"
    LOWER = "lower gate"
    SLIDER = "slider"


class Sensor(enum.Enum):
    """What the robot can feel. DISC counts passages since power-on; the others are 1 (true) or 0."""

    DISC = "disc"
    MAGAZINE = "magazine"
    SLIDER_OPEN = "slider open"
    SLIDER_CLOSED = "slider closed"
    EMERGENCY_STOP = "emergency stop"


class Ending(enum.Enum):
    """How a motion ended."""

    DONE = "done"
    JAM = "jam"
    EMPTY = "magazine empty"
    DOUBLE = "double feed"
    NO_SWITCH = "slider did not arrive"
    REFUSED = "refused"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was really done: the action's id, its verb, the column if it has one, how it ended.

    `discs` is the count of the disc sensor during the action, `took_ms` its duration, `remedy` what a person
    should do when it did not end with DONE (empty otherwise).
    """

    action: int
    verb: str
    column: int | None
    ending: Ending
    discs: int = 0
    took_ms: int = 0
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Status:
    """Where the hand stands now. `magazine` is the number of discs believed to be left."""

    homed: bool
    column: int | None
    slider_open: bool
    magazine: int
    emergency_stop: bool


class Mechanism(Protocol):
    """The hand. Every motion returns a Receipt; none raises for a mechanical failure.

    `drop` aims, feeds, senses and parks; it refuses while the slider is open, and `slider` refuses during a drop.
    `refill` tells that a person has filled the magazine with so many discs; nothing moves. `tend` is to be called all
    the time, every 50 ms or so, by whoever uses the hand: silence makes a controller stop. `last_action` is the last id
    that is remembered beyond this program, 0 without one: new ones begin behind it.
    """

    def home(self, action: int) -> Receipt: ...

    def aim(self, action: int, column: int) -> Receipt: ...

    def drop(self, action: int, column: int) -> Receipt: ...

    def slider(self, action: int, *, opened: bool) -> Receipt: ...

    def refill(self, count: int) -> None: ...

    def stop(self) -> None: ...

    def last_action(self) -> int: ...

    def tend(self) -> None: ...

    def status(self) -> Status: ...


class Jogger(Protocol):
    """The hand's other side, for calibration: servos are held one by one, and all sensors are felt.

    `jog` holds a servo at a pulse in us until `let_go`, a stop, the emergency stop, or ten seconds after the last
    `jog`; what `tend` is for in `Mechanism` goes for it too. Afterwards the hand has to be homed. Raises MechanismError
    for what must not move now: outside the limits, during a motion, a gate while the slider is open. `feel` gives every
    sensor's value.
    """

    def jog(self, servo: Servo, pulse_us: int) -> None: ...

    def let_go(self) -> None: ...

    def feel(self) -> Mapping[Sensor, int]: ...

    def tend(self) -> None: ...


class WholeHand(Mechanism, Jogger, Protocol):
    """A hand with both sides."""


class ServoDriver(Protocol):
    """One servo's pulse and one sensor's value.

    `move` sends a pulse width in whole microseconds and returns at once; `relax` switches the pulses of a servo
    off; `sense` reads a sensor. `resolution_us` is the step in which pulses can be set: a pulse is off by half of
    it at most. A driver refuses (MechanismError) what the hardware could not do.
    """

    @property
    def resolution_us(self) -> float: ...

    def move(self, servo: Servo, pulse_us: int) -> None: ...

    def relax(self, servo: Servo) -> None: ...

    def sense(self, sensor: Sensor) -> int: ...
