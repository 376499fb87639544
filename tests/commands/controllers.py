"""The real firmware in a simulated chip at a simulated machine, in real time, at the name of a serial port."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from robot.clock import RealClock, VirtualClock
from robot.sim.controller import SimController
from robot.sim.firmware import Mcu
from robot.sim.pseudo import PseudoPort
from robot.sim.rig import Rig
from robot.sim.servos import SimServoDriver
from robot.sim.world import World

SLICE_S = 0.02


@dataclass
class Plugged:
    """A controller that is plugged in: its port's name, and the machine it moves."""

    port: str
    world: World


@contextlib.contextmanager
def plugged_in(firmware: Path, rig: Rig | None = None) -> Iterator[Plugged]:
    """Plug a controller in; `firmware` is the folder of what was built."""
    clock, mcu = VirtualClock(RealClock()), Mcu(firmware / "mcu.so", firmware / "quadrow.elf")
    port, over, world = PseudoPort(mcu, lockstep=False), threading.Event(), World(clock, rig=rig)
    SimController(mcu, SimServoDriver(world), clock, port.pump)

    def live() -> None:
        while not over.is_set():
            clock.sleep(SLICE_S)

    thread = threading.Thread(target=live)
    thread.start()
    try:
        yield Plugged(port.name, world)
    finally:
        over.set()
        thread.join()
        port.close()
        mcu.close()
