"""A host that does all that a game asks of the hand, and says each step: to be killed in the middle of it."""

from __future__ import annotations

import sys
import threading

from robot.clock import RealClock
from robot.mechanism.link import Link
from robot.mechanism.ports import open_port
from robot.mechanism.serial import SerialMechanism


def main(port: str) -> None:
    clock = RealClock()
    hand = SerialMechanism(Link(lambda: open_port(port), clock), clock)

    def tend() -> None:
        while True:
            hand.tend()
            clock.sleep(0.05)

    threading.Thread(target=tend, daemon=True).start()
    print("ready", flush=True)
    hand.home(1)
    for action in range(2, 8, 3):
        hand.drop(action, action % 7)
        hand.slider(action + 1, opened=True)
        hand.slider(action + 2, opened=False)
    print("done", flush=True)
    clock.sleep(60)


main(sys.argv[1])
