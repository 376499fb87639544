"""`quadrow calibrate servos`: lead a person through the lesson, prove what was taught, keep it, and read it back."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable
from dataclasses import replace

from calibration.errors import CalibrationError, ProfileMissing
from calibration.hand import Hand, HandShelf
from calibration.lesson import Prompt
from calibration.profile import age_words
from calibration.prompts import guide
from calibration.servos import TaughtHand, prove_hand, steps_of, teach_hand
from robot.clock import utc_now
from robot.commands._builder import Builder
from robot.commands._dial import Dial
from robot.commands._hand import limits_of, positions_of
from robot.commands._keys import keys_of_person, read_line
from robot.commands._lesson_guide import LessonGuide
from robot.commands._live_line import LiveLine
from robot.commands._workbench import Workbench, action_numbers, start_pulses, workbench
from robot.config import calibration_folder, journal_path, load_settings
from robot.errors import BadInput
from robot.mechanism.envelope import Envelope
from robot.mechanism.errors import MechanismError
from robot.mechanism.link import Link
from robot.mechanism.ports import find_ports
from robot.mechanism.settings import differences, is_saved
from robot.mechanism.types import WholeHand
from robot.sim.world import World
from robot.store import Store


def is_hand_there(args: argparse.Namespace) -> bool:
    """Tell whether a hand was named, is known, or is plugged in."""
    robot = args.robot or load_settings().robot
    return bool(args.port or args.driver or HandShelf(calibration_folder(robot)).path.exists() or find_ports())


def teach_servos(args: argparse.Namespace, world: World | None = None) -> int:
    """Teach the hand; 0 when it is proven and kept. `world` is the simulated machine's where there is one already."""
    with workbench(args, world) as bench:
        begins = "at the positions it has" if bench.is_known else "at guessed positions, as it is not calibrated"
        print(f"robot {bench.robot}, {bench.words}; turning begins {begins}", flush=True)
        hand = bench.connection.make(bench.hand)
        if args.dry_run:
            tell_start(bench.hand)
            return 0
        with bench.shelf.claimed():
            try:
                taught = _teach(bench, hand)
            finally:
                with contextlib.suppress(MechanismError):  # a controller that cannot be told stops by itself
                    hand.stop()
            _keep(bench, taught)
    return 0


def tell_start(hand: Hand) -> None:
    """Say where turning would begin, and within which limits."""
    for name, servo, pulse in positions_of(hand).pulses():
        low, high = hand.limits[servo.name.lower()]
        print(f"{name:<16}{pulse:>5} us   ({servo.value} servo, {low} to {high} us)")


def _teach(bench: Workbench, hand: WholeHand) -> TaughtHand:
    """Go through the lesson and the proof."""
    line, steps = LiveLine(), steps_of(bench.hand)
    dial = Dial(hand, Envelope(limits_of(bench.hand)), start_pulses(bench.hand))
    with contextlib.ExitStack() as stack:
        if bench.world is not None and bench.rig is not None:
            builder = Builder(bench.world, bench.rig)
            drawn = LessonGuide(hand, dial, builder, bench.clock, line, steps, _watched(builder))
        else:
            keys = stack.enter_context(keys_of_person(virtual=False))
            drawn = LessonGuide(hand, dial, keys, bench.clock, line, steps)
        taught = guide(teach_hand(hand, bench.hand, bench.clock.now), drawn)
        drawn.hand = proven = bench.connection.make(taught.hand)
        store = stack.enter_context(Store(journal_path()))
        guide(prove_hand(proven, action_numbers(store), discs=taught.beam_s is not None), drawn)
    return taught


def _watched(builder: Builder) -> Callable[[Prompt], None]:
    """Let the simulated builder do what is asked; somebody at a terminal presses Enter for it."""

    def attend(prompt: Prompt) -> None:
        if sys.stdin.isatty():
            print("   [press Enter, and the simulated builder does it] ", end="", flush=True)
            if read_line(sys.stdin.fileno()) is None:
                print()
                raise BadInput("the input ended before the calibration did", "press Enter for each step")
        builder.attend(prompt)

    return attend


def _keep(bench: Workbench, taught: TaughtHand) -> None:
    """Save it, compare with what the controller holds, and say all that."""
    hand = replace(taught.hand, saved_at=utc_now())
    old = _age_of_old(bench.shelf)
    path = bench.shelf.save(hand)
    print(f"columns a to g: {', '.join(map(str, hand.columns_us))} us; park {hand.park_us} us")
    if taught.beam_s is not None:
        print(
            f"a disc takes {taught.beam_s:.2f} s to the beam: waited for {hand.sense_timeout_s:.2f} s more,"
            f" and {hand.clear_s:.2f} s until it is out of the chute"
        )
    for skipped in taught.skipped:
        print(f"left out: {skipped}")
    discs = "" if taught.beam_s is None else ", and a disc fell where it should"
    print(f"proof: the hand took its safe pose and went through all columns{discs}")
    before = bench.shelf.before
    print(f"kept in {path}" + (f"; the one before ({old}) in {before}" if before else ""))
    if bench.connection.link is not None:
        _compare(bench.connection.link, hand)
    print(f"next: quadrow selftest{' --sim' if bench.world else ''}", flush=True)


def _compare(link: Link, hand: Hand) -> None:
    """Read back what the controller holds. Raises MechanismError when that is something else."""
    wrong = differences(link, positions_of(hand))
    if wrong or not is_saved(link):
        names = ", ".join(wrong) or "its EEPROM"
        raise MechanismError(
            f"the controller holds other positions ({names})", "flash it again: quadrow firmware flash"
        )
    print("the controller holds the same positions, in its EEPROM too; read back")


def _age_of_old(shelf: HandShelf) -> str:
    """Say how old the hand's file is that will be replaced; empty when there is none."""
    try:
        return age_words(shelf.load().saved_at, utc_now())
    except ProfileMissing:
        return ""
    except CalibrationError:
        return "damaged"
