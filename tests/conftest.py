"""The firmware, built once for the tests that talk to a controller; how many tests have run, for scripts/prove.py."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from robot.commands._firmware import build
from tests.firmware.tools import MISSING
from tests.progress import so_far


@pytest.fixture(scope="session")
def firmware(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder with the controller's binary and its simulator."""
    if MISSING and not os.environ.get("QUADROW_FIRMWARE"):
        pytest.skip(f"{', '.join(MISSING)} not found")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("QUADROW_HOME", str(tmp_path_factory.mktemp("home")))
        yield build("all", "sim")


class Count:
    """Counts the tests that have run."""

    def __init__(self) -> None:
        self.done = self.total = 0

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.total = len(session.items)
        so_far(0, self.total, "tests")

    def pytest_runtest_logfinish(self) -> None:
        self.done += 1
        so_far(self.done, self.total, "tests")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Count())
