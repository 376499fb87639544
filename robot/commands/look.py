"""Read photographs of a board: where it is, which disc is in which hole, how sure that is.

As the camera sees it: a camera behind the board sees the columns mirrored, and nothing here turns them round.
Out comes a drawing in letters, or with `--json` one object a line.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from calibration.lens import HELP as LENS_HELP
from robot.clock import Clock, RealClock
from robot.commands._corners import Corners, read_corners
from robot.commands._draw import board_lines, printable, wants_colour
from robot.commands._eye import (
    ColdEye,
    ColdReader,
    Eye,
    Look,
    NotEmpty,
    ProfileEye,
    SequenceEye,
    load_profile,
    profile_reader,
)
from robot.commands._lens import lens_of
from robot.commands._watching import Line, watching
from robot.config import load_settings
from robot.errors import BadInput
from vision import frame as frames
from vision.cameras import EXAMPLES, kinds, live_camera, settle
from vision.cameras.picture import Picture, read_picture, write_picture
from vision.errors import CameraError, PictureError
from vision.evidence import HUES_DEG, Pair
from vision.lens import Straightener
from vision.overlay import overlay
from vision.types import Frame

RED_FIRST = ("red", "orange-red", "orange", "blue", "yellow", "green")
"""Of two disc colours the one that stands first here is R."""

MARGIN = (
    "margin tells of each hole how sure its letter is, from 0 (no idea; ? has less than 0.25) to 1 (certain), and is no"
    " probability"
)
ENDS = (
    "Exit codes: 0 when every picture was read, whether it shows a board or not; with --strict 1 when one shows none;"
    " 2 for a file that is no picture; 3 for a camera that gives none; 4 for a profile that cannot be used."
)


class UnwrittenOverlay(OSError):
    """The disk or the folder does not let an overlay be written."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `look`."""
    parser.add_argument("images", nargs="*", metavar="IMAGE", help="a JPEG, PNG, WebP, BMP or TIFF file")
    parser.add_argument(
        "--camera",
        action="store_true",
        help=f"look through the camera that is set in config.toml, or through the one that is named: {EXAMPLES}",
    )
    parser.add_argument(
        "--watch", action="store_true", help="with --camera: go on looking, a line for everything new, until Ctrl-C"
    )
    parser.add_argument(
        "--sequence",
        action="store_true",
        help="the pictures follow each other, of one steady camera; the first shows the empty board",
    )
    parser.add_argument("--profile", metavar="FILE", type=Path, help="read with what a calibration learned: eye.toml")
    parser.add_argument("--colours", default="auto", help="the disc colours: auto, or two of " + ", ".join(RED_FIRST))
    parser.add_argument(
        "--corners",
        metavar="FILE",
        type=Path,
        help="take the corner holes from a JSON list of {file, corners: TL TR BR BL in px}",
    )
    parser.add_argument("--lens", metavar="FILE", type=Path, help=LENS_HELP)
    parser.add_argument("--overlay", metavar="DIR", type=Path, help="write what was seen over each picture, into DIR")
    parser.add_argument("--strict", action="store_true", help="exit with 1 when no board is found in a picture")
    parser.add_argument("--json", action="store_true", help=f"one JSON object a line; {MARGIN}")
    parser.epilog = ENDS


def run(args: argparse.Namespace) -> int:
    """Look at every picture; give 0, or 2 when a file was no picture; with --strict 1 where one shows no board."""
    camera = camera_name(args)
    if camera and args.watch:
        return watch_camera(args, camera)
    eye = choose_eye(args)
    if args.overlay:
        args.overlay.mkdir(parents=True, exist_ok=True)
    return look_through_camera(args, eye, camera) if camera else look_at_files(args, eye)


def camera_name(args: argparse.Namespace) -> str | None:
    """Name the camera to look through, None where pictures are to be read. Raises BadInput."""
    if args.watch and (not args.camera or args.sequence or args.overlay or args.corners or args.strict):
        raise BadInput("only a camera can be watched, and nothing else done with it", "say --camera --watch")
    if not args.camera and args.images:
        return None
    if args.camera and not args.images:
        return load_settings().camera
    if args.camera and len(args.images) == 1 and (":" in args.images[0] or args.images[0] in kinds()):
        return str(args.images[0])
    raise BadInput("there is nothing to look at, or two things", "name pictures, or say --camera")


def watch_camera(args: argparse.Namespace, name: str) -> int:
    """Look on and on and print a line for everything new; 0 at the end of a file. Raises CameraError, PictureError."""
    taught = load_profile(args.profile) if args.profile else None
    reader = profile_reader(taught) if taught else ColdReader(parse_colours(args.colours))

    def tell(line: Line) -> None:
        print(line.as_json() if args.json else line.as_text(), flush=True)

    camera = live_camera(name, RealClock().now, lens_of(load_settings(), args.lens))
    try:
        watching(camera, reader, tell).run()
    finally:
        camera.close()
    return 0


def choose_eye(args: argparse.Namespace) -> Eye:
    """Choose how pictures are read. Raises BadInput, CalibrationError."""
    colours = parse_colours(args.colours)
    corners = read_corners(args.corners) if args.corners else None
    if args.profile:
        return ProfileEye(load_profile(args.profile), args.sequence, RealClock())
    return (SequenceEye if args.sequence else ColdEye)(colours, corners, RealClock())


def straightener_of(args: argparse.Namespace) -> Callable[[Picture], Picture] | None:
    """Straighten pictures where a lens was named. Raises BadLens; BadInput beside corners that were handed in."""
    if not args.lens:
        return None
    if args.corners:
        raise BadInput("corners that were handed in are not straightened", "leave out --corners, or --lens")
    lens = lens_of(load_settings(), args.lens)
    assert lens is not None
    straight = Straightener(lens)

    def straighten(picture: Picture) -> Picture:
        try:
            return replace(picture, image=straight.straighten(picture.image), lens=lens)
        except CameraError as error:
            raise BadInput(str(error), error.remedy) from error

    return straighten


def look_at_files(args: argparse.Namespace, eye: Eye) -> int:
    """Read files one after the other; one that is no picture is told and left out.

    Raises UnwrittenOverlay, the first one, when all were read.
    """
    code = 0
    unwritten: UnwrittenOverlay | None = None
    straightener = straightener_of(args)
    for file, overlay_name in zip(args.images, overlay_names(args.images), strict=True):
        try:
            picture = read_picture(file)
            seen = eye.look(file, straightener(picture) if straightener else picture)
        except NotEmpty:
            raise
        except (PictureError, BadInput) as error:
            print(printable(f"quadrow look: {error} - {error.remedy}"), file=sys.stderr)
            code = error.exit_code
            continue
        try:
            code = max(code, show(seen, args, overlay_name))
        except UnwrittenOverlay as error:
            unwritten = unwritten or error
    if unwritten:
        raise unwritten
    return code


def overlay_names(files: Sequence[str]) -> list[str]:
    """Name the overlay of each picture file; of files with the same stem the later ones get a number."""
    names: list[str] = []
    for file in files:
        name, number = f"{Path(file).stem}-overlay.jpg", 2
        while name.casefold() in map(str.casefold, names):
            name, number = f"{Path(file).stem}-overlay-{number}.jpg", number + 1
        names.append(name)
    return names


def look_through_camera(args: argparse.Namespace, eye: Eye, name: str) -> int:
    """Read one frame of a camera that has settled; with --sequence one after the other until it gives none.

    Raises CameraError when it gives none, or one that must not be read.
    """
    (overlay_name,) = overlay_names([name])
    camera = live_camera(name, RealClock().now, lens_of(load_settings(), args.lens))
    previous: Frame | None = None
    code = 0
    try:
        locked = settle(camera)
        if locked is not None and not (args.json or args.quiet):
            print(f"camera {printable(name)}: {locked.words}")
        while previous is None or args.sequence:
            frame = camera.capture()
            frames.check(frame, previous)
            code = max(code, show(eye.look(name, Picture(frame.image, 1)), args, overlay_name))
            previous = frame
    finally:
        camera.close()
    return code


def show(seen: Look, args: argparse.Namespace, overlay_name: str) -> int:
    """Print what was seen, and draw it where that was asked for; give 1 where a board was asked for and is none.

    Raises UnwrittenOverlay.
    """
    print(json.dumps(as_json(seen)) if args.json else as_text(seen, args), flush=True)
    if args.overlay:
        _write_overlay(seen, args.overlay / overlay_name)
    return int(args.strict and seen.reading is None)


def parse_colours(text: str) -> Pair | str:
    """Give "auto" or the two disc colours, R's first. Raises BadInput."""
    names = [name.strip() for name in text.lower().split(",")]
    if names == ["auto"]:
        return "auto"
    if len(set(names)) != 2 or len(names) != 2 or not set(names) <= set(HUES_DEG):
        raise BadInput(f"'{text}' are no disc colours", f"say auto, or two of {', '.join(RED_FIRST)}: red,yellow")
    first, second = sorted(names, key=RED_FIRST.index)
    return first, second


def two_colours(text: str) -> Pair:
    """Give the two disc colours, R's first, where they cannot be guessed. Raises BadInput."""
    remedy = f"name two of {', '.join(RED_FIRST)}: red,yellow"
    try:
        names = parse_colours(text)
    except BadInput as error:
        raise BadInput(str(error), remedy) from error
    if isinstance(names, str):
        raise BadInput("the disc colours cannot be guessed here", remedy)
    return names


def look(file: str, colours: Pair | str, corners: Corners | None, clock: Clock) -> Look:
    """Read one picture file by itself. Raises PictureError for no picture, BadInput for corners of no use."""
    return ColdEye(colours, corners, clock).look(file, read_picture(file))


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
