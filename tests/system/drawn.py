"""A flat board, drawn from the front, and what `quadrow look` says of pictures."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np

from tests.system.shell import quadrow

GRID = [".......", ".......", "..Y....", "..RY...", ".YRR...", ".RYRY.R"]
PITCH_PX = 70
CORNERS = [[110.0, 95.0], [530.0, 95.0], [530.0, 445.0], [110.0, 445.0]]
WALL, BLUE, RED, YELLOW = (205, 212, 214), (170, 70, 20), (35, 25, 205), (25, 205, 240)


def drawn_board(grid: list[str] = GRID, scale: int = 1) -> np.ndarray:
    """Draw a flat board from the front, `scale` times as large, holes at CORNERS: uint8 BGR (540, 640, 3) * scale."""
    image = np.full((540 * scale, 640 * scale, 3), WALL, np.uint8)
    cv2.rectangle(image, (60 * scale, 45 * scale), (580 * scale, 495 * scale), BLUE, -1)
    for row, letters in enumerate(grid):
        for column, letter in enumerate(letters):
            x, y = round(CORNERS[0][0]) + column * PITCH_PX, round(CORNERS[0][1]) + row * PITCH_PX
            ink = {".": WALL, "R": RED, "Y": YELLOW}[letter]
            cv2.circle(image, (x * scale, y * scale), 27 * scale, ink, -1, cv2.LINE_AA)
    return cv2.GaussianBlur(image, (3, 3), 0)


def looked(*words: str | Path, **options: str) -> list[dict[str, object]]:
    done = quadrow("look", "--json", *map(str, words), **options)
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]
