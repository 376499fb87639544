"""Labels of pictures: what is known to be true of each, read from the labels.json beside them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from robot.commands._corners import points_of
from robot.errors import BadInput
from vision.files import read_file
from vision.rectify import Grid

Label = dict[str, Any]
LARGEST_BYTES = 100_000_000
CELLS = 42
REMEDY = "it is a JSON list of objects with file, grid and corners"


def read_labels(folder: Path) -> tuple[Path, list[Label]]:
    """Read the labels of a folder, those that tell corners and all cells. Raises BadInput, naming the entry."""
    if folder == Path():
        raise BadInput("no photographs were named", "say --photos DIR, a folder with pictures and their labels.json")
    path = folder / "labels.json"
    try:
        labels = json.loads(read_file(path, LARGEST_BYTES).decode("utf-8-sig"))
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}", "name a folder with pictures and their labels.json") from error
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{path} holds no labels", REMEDY) from error
    if not isinstance(labels, list):
        raise BadInput(f"{path} holds no labels", REMEDY)
    for number, label in enumerate(labels, 1):
        if trouble := _trouble(label):
            name = label["file"] if isinstance(label, dict) and isinstance(label.get("file"), str) else "no file"
            raise BadInput(f"{path} holds no labels of use: entry {number} ({name}) {trouble}", REMEDY)
    return folder, [label for label in labels if _tells_all(label)]


def _tells_all(label: Label) -> bool:
    return bool(label["corners"]) and len("".join(label["grid"])) == CELLS


def _trouble(label: object) -> str:
    """Say what is wrong with an entry, empty for nothing. One without corners or with fewer cells is only left out."""
    if not isinstance(label, dict) or not {"file", "grid", "corners"} <= set(label):
        return "is no object with file, grid and corners"
    if not isinstance(label["file"], str) or not label["file"]:
        return "has a file that is no name"
    if not isinstance(label["grid"], list) or not all(isinstance(row, str) for row in label["grid"]):
        return "has a grid that is no list of texts"
    if not _tells_all(label):
        return ""
    if not set("".join(label["grid"])) <= set(".RY?"):
        return "has a grid with other letters than . R Y ?"
    if not _stand_round_a_board(label["corners"]):
        return "has corners that are no four points [x, y] round a board, TL TR BR BL in px"
    if "disc_colours" in label and not _are_texts(label["disc_colours"], "R", "Y"):
        return "has disc_colours that are no object with the texts R and Y"
    return "" if _has_a_place(label) else "has no game, index and kind, and no sequence with id and index"


def _stand_round_a_board(corners: object) -> bool:
    points = points_of(corners)
    try:
        return points is not None and Grid.from_corners(points).pitch_px > 0
    except ValueError:
        return False


def _are_texts(table: object, *keys: str) -> bool:
    return isinstance(table, dict) and all(isinstance(table.get(key), str) for key in keys)


def _has_a_place(label: Label) -> bool:
    """Whether an entry that belongs to a sequence tells where in it; most belong to none."""
    series = label.get("sequence")
    if "game" in label:
        return _are_texts(label, "game", "kind") and isinstance(label.get("index"), int)
    return not series or (_are_texts(series, "id") and isinstance(series.get("index"), int))
