"""One calibration for all tests that only need its result."""

from __future__ import annotations

import pytest

from calibration.colours import Learned, calibrate_eye
from calibration.prompts import guide
from tests.calibration.stage import Stage


@pytest.fixture(scope="session")
def learned() -> Learned:
    """What is learned in the room of seed 1, from the front."""
    stage = Stage(1)
    return guide(calibrate_eye(stage.camera), stage.fulfil)
