"""Find the cameras of this machine, take a picture with each, and say which one sees a board.

Without a NAME every USB camera (by its stable name) and every Pi camera is tried. A NAME is a camera as in
config.toml: usb:/dev/v4l/by-id/NAME, usb:0, pi, pi:1, stream:http://ADDRESS/, picture:FILE, video:FILE; or sim:N, the
camera of the simulated robot with the seed N.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from robot.clock import RealClock
from robot.commands._lens import lens_of
from robot.commands._sim_robot import is_simulated, simulated_camera
from robot.config import data_folder, load_settings, settings_path
from robot.errors import HardwareMissing
from vision.cameras import EXAMPLES, goes_on, live_camera, settle
from vision.cameras.picture import write_picture
from vision.cells import read_cold
from vision.errors import BoardNotFound, VisionError
from vision.overlay import overlay
from vision.turned import locate_upright
from vision.types import Camera, Image

LASTING = "to calibrate and to play takes a camera that goes on: usb, pi or stream"
DEVICES, CLASSES = Path("/dev"), Path("/sys/class/video4linux")


@dataclass(frozen=True, slots=True)
class Found:
    """One camera: its name, what it sees in words, whether a board is there, where its picture was saved.

    `settings` says in words what could be locked, empty for a file.
    """

    name: str
    words: str
    board: bool
    size: tuple[int, int] | None = None
    picture: str = ""
    settings: str = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `find-camera`."""
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"only these cameras: {EXAMPLES}")
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="where the test pictures go (the data folder)")
    parser.add_argument("--json", action="store_true", help="one JSON object a camera")


def run(args: argparse.Namespace) -> int:
    """Try every camera; 0 when one delivers a picture. Raises HardwareMissing without any."""
    names = args.names or [*usb_names(DEVICES, CLASSES), *pi_names()]
    if not names:
        raise HardwareMissing(
            "no camera is connected", "plug a USB camera in, or check the Pi camera's ribbon cable with the power off"
        )
    folder = args.pictures or data_folder() / "cameras"
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for name in names:
        found.append(look_through(name, folder, RealClock().now))
        print(as_json(found[-1]) if args.json else as_text(found[-1]), flush=True)
    if not any(one.picture for one in found):
        raise HardwareMissing("none of these cameras gives a picture", "see what is said beside each")
    if not args.json:
        print(advice([one.name for one in found if one.board]))
    return 0


def usb_names(devices: Path, classes: Path) -> list[str]:
    """Name the USB cameras by their stable names, by number where there is none.

    `devices` is /dev, `classes` /sys/class/video4linux. Of a camera's device files the first (index 0) gives pictures,
    the others data about them; a Pi has a dozen more that belong to no camera.
    """
    stable = sorted((devices / "v4l" / "by-id").glob("*-video-index0"))
    known = {path.resolve() for path in stable}
    loose = [path for path in sorted(devices.glob("video*"), key=_number) if path.resolve() not in known]
    return [f"usb:{path}" for path in (*stable, *(path for path in loose if _is_usb_camera(classes / path.name)))]


def _number(path: Path) -> int:
    digits = path.name.removeprefix("video")
    return int(digits) if digits.isdecimal() else -1


def _is_usb_camera(known: Path) -> bool:
    try:
        first = (known / "index").read_text().strip() == "0"
    except OSError:
        return False
    return first and any(part.startswith("usb") for part in (known / "device").resolve().parts)


def pi_names() -> list[str]:
    """Name the cameras at the ribbon cable; none where picamera2 is not installed, the first where it is damaged."""
    try:
        library = import_module("picamera2")
        count = len(library.Picamera2.global_camera_info())
    except (ImportError, RuntimeError):
        return []
    except Exception:  # whatever it is, opening the camera says it
        return ["pi"]
    return [f"pi:{number}" for number in range(count)]


def look_through(name: str, folder: Path, now: Callable[[], float]) -> Found:
    """Take a picture with one camera, save it, and look for a board in it."""
    try:
        camera = _open(name, now)
    except VisionError as error:
        return Found(name, f"{error} - {error.remedy}", board=False)
    try:
        locked = settle(camera)
        image = camera.capture().image
    except VisionError as error:
        return Found(name, f"{error} - {error.remedy}", board=False)
    finally:
        camera.close()
    words, board, drawn = _judge(image)
    path = folder / f"{re.sub(r'[^A-Za-z0-9]+', '-', name).strip('-')}.png"
    write_picture(path, drawn)
    return Found(name, words, board, (image.shape[1], image.shape[0]), str(path), locked.words if locked else "")


def _open(name: str, now: Callable[[], float]) -> Camera:
    return simulated_camera(name) or live_camera(name, now, lens_of(load_settings()))


def _judge(image: Image) -> tuple[str, bool, Image]:
    try:
        grid = locate_upright(image)
    except BoardNotFound as error:
        return f"{error.kind}: {error}. {error.remedy}", False, image
    reading = read_cold(image, grid)
    words = f"sees the board, {grid.pitch_px:.0f} px from hole to hole"
    return words, True, overlay(image, grid, reading.cells, reading.margins)


def advice(names: list[str]) -> str:
    """Say what to do with what was found."""
    if not names:
        return "no camera sees a board: point one at it, and try again"
    simulated = [name for name in names if is_simulated(name)]
    lasting = [name for name in names if name not in simulated and goes_on(name)]
    if len(lasting) > 1:
        return f'{len(lasting)} cameras see a board; take one of them: camera = "NAME" in {settings_path()}'
    if lasting:
        return (
            f'use it: write the line camera = "{lasting[0]}" into {settings_path()}, then type: quadrow calibrate all'
        )
    if simulated:
        seed = simulated[0].partition(":")[2]
        return f"a simulated camera is never set in config.toml; type: quadrow calibrate all --sim --seed {seed}"
    return f"a file is good for looking at: quadrow look --camera {shlex.quote(names[0])}; {LASTING}"


def as_text(found: Found) -> str:
    """Some lines for a person."""
    size = f"  {found.size[0]}x{found.size[1]}" if found.size else ""
    picture = f"picture: {found.picture}" if found.picture else ""
    return "\n    ".join(line for line in (f"{found.name}{size}", found.words, found.settings, picture) if line)


def as_json(found: Found) -> str:
    """One object a line."""
    size = list(found.size) if found.size else None
    said = {"name": found.name, "board": found.board, "words": found.words, "size": size, "picture": found.picture}
    return json.dumps({**said, "settings": found.settings})
