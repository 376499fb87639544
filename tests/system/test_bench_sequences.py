"""`quadrow bench vision --sequences`: what it counts, held against counts made by hand."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from robot.commands._eye import Look
from robot.commands._sequences import Cells, Game
from tests.system.shell import is_one_line, quadrow
from tests.system.test_look_sequence import SCENES, grid_of, saved
from vision.cameras.picture import Picture

CORNERS = [[100, 100], [400, 100], [400, 350], [100, 350]]
"""What the sequence finds by itself is not held against them."""
TRUE = [".......", ".......", ".......", ".......", "?......", "RY....."]


def look_of(still: bool, moved: bool = False) -> Look:
    """A look that found no board."""
    return Look("a.jpg", Picture(np.zeros((9, 9, 3), np.uint8), 1), None, None, "no board", 2.0, still, moved)


def test_sequences_count_right_wrong_and_unknown_cells_but_none_that_the_label_leaves_open() -> None:
    counted = Cells()
    counted.add([*TRUE[:4], "R......", "YY....?"], TRUE)
    assert (counted.cells, counted.right, counted.wrong, counted.unknown) == (41, 39, 1, 1)


def test_sequences_count_a_board_that_is_not_found_as_unknown() -> None:
    counted = Cells()
    counted.add([], TRUE)
    assert (counted.cells, counted.unknown) == (41, 41)


def test_sequences_count_stillness_apart_for_rest_and_motion() -> None:
    game = Game("one", Cells(), Cells())
    for kind, still, moved in [("settled", False, True), ("settled", True, False), ("hand", True, False)]:
        game.add(look_of(still, moved), kind, TRUE)
    assert (game.frames, game.in_motion, game.restless, game.unseen, game.knocks) == (3, 1, 1, 1, 1)
    assert (game.settled.cells, game.moving.cells) == (82, 41)


def test_bench_reads_the_sequences_of_a_folder_in_order(tmp_path: Path) -> None:
    names = saved(tmp_path, 7, SCENES[:4])
    kinds = ["empty", "settled", "hand", "settled"]
    labels = [
        {"file": Path(names[n]).name, "game": "g", "index": n, "kind": kinds[n], "corners": CORNERS}
        | {"grid": ["???????"] * 6 if kinds[n] == "hand" else grid_of(SCENES[n].cells)}
        for n in (3, 1, 0, 2)
    ]
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    done = quadrow("bench", "vision", "--sequences", str(tmp_path), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    game = json.loads(done.stdout)
    assert game["settled"]["right"] == game["settled"]["cells"] == 126
    assert (game["frames"], game["restless"], game["unseen"], game["knocks"]) == (4, 0, 0, 0)


def test_bench_refuses_sequences_without_a_folder() -> None:
    done = quadrow("bench", "vision", "--sequences", QUADROW_RENDERS="")
    assert done.returncode == 2 and is_one_line(done.stderr)
