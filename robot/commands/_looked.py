"""Show what was seen in a picture: in letters, as JSON, and drawn over it."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

from robot.commands._draw import board_lines, printable, wants_colour
from robot.commands._eye import Look
from vision.cameras.picture import write_picture
from vision.overlay import overlay


class UnwrittenOverlay(OSError):
    """The disk or the folder does not let an overlay be written."""


def show(seen: Look, args: argparse.Namespace, overlay_name: str) -> int:
    """Print what was seen, and draw it where that was asked for; give 1 where a board was asked for and is none.

    Raises UnwrittenOverlay.
    """
    print(json.dumps(as_json(seen)) if args.json else as_text(seen, args), flush=True)
    if args.overlay:
        _write_overlay(seen, args.overlay / overlay_name)
    return int(args.strict and seen.reading is None)


def overlay_names(files: Sequence[str]) -> list[str]:
    """Name the overlay of each picture file; a name that a picture or an earlier overlay has gets a number."""
    names: list[str] = []
    taken = {Path(file).name.casefold() for file in files}
    for file in files:
        name, number = f"{Path(file).stem}-overlay.jpg", 2
        while name.casefold() in taken:
            name, number = f"{Path(file).stem}-overlay-{number}.jpg", number + 1
        names.append(name)
        taken.add(name.casefold())
    return names


def as_json(seen: Look) -> dict[str, object]:
    """Make the object that `--json` prints."""
    reading = seen.reading
    follows = {} if seen.still is None else {"still": seen.still, "moved": seen.moved}
    return {
        "file": seen.file,
        "board": reading is not None,
        "grid": seen.letters or None,
        "margin": reading.margins[::-1] if reading else None,
        "corners": seen.corners or None,
        "colours": reading.colours if reading else None,
        "reason": seen.reason,
        "took_ms": seen.took_ms,
        **follows,
    }


def as_text(seen: Look, args: argparse.Namespace) -> str:
    """Draw what was seen for a person."""
    lines = [printable(seen.file)]
    lines += [f"  {line}" for line in board_lines(seen.letters, colour=wants_colour())]
    if seen.reading and tuple(seen.reading.colours or ()) not in ((), ("red", "yellow")):
        lines.append(f"  R is {seen.reading.colours[0]}, Y is {seen.reading.colours[1]}")
    if seen.reason and (seen.reading is None or not args.quiet):
        lines += _wrapped(seen.reason)
    if seen.still is not None and not args.quiet:
        lines += [f"  {words}" for words in _motion(seen)]
    if args.verbose:
        lines += _wrapped(f"{seen.took_ms:.0f} ms" + (f", corner holes at {seen.corners} px" if seen.corners else ""))
    return "\n".join(lines)


def _wrapped(text: str) -> list[str]:
    """Break a sentence to the terminal's width, indented; whole where no terminal is."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 10_000
    return textwrap.wrap(
        printable(text), max(width, 20), initial_indent="  ", subsequent_indent="  ", break_long_words=False
    )


def _motion(seen: Look) -> list[str]:
    """Say what moves, nothing when all is still."""
    knocked = ["the board or the camera was moved"] if seen.moved else []
    return knocked if seen.still else [*knocked, "not still"]


def _write_overlay(seen: Look, path: Path) -> None:
    if seen.grid is None or seen.reading is None:
        return
    drawn = overlay(seen.picture.image, seen.grid, seen.reading.cells, seen.reading.margins)
    try:
        write_picture(path, drawn)
    except OSError as error:
        raise UnwrittenOverlay(error.errno, error.strerror, error.filename) from error
