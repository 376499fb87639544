"""What a motion does to the Pi's supply is said once it has ended."""

from __future__ import annotations

import pytest

from robot.commands._supply import Supplied
from robot.mechanism.types import Ending
from tests.mechanism.stand import SimStand

NOW, EVER = 1, 1 << 16


@pytest.mark.parametrize(
    ("before", "after", "lines"), [(0, EVER, 1), (0, NOW | EVER, 1), (EVER, EVER, 0), (0, 0, 0), (None, None, 0)]
)
def test_under_voltage_during_a_motion_is_said(before: int | None, after: int | None, lines: int) -> None:
    stand, said = SimStand(), []
    flags = iter([0, 0, before, after])
    hand = Supplied(stand.mechanism, said.append, lambda: next(flags))
    assert hand.home(1).ending is Ending.DONE
    receipt = hand.drop(2, 3)
    assert (receipt.ending, receipt.discs, stand.heights()[3]) == (Ending.DONE, 1, 1)
    assert len(said) == lines and all("under-voltage" in line for line in said)
    assert hand.status().magazine == 20


def test_under_voltage_that_lasts_is_said_once_and_when_it_is_over() -> None:
    stand, said = SimStand(), []
    flags = iter([0, NOW | EVER, NOW | EVER, NOW | EVER, None, None, NOW | EVER, EVER, EVER, EVER, EVER, NOW | EVER])
    hand = Supplied(stand.mechanism, said.append, lambda: next(flags))
    told = []
    for action in range(1, 7):
        hand.home(action)
        told.append([line.partition(":")[0].strip() for line in said])
        said.clear()
    assert told == [["!! the Pi"], [], [], ["the Pi"], [], ["!! the Pi"]]
