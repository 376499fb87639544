"""The hand of a simulated board whose controller is the real firmware, reached through a serial port's name."""

from __future__ import annotations

import contextlib
import random
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


class FirmwareHand:
    """Makes the hand for a world: `built` is the folder with the binary and the simulator, `mcu` the simulated chip."""

    def __init__(self, built: Path, seed: int) -> None:
        self.mcu = Mcu(built / "mcu.so", built / "quadrow.elf")
        self._rng = random.Random(seed)

    def __call__(self, world: World, clock: VirtualClock) -> SerialMechanism:
        """Put the controller to the machine of a world, and connect to it."""
        pseudo = PseudoPort(self.mcu, lockstep=True)
        SimController(self.mcu, SimServoDriver(world), clock, pseudo.pump)
        clock.sleep(START_S)

        def open_it() -> Port:
            return LockstepPort(pseudo)

        hand = SerialMechanism(Link(open_it, clock, self._draw), clock)
        _keep_tending(hand, clock)
        return hand

    def _draw(self) -> int:
        return self._rng.randrange(1, 1 << 32)


def _keep_tending(hand: SerialMechanism, clock: VirtualClock) -> None:
    def tend() -> None:
        with contextlib.suppress(MechanismError):  # the next motion says it
            hand.tend()
        clock.call_in(TEND_S, tend)

    tend()
