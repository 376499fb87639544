"""`quadrow look --corners`: the corner holes that a file hands in."""

from __future__ import annotations

import json
import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.system.drawn import CORNERS, GRID, PITCH_PX, drawn_board, looked
from tests.system.shell import is_one_line, quadrow


@pytest.mark.parametrize("scale", [1, 6])
def test_look_takes_true_corners(tmp_path: Path, scale: int) -> None:
    """Shifted by one hole, the cells are shifted too: it is the handed corners that are read."""
    cv2.imwrite(str(tmp_path / "board.png"), drawn_board(scale=scale))
    shifted = (np.array(CORNERS) + [0, -PITCH_PX]) * scale
    corners = tmp_path / "corners.json"
    corners.write_text(json.dumps([{"file": "board.png", "corners": shifted.tolist(), "grid": GRID}]))
    (seen,) = looked(tmp_path / "board.png", "--corners", corners)
    assert [row.replace("?", ".") for row in seen["grid"][1:]] == GRID[:-1]  # type: ignore[index]
    assert np.allclose(seen["corners"], shifted, atol=0.1)


def corners_text(first: str) -> str:
    """JSON of corners of board.png whose first point is `first`."""
    return f'[{{"file": "board.png", "corners": [{first}, [530, 95], [530, 445], [110, 445]]}}]'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("no json", "holds no corners"),
        ("[1, 2]", "holds no corners"),
        ("[]", "are not in the file of corners"),
        ('[{"file": "board.png", "corners": [[1, 2]]}]', "are no four points"),
        ('[{"file": "board.png", "corners": [[0, 0], [0, 9], [9, 9], [9, 0]]}]', "are no four points"),
        ('[{"file": "board.png", "corners": "left"}]', "are no four points"),
        ("[" * 200_000, "holds no corners"),
        (corners_text("[1e999, 0]"), "are no four points"),
        (corners_text("[NaN, 0]"), "are no four points"),
        (corners_text("[1" + "0" * 400 + ", 0]"), "are no four points"),
        (corners_text("[true, 0]"), "are no four points"),
        (corners_text('["1", 0]'), "are no four points"),
        (corners_text("[-1e300, 0]"), "lie outside"),
        ('[{"file": "board.png", "corners": [[650, 0], [990, 0], [990, 300], [650, 300]]}]', "lie outside"),
        ('[{"file": "board.png", "corners": [[9, 9], [20, 9], [20, 20], [9, 20]]}]', "too close together"),
    ],
)
def test_look_corners_that_cannot_be_used_are_refused(board: Path, text: str, says: str) -> None:
    corners = board.with_name("corners.json")
    corners.write_text(text)
    done = quadrow("look", str(board), "--corners", str(corners))
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
    assert is_one_line(done.stderr)


def test_look_corners_file_that_is_missing_is_refused(board: Path) -> None:
    done = quadrow("look", str(board), "--corners", "nowhere.json")
    assert done.returncode == 2
    assert done.stderr.startswith("quadrow look: nowhere.json does not exist - ")


def test_look_corners_that_are_a_pipe_a_device_or_a_folder_are_refused(board: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for place in (tmp_path / "pipe", Path("/dev/zero"), tmp_path):
        done = quadrow("look", str(board), "--corners", str(place))
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"quadrow look: {place} is no file - ")
        assert is_one_line(done.stderr)


def test_look_corners_may_begin_with_a_byte_order_mark(board: Path) -> None:
    corners = board.with_name("corners.json")
    corners.write_text(corners_text("[110, 95]"), encoding="utf-8-sig")
    (seen,) = looked(board, "--corners", corners)
    assert seen["grid"] == GRID
