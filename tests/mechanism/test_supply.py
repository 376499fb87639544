"""What a motion does to the Pi's supply is said once it has ended."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from robot.commands._supply import Supplied
from robot.mechanism.types import Ending
from tests.mechanism.battery import MechanismBattery
from tests.mechanism.stand import SimStand


class SuppliedStand(SimStand):
    """The simulated hand, watched on a Pi that never complains."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.flags: Iterator[int | None] = iter(lambda: 0, 1)
        self.mechanism = Supplied(self.mechanism, self.said.append, lambda: next(self.flags))  # type: ignore[assignment]


class TestSupplied(MechanismBattery):
    @pytest.fixture
    def stand(self) -> SuppliedStand:
        return SuppliedStand()


def test_under_voltage_during_a_drop_is_said() -> None:
    stand = SuppliedStand()
    stand.mechanism.home(1)
    stand.flags = iter([0, 1 << 16])
    assert stand.mechanism.drop(2, 3).ending is Ending.DONE
    assert len(stand.said) == 1 and "under-voltage" in stand.said[0]
