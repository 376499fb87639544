"""`quadrow doctor`: what is well is told, what is not has a remedy, and nothing moves."""

from __future__ import annotations

import json
import subprocess
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from calibration.hand import Hand, HandShelf
from robot.clock import RealClock, utc_now
from robot.commands._checkup import calibrated, clock, disk, libraries, modem_manager, python, supply
from robot.commands._checkup_hand import check_hand, check_panel, sensors
from robot.commands._hand import connect, connect_driver
from robot.mechanism.panel import Panel
from robot.mechanism.ports import find_ports
from robot.mechanism.types import Sensor, Servo
from tests.calibration.dates import MONDAY, TUESDAY
from tests.commands.controllers import plugged_in
from tests.mechanism.stand import SimStand
from tests.system.shell import quadrow

WELL = {Sensor.DISC: 0, Sensor.MAGAZINE: 1, Sensor.SLIDER_OPEN: 0, Sensor.SLIDER_CLOSED: 1, Sensor.EMERGENCY_STOP: 0}


def doctor(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return quadrow("doctor", *words, QUADROW_HOME=str(home))


def findings(done: subprocess.CompletedProcess[str]) -> dict[str, dict[str, object]]:
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert all(one["remedy"] for one in said if one["grade"] == "bad"), said
    return {one["name"]: one for one in said}


def test_doctor_finds_a_calibrated_robot_well(tmp_path: Path) -> None:
    assert quadrow("calibrate", "all", "--sim", "--seed", "2", QUADROW_HOME=str(tmp_path)).returncode == 0
    done = doctor(tmp_path, "--sim")
    assert (done.returncode, done.stderr) == (0, "")
    *lines, last = done.stdout.splitlines()
    grades, names = zip(*(line.split()[:2] for line in lines), strict=True)
    assert set(grades) == {"ok"} and last == "all is well"
    assert {"python", "libraries", "disk", "clock", "supply", "eye", "hand", "camera", "grid", "light"} <= set(names)


def test_doctor_says_that_eye_and_hand_are_of_two_simulated_robots(tmp_path: Path) -> None:
    """The eye of one and the hand of the other are each well."""
    for what, seed in (("all", "6"), ("board", "2"), ("colours", "2")):
        assert quadrow("calibrate", what, "--sim", "--seed", seed, QUADROW_HOME=str(tmp_path)).returncode == 0
    found = findings(done := doctor(tmp_path, "--sim", "--json"))
    assert done.returncode == 4
    assert [name for name, one in found.items() if one["grade"] != "ok"] == ["robot"]
    assert "sim:2" in str(found["robot"]["words"]) and "sim:6" in str(found["robot"]["words"])
    (tmp_path / "calibration/simulated/hand.toml").unlink()
    found = findings(doctor(tmp_path, "--sim", "--json"))
    assert [name for name, one in found.items() if one["grade"] != "ok"] == ["hand"]


def test_doctor_tells_of_a_calibration_that_is_old() -> None:
    for days, grade in ((0, "ok"), (179, "ok"), (180, "warn"), (548, "warn")):
        found = calibrated("eye", MONDAY, "residual 0.20 px", MONDAY + timedelta(days=days))
        assert (found.grade, bool(found.remedy)) == (grade, grade == "warn")
    assert calibrated("eye", TUESDAY, "", MONDAY).grade == "ok"
    assert found.words.startswith("548 days old, residual 0.20 px; ")


def test_doctor_says_that_nothing_is_calibrated(tmp_path: Path) -> None:
    done = doctor(tmp_path, "--sim", "--json")
    found = findings(done)
    assert done.returncode == 4
    assert [found[name]["grade"] for name in ("eye", "hand", "camera")] == ["bad", "bad", "ok"]
    assert str(found["eye"]["remedy"]).endswith("quadrow calibrate all --sim")


@pytest.mark.parametrize("home", ["/dev/null", "/dev/null/home", "/proc/home"])
@pytest.mark.parametrize("robot", [["--sim"], []])
def test_doctor_says_that_nothing_can_be_kept(home: str, robot: list[str]) -> None:
    done = doctor(Path(home), *robot, "--json")
    found = findings(done)
    assert (done.returncode, done.stderr, found["python"]["grade"]) == (1, "", "ok")
    assert found["home"]["grade"] == "bad" and home in str(found["home"]["words"])
    assert "QUADROW_HOME" in str(found["home"]["remedy"])


@pytest.mark.skipif(bool(find_ports()), reason="a serial device is plugged in here")
def test_doctor_without_hardware_says_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('camera = "usb:/dev/v4l/by-id/none"\n')
    done = doctor(tmp_path, "--json")
    found = findings(done)
    assert done.returncode == 3
    assert (found["camera"]["code"], found["port"]["code"], found["hand"]["code"]) == (3, 3, 4)


def test_doctor_says_what_is_wrong_with_the_settings(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('camra = "usb"\n')
    found = findings(doctor(tmp_path, "--sim", "--json"))
    assert found["settings"]["grade"] == "bad" and "'camra'" in str(found["settings"]["words"])


def grades(hand: Hand) -> dict[str, tuple[str, str]]:
    return {one.name: (one.grade, one.words) for one in check_hand(hand, connect(hand, RealClock()))}


def test_doctor_compares_the_controller_with_the_profile_and_changes_nothing(
    firmware: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with plugged_in(firmware) as controller:
        machine = controller.world.machine
        stood = [machine.stands_at(servo) for servo in Servo]
        hand = Hand("controller", controller.port, MONDAY)
        found = grades(hand)
        assert [found[name][0] for name in ("port", "limits", "stop", "slider", "magazine")] == ["ok"] * 5
        assert found["positions"][0] == "warn" and "EEPROM" in found["positions"][1]
        for _ in range(2):
            assert grades(replace(hand, park_us=800))["positions"] == (
                "warn",
                "the controller holds PARK 750 instead of 800",
            )
        wide = replace(hand, limits={**hand.limits, "chute": (550, 2100)})
        assert grades(wide)["limits"][0] == "bad" and "stop" not in grades(wide)
        machine.emergency_stop = True
        RealClock().sleep(0.3)
        assert grades(hand)["stop"][0] == "bad"
        monkeypatch.setattr("robot.commands._checkup_hand.version", lambda: "9.9.9")
        assert grades(hand)["port"][0] == "bad"
        assert [machine.stands_at(servo) for servo in Servo] == stood


def test_doctor_says_what_is_in_the_way_of_a_port() -> None:
    hand = Hand("controller", "/dev/serial/by-id/none", MONDAY)
    (found,) = check_hand(hand, connect(hand, RealClock()))
    assert (found.name, found.grade, found.code) == ("port", "bad", 3) and "there is no port" in found.words


def test_doctor_feels_servos_at_pins_without_a_pulse() -> None:
    stand = SimStand()
    connection = connect_driver(stand.driver, stand.clock, lambda: None)
    found = [one.grade for one in check_hand(Hand("controller", "sim:1", MONDAY), connection)]
    assert found == ["ok"] * 3 and stand.pulses() == 0


@pytest.mark.parametrize(
    "felt, name, grade",
    [
        ({Sensor.EMERGENCY_STOP: 1}, "stop", "bad"),
        ({Sensor.SLIDER_OPEN: 1}, "slider", "bad"),
        ({Sensor.SLIDER_CLOSED: 0}, "slider", "warn"),
        ({Sensor.SLIDER_OPEN: 1, Sensor.SLIDER_CLOSED: 0}, "slider", "warn"),
        ({Sensor.MAGAZINE: 0}, "magazine", "warn"),
    ],
)
def test_doctor_judges_every_sensor(felt: dict[Sensor, int], name: str, grade: str) -> None:
    assert [one.grade for one in sensors(WELL)] == ["ok"] * 3
    wrong = [one for one in sensors({**WELL, **felt}) if one.grade != "ok"]
    assert [(one.name, one.grade) for one in wrong] == [(name, grade)] and wrong[0].remedy


def test_doctor_judges_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [python(version).grade for version in ((3, 11), (3, 13), (3, 14), (3, 10))] == ["ok", "ok", "warn", "warn"]
    assert [disk(free, tmp_path).grade for free in (200, 199, 20, 19)] == ["ok", "warn", "warn", "bad"]
    assert [supply(flags).grade for flags in (None, 0, 1, 1 << 16)] == ["ok", "ok", "warn", "warn"]
    (tmp_path / "oddly_built.py").write_text("raise ValueError('numpy.dtype size changed')")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name, words in (("oddly_built", "numpy.dtype size changed"), ("not_there_at_all", "No module named")):
        found = libraries(("json", name))
        assert found.grade == "bad" and words in found.words and "python3-opencv" in found.remedy


def test_doctor_warns_of_a_program_that_talks_to_serial_ports(tmp_path: Path) -> None:
    assert list(modem_manager(tmp_path / "ModemManager")) == []
    (tmp_path / "ModemManager").touch()
    assert [one.grade for one in modem_manager(tmp_path / "ModemManager")] == ["warn"]


def test_doctor_doubts_a_clock_that_was_set_back() -> None:
    assert clock([MONDAY], TUESDAY).grade == "ok"
    assert clock([TUESDAY], MONDAY).grade == "warn"
    assert clock([], MONDAY.replace(year=2025)).grade == "warn"
    assert clock([], utc_now() + timedelta(days=1)).grade == "ok"


def test_doctor_reads_a_damaged_hand(tmp_path: Path) -> None:
    shelf = HandShelf(tmp_path / "calibration/simulated")
    shelf.save(Hand("controller", "sim:1", MONDAY))
    shelf.path.write_text("driver = 3\n")
    found = findings(doctor(tmp_path, "--sim", "--json"))
    assert found["hand"]["grade"] == "bad" and "hand.toml" in str(found["hand"]["words"])


def test_doctor_and_selftest_name_the_robot_in_what_they_advise(tmp_path: Path) -> None:
    home = str(tmp_path)
    found = findings(doctor(tmp_path, "--robot", "anna", "--json"))
    assert [found[name]["remedy"] for name in ("eye", "hand")] == [
        "type: quadrow calibrate all --robot anna",
        "type: quadrow calibrate servos --robot anna",
    ]
    for words, advice in ((("--robot", "anna"), "servos --robot anna\n"), (("--sim",), "all --sim\n")):
        assert quadrow("selftest", *words, QUADROW_HOME=home).stderr.endswith(advice)
    assert quadrow("play", "--robot", "anna", QUADROW_HOME=home).stderr.count("calibrate all --robot anna") == 1


def test_doctor_looks_at_lamp_and_button(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = Hand("controller", "/dev/none", MONDAY, panel={"lamp": 23, "ready": 24})
    assert list(check_panel(replace(hand, panel={}))) == []
    factory = MockFactory()
    monkeypatch.setattr("robot.mechanism.panel.pin_factory", lambda: factory)
    assert [(one.grade, one.words) for one in check_panel(hand)] == [("ok", "lamp at GPIO 23, ready at GPIO 24")]
    monkeypatch.setattr(factory.pin(24), "_set_pull", lambda pull: factory.pin(24).drive_low())  # a wire to ground
    assert [one.grade for one in check_panel(hand)] == ["warn"]
    with closing(Panel(23, None, lambda: None, factory)):
        (found,) = check_panel(hand)
    assert found.grade == "bad" and "GPIO 23 of the lamp" in found.words
