"""Kinds of arguments that several verbs take: each refuses in one line what it cannot use."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Sequence
from pathlib import Path

from robot.errors import BadInput
from robot.solver import levels

LEVELS = tuple(level.name for level in levels.LEVELS)
ROBOTS_COMMANDS = re.compile(r"quadrow (?:calibrate (?:board|colours|servos|all)|doctor|selftest|jog)\b(?! --)")
"""The commands in a remedy that are for one robot."""
MOST = 10**18 - 1
"""The largest whole number that is taken; the journal keeps numbers of 63 bits."""


def seed(text: str) -> int:
    """A whole number from 0 to MOST."""
    return _whole(text, "a seed", 0)


def count(text: str) -> int:
    """A whole number from 1 to MOST."""
    return _whole(text, "a count", 1)


def rate(text: str) -> float:
    """A share from 0 to 1."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= 1.0:
        raise argparse.ArgumentTypeError(f"{_shown(text)} is no rate: give a number from 0 to 1")
    return value


def folder(text: str) -> Path:
    """A folder; the current one only where that is said."""
    if not text:
        raise argparse.ArgumentTypeError("'' is no folder: name one, or say . for this one")
    return Path(text)


def for_this_robot(remedy: str, args: argparse.Namespace) -> str:
    """Complete the commands in a remedy by the robot that was named: --sim, --robot NAME."""
    sim = " --sim" if getattr(args, "sim", False) else ""
    robot = f" --robot {args.robot}" if getattr(args, "robot", None) else ""
    return ROBOTS_COMMANDS.sub(lambda found: f"{found[0]}{sim}{robot}", remedy)


def _whole(text: str, what: str, lowest: int) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(MOST)) else -1
    if not lowest <= number <= MOST:
        raise argparse.ArgumentTypeError(f"{_shown(text)} is not {what}: give a whole number from {lowest} to {MOST}")
    return number


def _shown(text: str) -> str:
    """What was typed, in quotes; without control characters, and not endless."""
    return repr(text[:60])


def corners(words: Sequence[str]) -> tuple[tuple[float, float], ...]:
    """Four points X,Y in px. Raises BadInput."""
    try:
        points = [tuple(float(part) for part in word.split(",")) for word in words]
    except ValueError:
        points = []
    if len(points) != 4 or any(len(point) != 2 or not all(map(math.isfinite, point)) for point in points):
        raise BadInput(
            f"{_shown(' '.join(words))} are no four points", "give X,Y X,Y X,Y X,Y in px, without other spaces"
        )
    return tuple((point[0], point[1]) for point in points)
