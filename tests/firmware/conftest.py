"""The firmware is built once for all of its tests: for the controller, for this computer, and the simulator."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.firmware.controllers import Built, Controller, HostController, McuController
from tests.firmware.tools import MISSING

FIRMWARE = Path(__file__).parents[2] / "firmware"


def build(into: Path, *targets: str, folder: Path = FIRMWARE) -> None:
    """Build targets of firmware/Makefile, or of a copy."""
    done = subprocess.run(["make", "-C", str(folder), f"BUILD={into}", *targets], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    if MISSING and not os.environ.get("QUADROW_FIRMWARE"):
        pytest.skip(f"{', '.join(MISSING)} not found")
    into = tmp_path_factory.mktemp("firmware")
    build(into, "all", "host", "sim")
    return Built(into)


@pytest.fixture(params=[HostController, McuController], ids=["host", "mcu"])
def controller(request: pytest.FixtureRequest, built: Built) -> Iterator[Controller]:
    one: Controller = request.param(built)
    yield one
    one.close()
