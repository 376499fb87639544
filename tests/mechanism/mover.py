"""A program that moves the hand until it is ended: what a guard is tested with.

    python -m tests.mechanism.mover DRIVER WIRING               motion after motion; each end is said in a line
    python -m tests.mechanism.mover DRIVER WIRING list          one game; each step is said in a line
    python -m tests.mechanism.mover DRIVER WIRING STEP SIGNAL   sends itself a signal at a step; says when that was, and
                                                                ends without a word where the step never came

A step is what happens at the pins: "drop 2: gate 1500 comes" (the guard has heard of it), "set", "held" (in the middle
of the motion), "drop 2: gate ends". No disc falls and the slider stays closed. SIGTERM ends the program in good order.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

import gpiozero

from robot.clock import RealClock
from robot.mechanism import drivers
from robot.mechanism.drivers._guarded import Driver
from robot.mechanism.servos import ServoMechanism
from robot.mechanism.types import Receipt, Sensor, Servo
from robot.mechanism.wiring import Wiring

HELD = 5
"""A servo is in the middle of its way when the sensors were read so often since its pulse."""
GAME = 5
"""Motions of a game: home, two drops, the slider to and fro."""


class Stepping:
    """`driver`, and `on_step` hears what happens at it."""

    def __init__(self, driver: Driver, on_step: Callable[[str], None]) -> None:
        self._driver, self._on_step = driver, on_step
        self.resolution_us = driver.resolution_us
        self.motion, self._last, self._sensed = "", "", 0

    def move(self, servo: Servo, pulse_us: int) -> None:
        self._last, self._sensed = f"{self.motion}: {servo.value} {pulse_us}", 0
        self._on_step(f"{self._last} comes")
        self._driver.move(servo, pulse_us)
        self._on_step(f"{self._last} set")

    def relax(self, servo: Servo) -> None:
        self._on_step(f"{self.motion}: {servo.value} ends")
        self._driver.relax(servo)

    def sense(self, sensor: Sensor) -> int:
        self._sensed += 1
        if self._sensed == HELD and self._last:
            self._on_step(f"{self._last} held")
        return self._driver.sense(sensor)

    def close(self) -> None:
        self._driver.close()


def game(hand: ServoMechanism) -> Iterator[tuple[str, Callable[[int], Receipt]]]:
    """Give motions and their names for ever, home whenever the hand has lost its place."""
    turn = 0
    while True:
        if not hand.status().homed:
            yield "home", hand.home
            continue
        turn += 1
        if turn % 4 in (1, 2):
            yield "drop", lambda action: hand.drop(action, action % 7)
        else:
            yield "slider", partial(hand.slider, opened=turn % 4 == 3)


def main(name: str, text: str, step: str = "", how: str = "") -> None:
    wiring, clock = Wiring.from_text(text), RealClock()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    guarded = drivers.open_driver(name, wiring, clock)

    def on_step(at: str) -> None:
        if step == "list":
            print(at, flush=True)
        elif at == step:
            print(time.monotonic(), flush=True)
            os.kill(os.getpid(), signal.Signals[how])

    guarded._driver = stepping = Stepping(guarded._driver, on_step)
    for sensor in (Sensor.MAGAZINE, Sensor.SLIDER_CLOSED, Sensor.EMERGENCY_STOP):
        gpiozero.Device.pin_factory.pin(wiring.sensors[sensor]).drive_low()
    hand = ServoMechanism(guarded, clock)
    print(guarded.guard_pid, os.getpid(), flush=True)
    try:
        for action, (verb, motion) in enumerate(game(hand), start=1):
            stepping.motion = f"{verb} {action}"
            receipt = motion(action)
            if not step:
                print(receipt.verb, receipt.ending.name, receipt.remedy, flush=True)
            if step == "list" and action == GAME:
                return
            if stepping.motion == step.partition(":")[0]:
                return  # on a busy machine a motion may be over before it was held
    finally:
        guarded.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
