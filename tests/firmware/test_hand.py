"""The serial hand passes the battery of all hands, on the real binary at the simulated machine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from robot.mechanism.link import Link
from robot.mechanism.serial import SerialMechanism
from robot.sim.controller import McuPort, SimController
from robot.sim.firmware import Mcu
from tests.firmware.controllers import Built
from tests.mechanism.battery import MechanismBattery
from tests.mechanism.stand import SimStand


class SerialStand(SimStand):
    """A test stand whose hand is the serial one."""

    def __init__(self, built: Built) -> None:
        super().__init__()
        self.mcu = Mcu(built.folder / "mcu.so", built.elf)
        self.controller = SimController(self.mcu, self.driver, self.clock)
        self.clock.sleep(0.05)
        self.link = Link(lambda: McuPort(self.mcu), self.clock, draw=lambda: 0x5F3A09C1)
        self.hand = SerialMechanism(self.link, self.clock)
        self.mechanism = self.hand
        self._tend()

    def _tend(self) -> None:
        self.hand.tend()
        self.clock.call_in(0.05, self._tend)


class TestSerialHand(MechanismBattery):
    @pytest.fixture
    def stand(self, built: Built) -> Iterator[SerialStand]:
        stand = SerialStand(built)
        yield stand
        stand.controller.close()
        stand.mcu.close()
