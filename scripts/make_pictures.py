"""Write the pictures of tests/data again, with their truth, and docs/board.jpg: python scripts/make_pictures.py

rendered-*.jpg   one quiet board, one with a hand before it, one with a disc in flight; 640 x 480
rendered.json    a list: file, seed, corners (TL TR BR BL, px, holes of the front face), grid (top row first, as the
                 camera sees it; ? where at least a quarter of a hole is hidden or a disc in flight crosses it)
"""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np

from robot.sim.render import Renderer, Room
from robot.sim.render.sheet import SKINS, SLEEVES, sample_cells
from robot.sim.scene import FallingDisc, Hand, Scene

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "tests" / "data"
README_SEED, README_DISCS, README_SIZE = 36, 23, (800, 600)
QUALITY = 88


def scenes() -> list[tuple[int, Scene]]:
    """Return seeds of rooms with what is to be seen in them."""
    boards = [sample_cells(np.random.default_rng(seed), discs) for seed, discs in ((2, 17), (3, 12), (4, 9))]
    hand = Hand(4.2, 4.4, True, "red", SKINS[0], SLEEVES[0])
    flight = FallingDisc(3, 4.1, 12.0, False)
    return [(5, Scene(boards[0])), (61, Scene(boards[1], hand=hand)), (8, Scene(boards[2], falling=(flight,)))]


def grid(renderer: Renderer, scene: Scene) -> list[str]:
    """Return the truth as letters, top row first."""
    hidden = renderer.hidden(scene)
    limit = 0.02 if scene.falling else 0.25
    rows = [
        "".join("?" if share >= limit else cell.letter for cell, share in zip(cells, shares, strict=True))
        for cells, shares in zip(scene.cells, hidden, strict=True)
    ]
    return rows[::-1]


def main() -> None:
    """Write the pictures and their truth."""
    truth = []
    for number, (seed, scene) in enumerate(scenes(), start=1):
        renderer = Renderer(Room(seed))
        name = f"rendered-{number}.jpg"
        cv2.imwrite(str(DATA / name), renderer.render(scene, number), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        corners = np.round(renderer.room.corners(scene), 2).tolist()
        truth.append({"file": name, "seed": seed, "corners": corners, "grid": grid(renderer, scene)})
    lines = ",\n".join(json.dumps(one) for one in truth)
    (DATA / "rendered.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    cells = sample_cells(np.random.default_rng(README_SEED), README_DISCS)
    board = Renderer(Room(README_SEED), README_SIZE).render(Scene(cells), README_SEED)
    cv2.imwrite(str(ROOT / "docs" / "board.jpg"), board, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])


if __name__ == "__main__":
    main()
