"""The hand of a simulated board whose controller is the real firmware, reached through a serial port's name."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from pathlib import Path

from robot.clock import VirtualClock
from robot.mechanism.errors import MechanismError
from robot.mechanism.link import Link, Port
from robot.mechanism.ports import open_port
from robot.mechanism.serial import SerialMechanism
from robot.sim.controller import SimController
from robot.sim.firmware import Mcu
from robot.sim.pseudo import PseudoPort
from robot.sim.servos import SimServoDriver
from robot.sim.world import World

TEND_S = 0.05
START_S = 0.05


class LockstepPort:
    """A serial port whose bytes arrive before anything else happens."""

    def __init__(self, pseudo: PseudoPort) -> None:
        self._pseudo, self._port = pseudo, open_port(pseudo.name)

    def read(self, size: int) -> bytes:
        """Give what has come."""
        return bytes(self._port.read(size))

    def write(self, data: bytes) -> int:
        """Send, and wait until the other end has it."""
        count = self._port.write(data)
        self._pseudo.arrived(len(data))
        return int(count or 0)

    def close(self) -> None:
        """Let the port go."""
        self._port.close()


def firmware_hand(built: Path, seed: int) -> Callable[[World, VirtualClock], SerialMechanism]:
    """Give what makes the hand for a world: `built` is the folder with the binary and the simulator."""

    def make(world: World, clock: VirtualClock) -> SerialMechanism:
        mcu = Mcu(built / "mcu.so", built / "quadrow.elf")
        pseudo = PseudoPort(mcu, lockstep=True)
        SimController(mcu, SimServoDriver(world), clock, pseudo.pump)
        clock.sleep(START_S)
        rng = random.Random(seed)

        def open_it() -> Port:
            return LockstepPort(pseudo)

        hand = SerialMechanism(Link(open_it, clock, lambda: rng.randrange(1, 1 << 32)), clock)
        _keep_tending(hand, clock)
        return hand

    return make


def _keep_tending(hand: SerialMechanism, clock: VirtualClock) -> None:
    def tend() -> None:
        with contextlib.suppress(MechanismError):  # the next motion says it
            hand.tend()
        clock.call_in(TEND_S, tend)

    tend()
