"""Build the controller's firmware, tell its size, or flash it into an Arduino Uno or Nano.

build   compile it; with --limits for a machine whose servos bear less, which are kept for this robot
size    flash and memory that it takes
flash   write it through the controller's own boot loader
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

from robot.commands._firmware import build, require
from robot.commands._firmware_limits import USUAL, limits_for, make_word
from robot.config import load_settings
from robot.errors import BadInput, HardwareMissing
from robot.mechanism.ports import BY_ID, find_ports, open_port

LONGEST_S = 120
BOOT_BAUD = {"uno": "115200", "nano": "115200", "old-nano": "57600"}
"""How fast the boot loader of each board talks; that of Nanos made before 2018 is slower."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `firmware`."""
    parser.add_argument("what", choices=("build", "size", "flash"), help="what to do")
    parser.add_argument(
        "--limits",
        action="append",
        default=[],
        metavar="SERVO=MIN,MAX",
        help=f"the servos' limits to compile in, us, kept for this robot: chute=700,1900 ({USUAL}: as at first)",
    )
    parser.add_argument("--robot", metavar="NAME", help="whose controller it is (as set in config.toml)")
    parser.add_argument("--port", metavar="PORT", help="the controller's port (the only one at USB)")
    parser.add_argument("--board", choices=tuple(BOOT_BAUD), default="nano", help="which boot loader it has (nano)")
    parser.add_argument("--dry-run", action="store_true", help="flash: say what would be done")


def run(args: argparse.Namespace) -> int:
    """Do it."""
    limits = limits_for(args.robot or load_settings().robot, args.limits)
    if limits and not args.quiet:
        print(f"limits compiled in: {', '.join(limits)} us (as at first: --limits {USUAL})", file=sys.stderr)
    words = [make_word(limit) for limit in limits]
    if args.what == "size":
        print((build("all", limits=words) / "size.txt").read_text(), end="")
        return 0
    if not args.quiet:
        print("building the firmware ...", file=sys.stderr)
    folder = build("all", limits=words)
    if args.what == "build":
        print(f"{folder / 'quadrow.hex'}  ({(folder / 'size.txt').read_text().strip()})")
        return 0
    return flash(folder / "quadrow.hex", args)


def flash(binary: Path, args: argparse.Namespace) -> int:
    """Write the binary into the controller by avrdude. Raises LinkError for a port that cannot be opened."""
    port = args.port or only_port()
    command = [require("avrdude"), "-q", "-p", "atmega328p", "-c", "arduino", "-b", BOOT_BAUD[args.board]]
    command += ["-P", port, "-D", "-U", f"flash:w:{binary}:i"]
    if args.dry_run:
        print(" ".join(command))
        return 0
    open_port(port).close()  # avrdude does not ask whether another program uses it
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST_S)
    except subprocess.TimeoutExpired as error:
        raise HardwareMissing(
            f"avrdude does not end with the controller at {port}", "unplug it, plug it in again, and try once more"
        ) from error
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["it says nothing"]
        why = next((line for line in said if re.search("can't|error|sync|denied", line)), said[-1])
        raise HardwareMissing(
            f"the controller at {port} was not flashed: {why}",
            "see its cable; try --board old-nano; close the programs that use the port",
        )
    print(f"flashed {binary} into the controller at {port}")
    return 0


def only_port() -> str:
    """Give the port of the only controller at USB. Raises HardwareMissing, BadInput."""
    ports = find_ports()
    if not ports:
        raise HardwareMissing(f"there is no controller at USB (nothing in {BY_ID})", "plug it in, or name it: --port")
    if len(ports) > 1:
        raise BadInput(f"there are {len(ports)} devices at USB: {', '.join(ports)}", "name one: --port")
    return ports[0]
