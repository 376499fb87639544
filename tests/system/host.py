"""A host that asks of the hand what a game asks, to be killed in the middle of it: home, three drops, the slider.

    python -m tests.system.host PORT

What the controller breaks off because this computer was busy elsewhere is asked for again.
"""

from __future__ import annotations

import itertools
import sys
import threading
from collections.abc import Callable

from robot.clock import RealClock
from robot.mechanism.link import Link
from robot.mechanism.ports import open_port
from robot.mechanism.serial import SerialMechanism
from robot.mechanism.types import Ending, Receipt

DROPS = (3, 0, 6)


def main(port: str) -> None:
    clock = RealClock()
    hand = SerialMechanism(Link(lambda: open_port(port), clock), clock)
    numbers = itertools.count(1)

    def tend() -> None:
        while True:
            hand.tend()
            clock.sleep(0.05)

    def until_done(motion: Callable[[int], Receipt]) -> None:
        while motion(next(numbers)).ending is not Ending.DONE:
            hand.home(next(numbers))

    threading.Thread(target=tend, daemon=True).start()
    until_done(hand.home)
    for column in DROPS:
        until_done(lambda number, column=column: hand.drop(number, column))
    for opened in (True, False):
        until_done(lambda number, opened=opened: hand.slider(number, opened=opened))
    print("done", flush=True)
    clock.sleep(60)


main(sys.argv[1])
