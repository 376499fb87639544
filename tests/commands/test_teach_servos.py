"""`quadrow calibrate servos` as it is typed: on a simulated machine, at a terminal, and at the real firmware's port.

With QUADROW_PROVE=1 a person at the keys leads the whole program through the lesson at the real firmware, in real time.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import threading
from pathlib import Path

import pytest

from calibration.hand import Hand, HandShelf
from robot.clock import RealClock, VirtualClock, utc_now
from robot.commands._builder import places_of
from robot.commands._hand import connect_driver
from robot.mechanism.types import Ending, Sensor, Servo
from robot.sim.rig import Rig
from robot.sim.servos import SimServoDriver
from robot.sim.world import World
from tests.commands.controllers import Plugged, plugged_in
from tests.system.shell import CHECKOUT, QUADROW, at_terminal, is_one_line, quadrow
from vision.types import Cell

SIM = "calibration/simulated"


def calibrate(home: Path, *words: str, feed: str = "") -> subprocess.CompletedProcess[str]:
    return quadrow("calibrate", *words, feed=feed, QUADROW_HOME=str(home))


def start(home: Path, source: int, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*QUADROW, "calibrate", "servos", *words],
        env={**os.environ, "PYTHONPATH": str(CHECKOUT), "QUADROW_HOME": str(home)},
        stdin=source,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("gates", [1, 2])
def test_calibrate_servos_learns_a_machine_that_nobody_knows(tmp_path: Path, gates: int) -> None:
    done = calibrate(tmp_path, "servos", "--sim", "--seed", "4", "--gates", str(gates))
    assert (done.returncode, done.stderr) == (0, "")
    assert "SIMULATED machine 4" in done.stdout and "proof: " in done.stdout
    hand = HandShelf(tmp_path / SIM).load()
    assert (hand.gates, hand.port) == (gates, "sim:4")
    world = World(VirtualClock(), rig=Rig.drawn(random.Random(4), gates))
    mechanism = connect_driver(SimServoDriver(world), world.clock, lambda: None).make(hand)
    assert mechanism.home(1).ending is Ending.DONE
    assert [mechanism.drop(2 + column, column).ending for column in range(7)] == [Ending.DONE] * 7
    world.clock.sleep(1.0)
    assert [cell is not Cell.EMPTY for cell in world.cells[0]] == [True] * 7


def test_calibrate_servos_again_begins_where_it_was_and_keeps_the_old_file(tmp_path: Path) -> None:
    assert calibrate(tmp_path, "servos", "--sim").returncode == 0
    first = HandShelf(tmp_path / SIM).load()
    again = calibrate(tmp_path, "servos", "--sim")
    assert "turning begins at the positions it has" in again.stdout and "the one before (" in again.stdout
    assert len(HandShelf(tmp_path / SIM).history) == 1
    assert abs(HandShelf(tmp_path / SIM).load().columns_us[1] - first.columns_us[1]) <= 6


def test_calibrate_servos_spends_action_ids_for_good(tmp_path: Path) -> None:
    assert calibrate(tmp_path, "servos", "--sim").returncode == 0
    with sqlite3.connect(tmp_path / "quadrow.sqlite3") as journal:
        assert journal.execute("SELECT last FROM actions").fetchone() == (9,)  # home, seven columns, a drop


def test_calibrate_servos_dry_run_says_where_it_would_begin(tmp_path: Path, firmware: Path) -> None:
    with plugged_in(firmware) as controller:
        before_us = controller.world.machine.stands_at(Servo.CHUTE)
        done = calibrate(tmp_path, "servos", "--dry-run", "--port", controller.port)
        assert controller.world.machine.stands_at(Servo.CHUTE) == before_us
    assert done.returncode == 0 and "column a         1050 us   (chute servo, 600 to 2100 us)" in done.stdout
    assert not (tmp_path / "calibration").exists()


@pytest.mark.parametrize("words", [("--port", "/dev/serial/none"), ("--driver", "pwm", "--pins", "chute=1")])
def test_calibrate_servos_without_hardware_says_so_in_one_line(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = calibrate(tmp_path, "servos", *words)
    assert done.returncode == 3 and is_one_line(done.stderr), done.stderr
    assert not (tmp_path / "calibration").exists()


def test_calibrate_servos_says_that_the_input_ended(tmp_path: Path, firmware: Path) -> None:
    with plugged_in(firmware) as controller:
        done = calibrate(tmp_path, "servos", "--port", controller.port, feed="\n")
    assert done.returncode == 2 and is_one_line(done.stderr) and "input ended" in done.stderr


def test_calibrate_servos_leaves_the_old_file_at_ctrl_c(tmp_path: Path) -> None:
    assert calibrate(tmp_path, "servos", "--sim").returncode == 0
    path = HandShelf(tmp_path / SIM).path
    before = path.read_bytes()
    with at_terminal(tmp_path, "calibrate", "servos", "--sim") as (child, ours):
        os.write(ours, b"\n" * 12)
        assert child.stdout is not None
        assert any("13 of 23" in line for line in iter(child.stdout.readline, ""))
        child.send_signal(signal.SIGINT)
        _, said = child.communicate()
    assert child.returncode == 130 and is_one_line(said), said
    assert path.read_bytes() == before


class Handyman:
    """A person at the machine and at the keys of a program that knows neither is simulated."""

    def __init__(self, controller: Plugged, rig: Rig, child: subprocess.Popen[str]) -> None:
        self._machine, self._child = controller.world.machine, child
        self._world, self._places = controller.world, places_of(rig)
        self.lines: list[str] = []

    def type(self, keys: str) -> None:
        assert self._child.stdin is not None
        self._child.stdin.write(f"{keys}\n")
        self._child.stdin.flush()

    def follow(self) -> None:
        """Do what each numbered line asks for, until the program ends."""
        assert self._child.stdout is not None
        servos = {"hold": Servo.GATE, "feed": Servo.GATE, "closed": Servo.SLIDER, "open": Servo.SLIDER}
        turns = iter([*"agbcdef", "park", *servos])
        for line in self._child.stdout:
            self.lines.append(line.rstrip())
            words = line.partition(". ")[2]
            if not line[:1].isdigit():
                continue
            if words.startswith("Turn"):
                name = next(turns)
                self._turn(servos.get(name, Servo.CHUTE), self._places[name])
            elif not self._touch(words):
                self.type("")

    def _touch(self, words: str) -> bool:
        """Do by hand what is felt; tell whether it was that."""
        RealClock().sleep(0.2)
        machine = self._machine
        match words.split()[0]:
            case "Press" | "Release":
                machine.emergency_stop = words.startswith("Press")
            case "Push":
                machine.slide_by_hand("open" in words)
            case "Pass":
                machine.passages += 1
            case "Put" | "Take" if "sensor" in words or "disc into the magazine." in words or "disc out" in words:
                machine.magazine = int(words.startswith("Put"))
            case _:
                if words.startswith(("Take all", "Put")):
                    machine.magazine = {"all": 0, "3": 3, "one": 1}[words.split()[1]]
                return False
        return True

    def _turn(self, servo: Servo, place_us: float) -> None:
        self.type("")
        while True:
            RealClock().sleep(0.6)
            away_us = round(place_us - self._machine.stands_at(servo))
            if abs(away_us) <= 2:
                break
            big, small = divmod(abs(away_us), 25)
            self.type(("k" if away_us > 0 else "j") * big + ("+" if away_us > 0 else "-") * small)
        self.type("")


@pytest.mark.skipif(not os.environ.get("QUADROW_PROVE"), reason="takes a minute of real time: QUADROW_PROVE=1")
def test_person_teaches_the_real_firmware_through_the_whole_program(tmp_path: Path, firmware: Path) -> None:
    rig = Rig.drawn(random.Random(7))
    HandShelf(tmp_path / "calibration/default").save(Hand("controller", "/dev/old", utc_now()))
    with plugged_in(firmware, rig) as controller:
        controller.world.machine.magazine = 0
        with subprocess.Popen(
            [*QUADROW, "calibrate", "servos", "--port", controller.port],
            env={**os.environ, "PYTHONPATH": str(CHECKOUT), "QUADROW_HOME": str(tmp_path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as child:
            watch = threading.Timer(180, child.kill)
            watch.start()
            person = Handyman(controller, rig, child)
            person.follow()
            watch.cancel()
        assert child.returncode == 0, person.lines[-5:]
        assert "read back" in "\n".join(person.lines)
        assert controller.world.machine.sense(Sensor.DISC) == 5  # one by hand, three timed, one as proof
    hand = HandShelf(tmp_path / "calibration/default").load()
    assert [rig.column_at(pulse) for pulse in hand.columns_us] == list(range(7))
    assert len(HandShelf(tmp_path / "calibration/default").history) == 1
