"""A hand that a command opens is let go, whatever happens to it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from calibration.hand import Hand, Pins
from robot.clock import VirtualClock
from robot.commands._fault_log import note_fault
from robot.commands._hand import opened_hand
from robot.mechanism.errors import EnvelopeError
from robot.sim.servos import SimServoDriver
from robot.sim.world import World
from tests.commands.test_find_port import babbler
from tests.system.shell import is_one_line, quadrow

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


def test_faults_are_kept_with_the_lines_before_them_and_the_older_half_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUADROW_HOME", str(tmp_path))
    for number in range(700):
        path = note_fault(f"fault {number}", [f"{number}.{line} > 17 DROP 204 3*C3AE2C92" for line in range(20)])
    assert path == tmp_path / "faults.log"
    assert path is not None and path.stat().st_size <= 256_000
    text = path.read_text()
    assert "fault 699\n    699.0 > 17 DROP" in text and "fault 1\n" not in text
    (tmp_path / "faults.log").unlink()
    (tmp_path / "faults.log").mkdir()
    assert note_fault("the disk does not let it", []) is None


def test_error_of_the_line_says_where_the_last_lines_are(tmp_path: Path) -> None:
    with babbler(b"Marlin ready\r\n") as port:
        done = quadrow("jog", "--port", port, QUADROW_HOME=str(tmp_path))
    assert done.returncode == 3 and is_one_line(done.stderr) and f"are in {tmp_path / 'faults.log'}" in done.stderr
    text = (tmp_path / "faults.log").read_text()
    assert "quadrow jog: " in text and "< Marlin ready" in text and "HELLO" in text
