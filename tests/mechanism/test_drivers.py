"""Drivers are found by the name of their file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from robot.mechanism import drivers
from robot.mechanism.errors import DriverError


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(drivers, "__path__", [str(tmp_path)])
    yield tmp_path


def test_driver_is_found_by_its_file(folder: Path) -> None:
    (folder / "brass.py").write_text("def open_driver(settings):\n    return ('brass', settings['port'])\n")
    assert drivers.names() == ("brass",)
    driver: object = drivers.open_driver("brass", {"port": "x"})
    assert driver == ("brass", "x")


def test_unknown_driver_names_those_there_are(folder: Path) -> None:
    (folder / "copper.py").write_text("")
    with pytest.raises(DriverError, match="no servo driver 'tin'") as caught:
        drivers.open_driver("tin", {})
    assert "copper" in caught.value.remedy


@pytest.mark.parametrize("name", ["../tin", "os", "", "tin.copper"])
def test_driver_name_is_no_path(folder: Path, name: str) -> None:
    with pytest.raises(DriverError):
        drivers.open_driver(name, {})


def test_missing_library_is_named(folder: Path) -> None:
    (folder / "iron.py").write_text("def open_driver(settings):\n    import no_such_library_here\n")
    with pytest.raises(DriverError, match="no_such_library_here") as caught:
        drivers.open_driver("iron", {})
    assert "install" in caught.value.remedy
