"""The firmware, built once for the tests that talk to a controller."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from robot.commands._firmware import build
from tests.firmware.tools import MISSING


@pytest.fixture(scope="session")
def firmware(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder with the controller's binary and its simulator."""
    if MISSING and not os.environ.get("QUADROW_FIRMWARE"):
        pytest.skip(f"{', '.join(MISSING)} not found")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("QUADROW_HOME", str(tmp_path_factory.mktemp("home")))
        yield build("all", "sim")
