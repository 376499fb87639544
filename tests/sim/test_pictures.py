"""The rendered pictures kept as test data, and the truth beside them."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

DATA = Path(__file__).resolve().parent.parent / "data"
TRUTH = json.loads((DATA / "rendered.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("truth", TRUTH, ids=lambda truth: truth["file"])
def test_kept_picture_shows_what_its_truth_says(truth: dict) -> None:
    picture = cv2.imread(str(DATA / truth["file"]))
    assert picture.shape == (480, 640, 3)
    source = np.array([(0, 0), (6, 0), (6, 5), (0, 5)], dtype=np.float32)
    way = cv2.getPerspectiveTransform(source, np.array(truth["corners"], dtype=np.float32))
    greens: dict[str, list[float]] = {"R": [], "Y": [], ".": [], "?": []}
    for row, letters in enumerate(truth["grid"]):
        for column, letter in enumerate(letters):
            x, y = (
                cv2.perspectiveTransform(np.array([[(column, row)]], dtype=np.float32), way)[0, 0].round().astype(int)
            )
            blue, green, red = picture[y - 9 : y + 10, x - 9 : x + 10].reshape(-1, 3).mean(axis=0)
            greens[letter].append((green - blue) / red)
    assert len(greens["R"]) > 3
    assert len(greens["Y"]) > 3
    assert max(greens["R"]) < min(greens["Y"])


def test_kept_pictures_are_small() -> None:
    assert all((DATA / truth["file"]).stat().st_size < 120_000 for truth in TRUTH)
