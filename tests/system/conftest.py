"""A picture of a board, for the tests of this folder."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from tests.system.drawn import drawn_board


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "board.png"
    cv2.imwrite(str(path), drawn_board())
    return path
