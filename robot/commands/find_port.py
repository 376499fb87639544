"""Find the controllers at USB, and say what answers.

Without a NAME every serial device at USB is asked, by the name that stays the same. To ask resets an Arduino; nothing
moves.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from robot.clock import Clock, RealClock
from robot.commands._draw import printable
from robot.commands._hand import link_of
from robot.errors import HardwareMissing
from robot.mechanism.errors import MechanismError
from robot.mechanism.firmware import version
from robot.mechanism.ports import BY_ID, find_ports

HEARD = 60
"""So many letters of what else was heard are shown."""


@dataclass(frozen=True, slots=True)
class Found:
    """One port: the firmware that answers there and how often it has started (None: nothing of ours), in words.

    `remedy` is what to do when it is not as it should be.
    """

    port: str
    firmware: str | None
    boots: int | None
    words: str
    remedy: str = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `find-port`."""
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"only these ports, such as {BY_ID}/...")
    parser.add_argument("--json", action="store_true", help="one JSON object a port")


def run(args: argparse.Namespace) -> int:
    """Ask every port; 0 when a controller answers. Raises HardwareMissing when none does."""
    names = args.names or find_ports()
    if not names:
        raise HardwareMissing(
            f"there is no serial device at USB (nothing in {BY_ID})",
            "plug the controller in with a cable that carries data; other ports: quadrow find-port NAME",
        )
    found = []
    for name in names:
        if sys.stderr.isatty() and not args.quiet:
            print(f"asking {name} ...", file=sys.stderr)
        found.append(ask(name, RealClock()))
        print(json.dumps(asdict(found[-1])) if args.json else as_text(found[-1]), flush=True)
    answering = [one for one in found if one.firmware is not None]
    if not answering:
        raise HardwareMissing("no controller answers", "see what is said beside each port")
    if not args.json and not args.quiet:
        print(next_step(answering))
    return 0


def next_step(answering: Sequence[Found]) -> str:
    """Say what to do with the controllers that answer: only our own firmware is taught."""
    ours = [one.port for one in answering if one.firmware == version()]
    if ours:
        return f"next, teach it where its parts stand: quadrow calibrate servos --port {ours[0]}"
    return f"next, give it the firmware of this quadrow: quadrow firmware flash --port {answering[0].port}"


def ask(name: str, clock: Clock) -> Found:
    """Say HELLO at a port."""
    link = link_of(name, clock)
    try:
        link.connect()
    except MechanismError as error:
        heard = [line.partition(" < ")[2] for line in link.traffic if " < " in line]
        if not heard:
            return Found(name, None, None, str(error), error.remedy)
        said = printable(heard[-1])[:HEARD]
        return Found(name, None, None, f"something else answers: {said}", "flash it: quadrow firmware flash")
    finally:
        link.close()
    words = f"a Quadrow controller, firmware {link.firmware}, started {link.boots} times before"
    wrong = (
        "" if link.firmware == version() else f"firmware {version()} belongs to this Quadrow: quadrow firmware flash"
    )
    return Found(name, link.firmware, link.boots, words, wrong)


def as_text(found: Found) -> str:
    """Two lines for a person."""
    return f"{found.port}\n    {found.words}" + (f" - {found.remedy}" if found.remedy else "")
