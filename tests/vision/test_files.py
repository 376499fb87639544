"""Nothing that a name may lead to keeps a reader for ever: a pipe that nobody writes to, a device without an end."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.system.shell import is_one_line, quadrow
from vision.files import NoFile, TooLarge, read_file

IMAGE = str(Path(__file__).parents[1] / "data/rendered-1.jpg")


def test_file_is_read_whole_up_to_its_bound(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x" * 100)
    assert read_file(path, 100) == b"x" * 100
    with pytest.raises(TooLarge, match="larger than 99 bytes"):
        read_file(path, 99)


def test_file_that_is_a_pipe_a_device_or_a_folder_is_none(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zero").symlink_to("/dev/zero")
    for path, says in ((tmp_path / "pipe", "a pipe"), (tmp_path / "zero", "a device"), (tmp_path, "a folder")):
        with pytest.raises(NoFile, match=says) as caught:
            read_file(path, 100)
        assert caught.value.filename == str(path)


@pytest.fixture(scope="module")
def calibrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of a simulated robot that has learned its board."""
    home = tmp_path_factory.mktemp("calibrated")
    assert quadrow("calibrate", "all", "--sim", "--quiet", QUADROW_HOME=str(home)).returncode == 0
    return home


@pytest.fixture
def home(calibrated: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(calibrated, tmp_path / "home"))


def put_pipe(path: Path) -> Path:
    """Put a pipe in the place of a file."""
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    return path


@pytest.mark.parametrize(
    ("words", "pipe", "code"),
    [
        (("config", "show"), "config.toml", 2),
        (("look", "--profile", "{pipe}", IMAGE), "calibration/simulated/eye.toml", 4),
        (("look", "--profile", "{home}/calibration/simulated/eye.toml", IMAGE), "calibration/simulated/{arrays}", 4),
        (("look", "--lens", "{pipe}", IMAGE), "lens.toml", 2),
        (("look", "--corners", "{pipe}", IMAGE), "corners.json", 2),
        (("bench", "vision", "--photos", "{home}"), "labels.json", 2),
    ],
)
def test_file_that_is_a_pipe_is_refused_in_one_line(words: tuple[str, ...], pipe: str, code: int, home: Path) -> None:
    arrays = next((home / "calibration/simulated").glob("eye-*.npz")).name
    path = put_pipe(home / pipe.format(arrays=arrays))
    done = quadrow(*(word.format(pipe=path, home=home) for word in words), QUADROW_HOME=str(home))
    assert done.returncode == code and is_one_line(done.stderr), done.stderr
    assert path.name in done.stderr


@pytest.mark.parametrize("name", ["eye.toml", "hand.toml"])
def test_profile_in_whose_place_a_pipe_stands_is_told_by_the_doctor(home: Path, name: str) -> None:
    path = put_pipe(home / "calibration/simulated" / name)
    done = quadrow("doctor", "--sim", "--json", QUADROW_HOME=str(home))
    assert f"{path} cannot be read: it is a pipe or a device, no file" in done.stdout + done.stderr


def test_calibration_puts_a_profile_in_the_place_of_a_device_without_an_end(home: Path) -> None:
    path = home / "calibration/simulated/eye.toml"
    path.unlink()
    path.symlink_to("/dev/zero")
    os.mkfifo(path.parent / "history" / "eye-2026-01-31T120000Z.toml")
    done = quadrow("calibrate", "all", "--sim", "--quiet", QUADROW_HOME=str(home))
    assert done.returncode == 0, done.stderr
    assert path.is_file() and not path.is_symlink()
    assert path.parent.joinpath("hand.toml").is_file()
