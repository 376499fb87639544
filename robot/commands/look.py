"""Read photographs of a board: where it is, which disc is in which hole, how sure that is.

As the camera sees it: a camera behind the board sees the columns mirrored, and nothing here turns them round.
Out comes a drawing in letters, or with `--json` one object a line.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from calibration.lens import HELP as LENS_HELP
from robot.clock import Clock, RealClock
from robot.commands import _arguments
from robot.commands._corners import Corners, read_corners
from robot.commands._disc_colours import RED_FIRST, parse_colours
from robot.commands._draw import printable
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
from robot.commands._looked import UnwrittenOverlay, overlay_names, show
from robot.commands._watching import Line, watching
from robot.config import load_settings
from robot.errors import BadInput
from vision import frame as frames
from vision.cameras import EXAMPLES, kinds, live_camera, settle
from vision.cameras.picture import Picture, read_picture
from vision.errors import CameraError, PictureError
from vision.evidence import Pair
from vision.lens import Straightener
from vision.types import Frame

MARGIN = (
    "margin tells of each hole how sure its letter is, from 0 (no idea; ? has less than 0.25) to 1 (certain), and is no"
    " probability"
)
ENDS = (
    "Exit codes: 0 when every picture was read, whether it shows a board or not; with --strict 1 when one shows none;"
    " 2 for a file that is no picture; 3 for a camera that gives none; 4 for a profile that cannot be used."
)


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
    parser.add_argument(
        "--overlay", metavar="DIR", type=_arguments.folder, help="write what was seen over each picture, into DIR"
    )
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


def look(file: str, colours: Pair | str, corners: Corners | None, clock: Clock) -> Look:
    """Read one picture file by itself. Raises PictureError for no picture, BadInput for corners of no use."""
    return ColdEye(colours, corners, clock).look(file, read_picture(file))
