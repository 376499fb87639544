"""`quadrow selftest`: seven discs, verified by the sensor and the camera; what is wrong is found and named."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from calibration.hand import Hand, HandShelf
from robot.clock import RealClock, utc_now
from robot.commands.selftest import Step, _steps, _until_nothing_more, point
from robot.commands.selftest import _simulated as simulated
from robot.mechanism.types import Servo
from tests.commands.controllers import plugged_in
from tests.mechanism.stand import SimStand
from tests.system.shell import CHECKOUT, QUADROW, is_one_line, quadrow


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in which a simulated robot is calibrated whole."""
    folder = tmp_path_factory.mktemp("home")
    assert quadrow("calibrate", "all", "--sim", "--seed", "6", QUADROW_HOME=str(folder)).returncode == 0
    return folder


def selftest(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return quadrow("selftest", *words, QUADROW_HOME=str(home))


def test_selftest_drops_into_every_column_and_sees_it(home: Path) -> None:
    done = selftest(home, "--sim", "--json")
    assert done.returncode == 0, done.stderr
    steps = [json.loads(line) for line in done.stdout.splitlines()]
    assert [step["camera"] for step in steps[1:8]] == [f"seen in {letter}" for letter in "abcdefg"]
    assert [step["discs"] for step in steps] == [0, *[1] * 7, 0, 0]
    assert steps[-1]["camera"] == "seen empty" and all(step["fine"] for step in steps)
    assert "SIMULATED robot 6" in done.stderr


def test_selftest_finds_a_chute_that_points_between_columns(home: Path) -> None:
    """The sensor is content: only the camera sees that the discs are not where they should be."""
    shelf = HandShelf(home / "calibration/simulated")
    known = shelf.load()
    away = (known.columns_us[1] - known.columns_us[0]) // 2
    try:
        shelf.save(replace(known, columns_us=tuple(pulse + away for pulse in known.columns_us)))
        done = selftest(home, "--sim")
    finally:
        shelf.save(known)
    assert done.returncode == 1 and is_one_line(done.stderr)
    assert done.stdout.count("ok ") == 3 and done.stdout.count("BAD drop into") == 7
    assert "7 of 10 steps failed: drop into a: not seen" in done.stderr and "quadrow calibrate servos" in done.stderr


def test_selftest_finds_columns_that_are_shifted_by_one(home: Path) -> None:
    shelf = HandShelf(home / "calibration/simulated")
    known = shelf.load()
    last = 2 * known.columns_us[-1] - known.columns_us[-2]
    try:
        shelf.save(replace(known, columns_us=(*known.columns_us[1:], last)))
        done = selftest(home, "--sim")
    finally:
        shelf.save(known)
    assert done.returncode == 1 and "drop into a: seen in b" in done.stderr


@pytest.mark.parametrize("words", [("--sim",), (), ("--sim", "--dry-run")])
def test_selftest_without_a_calibration_says_so(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = selftest(tmp_path, *words)
    assert done.returncode == 4 and is_one_line(done.stderr) and "type: quadrow calibrate" in done.stderr


def test_selftest_dry_run_moves_the_chute_and_no_gate(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUADROW_HOME", str(home))
    stand = SimStand()
    robot = replace(simulated(_Words()), clock=stand.clock)
    assert [step.name[-1] for step in point(stand.mechanism, robot)] == list("abcdefg")
    assert {servo for servo, _ in stand.driver.pulses()} == {Servo.CHUTE}
    assert stand.held() == {}
    done = selftest(home, "--sim", "--dry-run")
    assert done.returncode == 0 and done.stdout.count("point at") == 7 and "drop" not in done.stdout


class _Words:
    robot = None


def steps_of(stand: SimStand) -> list[Step]:
    numbers = iter(range(1, 100))
    return list(_until_nothing_more(_steps(stand.mechanism, None, lambda: next(numbers))))


def test_selftest_goes_on_after_a_jam_and_names_it() -> None:
    stand = SimStand()
    stand.jam()
    steps = steps_of(stand)
    assert [step.fine for step in steps] == [True, False, *[True] * 8]
    assert steps[1].ending == "jam" and "free it" in steps[1].remedy


@pytest.mark.parametrize("fault, count", [("empty", 2), ("slider", 9), ("emergency stop", 1)])
def test_selftest_ends_where_nothing_more_can_succeed(fault: str, count: int) -> None:
    stand = SimStand()
    if fault == "empty":
        stand.take_all_discs()
    elif fault == "emergency stop":
        stand.press(True)
    else:
        stand.hold_slider()
    steps = steps_of(stand)
    assert len(steps) == count and not steps[-1].fine and steps[-1].remedy


def test_selftest_at_the_real_firmware_is_safe_after_ctrl_c(tmp_path: Path, firmware: Path) -> None:
    with plugged_in(firmware) as controller:
        HandShelf(tmp_path / "calibration/default").save(Hand("controller", controller.port, utc_now()))
        with subprocess.Popen(
            [*QUADROW, "selftest"],
            env={**os.environ, "PYTHONPATH": str(CHECKOUT), "QUADROW_HOME": str(tmp_path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as child:
            assert child.stdin and child.stdout
            child.stdin.write("\n")
            child.stdin.flush()
            lines = []
            while "drop into a" not in "".join(lines):
                lines.append(child.stdout.readline())
            assert lines[-1].startswith("ok "), lines
            child.send_signal(signal.SIGINT)
            _, said = child.communicate(timeout=20)
        assert child.returncode == 130 and is_one_line(said.partition("done] ")[2]), said
        stands_us = controller.world.machine.stands_at(Servo.CHUTE)
        RealClock().sleep(0.5)
        assert controller.world.machine.stands_at(Servo.CHUTE) == stands_us
        assert controller.world.machine.passages == 1
