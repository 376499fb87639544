"""`quadrow jog`: keys at a terminal and letters of lines, on the simulated machine and on the real firmware."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import termios
import time
from pathlib import Path

import pytest

from robot.mechanism.types import Servo
from tests.commands.controllers import plugged_in
from tests.system.shell import CHECKOUT, QUADROW, is_one_line, quadrow

FIRST = "not moved yet"


def jog(home: Path, feed: str, *words: str) -> subprocess.CompletedProcess[str]:
    return quadrow("jog", *(words or ("--sim",)), feed=feed, QUADROW_HOME=str(home))


def places(done: subprocess.CompletedProcess[str]) -> list[str]:
    """Where the servo stood after each line, as it was told."""
    return [line.partition("   ")[0] for line in done.stdout.splitlines() if "   discs " in line]


def test_jog_turns_by_letters_of_lines(tmp_path: Path) -> None:
    done = jog(tmp_path, "c\nl\nlkk+\nhj-\ng\nl\n1\n \nq\n")
    assert (done.returncode, done.stderr) == (0, "")
    chute = [f"chute {pulse} us" for pulse in (1500, 1556, 1525)]
    assert places(done) == [f"chute {FIRST}", *chute, f"gate {FIRST}", "gate 1000 us", "chute 1050 us", "chute 1050 us"]
    assert "stopped: all servos are let go" in done.stdout and "SIMULATED" in done.stdout


@pytest.mark.parametrize("feed, at_us", [("c" + "l" + "k" * 99, 2100), ("g" + "l" + "j" * 99, 900)])
def test_jog_stays_within_the_limits(tmp_path: Path, feed: str, at_us: int) -> None:
    done = jog(tmp_path, f"{feed}\nq\n")
    assert done.returncode == 0
    assert places(done)[-1].endswith(f" {at_us} us")
    assert done.stdout.count("limit") == 1


def test_jog_takes_the_simulated_machine_that_was_calibrated_last(tmp_path: Path) -> None:
    words = ("calibrate", "servos", "--sim", "--seed", "8")
    assert quadrow(*words, QUADROW_HOME=str(tmp_path)).returncode == 0
    done = jog(tmp_path, "q\n")
    assert "SIMULATED machine 8" in done.stdout and "positions as calibrated" in done.stdout


def test_jog_says_what_is_no_key(tmp_path: Path) -> None:
    done = jog(tmp_path, "z\n8\n?\n")
    assert done.returncode == 0 and "no such key: z" in done.stdout and "no such key: 8" in done.stdout
    assert set(places(done)) == {f"chute {FIRST}"}


def test_jog_of_a_gate_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert "has no lower gate" in jog(tmp_path, "bl\nq\n").stdout
    assert places(jog(tmp_path, "bl\nq\n", "--sim", "--gates", "2")) == ["lower gate 1000 us"]


@pytest.mark.parametrize(
    "words, said",
    [
        (("--driver", "pwm"), "nobody has said where the servos"),
        (("--driver", "pwm", "--pins", "wheel=3"), "'wheel=3' is no part"),
        (("--driver", "pwm", "--pins", "chute=3", "--inverted", "nose"), "'nose' is no sensor"),
        (("--driver", "wheel"), "invalid choice"),
        (("--sim", "--gates", "3"), "invalid choice"),
        (("--robot", "../up"), "the robot's name"),
    ],
)
def test_jog_refuses_bad_words_in_one_line(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    done = jog(tmp_path, "q\n", *words)
    assert done.returncode == 2 and is_one_line(done.stderr) and said in done.stderr


def test_jog_without_a_controller_is_missing_hardware(tmp_path: Path) -> None:
    done = jog(tmp_path, "q\n", "--port", "/dev/serial/by-id/none")
    assert done.returncode == 3 and is_one_line(done.stderr) and "plug the controller in" in done.stderr


def test_jog_moves_a_real_controllers_servo_and_lets_it_go(tmp_path: Path, firmware: Path) -> None:
    with plugged_in(firmware) as controller:
        before_us = controller.world.machine.stands_at(Servo.CHUTE)
        dry = jog(tmp_path, "4\nl\nq\n", "--port", controller.port, "--dry-run")
        assert dry.returncode == 0 and "nothing moves" in dry.stdout
        assert "would hold the chute servo at 1500 us\n" in dry.stdout and "at 1505 us\n" in dry.stdout
        assert controller.world.machine.stands_at(Servo.CHUTE) == before_us
        done = jog(tmp_path, "4\nll-\nq\n", "--port", controller.port)
        assert (done.returncode, done.stderr) == (0, "")
        assert controller.world.machine.stands_at(Servo.CHUTE) == pytest.approx(1509, abs=1.0)
    assert "slider closed" in done.stdout


class Terminal:
    """A person at a terminal of their own."""

    def __init__(self, home: Path) -> None:
        self.ours, self._theirs = pty.openpty()
        self.before = termios.tcgetattr(self._theirs)
        self.child = subprocess.Popen(
            [*QUADROW, "jog", "--sim"],
            env={**os.environ, "PYTHONPATH": str(CHECKOUT), "QUADROW_HOME": str(home)},
            stdin=self._theirs,
            stdout=self._theirs,
            stderr=subprocess.PIPE,
        )
        self.seen = ""

    def type(self, keys: str) -> None:
        os.write(self.ours, keys.encode())

    def wait_for(self, words: str) -> None:
        until_s = time.monotonic() + 20
        while words not in self.seen:
            assert time.monotonic() < until_s, self.seen
            self.seen += os.read(self.ours, 4096).decode()

    def end(self) -> tuple[int, str]:
        """Wait for the program's end; give its exit code and what it said on standard error."""
        _, said = self.child.communicate(timeout=20)
        self.after = termios.tcgetattr(self._theirs)
        os.close(self.ours)
        os.close(self._theirs)
        return self.child.returncode, said.decode()


def test_jog_obeys_each_key_of_a_terminal_at_once(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    terminal.wait_for(FIRST)
    for key, place in (
        ("\x1b[C", 1500),
        ("\x1b[C", 1505),
        ("\x1b[A", 1530),
        ("\x1bOB", 1505),
        ("-", 1504),
        ("7", 1950),
    ):
        terminal.type(key)
        terminal.wait_for(f"chute {place} us")
    terminal.type("q")
    assert terminal.end() == (0, "")
    assert terminal.after == terminal.before


def test_jog_is_left_by_ctrl_c_with_the_terminal_as_it_was(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    terminal.wait_for(FIRST)
    terminal.type("l")
    terminal.wait_for("chute 1500 us")
    terminal.child.send_signal(signal.SIGINT)
    code, said = terminal.end()
    assert code == 130 and is_one_line(said)
    assert terminal.after == terminal.before
