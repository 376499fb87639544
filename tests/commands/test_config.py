"""`quadrow config`: where things are, what is set, whether it can be used."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from robot.config import load_settings, settings_path
from tests.system.shell import is_one_line, quadrow


def config(home: Path, *words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return quadrow("config", *words, cwd=home, **{"QUADROW_HOME": str(home), **environ})


def test_config_path_names_every_place(tmp_path: Path) -> None:
    said = json.loads(config(tmp_path, "path", "--json").stdout)
    assert said == {
        "data": str(tmp_path),
        "games": str(tmp_path / "quadrow.sqlite3"),
        "settings": str(tmp_path / "config.toml"),
        "calibration": str(tmp_path / "calibration"),
    }


def test_config_path_follows_the_platform(tmp_path: Path) -> None:
    done = config(tmp_path, "path", QUADROW_HOME="", XDG_DATA_HOME=str(tmp_path / "d"), HOME=str(tmp_path))
    assert done.returncode == 0 and "quadrow" in done.stdout


def test_config_show_says_where_each_setting_comes_from(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('camera = "pi"\n')
    said = json.loads(config(tmp_path, "show", "--json").stdout)
    assert said == {
        "camera": {"value": "pi", "set_in": str(tmp_path / "config.toml")},
        "robot": {"value": "default", "set_in": "default"},
        "lens": {"value": "", "set_in": "default"},
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b'camra = "usb"', "did you mean 'camera'?"),
        (b"camera = 3", "camera is no text (int)"),
        (b'robot = "../up"', "robot is '../up'"),
        (b'robot = ""', "robot is ''"),
        (b'camera = "usb"\ncamera = "pi"', "TOML"),
        (b"camera = ", "TOML"),
        (b"\xff\xfe", "TOML"),
        (b"[" * 5000, "TOML"),
        (b"a" * 70_000, "larger than"),
        (b"camera = 0x" + b"f" * 9000, "camera is no text"),
    ],
)
def test_config_refuses_bad_settings_in_one_line(text: bytes, said: str, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_bytes(text)
    done = config(tmp_path, "show")
    assert done.returncode == 2 and is_one_line(done.stderr), done.stderr
    assert said in done.stderr and str(tmp_path / "config.toml") in done.stderr


def test_config_check_says_that_nothing_is_calibrated(tmp_path: Path) -> None:
    done = config(tmp_path, "check")
    assert done.returncode == 4 and is_one_line(done.stderr) and "quadrow calibrate all" in done.stderr


def test_config_check_reads_every_calibration(tmp_path: Path) -> None:
    assert quadrow("calibrate", "all", "--sim", "--robot", "default", QUADROW_HOME=str(tmp_path)).returncode == 0
    done = config(tmp_path, "check")
    assert done.returncode == 0 and "less than a minute old" in done.stdout and "residual" in done.stdout
    (tmp_path / "calibration" / "default" / "eye.toml").write_text("schema_version = 9\n")
    done = config(tmp_path, "check", "--json")
    assert done.returncode == 4 and is_one_line(done.stderr)
    assert list(json.loads(done.stdout)["bad"]) == ["default"]


def test_config_settings_need_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUADROW_HOME", str(tmp_path / "new"))
    assert not settings_path().exists()
    assert (load_settings().camera, load_settings().robot) == ("usb", "default")
    assert not (tmp_path / "new").exists()


def test_config_check_says_when_the_defaults_are_used(tmp_path: Path) -> None:
    done = config(tmp_path, "check")
    assert done.stdout.startswith(f"settings: the defaults, as there is no {tmp_path / 'config.toml'}\n")
    assert "find-camera" in done.stderr and "--sim" in done.stderr
    (tmp_path / "config.toml").write_text('camera = "pi"\n')
    assert config(tmp_path, "check").stdout.startswith(f"settings: fine ({tmp_path / 'config.toml'})\n")


def test_config_home_may_begin_with_a_tilde(tmp_path: Path) -> None:
    said = json.loads(config(tmp_path, "path", "--json", QUADROW_HOME="~/x", HOME=str(tmp_path)).stdout)
    assert said["games"] == str(tmp_path / "x" / "quadrow.sqlite3")
    assert said["settings"] == str(tmp_path / "x" / "config.toml")
    assert not (tmp_path / "~").exists()
