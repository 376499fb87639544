"""The guard process: switches the servos off when the program that moves them dies or falls silent.

    python -m robot.mechanism.guard DRIVER WIRING      signs of life come on standard input (drivers/_guarded.py)

It stands ready before the first pulse, and then does one thing: when the pipe is closed, or silent for SILENCE_S while
a servo may be on, it switches all servos off and ends. Ctrl-C, a hang-up and a polite request to end do not touch it.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable

from robot.clock import Clock, RealClock
from robot.errors import QuadrowError
from robot.mechanism import drivers
from robot.mechanism.drivers._guarded import IDLE, LIVE, READY, SILENCE_S
from robot.mechanism.wiring import Wiring

TRIES, AGAIN_S = 250, 0.02
"""A switch that fails (a bus that the dying program left in disorder) is tried again for five seconds."""


def watch(signs: int, switch_off: Callable[[], None], clock: Clock) -> None:
    """Read signs from the file descriptor `signs` until it is closed or silent, then switch off."""
    said = IDLE
    while said:
        patience_s = SILENCE_S if said[-1:] == LIVE else None
        ready, _, _ = select.select([signs], [], [], patience_s)
        said = os.read(signs, 4096) if ready else b""
    for _ in range(TRIES):
        try:
            return switch_off()
        except OSError:
            clock.sleep(AGAIN_S)


def main(name: str, wiring: str) -> int:
    """Guard a driver; 0 when it has been switched off."""
    for request in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(request, signal.SIG_IGN)
    try:
        switch_off = drivers.off_switch(name, Wiring.from_text(wiring))
    except QuadrowError as error:
        print(f"{error} ({error.remedy})", flush=True)
        return error.exit_code
    os.write(sys.stdout.fileno(), READY)
    watch(sys.stdin.fileno(), switch_off, RealClock())
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
