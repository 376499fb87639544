"""The serial hand passes the battery of all hands, on the real binary at the simulated machine."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count

import pytest

from robot.mechanism.envelope import Positions
from robot.mechanism.link import Link
from robot.mechanism.serial import SerialMechanism
from robot.sim.controller import McuPort, SimController
from robot.sim.firmware import Mcu
from robot.sim.rig import Rig
from tests.firmware.controllers import Built
from tests.mechanism.battery import MechanismBattery
from tests.mechanism.stand import SimStand


class SerialStand(SimStand):
    """A test stand whose hand is the serial one."""

    def __init__(self, built: Built, rig: Rig | None = None, positions: Positions | None = None) -> None:
        super().__init__(rig)
        self.mcu = Mcu(built.folder / "mcu.so", built.elf)
        self.controller = SimController(self.mcu, self.driver, self.clock)
        self.clock.sleep(0.05)
        self.link = Link(lambda: McuPort(self.mcu), self.clock, draw=partial(next, count(1)))
        self.hand = SerialMechanism(self.link, self.clock, positions=positions)
        self.mechanism = self.hand
        self._tend()

    def _tend(self) -> None:
        self.hand.tend()
        self.clock.call_in(0.05, self._tend)

    def close(self) -> None:
        self.controller.close()
        self.mcu.close()


class TestSerialHand(MechanismBattery):
    @pytest.fixture
    def stand(self, built: Built) -> Iterator[SerialStand]:
        stand = SerialStand(built)
        yield stand
        stand.close()


class TestSerialHandWithTwoGates(MechanismBattery):
    fed_s = 1.0

    @pytest.fixture
    def stand(self, built: Built) -> Iterator[SerialStand]:
        stand = SerialStand(built, Rig(gates=2), Positions(gates=2))
        yield stand
        stand.close()
