"""The guard switches the servos off when the program that moves them is killed, halted or gone: real processes.

With QUADROW_PROVE=1 the program is killed and halted at every step of a game, else at ten.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread

import pytest

from robot.clock import VirtualClock
from robot.mechanism import drivers
from robot.mechanism.drivers._guarded import IDLE, LIVE, SILENCE_S
from robot.mechanism.errors import DriverError
from robot.mechanism.guard import watch
from robot.mechanism.types import Sensor, Servo
from robot.mechanism.wiring import Wiring
from tests.mechanism.i2c import CHANNELS, Pca9685Chip
from tests.mechanism.kernel import export, plant
from tests.mechanism.pins import WIRING
from tests.progress import figure, so_far

HOUSE = Path(__file__).parents[2]
PROVE = bool(os.environ.get("QUADROW_PROVE"))
SAFE_S = 2.0
"""The bar, from the end of the program to the end of the pulses."""
TRIES = 5
"""Games in which a step is waited for; on a busy machine a motion may be over before it is seen to be held."""
FIVE = {
    signal.SIGKILL: (
        "home 1: gate 1000 set",
        "home 1: chute 750 held",
        "drop 2: gate 1500 comes",
        "drop 2: chute 750 held",
        "drop 3: slider ends",
    ),
    signal.SIGSTOP: (
        "home 1: slider 1000 comes",
        "drop 2: chute 1350 set",
        "drop 2: gate 1500 held",
        "drop 2: chute ends",
        "slider 4: slider 2000 held",
    ),
}
"""Ten steps of a game, in the middle of each motion among them."""


class Robot:
    """Outputs in `folder` that outlive the programs which set them, and the programs."""

    def __init__(self, driver: str, folder: Path) -> None:
        self.driver = driver
        folder.mkdir()
        self._chip = plant(folder / "pwm", "1f00098000.pwm", 4, 0)
        for channel in range(4):
            export(self._chip, channel)
        self._board = folder / "board"
        self._board.write_bytes(Pca9685Chip().registers)
        board = {Servo.CHUTE: 0, Servo.GATE: 1, Servo.SLIDER: 2}
        servos = WIRING.servos if driver == "pwm" else board
        self.wiring = replace(WIRING, servos=servos, pwm_root=str(folder / "pwm"))

    def pulsing(self) -> list[int]:
        """The channels that send pulses."""
        if self.driver == "pwm":
            return [n for n in range(4) if (self._chip / f"pwm{n}" / "enable").read_text().strip() == "1"]
        chip = Pca9685Chip(bytearray(self._board.read_bytes()))
        return [channel for channel in CHANNELS if chip.width_us(channel) is not None]

    def start(self, *step: str) -> Program:
        """Start a program that moves the hand, and sends itself a signal at a step if one is named."""
        return Program(self.driver, self.wiring, self._board, *step)

    def safe_after_s(self, since_s: float) -> float:
        """Wait until all pulses have ended: how long that took."""
        while self.pulsing():
            assert time.monotonic() < since_s + 10, "the pulses go on"
            time.sleep(0.002)
        return time.monotonic() - since_s


class Program:
    """A program that moves the hand; a group of its own, as a shell would make."""

    def __init__(self, driver: str, wiring: Wiring, board: Path, *step: str) -> None:
        place = {"PYTHONPATH": str(HOUSE / "tests/mechanism/fake_smbus2"), "QUADROW_FAKE_BUS": str(board)}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.mechanism.mover", driver, wiring.to_text(), *step],
            cwd=HOUSE,
            env={**os.environ, **place, "GPIOZERO_PIN_FACTORY": "mock"},
            stdout=subprocess.PIPE,
            text=True,
            process_group=0,
        )
        first = self.line()
        assert first, "the program did not start"
        self.guard, self.pid = map(int, first.split())

    def line(self) -> str:
        """What it says next; empty when it has ended."""
        assert self._process.stdout
        return self._process.stdout.readline().strip()

    def send(self, what: signal.Signals) -> float:
        """Send a signal; when that was."""
        self._process.send_signal(what)
        return time.monotonic()

    def end(self) -> int:
        """Wait for its end, and for its guard's."""
        assert self._process.stdout
        self._process.stdout.close()
        code = self._process.wait(10)
        until_s = time.monotonic() + 10
        while is_running(self.guard):
            assert time.monotonic() < until_s, "the guard does not end"
            time.sleep(0.01)
        return code


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@contextmanager
def running(robot: Robot, *step: str) -> Iterator[Program]:
    program = robot.start(*step)
    try:
        yield program
    finally:
        program.send(signal.SIGKILL)
        program.end()


@pytest.fixture
def robot(tmp_path: Path) -> Robot:
    return Robot("pwm", tmp_path / "robot")


def steps_of_a_game(robot: Robot) -> list[str]:
    """What happens at the pins in a game, in the order of time."""
    with running(robot, "list") as program:
        return list(iter(program.line, ""))


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
@pytest.mark.parametrize("driver", ["pwm", "pca9685"])
def test_pulses_end_whatever_step_the_program_is_killed_or_halted_at(
    tmp_path: Path, driver: str, how: signal.Signals
) -> None:
    steps = steps_of_a_game(Robot(driver, tmp_path / "list")) if PROVE else FIVE[how]

    def trial(number: int) -> tuple[float, str, bool]:
        for again in range(TRIES):
            robot = Robot(driver, tmp_path / f"{number}-{again}")
            with running(robot, steps[number], how.name) as program:
                if said := program.line():
                    pulsing, late_s = bool(robot.pulsing()), robot.safe_after_s(float(said))
                    so_far(number, len(steps))
                    return late_s, steps[number], pulsing
        raise AssertionError(f"{steps[number]} never came in {TRIES} games")

    with ThreadPoolExecutor(5) as pool:
        fates = list(pool.map(trial, range(len(steps))))
    late_s, step, _ = max(fates)
    pulsing = sum(pulsing for *_, pulsing in fates)
    figure(
        f"{driver}, {how.name} at {len(steps)} steps, {pulsing} of them with pulses: off {late_s:.3f} s after it at"
        f" the latest ({step})"
    )
    assert how is signal.SIGKILL or pulsing > len(steps) / 3  # a guard whose program is gone may be quicker than we are
    assert late_s <= SAFE_S


def test_program_that_goes_on_after_a_halt_homes_again_with_a_new_guard(robot: Robot) -> None:
    with running(robot) as program:
        assert program.line().startswith("home DONE")
        time.sleep(0.3)
        robot.safe_after_s(program.send(signal.SIGSTOP))
        program.send(signal.SIGCONT)
        assert "guard process has switched the servos off" in program.line()
        assert program.line().startswith("home DONE")
        assert not is_running(program.guard)


def test_guard_that_dies_ends_the_motion_and_is_replaced(robot: Robot) -> None:
    with running(robot) as program:
        os.kill(program.guard, signal.SIGKILL)
        assert program.line().startswith("home STOPPED")
        assert program.line().startswith("home DONE")


def test_guard_outlives_polite_signals_and_leaves_a_living_program_alone(robot: Robot) -> None:
    with running(robot) as program:
        for what in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            os.kill(program.guard, what)
        assert [program.line().split()[:2] for _ in range(2)] == [["home", "DONE"], ["drop", "JAM"]]
        assert is_running(program.guard)
        assert os.getpgid(program.guard) != os.getpgid(program.pid), "Ctrl-C must not reach it"
        assert robot.safe_after_s(program.send(signal.SIGKILL)) <= SAFE_S


def test_good_end_switches_off_and_ends_the_guard(robot: Robot) -> None:
    with running(robot) as program:
        assert program.line().startswith("home DONE")
        program.send(signal.SIGTERM)
        assert program.end() == 0
        assert not robot.pulsing()


def test_driver_without_a_guard_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []

    class Plain:
        def close(self) -> None:
            closed.append(1)

    (tmp_path / "brass.py").write_text("")
    monkeypatch.setattr(drivers, "__path__", [str(tmp_path)])
    monkeypatch.setattr(drivers, "_call", lambda *words: Plain())
    with pytest.raises(DriverError, match="guard process does not start: there is no servo driver 'brass'"):
        drivers.open_driver("brass", WIRING, VirtualClock())
    assert closed == [1]


def hear(*signs: bytes, switch_off: Callable[[], None], clock: VirtualClock) -> None:
    """Let the guard hear signs, then nothing more."""
    end, mouth = os.pipe()
    try:
        for sign in signs:
            os.write(mouth, sign)
        os.close(mouth)
        watch(end, switch_off, clock)
    finally:
        os.close(end)


@pytest.mark.parametrize("signs", [(), (LIVE,), (LIVE, IDLE), (LIVE, LIVE)])
def test_closed_pipe_switches_off(signs: tuple[bytes, ...]) -> None:
    called = []
    hear(*signs, switch_off=lambda: called.append(1), clock=VirtualClock())
    assert called == [1]


def test_silence_is_well_while_nothing_pulses() -> None:
    end, mouth = os.pipe()
    called: list[int] = []
    guard = Thread(target=watch, args=(end, lambda: called.append(1), VirtualClock()))
    guard.start()
    os.write(mouth, LIVE + IDLE)
    guard.join(SILENCE_S + 0.3)
    assert guard.is_alive()
    assert called == []
    os.close(mouth)
    guard.join()
    os.close(end)
    assert called == [1]


@pytest.mark.parametrize("failures, calls", [(3, 4), (1000, 250)])
def test_switch_that_fails_is_tried_again_for_five_seconds(failures: int, calls: int) -> None:
    clock, called = VirtualClock(), []

    def switch_off() -> None:
        called.append(clock.now())
        if len(called) <= failures:
            raise OSError("bus in disorder")

    hear(LIVE, switch_off=switch_off, clock=clock)
    assert len(called) == calls
    assert clock.now() <= 5.01


class Still:
    """A driver whose servos do not move; `hold` lets a move hang until it is set."""

    resolution_us = 1.0

    def __init__(self) -> None:
        self.hold = Event()
        self.hold.set()

    def move(self, servo: Servo, pulse_us: int) -> None:
        self.hold.wait(10)

    def relax(self, servo: Servo) -> None: ...

    def sense(self, sensor: Sensor) -> int:
        return 0

    def close(self) -> None: ...


class Ear:
    """In the place of a guard: writes down what it hears."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []

    def say(self, sign: bytes) -> None:
        self.heard.append(sign)


def listened(driver: Still) -> tuple[drivers.Guarded, list[bytes]]:
    ear = Ear()
    return drivers.Guarded(driver, lambda: ear), ear.heard  # type: ignore[arg-type, return-value]


def test_signs_come_with_the_motion_and_silence_is_allowed_without() -> None:
    guarded, heard = listened(Still())
    steps: list[tuple[Callable[[], object], bytes]] = [
        (lambda: guarded.sense(Sensor.DISC), b""),
        (lambda: guarded.move(Servo.CHUTE, 1500), LIVE + LIVE),
        (lambda: guarded.sense(Sensor.DISC), LIVE),
        (lambda: guarded.move(Servo.GATE, 1500), LIVE + LIVE),
        (lambda: guarded.relax(Servo.CHUTE), b""),
        (lambda: guarded.relax(Servo.GATE), IDLE),
        (lambda: guarded.sense(Sensor.DISC), b""),
    ]
    for step, expected in steps:
        heard.clear()
        step()
        assert b"".join(heard) == expected


def test_driver_that_hangs_gives_no_signs_whoever_asks() -> None:
    driver = Still()
    guarded, heard = listened(driver)
    driver.hold.clear()
    threads = [
        Thread(target=guarded.move, args=(Servo.CHUTE, 1500)),
        Thread(target=guarded.sense, args=(Sensor.DISC,)),
    ]
    threads[0].start()
    while not heard:
        time.sleep(0.001)
    threads[1].start()
    threads[1].join(0.2)
    said = list(heard)
    driver.hold.set()
    for thread in threads:
        thread.join()
    assert said == [LIVE]
    assert heard == [LIVE, LIVE, LIVE]
