"""Drop seven discs, one a column, and verify each by sensor and camera; then open and close the slider.

The camera is asked where it is calibrated. With `--dry-run` the chute points at every column, and no gate moves.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from calibration.errors import ProfileMissing
from calibration.hand import Hand, HandShelf
from calibration.profile import Profile, Shelf, age_words
from calibration.prompts import Answer, Prompt, Wish
from robot.clock import Clock, RealClock, utc_now
from robot.commands._arguments import for_this_robot
from robot.commands._dial import TEND_S, spend
from robot.commands._hand import Connection, connect, connect_driver
from robot.commands._lens import lens_of
from robot.commands._sim_robot import camera_name, discs_of, simulated_robot
from robot.commands._supply import Supplied
from robot.commands._witness import Witness
from robot.commands._workbench import SIM_PORT, SIMULATED, action_numbers, seed_of
from robot.config import calibration_folder, journal_path, load_settings
from robot.errors import BadInput, QuadrowError
from robot.mechanism.errors import MechanismError
from robot.mechanism.types import Ending, Jogger, Mechanism, Receipt, Servo, WholeHand
from robot.sim.servos import SimServoDriver
from robot.store import Store
from vision.cameras import live_camera, settle
from vision.types import Camera

COLUMNS = "abcdefg"
NOTHING_MORE = (Ending.STOPPED, Ending.REFUSED, Ending.EMPTY, Ending.NO_SWITCH)
"""After such an ending the steps that follow cannot succeed."""
LOOK = "see where discs lie; type: quadrow calibrate servos, and: quadrow doctor"


class SelfTestFailed(QuadrowError):
    """A step did not end as it should."""


@dataclass(frozen=True, slots=True)
class Step:
    """What was done, how it ended, what the camera saw (empty: it was not asked), whether that is fine."""

    name: str
    ending: str
    discs: int
    took_ms: int
    camera: str
    fine: bool
    remedy: str = ""


@dataclass(frozen=True)
class Robot:
    """The robot that is tested: the hand, its clock, and a camera where the eye is calibrated too."""

    words: str
    hand: Hand
    eye: Profile | None
    connection: Connection
    clock: Clock
    open_camera: Callable[[], Camera]
    prepare: Callable[[], None]
    fulfil: Callable[[Prompt], Answer]
    tended: Callable[[Mechanism], AbstractContextManager[None]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `selftest`."""
    parser.add_argument("--sim", action="store_true", help="the simulated robot that was calibrated last")
    parser.add_argument("--robot", metavar="NAME", help="whose calibration is used (as set in config.toml)")
    parser.add_argument("--dry-run", action="store_true", help="move the chute, and nothing else")
    parser.add_argument("--json", action="store_true", help="one JSON object a step")


def run(args: argparse.Namespace) -> int:
    """Test the robot; 0 when every step is fine. Raises SelfTestFailed."""
    robot = _simulated(args) if args.sim else _real(args)
    said = sys.stderr if args.json else sys.stdout
    if not args.quiet:
        print(robot.words, file=said, flush=True)
    steps = []
    with contextlib.ExitStack() as stack:
        stack.callback(robot.connection.close)
        hand = robot.connection.make(robot.hand)
        stack.callback(_stop, hand)
        for told in point(hand, robot) if args.dry_run else play_through(hand, robot):
            step = replace(told, remedy=for_this_robot(told.remedy, args))
            steps.append(step)
            print(json.dumps(asdict(step)) if args.json else as_text(step), flush=True)
    wrong = [step for step in steps if not step.fine]
    if wrong:
        what = wrong[0].ending if wrong[0].ending != Ending.DONE.value else wrong[0].camera
        raise SelfTestFailed(f"{len(wrong)} of {len(steps)} steps failed: {wrong[0].name}: {what}", wrong[0].remedy)
    return 0


def _stop(hand: Mechanism) -> None:
    with contextlib.suppress(MechanismError):  # a controller that cannot be told stops by itself
        hand.stop()


def point(hand: Jogger, robot: Robot) -> Iterator[Step]:
    """Point the chute at every column, and let it go."""
    for letter, pulse_us in zip(COLUMNS, robot.hand.columns_us, strict=True):
        hand.jog(Servo.CHUTE, pulse_us)
        spend(robot.hand.settle_s, hand, robot.clock)
        yield Step(f"point at {letter}", "done", 0, round(robot.hand.settle_s * 1000), "", fine=True)
    hand.let_go()


def play_through(hand: WholeHand, robot: Robot) -> Iterator[Step]:
    """Home the hand, drop a disc into every column, open and close the slider; ends where nothing more can succeed."""
    robot.prepare()
    with contextlib.ExitStack() as stack:
        store = stack.enter_context(Store(journal_path()))
        stack.enter_context(robot.tended(hand))
        witness = None
        if robot.eye is not None:
            camera = stack.enter_context(contextlib.closing(robot.open_camera()))
            witness = Witness(camera, robot.eye, robot.clock, robot.fulfil)
        watched = Supplied(hand, lambda words: print(words, file=sys.stderr))
        yield from _until_nothing_more(_steps(watched, witness, action_numbers(store, hand.last_action())))


def _steps(hand: Mechanism, witness: Witness | None, number: Callable[[], int]) -> Iterator[Step]:
    yield step_of("safe pose", hand.home(number()))
    for column, letter in enumerate(COLUMNS):
        receipt = hand.drop(number(), column)
        seen = witness.where_dropped(column) if witness and receipt.ending is Ending.DONE else None
        yield step_of(f"drop into {letter}", receipt, seen)
    yield step_of("open the slider", hand.slider(number(), opened=True))
    receipt = hand.slider(number(), opened=False)
    yield step_of("close the slider", receipt, witness.is_emptied() if witness else None)


def _until_nothing_more(steps: Iterator[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        if Ending(step.ending) in NOTHING_MORE:
            return


def step_of(name: str, receipt: Receipt, seen: tuple[str, bool] | None = None) -> Step:
    """Judge a step by the hand's receipt and by what the camera saw (None: it was not asked)."""
    words, is_right = seen or ("", True)
    done = receipt.ending is Ending.DONE
    remedy = receipt.remedy if not done else "" if is_right else LOOK
    return Step(name, receipt.ending.value, receipt.discs, receipt.took_ms, words, done and is_right, remedy)


def as_text(step: Step) -> str:
    """One line of the table, and one with the remedy where there is one."""
    discs = f"{step.discs} disc{'s' if step.discs != 1 else ''}" if step.name.startswith("drop") else ""
    mark = "ok " if step.fine else "BAD"
    line = f"{mark} {step.name:<17} {step.ending:<22} {discs:<8} {step.took_ms / 1000:4.1f} s   {step.camera}".rstrip()
    return f"{line}\n      {step.remedy}" if step.remedy else line


def _simulated(args: argparse.Namespace) -> Robot:
    """Put the simulated robot up that was calibrated last."""
    folder = calibration_folder(args.robot or SIMULATED)
    try:
        hand = HandShelf(folder).load()
    except ProfileMissing as error:
        raise ProfileMissing(str(error), "type: quadrow calibrate all") from error
    if not hand.port.startswith(SIM_PORT):
        raise BadInput(f"{folder} belongs to a real robot", "leave out --sim")
    seed = seed_of(hand)
    eye = _eye(folder)
    if eye is not None and eye.camera != camera_name(seed):
        eye = None
    simulation = simulated_robot(seed, hand.gates, discs_of(eye))
    driver = SimServoDriver(simulation.world)
    return Robot(
        f"SIMULATED robot {seed}, {_ages(hand, eye)}",
        hand,
        eye,
        connect_driver(driver, simulation.clock, lambda: None),
        simulation.clock,
        lambda: simulation.camera,
        lambda: None,
        simulation.fulfil,
        lambda _: contextlib.nullcontext(),
    )


def _real(args: argparse.Namespace) -> Robot:
    """Connect to the robot."""
    name = args.robot or load_settings().robot
    folder, clock = calibration_folder(name), RealClock()
    hand, eye = HandShelf(folder).load(), _eye(folder)

    def open_camera() -> Camera:
        assert eye is not None
        camera = live_camera(eye.camera, clock.now, lens_of(load_settings()))
        settle(camera)
        return camera

    def fulfil(prompt: Prompt) -> Answer:
        if prompt.wish is Wish.WAIT:
            clock.sleep(0.1)
        return None

    words = f"robot {name}, {_ages(hand, eye)}"
    return Robot(words, hand, eye, connect(hand, clock), clock, open_camera, _prepare, fulfil, _tended)


def _prepare() -> None:
    """Have the board emptied and the magazine filled."""
    print("take all discs out of the board, put at least 7 into the magazine, keep your hands away", file=sys.stderr)
    print("[Enter when it is done] ", end="", file=sys.stderr, flush=True)
    if not sys.stdin.readline():
        raise BadInput("the input ended before the test began", "press Enter, or feed an empty line")


@contextlib.contextmanager
def _tended(hand: Mechanism) -> Iterator[None]:
    """Keep a controller awake while the camera looks."""
    over = threading.Event()

    def tend() -> None:
        while not over.wait(TEND_S):
            with contextlib.suppress(MechanismError):  # the next motion says what is wrong
                hand.tend()

    thread = threading.Thread(target=tend, name="link", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _eye(folder: Path) -> Profile | None:
    """Give what the eye knows; None where nothing was taught yet."""
    try:
        profile = Shelf(folder).load()
    except ProfileMissing:
        return None
    return profile if profile.taught else None


def _ages(hand: Hand, eye: Profile | None) -> str:
    now = utc_now()
    camera = f"eye {age_words(eye.saved_at, now)}" if eye else "no eye calibrated: the camera is not asked"
    return f"hand {age_words(hand.saved_at, now)}, {camera}"
