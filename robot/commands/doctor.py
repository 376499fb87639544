"""Look at everything that a game needs, and say what to do about what is not well. Nothing moves.

One line a check: ok, warn or BAD. To ask a controller resets an Arduino, which lets go of its servos.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

from calibration.hand import Hand, HandShelf
from calibration.profile import Profile, Shelf
from robot.clock import RealClock, utc_now
from robot.commands._arguments import for_this_robot
from robot.commands._checkup import (
    BAD,
    FAILED,
    MISSING,
    OK,
    UNCALIBRATED,
    WARN,
    Finding,
    check_machine,
    libraries,
    modem_manager,
    python,
    settings,
    trouble,
)
from robot.commands._checkup_eye import check_eye, load_eye
from robot.commands._checkup_hand import check_hand, check_panel, load_hand
from robot.commands._hand import connect, connect_driver
from robot.commands._lens import lens_of
from robot.commands._sim_robot import camera_name, discs_of, is_simulated, seed_in, simulated_robot
from robot.commands._workbench import SIMULATED, seed_of
from robot.config import RULES, calibration_folder, data_folder, load_settings
from robot.errors import BadInput
from robot.mechanism.errors import MechanismError
from robot.mechanism.ports import BY_ID, find_ports
from robot.sim.servos import SimServoDriver
from vision.cameras import live_camera

GRAVEST = (MISSING, UNCALIBRATED, FAILED)
"""Which exit code is given when several things are bad."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `doctor`."""
    parser.add_argument("--sim", action="store_true", help="the simulated robot that was calibrated last")
    parser.add_argument("--robot", metavar="NAME", help="whose calibration is looked at (as set in config.toml)")
    parser.add_argument("--json", action="store_true", help="one JSON object a check")


def run(args: argparse.Namespace) -> int:
    """Look at everything; 0 when nothing is bad, else the exit code of the gravest."""
    found = []
    for told in examine(args):
        finding = replace(told, remedy=for_this_robot(told.remedy, args))
        found.append(finding)
        print(json.dumps(as_object(finding)) if args.json else as_text(finding), flush=True)
    bad = [finding for finding in found if finding.grade == BAD]
    if not args.json and not args.quiet:
        warned = sum(finding.grade == WARN for finding in found)
        print(f"{len(found)} checks: {len(bad)} bad, {warned} to look at" if bad or warned else "all is well")
    return next((code for code in GRAVEST if code in {finding.code for finding in bad}), 0)


def examine(args: argparse.Namespace) -> Iterator[Finding]:
    """Look at the machine, the eye and the hand; at the machine alone where nothing of ours can be kept."""
    try:
        data_folder()
    except OSError as error:
        yield from (python(), libraries(), settings())
        words = f"{error.filename} cannot be the folder of games and calibration: {error.strerror}"
        yield Finding("home", BAD, words, "choose a folder that can be written with QUADROW_HOME")
        return
    folder = _folder(args)
    eye, eye_told = load_eye(Shelf(folder))
    hand, hand_told = load_hand(HandShelf(folder))
    saved = [known.saved_at for known in (eye, hand) if known]
    yield from check_machine(data_folder(), saved, utc_now())
    yield from (eye_told, hand_told)
    yield from _simulated(eye, hand) if args.sim else _real(eye, hand)


def _folder(args: argparse.Namespace) -> Path:
    """Give the folder of the robot's calibration; that of the usual name where the settings cannot be read."""
    if args.robot or args.sim:
        return calibration_folder(args.robot or SIMULATED)
    try:
        return calibration_folder(load_settings().robot)
    except BadInput:  # it is told as a finding
        return calibration_folder(RULES["robot"].default)


def _simulated(eye: Profile | None, hand: Hand | None) -> Iterator[Finding]:
    """Look at the simulated robot that was calibrated last."""
    name = eye.camera if eye is not None and is_simulated(eye.camera) else camera_name(seed_of(hand))
    seen = simulated_robot(seed_in(name), discs=discs_of(eye))
    yield from check_eye(eye, name, lambda: seen.camera, seen.clock)
    if hand is None:
        return
    if hand.port != name:
        words = f"the eye was calibrated on the simulated robot {name}, the hand on {hand.port}"
        yield Finding("robot", BAD, words, "calibrate both on one: quadrow calibrate all", UNCALIBRATED)
    moved = simulated_robot(seed_of(hand), hand.gates)
    yield from check_hand(hand, connect_driver(SimServoDriver(moved.world), moved.clock, lambda: None))


def _real(eye: Profile | None, hand: Hand | None) -> Iterator[Finding]:
    """Look at the real robot."""
    clock = RealClock()
    yield from modem_manager()
    try:
        settings = load_settings()
    except BadInput:
        name, lens = RULES["camera"].default, None
    else:
        name, lens = settings.camera, lens_of(settings)
    yield from check_eye(eye, name, lambda: live_camera(name, clock.now, lens), clock)
    if hand is None:
        yield _plugged_in()
        return
    yield from check_panel(hand)
    try:
        connection = connect(hand, clock)
    except MechanismError as error:
        yield trouble("servos", error)
        return
    yield from check_hand(hand, connection)


def _plugged_in() -> Finding:
    """Say what serial devices there are where nobody knows which one is the controller."""
    ports = find_ports()
    if ports:
        return Finding("port", OK, f"at USB: {', '.join(ports)}", "which one it is: quadrow find-port")
    words = f"no serial device is at USB (nothing in {BY_ID})"
    return Finding("port", BAD, words, "plug the controller in; servos at the Pi's own pins need none", MISSING)


def as_object(finding: Finding) -> dict[str, object]:
    """Give what a program reads; `code` is 0 unless the finding is bad."""
    return {**asdict(finding), "code": finding.code if finding.grade == BAD else 0}


def as_text(finding: Finding) -> str:
    """One line, and one with what to do."""
    grade = finding.grade if finding.grade != BAD else "BAD"
    line = f"{grade:<5} {finding.name:<10} {finding.words}"
    return f"{line}\n                 {finding.remedy}" if finding.remedy else line
