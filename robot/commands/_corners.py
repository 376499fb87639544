"""Corner holes that a person hands to `look`: read from a JSON file, used only when they can be a board's."""

from __future__ import annotations

import json
import math
from pathlib import Path

from robot.errors import BadInput
from vision.cameras.picture import Picture, read_file
from vision.errors import PictureError
from vision.rectify import Floats, Grid

Corners = dict[str, object]
"""What the file gives for each picture's name, unchecked."""

LARGEST_BYTES = 10_000_000
SMALLEST_PITCH_PX = 4
"""From hole to hole in the decoded picture; below it a hole has hardly a pixel of its own."""
REMEDY = "give TL TR BR BL, each [x, y] in px"


def read_corners(path: Path) -> Corners:
    """Read a JSON list of objects with `file` and `corners`: corners by file name. Raises BadInput."""
    remedy = "give a JSON list of objects with file and corners"
    try:
        entries = json.loads(read_file(path, LARGEST_BYTES).decode("utf-8-sig"))
        return {Path(entry["file"]).name: entry["corners"] for entry in entries}
    except PictureError as error:
        raise BadInput(str(error), remedy) from error
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise BadInput(f"{path} holds no corners", remedy) from error


def grid_from(corners: Corners, file: str, picture: Picture) -> Grid:
    """Give the grid in a decoded picture from the known corners in the picture file, px. Raises BadInput."""
    known = corners.get(Path(file).name)
    if known is None:
        raise BadInput(f"the corners of {file} are not in the file of corners", "add them, or leave --corners out")
    points = points_of(known)
    if points is None:
        raise BadInput(f"the corners of {file} are no four points", REMEDY)
    height, width = (length * picture.reduction for length in picture.image.shape[:2])
    if not (_reach([x for x, _ in points], width) and _reach([y for _, y in points], height)):
        raise BadInput(f"the corners of {file} lie outside its {width}x{height} px", REMEDY)
    try:
        grid = Grid.from_corners(points).scaled(1 / picture.reduction)
    except ValueError as error:
        raise BadInput(f"the corners of {file} are no four points round a board", REMEDY) from error
    return _usable(grid, file, picture)


def _usable(grid: Grid, file: str, picture: Picture) -> Grid:
    if grid.pitch_px < SMALLEST_PITCH_PX:
        raise BadInput(f"the corners of {file} lie too close together", "take the picture from nearer")
    if not _shows_a_hole(grid.centres(), *picture.image.shape[:2]):
        raise BadInput(f"the corners of {file} leave no hole in the picture", REMEDY)
    return grid


def _reach(places: list[float], length: int) -> bool:
    """Whether places along one side touch a picture of `length` and stray by at most another length."""
    return min(places) < length and max(places) > 0 and all(-length <= place <= 2 * length for place in places)


def _shows_a_hole(centres: Floats, height: int, width: int) -> bool:
    x, y = centres[..., 0], centres[..., 1]
    return bool(((x > 0) & (x < width - 1) & (y > 0) & (y < height - 1)).any())


def points_of(known: object) -> list[tuple[float, float]] | None:
    """Read four finite points from JSON; None for anything else (true, text, numbers too large for a float)."""
    if not isinstance(known, list) or len(known) != 4:
        return None
    if not all(isinstance(point, list) and len(point) == 2 and all(map(_is_number, point)) for point in known):
        return None
    return [(float(x), float(y)) for x, y in known]


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(float(value))
    except OverflowError:
        return False
