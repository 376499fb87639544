"""A home with games of every kind in it, and `quadrow games` to ask for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from robot import cli
from robot.config import JOURNAL
from tests.commands.kept import Games
from tests.store.filled import fill


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("QUADROW_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


@pytest.fixture
def games(home: Path, capfd: pytest.CaptureFixture[str]) -> Games:
    """Give a function that runs `quadrow games ...`: exit code, output, errors."""
    fill(home / JOURNAL)

    def run(*words: str) -> tuple[int, str, str]:
        code = cli.main(["games", *words])
        return code, *capfd.readouterr()

    return run
