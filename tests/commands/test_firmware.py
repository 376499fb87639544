"""`quadrow firmware`: what is built is whole, and the limits of a robot's servos are not forgotten."""

from __future__ import annotations

import os
import shutil
import threading
import tty
from contextlib import closing
from pathlib import Path

import pytest

from robot.commands._firmware import build
from robot.commands._firmware_limits import limits_for
from robot.errors import BadInput
from robot.mechanism.ports import open_port
from robot.sim.firmware import Mcu
from tests.commands.controllers import plugged_in
from tests.firmware.tools import needs_avr
from tests.system.shell import is_one_line, quadrow

pytestmark = needs_avr
needs_avrdude = pytest.mark.skipif(shutil.which("avrdude") is None, reason="avrdude is missing: apt install avrdude")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("QUADROW_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("name", ["quadrow.hex", "quadrow.elf", "size.txt", "sums.json"])
def test_build_does_not_take_a_file_that_was_cut_short_for_a_whole_one(name: str) -> None:
    folder = build("all")
    whole = (folder / name).read_bytes()
    (folder / name).write_bytes(whole[: len(whole) // 2])
    assert build("all") == folder and (folder / name).read_bytes() == whole


def test_build_takes_what_stands_there_whole(home: Path) -> None:
    before = (build("all") / "quadrow.hex").stat().st_mtime_ns
    assert (build("all") / "quadrow.hex").stat().st_mtime_ns == before


def test_build_by_several_at_once_gives_each_a_whole_one() -> None:
    failed: list[BaseException] = []

    def attempt() -> None:
        try:
            folder = build("all", "sim")
            Mcu(folder / "mcu.so", folder / "quadrow.elf").close()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=attempt) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed


def test_flash_compiles_in_the_limits_that_build_was_given() -> None:
    built = quadrow("firmware", "build", "--limits", "chute=700,1900", "--limits", "gate=1000,1600")
    binary = built.stdout.partition("  (")[0]
    assert built.returncode == 0 and "usual" in built.stderr
    flashed = quadrow("firmware", "flash", "--port", "/dev/ttyUSB0", "--dry-run")
    assert flashed.returncode == 0 and binary in flashed.stdout
    assert "limits compiled in: chute=700,1900, gate=1000,1600" in flashed.stderr
    other = quadrow("firmware", "flash", "--port", "/dev/ttyUSB0", "--dry-run", "--robot", "other")
    assert binary not in other.stdout and "limits" not in other.stderr
    quadrow("firmware", "build", "--limits", "usual")
    assert binary not in quadrow("firmware", "flash", "--port", "/dev/ttyUSB0", "--dry-run").stdout


@pytest.mark.parametrize(
    "texts", [["chute"], ["arm=700,1900"], ["chute=1900,700"], ["chute=1,2"], ["chute=700,1900", "CHUTE=800,1800"]]
)
def test_limits_that_are_none_are_refused_and_not_kept(texts: list[str]) -> None:
    limits_for("default", ["gate=1000,1600"])
    with pytest.raises(BadInput):
        limits_for("default", texts)
    assert limits_for("default", []) == ["gate=1000,1600"]


def test_limits_whose_file_is_damaged_are_not_taken_for_the_usual_ones(home: Path) -> None:
    limits_for("default", ["gate=1000,1600"])
    (home / "firmware" / "default.limits").write_bytes(b"gate=1000,16")
    done = quadrow("firmware", "size")
    assert done.returncode == 2 and is_one_line(done.stderr) and "give them again" in done.stderr


@needs_avrdude
def test_flash_without_a_controller_says_so_in_one_line() -> None:
    done = quadrow("-q", "firmware", "flash", "--port", "/dev/serial/by-id/none")
    assert done.returncode == 3 and is_one_line(done.stderr), done.stderr
    assert "there is no port '/dev/serial/by-id/none'" in done.stderr


@needs_avrdude
def test_flash_does_not_reset_the_controller_of_a_game(firmware: Path) -> None:
    with plugged_in(firmware) as controller, closing(open_port(controller.port)):
        done = quadrow("-q", "firmware", "flash", "--port", controller.port)
    assert done.returncode == 3 and is_one_line(done.stderr) and "another program uses" in done.stderr


@pytest.mark.skipif(not os.environ.get("QUADROW_PROVE"), reason="a long proof: `make prove` runs it")
@needs_avrdude
def test_flash_of_what_has_no_boot_loader_says_so_in_one_line() -> None:
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    done = quadrow("-q", "firmware", "flash", "--port", os.ttyname(theirs))
    os.close(ours)
    os.close(theirs)
    assert done.returncode == 3 and is_one_line(done.stderr), done.stderr
    assert "was not flashed" in done.stderr and "--board old-nano" in done.stderr
