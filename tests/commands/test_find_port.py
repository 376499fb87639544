"""`quadrow find-port` at pseudo-terminals: the real firmware, garbage, silence, a port in use, none at all."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import threading
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from robot.clock import RealClock
from robot.commands.find_port import Found, ask, next_step
from robot.mechanism.firmware import version
from robot.mechanism.ports import find_ports
from tests.commands.controllers import plugged_in
from tests.system.shell import is_one_line, quadrow


@contextlib.contextmanager
def babbler(words: bytes) -> Iterator[str]:
    """Run a port that answers whatever is said with the same words."""
    ours, theirs = os.openpty()
    tty.setraw(theirs)

    def babble() -> None:
        with contextlib.suppress(OSError):
            while os.read(ours, 100) != b"over":
                os.write(ours, words)

    thread = threading.Thread(target=babble)
    thread.start()
    try:
        yield os.ttyname(theirs)
    finally:
        os.write(theirs, b"over")
        thread.join()
        os.close(ours)
        os.close(theirs)


def test_find_port_tells_the_firmware_and_its_starts(firmware: Path) -> None:
    with plugged_in(firmware) as controller:
        done = quadrow("find-port", controller.port, "--json")
        said = json.loads(done.stdout)
        assert (done.returncode, done.stderr) == (0, "")
        assert (said["port"], said["firmware"], said["boots"], said["remedy"]) == (controller.port, "0.1.0", 0, "")
        told = quadrow("find-port", controller.port)
        assert f"quadrow calibrate servos --port {controller.port}" in told.stdout


def test_find_port_names_firmware_of_another_version(firmware: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("robot.commands.find_port.version", lambda: "9.9.9")
    with plugged_in(firmware) as controller:
        found = ask(controller.port, RealClock())
    assert found.firmware == "0.1.0" and "9.9.9" in found.remedy and "flash" in found.remedy


class HastyClock(RealClock):
    """Twenty seconds pass in each: nobody waits long for what never says HELLO."""

    def now(self) -> float:
        return 20 * super().now()

    def sleep(self, duration_s: float) -> None:
        super().sleep(duration_s / 20)


def test_find_port_shows_what_else_answers() -> None:
    with babbler(b"Marlin \x1b[31m ready\r\n") as port:
        found = ask(port, HastyClock())
    assert found.firmware is None and "firmware flash" in found.remedy
    assert found.words == "something else answers: Marlin \\x1b[31m ready"


def test_find_port_says_that_a_port_is_in_use() -> None:
    ours, theirs = os.openpty()
    fcntl.flock(theirs, fcntl.LOCK_EX)
    done = quadrow("find-port", os.ttyname(theirs), "--json")
    os.close(ours)
    os.close(theirs)
    said = json.loads(done.stdout)
    assert done.returncode == 3 and is_one_line(done.stderr)
    assert said["firmware"] is None and "another program uses" in said["words"] and "end it" in said["remedy"]


@pytest.mark.parametrize("name", ["/dev/serial/by-id/none", "/dev/null", "", "\0", "x" * 5000])
def test_find_port_says_that_a_name_is_no_port(name: str) -> None:
    found = ask(name, RealClock())
    assert found.firmware is None and found.words and "quadrow find-port" in found.remedy


def test_find_port_says_which_group_may_use_a_port(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    assert "usermod -aG dialout" in ask("/dev/ttyUSB0", RealClock()).remedy


def test_find_port_lists_devices_at_usb_by_name(tmp_path: Path) -> None:
    for name in ("usb-B-if00", "usb-A-if00-port0"):
        (tmp_path / name).touch()
    assert find_ports(tmp_path) == [f"{tmp_path}/usb-A-if00-port0", f"{tmp_path}/usb-B-if00"]
    assert find_ports(tmp_path / "none") == []


@pytest.mark.skipif(bool(find_ports()), reason="a serial device is plugged in here")
def test_find_port_without_any_says_what_to_do() -> None:
    done = quadrow("find-port")
    assert done.returncode == 3 and is_one_line(done.stderr) and "plug the controller in" in done.stderr


def test_find_port_teaches_only_our_own_firmware() -> None:
    ours, foreign = Found("/dev/a", version(), 0, ""), Found("/dev/b", "9.9.9", 0, "")
    assert next_step([foreign, ours]).endswith("quadrow calibrate servos --port /dev/a")
    assert next_step([foreign]).endswith("quadrow firmware flash --port /dev/b")
