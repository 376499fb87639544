"""A hand that a command opens is let go, whatever happens to it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from calibration.hand import Hand, Pins
from robot.clock import VirtualClock
from robot.commands._hand import opened_hand
from robot.mechanism.errors import EnvelopeError
from robot.sim.servos import SimServoDriver
from robot.sim.world import World

PINS = Pins(
    {"chute": 12, "gate": 13, "slider": 18},
    {"disc": 5, "slider_open": 16, "slider_closed": 20, "emergency_stop": 21},
)
HAND = Hand("pwm", "", datetime(2026, 11, 2, tzinfo=UTC), pins=PINS)


class Closing(SimServoDriver):
    """The simulated servos, set in steps of `resolution_us`; remembers that it was closed."""

    resolution_us = 1.0
    closed = False

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch) -> Closing:
    driver = Closing(World(VirtualClock()))
    monkeypatch.setattr("robot.commands._hand.open_driver", lambda *_: driver)
    return driver


def test_driver_that_is_too_coarse_for_the_hand_is_closed_again(driver: Closing) -> None:
    driver.resolution_us = 200.0
    with pytest.raises(EnvelopeError), opened_hand(HAND, VirtualClock()):
        raise AssertionError("it must not be used")
    assert driver.closed


def test_driver_is_closed_after_an_error_of_the_game(driver: Closing) -> None:
    with pytest.raises(RuntimeError), opened_hand(HAND, VirtualClock()) as hand:
        assert not driver.closed and not hand.status().homed
        raise RuntimeError("a fault of the table")
    assert driver.closed
