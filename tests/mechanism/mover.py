"""A program that moves the hand until it is ended: what a guard is tested with.

    python -m tests.mechanism.mover DRIVER WIRING

No disc falls and the slider is closed. Each motion's end is said in a line; SIGTERM ends the program in good order.
"""

from __future__ import annotations

import itertools
import os
import signal
import sys

import gpiozero

from robot.clock import RealClock
from robot.mechanism import drivers
from robot.mechanism.servos import ServoMechanism
from robot.mechanism.types import Sensor
from robot.mechanism.wiring import Wiring


def main(name: str, text: str) -> None:
    wiring, clock = Wiring.from_text(text), RealClock()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    driver = drivers.open_driver(name, wiring, clock)
    for sensor in (Sensor.MAGAZINE, Sensor.SLIDER_CLOSED, Sensor.EMERGENCY_STOP):
        gpiozero.Device.pin_factory.pin(wiring.sensors[sensor]).drive_low()
    hand = ServoMechanism(driver, clock)
    print(driver.guard_pid, os.getpid(), flush=True)
    try:
        for action in itertools.count(1):
            receipt = hand.drop(action, action % 7) if hand.status().homed else hand.home(action)
            print(receipt.verb, receipt.ending.name, receipt.remedy, flush=True)
    finally:
        driver.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
