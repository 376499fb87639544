"""One calibration for all tests that only need its result, and a shelf that keeps it."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.colours import Learned, calibrate_eye
from calibration.profile import Shelf
from calibration.prompts import guide
from tests.calibration.stage import Stage, profile_of


@pytest.fixture(scope="session")
def learned() -> Learned:
    """What is learned in the room of seed 1, from the front."""
    stage = Stage(1)
    return guide(calibrate_eye(stage.camera), stage.fulfil)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "robot")


@pytest.fixture
def kept(shelf: Shelf, learned: Learned) -> Shelf:
    """A shelf with one profile."""
    shelf.save(profile_of(learned))
    return shelf
