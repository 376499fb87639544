"""The simulated machine: magazine, gate, beam, chute and slider, moved by nothing but servo pulses.

    magazine -> gate (hold | feed) -> beam (counts) -> chute (points somewhere) -> a column, or beside the board
             -> gate -> chamber -> lower gate (shut | pass) -> beam ...                     the machine with two gates

The gate lets one disc out each time it goes from hold to feed; it must return to hold before the next. A chamber that
is full takes no more, so that the upper gate alone can never let a second disc through.
"""

from __future__ import annotations

import enum
import random
from dataclasses import dataclass
from typing import Protocol

from robot.clock import VirtualClock
from robot.mechanism.types import Sensor, Servo
from robot.sim.rig import Horn, Rig

CAPACITY = 21


class Trouble(enum.Enum):
    """What can go wrong in the machine."""

    JAM = "jam"
    DOUBLE = "double feed"
    STUCK = "slider stuck"


class Surroundings(Protocol):
    """What the machine acts on."""

    def deliver(self, column: int | None) -> None:
        """A disc leaves the chute into a column, or beside the board (None)."""

    def slider_moved(self, is_open: bool) -> None:
        """The slider is now open enough for discs to fall out, or closed."""

    def trouble(self, kind: Trouble) -> None:
        """Something went wrong in the machine."""


@dataclass(slots=True)
class Pending:
    """How many of the next feeds jam or let two discs out, and of the next ways of the slider stick."""

    jams: int = 0
    doubles: int = 0
    stuck: int = 0


class Machine:
    """The body of the robot. `magazine` counts its discs, `in_chute` those between gate and board, `passages` those
    that have passed the beam."""

    def __init__(self, clock: VirtualClock, around: Surroundings, rig: Rig, rng: random.Random, magazine: int) -> None:
        self._clock = clock
        self._around = around
        self._rig = rig
        self._chute = Horn(rng.uniform(min(rig.chute_columns_us), max(rig.chute_columns_us)), rig.chute_speed)
        self._gate = Horn(rig.gate_hold_us, rig.gate_speed)
        self._lower = Horn(rig.lower_shut_us, rig.gate_speed)
        self._slider = Horn(rig.slider_closed_us, rig.slider_speed)
        self._armed = True
        self._in_chamber = 0
        self.passages = 0
        self.magazine = magazine
        self.in_chute = 0
        self.pending = Pending()
        self.emergency_stop = False

    # What a driver does

    def pulse(self, servo: Servo, pulse_us: int) -> None:
        """Let a servo follow a pulse."""
        target_us = float(pulse_us)
        if servo is Servo.SLIDER:
            target_us = self._held_back(target_us)
        self._follow(servo, target_us)

    def relax(self, servo: Servo) -> None:
        """Switch the pulses of a servo off; it stays where it is."""
        self._horn(servo).halt(self._clock.now())

    def sense(self, sensor: Sensor) -> int:
        if sensor is Sensor.DISC:
            return self.passages
        opening = self.opening()
        return int(
            {
                Sensor.MAGAZINE: self.magazine > 0,
                Sensor.SLIDER_OPEN: opening >= 0.98,
                Sensor.SLIDER_CLOSED: opening <= 0.02,
                Sensor.EMERGENCY_STOP: self.emergency_stop,
            }[sensor]
        )

    # What a person does

    def slide_by_hand(self, opened: bool) -> None:
        """Push the slider with the fingers, past whatever held it."""
        self.pending.stuck = 0
        self._follow(Servo.SLIDER, float(self._rig.slider_open_us if opened else self._rig.slider_closed_us))

    def free(self) -> None:
        """Free the disc that sticks at the gate and whatever holds the slider; neither is moved."""
        self.pending.jams = 0
        self.pending.stuck = 0

    # What can be seen

    def stands_at(self, servo: Servo) -> float:
        """Where a servo's horn stands: the pulse, us, that would hold it there."""
        return self._horn(servo).at(self._clock.now())

    def opening(self) -> float:
        """How far the slider is open, 0 to 1."""
        closed_us, open_us = self._rig.slider_closed_us, self._rig.slider_open_us
        share = (self._slider.at(self._clock.now()) - closed_us) / (open_us - closed_us)
        return min(1.0, max(0.0, share))

    # Motion

    def _horn(self, servo: Servo) -> Horn:
        horns = {
            Servo.CHUTE: self._chute,
            Servo.GATE: self._gate,
            Servo.LOWER: self._lower,
            Servo.SLIDER: self._slider,
        }
        return horns[servo]

    def _follow(self, servo: Servo, target_us: float) -> None:
        """Set a horn on its way, and look again when it passes the point that matters and when it arrives."""
        horn, now_s = self._horn(servo), self._clock.now()
        start_us = horn.at(now_s)
        arrives_s = horn.go(target_us, now_s)
        look = {
            Servo.GATE: self._look_at_gate,
            Servo.LOWER: self._look_at_chamber,
            Servo.SLIDER: self._look_at_slider,
        }.get(servo)
        if look is not None and target_us != start_us:
            self._clock.call_at(now_s + 0.5 * (arrives_s - now_s), look)
            self._clock.call_at(arrives_s, look)

    def _held_back(self, target_us: float) -> float:
        here_us = self._slider.at(self._clock.now())
        if not self.pending.stuck or target_us == here_us:
            return target_us
        self.pending.stuck -= 1
        self._around.trouble(Trouble.STUCK)
        return here_us + 0.3 * (target_us - here_us)

    def _look_at_slider(self) -> None:
        self._around.slider_moved(self.opening() > 0.4)

    def _look_at_gate(self) -> None:
        rig = self._rig
        share = (self._gate.at(self._clock.now()) - rig.gate_hold_us) / (rig.gate_feed_us - rig.gate_hold_us)
        if share < 0.1:
            self._armed = True
        elif share > 0.9 and self._armed:
            self._armed = False
            self._feed()

    def _feed(self) -> None:
        if not self.magazine or self._in_chamber:
            return
        if self.pending.jams:
            self.pending.jams -= 1
            self._around.trouble(Trouble.JAM)
            return
        discs = 1
        if self.pending.doubles and self.magazine > 1:
            self.pending.doubles -= 1
            self._around.trouble(Trouble.DOUBLE)
            discs = 2
        self.magazine -= discs
        self.in_chute += discs
        self._in_chamber = discs
        self._look_at_chamber()

    def _look_at_chamber(self) -> None:
        """Let the discs behind the gate go on their way when there is no lower gate, or it is open."""
        rig = self._rig
        share = (self._lower.at(self._clock.now()) - rig.lower_shut_us) / (rig.lower_pass_us - rig.lower_shut_us)
        if rig.gates == 1 or share > 0.9:
            for place in range(self._in_chamber):
                self._let_out(place * rig.follow_s)
            self._in_chamber = 0

    def _let_out(self, delay_s: float) -> None:
        self._clock.call_in(delay_s + self._rig.beam_s, self._pass_beam)
        self._clock.call_in(delay_s + self._rig.beam_s + self._rig.chute_s, self._leave_chute)

    def _pass_beam(self) -> None:
        self.passages += 1

    def _leave_chute(self) -> None:
        self.in_chute -= 1
        self._around.deliver(self._rig.column_at(self._chute.at(self._clock.now())))
