"""Teach the robot its board, its discs, its light and its hand, step by step.

Each step is a prompt: do what it says, press Enter. What was learned is kept only after the proof; Ctrl-C leaves
the old calibration as it was. With `--sim` a simulated person does it, and where no terminal is, answers, too.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from dataclasses import dataclass

from calibration.board import FoundBoard, find_again, find_board
from calibration.colours import Taught, calibrate_eye, teach_colours
from calibration.errors import CalibrationError, ProfileMissing
from calibration.profile import Profile, Shelf, age_words
from calibration.prompts import STEPS, Answer, Prompt, Wish, guide
from robot.clock import Clock, RealClock, utc_now
from robot.commands import _arguments
from robot.commands._disc_colours import RED_FIRST, two_colours
from robot.commands._guide import Ask, Guide, ask_person, ask_to_watch, go_on
from robot.commands._lens import lens_of
from robot.commands._sim_robot import camera_name, simulated_robot
from robot.commands._simulated import Simulation
from robot.commands._teach_servos import is_hand_there, teach_servos
from robot.commands._workbench import SIMULATED, add_hand_arguments, add_sim_arguments
from robot.config import Settings, calibration_folder, load_settings
from vision.cameras import EXAMPLES, live_camera, settle
from vision.errors import CameraError
from vision.types import Camera

WHAT = {
    "board": "find the holes in the picture; the colours have to be learned again afterwards",
    "colours": "learn the discs and the light where the board was found",
    "servos": "learn where the hand's parts stand and how long a disc takes",
    "all": "all of them, what a new user wants; the servos where there is a hand",
}

USUAL_COLOURS = "red,yellow"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `calibrate`."""
    parser.add_argument("what", choices=tuple(WHAT), help="; ".join(f"{name}: {line}" for name, line in WHAT.items()))
    add_sim_arguments(parser)
    parser.epilog = (
        "With --sim a simulated person does what is asked. Somebody at a terminal presses Enter for each step; without"
        " a terminal nobody is asked, and standard input is not read."
    )
    parser.add_argument("--camera", metavar="NAME", help=f"{EXAMPLES} (as set in config.toml)")
    parser.add_argument("--corners", nargs=4, metavar="X,Y", help="the corner holes TL TR BR BL in px, found by hand")
    parser.add_argument("--colours", default=USUAL_COLOURS, help="the disc colours, two of " + ", ".join(RED_FIRST))
    add_hand_arguments(parser)
    parser.add_argument("--dry-run", action="store_true", help="servos: say where turning would begin; move nothing")


def run(args: argparse.Namespace) -> int:
    """Teach what was asked for; 0 when it is proven and kept."""
    if args.what == "servos":
        return teach_servos(args)
    simulation = simulated_robot(args.seed, args.gates or 1, two_colours(args.colours)) if args.sim else None
    session = Session(args, simulation)
    try:
        session.teach()
    finally:
        session.camera.close()
    if args.what == "all" and (args.sim or is_hand_there(args)):
        try:
            return teach_servos(args, simulation.world if simulation else None)
        except KeyboardInterrupt:
            _print("\nthe eye's calibration is kept; the hand's is what it was before")
            raise
    if args.what == "all":
        _print("there is no hand here; with one: quadrow calibrate servos")
    return 0


@dataclass(frozen=True, slots=True, eq=False)
class Bench:
    """Where a calibration takes place: the camera, its name and who chose it, who does what is asked, who is asked.

    `settings` says what of the camera could be locked, empty where there is nothing to lock.
    """

    name: str
    origin: str
    camera: Camera
    fulfil: Ask
    ask: Ask
    settings: str = ""


class Session:
    """One calibration: the camera, the person, and the shelf that keeps what is learned."""

    def __init__(self, args: argparse.Namespace, simulation: Simulation | None) -> None:
        settings = load_settings()
        self._args = args
        self._names = two_colours(args.colours)
        self._corners = _arguments.corners(args.corners) if args.corners else None
        robot = args.robot or (SIMULATED if args.sim else settings.robot)
        self._shelf = Shelf(calibration_folder(robot))
        self._bench = _simulated(args.seed, simulation) if simulation else _real(args.camera, settings)
        self.camera = self._bench.camera
        self._guide = Guide(self._bench.fulfil, self._bench.ask, self._shelf.folder, _print, STEPS[args.what])
        _print(f"robot {robot}, camera {self._bench.name} ({self._bench.origin})")
        if self._bench.settings:
            _print(f"camera settings {self._bench.settings}")

    def teach(self) -> None:
        """Run the steps, keep what was learned, and say where. Raises ProfileBusy while another calibration runs."""
        with self._shelf.claimed():
            self._teach()

    def _teach(self) -> None:
        self._guide.drop_pictures()
        if self._args.what == "board" and self._loses:
            _print(f"the colours that are known ({self._loses}) are kept only in the history: teach them afterwards")
        try:
            board, taught = self._learn()
        except KeyboardInterrupt:
            self._guide.drop_pictures()
            _print(f"\nnothing was changed; {self._what_stays()}")
            raise
        self._keep(board, taught)

    def _learn(self) -> tuple[FoundBoard, Taught | None]:
        match self._args.what:
            case "board":
                return guide(find_board(self.camera, self._corners, self._names), self._guide), None
            case "colours":
                board = guide(find_again(self.camera, self._known_board(), self._names), self._guide)
                learned = guide(teach_colours(self.camera, board, self._names), self._guide)
            case _:
                learned = guide(calibrate_eye(self.camera, self._names, self._corners), self._guide)
        return learned.board, learned.taught

    @property
    def _loses(self) -> str:
        """Name the discs of the profile that is kept; empty where it knows none."""
        try:
            taught = self._shelf.load().taught
        except CalibrationError:
            return ""
        return " and ".join(taught.names) if taught else ""

    def _what_stays(self) -> str:
        old = self._age_of_old()
        return f"the calibration before ({old}) stays in {self._shelf.path}" if old else "there is no calibration yet"

    def _known_board(self) -> FoundBoard:
        profile = self._shelf.load()
        if profile.camera != self._bench.name:
            raise ProfileMissing(
                f"the board was found with the camera {profile.camera}, not {self._bench.name}",
                "type: quadrow calibrate all",
            )
        return profile.board

    def _keep(self, board: FoundBoard, taught: Taught | None) -> None:
        old = self._age_of_old()
        lost = self._loses
        path = self._shelf.save(Profile(self._bench.name, board, taught, utc_now()))
        self._guide.keep_pictures()
        found = "corners by hand" if board.by_hand else "found by itself"
        _print(f"board: {found}, residual {board.residual_px:.2f} px")
        if taught is not None:
            _print(f"discs: {taught.names[0]} and {taught.names[1]}; the camera stands at the {taught.camera_side}")
            _print("proof: the discs that were shown and the empty board were read without a fault")
        before = self._shelf.before
        _print(f"kept in {path}" + (f"; the one before ({old}) in {before}" if before else ""))
        if taught is None:
            _print("now teach the colours: quadrow calibrate colours" + self._same_words())
        if taught is None and lost:
            _print(f"or go back: cp {shlex.quote(str(self._shelf.before))} {shlex.quote(str(path))}")

    def _same_words(self) -> str:
        """Repeat what chose the robot, its camera and its discs."""
        args = self._args
        words = ["--sim", "--seed", str(args.seed)] if args.sim else []
        chosen = (("--camera", args.camera), ("--robot", args.robot), ("--colours", args.colours))
        for flag, value in chosen:
            words += [flag, value] if value and value != USUAL_COLOURS else []
        return "".join(f" {shlex.quote(word)}" for word in words)

    def _age_of_old(self) -> str:
        """Say how old the profile is that will be replaced; empty when there is none."""
        try:
            return age_words(self._shelf.load().saved_at, utc_now())
        except ProfileMissing:
            return ""
        except CalibrationError:
            return "damaged"


def _print(line: str) -> None:
    print(line, flush=True)


def _simulated(seed: int, simulation: Simulation) -> Bench:
    """Give the simulated board and the person beside it."""
    ask = ask_to_watch if sys.stdin.isatty() else go_on
    return Bench(camera_name(seed), "SIMULATED board and person", simulation.camera, simulation.fulfil, ask)


def _real(named: str | None, settings: Settings) -> Bench:
    """Open the camera that was named, or set; the person is whoever sits there."""
    clock = RealClock()
    name = named or settings.camera
    origin = "--camera" if named else f"set in: {settings.where['camera']}"
    try:
        camera = live_camera(name, clock.now, lens_of(settings))
        locked = settle(camera)
    except CameraError as error:
        raise CameraError(str(error), f"{error.remedy}; without a camera: quadrow calibrate all --sim") from error
    return Bench(name, origin, camera, _waiting(clock), ask_person, locked.words if locked else "")


def _waiting(clock: Clock) -> Ask:
    """What the program itself does about a prompt at a real board: let time pass; the rest is the person's."""

    def fulfil(prompt: Prompt) -> Answer:
        if prompt.wish is Wish.WAIT:
            clock.sleep(0.1)
        return None

    return fulfil
