"""Read photographs of a board: where it is, which disc is in which hole, how sure that is.

As the camera sees it: a camera behind the board sees the columns mirrored, and nothing here turns them round.
Out comes a drawing in letters, or with `--json` one object a line (design, section 6).
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path

from robot.clock import Clock, RealClock
from robot.commands._draw import board_lines, wants_colour
from robot.errors import BadInput
from vision.cameras.picture import Picture, read_picture, write_picture
from vision.cells import HUES_DEG, ColdReading, read_cold
from vision.errors import BoardNotFound, PictureError
from vision.locate import locate
from vision.overlay import overlay
from vision.rectify import Grid

RED_FIRST = ("red", "orange-red", "orange", "blue", "yellow", "green")
"""Of two disc colours the one that stands first here is R."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What one picture shows. `grid` is in px of the decoded picture, None without a board; `reason` is in words."""

    file: str
    picture: Picture
    grid: Grid | None
    reading: ColdReading | None
    reason: str
    took_ms: float

    @property
    def letters(self) -> list[str]:
        """Six strings of seven, top row first, as the camera sees it; none without a board."""
        rows = self.reading.cells[::-1] if self.reading else ()
        return ["".join(cell.letter for cell in row) for row in rows]

    @property
    def corners(self) -> list[list[float]]:
        """Centres of the corner holes TL TR BR BL in px of the picture file held upright; none without a board."""
        if self.grid is None:
            return []
        return [[round(x, 1), round(y, 1)] for x, y in self.grid.scaled(self.picture.reduction).corners.tolist()]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `look`."""
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="a JPEG, PNG, WebP, BMP or TIFF file")
    parser.add_argument("--colours", default="auto", help="the disc colours: auto, or two of " + ", ".join(RED_FIRST))
    parser.add_argument(
        "--corners",
        metavar="FILE",
        type=Path,
        help="take the corner holes from a JSON list of {file, corners: TL TR BR BL in px}",
    )
    parser.add_argument("--overlay", metavar="DIR", type=Path, help="write what was seen over each picture, into DIR")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Look at every picture; give 0, or 2 when a file was no picture."""
    colours = parse_colours(args.colours)
    corners = read_corners(args.corners) if args.corners else None
    if args.overlay:
        args.overlay.mkdir(parents=True, exist_ok=True)
    code = 0
    for file in args.images:
        try:
            seen = look(file, colours, corners, RealClock())
        except (PictureError, BadInput) as error:
            print(f"quadrow look: {error} - {error.remedy}", file=sys.stderr)
            code = error.exit_code
            continue
        print(json.dumps(as_json(seen)) if args.json else as_text(seen, args), flush=True)
        if args.overlay:
            _write_overlay(seen, args.overlay)
    return code


def parse_colours(text: str) -> tuple[str, str] | str:
    """Give "auto" or the two disc colours, R's first. Raises BadInput."""
    names = text.lower().split(",")
    if names == ["auto"]:
        return "auto"
    if len(set(names)) != 2 or len(names) != 2 or not set(names) <= set(HUES_DEG):
        raise BadInput(f"'{text}' are no disc colours", f"say auto, or two of {', '.join(RED_FIRST)}: red,yellow")
    first, second = sorted(names, key=RED_FIRST.index)
    return first, second


def read_corners(path: Path) -> dict[str, object]:
    """Read a JSON list of objects with `file` and `corners`: corners by file name. Raises BadInput."""
    remedy = "give a JSON list of objects with file and corners"
    try:
        return {Path(entry["file"]).name: entry["corners"] for entry in json.loads(path.read_text(encoding="utf-8"))}
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}", remedy) from error
    except (ValueError, TypeError, KeyError) as error:
        raise BadInput(f"{path} holds no corners", remedy) from error


def look(file: str, colours: tuple[str, str] | str, corners: dict[str, object] | None, clock: Clock) -> Look:
    """Read one picture file. Raises PictureError for no picture, BadInput when its corners are not to be used."""
    start_s = clock.now()
    picture = read_picture(file)
    grid, reading = None, None
    try:
        grid = locate(picture.image).grid if corners is None else grid_from(corners, file, picture.reduction)
        reading = read_cold(picture.image, grid, colours)
        reason = reading.reason
    except BoardNotFound as error:
        reason = f"{error.kind}: {error}. {error.remedy}"
    return Look(file, picture, grid, reading, reason, round((clock.now() - start_s) * 1000, 1))


def grid_from(corners: dict[str, object], file: str, reduction: int) -> Grid:
    """Give the grid of a picture decoded `reduction` times smaller from its known corners. Raises BadInput."""
    known = corners.get(Path(file).name)
    if known is None:
        raise BadInput(f"the corners of {file} are not in the file of corners", "add them, or leave --corners out")
    try:
        return Grid.from_corners(known).scaled(1 / reduction)  # type: ignore[arg-type]
    except (ValueError, TypeError) as error:
        raise BadInput(f"the corners of {file} are no four points", "give TL TR BR BL, each [x, y] in px") from error


def as_json(seen: Look) -> dict[str, object]:
    """Make the object that `--json` prints."""
    reading = seen.reading
    return {
        "file": seen.file,
        "board": reading is not None,
        "grid": seen.letters or None,
        "margin": reading.margins[::-1] if reading else None,
        "corners": seen.corners or None,
        "colours": reading.colours if reading else None,
        "reason": seen.reason,
        "took_ms": seen.took_ms,
    }


def as_text(seen: Look, args: argparse.Namespace) -> str:
    """Draw what was seen for a person."""
    lines = [seen.file]
    lines += [f"  {line}" for line in board_lines(seen.letters, colour=wants_colour())]
    if seen.reason and (seen.reading is None or not args.quiet):
        lines.append(f"  {seen.reason}")
    if args.verbose:
        lines.append(f"  {seen.took_ms:.0f} ms" + (f", corner holes at {seen.corners} px" if seen.corners else ""))
    return "\n".join(lines)


def _write_overlay(seen: Look, folder: Path) -> None:
    if seen.grid is None or seen.reading is None:
        return
    drawn = overlay(seen.picture.image, seen.grid, seen.reading.cells, seen.reading.margins)
    write_picture(folder / f"{Path(seen.file).stem}-overlay.jpg", drawn)
