"""The relief of the discs of a frame: rings tell a disc, smoothness cloth, and folds neither."""

from __future__ import annotations

import numpy as np
import pytest

from vision.relief import relief_score
from vision.spots import OFFSETS

RADIUS = np.hypot(OFFSETS[:, 0], OFFSETS[:, 1])
RINGS = 8 * np.cos(RADIUS * 2 * np.pi / 0.14)
FOLD = 30 * OFFSETS[:, 0] + 25 * np.abs(OFFSETS[:, 1] - 0.1)
RED = np.ones(42, dtype=np.intp)


def board(*, last: np.ndarray, discs: int = 8) -> np.ndarray:
    """Give the brightness (42, 69) of some discs, each shaded anew, and of what is in the last hole."""
    rng = np.random.default_rng(1)
    bright = rng.normal(0, 1.0, (42, len(OFFSETS)))
    bright[:discs] += RINGS + rng.normal(0, 40, (discs, 2)) @ OFFSETS.T
    bright[41] += last
    return bright.astype(np.float32)


def score(bright: np.ndarray, discs: int = 8) -> float:
    return float(relief_score(bright, np.array([41]), np.arange(discs), RED)[0])


def test_relief_shows_a_disc() -> None:
    assert score(board(last=RINGS + 60 * OFFSETS[:, 1])) > 2.0


def test_relief_is_not_seen_in_smooth_cloth() -> None:
    assert score(board(last=50 * OFFSETS[:, 0])) < -3.0


def test_relief_is_not_taken_for_a_fold() -> None:
    assert score(board(last=FOLD)) < 0.0


@pytest.mark.parametrize("discs", [0, 2])
def test_relief_tells_nothing_before_it_is_known(discs: int) -> None:
    assert score(board(last=RINGS, discs=discs), discs) == 0.0
