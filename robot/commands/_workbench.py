"""Where a hand is taught and tried: a controller, the Pi's own pins, or the simulated machine, with who says which."""

from __future__ import annotations

import argparse
import contextlib
import random
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from calibration.errors import CalibrationError, ProfileDamaged, ProfileMissing
from calibration.hand import DRIVERS, PANEL, SENSORS, SERVOS, Hand, HandShelf, Pins
from calibration.servos import first_guess
from robot.clock import Clock, RealClock, VirtualClock, utc_now
from robot.commands import _arguments
from robot.commands._hand import Connection, connect, connect_driver, connect_link, link_of
from robot.commands.find_port import ask
from robot.config import calibration_folder, load_settings
from robot.errors import BadInput, HardwareMissing
from robot.mechanism.envelope import Limits
from robot.mechanism.ports import BY_ID, find_ports
from robot.mechanism.receipts import new_action
from robot.mechanism.settings import limits_of as limits_in
from robot.mechanism.types import Servo
from robot.sim.rig import Rig
from robot.sim.servos import SimServoDriver
from robot.sim.world import World
from robot.store import Store

SIMULATED = "simulated"
"""The name under which a simulated board's calibration is kept, so that no real robot ever gets it."""
SIM_PORT = "sim:"
"""How the port of a simulated machine begins; its seed follows."""


@dataclass(frozen=True)
class Workbench:
    """A hand as far as it is known (else guessed), what it is connected to, and where it is kept.

    `world` and its machine's body `rig` are there when the machine is simulated.
    """

    robot: str
    shelf: HandShelf
    hand: Hand
    is_known: bool
    connection: Connection
    clock: Clock
    words: str
    world: World | None = None
    rig: Rig | None = None


def add_hand_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments that say which hand it is."""
    parser.add_argument("--port", metavar="PORT", help="the controller's port (the one that answers)")
    parser.add_argument("--driver", choices=DRIVERS, help="what moves the servos (a controller)")
    parser.add_argument(
        "--pins", metavar="LIST", help="pins or channels at the Pi: chute=12,gate=13,slider=18,disc=5,..."
    )
    parser.add_argument(
        "--inverted", default="", metavar="LIST", help="sensors whose wire means the opposite: disc,..."
    )
    parser.add_argument(
        "--panel", metavar="LIST", help="lamp and button at the Pi: lamp=23,ready=24; none: there are none"
    )
    parser.add_argument("--gates", type=int, choices=(1, 2), help="1: a pusher, 2: an upper and a lower gate (1)")


def add_sim_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments that say which robot it is."""
    parser.add_argument("--sim", action="store_true", help="a simulated robot, without hardware")
    parser.add_argument("--seed", type=_arguments.seed, default=1, metavar="N", help="which simulated robot (1)")
    parser.add_argument("--robot", metavar="NAME", help="whose calibration it is (as set in config.toml)")


@contextmanager
def workbench(args: argparse.Namespace, world: World | None = None, *, paced: bool = False) -> Iterator[Workbench]:
    """Connect to the hand that the arguments name; `world` is the simulated machine's, where there is one already.

    `paced`: a simulated machine takes its time for the eyes of somebody at a terminal.
    Raises BadInput, HardwareMissing, MechanismError, CalibrationError.
    """
    robot = args.robot or (SIMULATED if args.sim else load_settings().robot)
    shelf = HandShelf(calibration_folder(robot))
    panel = parse_panel(args.panel) if args.panel else None
    bench = _simulated(args, robot, shelf, world, paced) if args.sim else _real(args, robot, shelf)
    try:
        yield bench if panel is None else replace(bench, hand=replace(bench.hand, panel=panel))
    finally:
        bench.connection.close()


def drawn_rig(seed: int, gates: int = 1) -> Rig:
    """Give the simulated machine of a seed: where its parts stand nobody has told the robot."""
    return Rig.drawn(random.Random(seed), gates)


def seed_of(hand: Hand | None) -> int:
    """Give the seed of the simulated machine that a hand was taught on; 1 where it was none."""
    return int(hand.port.removeprefix(SIM_PORT)) if hand and hand.port.startswith(SIM_PORT) else 1


def action_numbers(store: Store, last: int = 0) -> Callable[[], int]:
    """Give action ids that were never used and never will be again, above the `last` that a controller remembers."""

    def number() -> int:
        action = new_action(store.next_action(), last)
        store.spend_action(action)
        store.commit()
        return action

    return number


def start_pulses(hand: Hand) -> dict[Servo, int]:
    """Tell where turning begins: the middle column, gates that hold, a closed slider."""
    return {
        Servo.CHUTE: hand.columns_us[3],
        Servo.GATE: hand.hold_us,
        Servo.LOWER: hand.lower_shut_us,
        Servo.SLIDER: hand.closed_us,
    }


def _simulated(args: argparse.Namespace, robot: str, shelf: HandShelf, world: World | None, paced: bool) -> Workbench:
    known = _known(shelf)
    seed = seed_of(known) if args.seed is None else args.seed
    port = f"{SIM_PORT}{seed}"
    if known is not None and known.port != port:
        known = None
    gates = args.gates or (known.gates if known and world is None else 1)
    rig = drawn_rig(seed, gates)
    if world is None:
        pace = RealClock() if paced and sys.stdin.isatty() else None
        world = World(VirtualClock(pace), seed, rig=rig)
    hand, is_known = _fitted(known, first_guess("controller", port, utc_now(), _words_of(Limits()), gates))
    connection = connect_driver(SimServoDriver(world), world.clock, lambda: None)
    words = f"SIMULATED machine {seed}"
    return Workbench(robot, shelf, hand, is_known, connection, world.clock, words, world, rig)


def _real(args: argparse.Namespace, robot: str, shelf: HandShelf) -> Workbench:
    known, clock = _known(shelf), RealClock()
    driver = args.driver or ("controller" if args.port or known is None else known.driver)
    gates = args.gates or (known.gates if known else 1)
    if driver == "controller":
        port = args.port or (known.port if known else "") or the_port(clock)
        link = link_of(port, clock)
        guess = first_guess(driver, port, utc_now(), _words_of(limits_in(link)), gates)
        hand, is_known = _fitted(known, guess)
        return Workbench(robot, shelf, hand, is_known, connect_link(link, clock), clock, f"the controller at {port}")
    pins = parse_pins(args.pins, args.inverted) if args.pins else known.pins if known else None
    if pins is None:
        raise BadInput(
            f"nobody has said where the servos of the driver {driver} are",
            "type: --pins chute=12,gate=13,slider=18,disc=5,slider_open=16,slider_closed=20,emergency_stop=21",
        )
    hand, is_known = _fitted(known, first_guess(driver, "", utc_now(), _words_of(Limits()), gates, pins))
    return Workbench(robot, shelf, hand, is_known, connect(hand, clock), clock, f"servos at the Pi's pins ({driver})")


def the_port(clock: Clock) -> str:
    """Give the port of the only controller that answers. Raises HardwareMissing, BadInput."""
    ports = find_ports()
    if not ports:
        raise HardwareMissing(
            f"there is no controller at USB (nothing in {BY_ID})",
            "plug it in, or name it: --port; without hardware: --sim",
        )
    answering = [port for port in ports if len(ports) == 1 or ask(port, clock).firmware is not None]
    if len(answering) != 1:
        raise BadInput(f"{len(answering)} controllers answer at USB", "see them: quadrow find-port; name one: --port")
    return answering[0]


def parse_panel(text: str) -> dict[str, int]:
    """Read a list such as lamp=23,ready=24; "none" is an empty one. Raises BadInput."""
    return {} if text == "none" else _parts(text, PANEL)


def _parts(text: str, parts: tuple[str, ...]) -> dict[str, int]:
    """Read a list of parts with their pins."""
    numbers: dict[str, int] = {}
    for word in text.split(","):
        found = re.fullmatch(r"([a-z_]+)=(\d{1,2})", word.strip())
        if found is None or found[1] not in parts:
            raise BadInput(
                f"{word[:40]!r} is no part with its pin", f"write {parts[0]}=12; parts are {', '.join(parts)}"
            )
        numbers[found[1]] = int(found[2])
    return numbers


def parse_pins(text: str, inverted: str) -> Pins:
    """Read a list such as chute=12,disc=5. Raises BadInput."""
    numbers = _parts(text, (*SERVOS, *SENSORS))
    servos = {name: number for name, number in numbers.items() if name in SERVOS}
    sensors = {name: number for name, number in numbers.items() if name in SENSORS}
    turned = tuple(name for name in inverted.split(",") if name)
    unknown = [name for name in turned if name not in SENSORS]
    if unknown:
        raise BadInput(f"{unknown[0][:40]!r} is no sensor", f"sensors are {', '.join(SENSORS)}")
    return Pins(servos, sensors, turned)


def _known(shelf: HandShelf) -> Hand | None:
    try:
        return shelf.load()
    except (ProfileMissing, ProfileDamaged):
        return None


def _fitted(known: Hand | None, guess: Hand) -> tuple[Hand, bool]:
    """Give what is known of the hand if it fits what it is connected to, else the guess; tell whether it is known."""
    if known is not None:
        within = all(
            low <= known.limits[servo][0] and known.limits[servo][1] <= high
            for servo, (low, high) in guess.limits.items()
        )
        limits = known.limits if within else guess.limits
        with contextlib.suppress(CalibrationError):
            connected = replace(known, driver=guess.driver, port=guess.port, limits=limits, pins=guess.pins)
            return replace(connected, gates=guess.gates, saved_at=guess.saved_at), True
    return guess, False


def _words_of(limits: Limits) -> dict[str, tuple[int, int]]:
    return {servo.name.lower(): limits.of(servo) for servo in Servo}
