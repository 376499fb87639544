"""The limits of the servos that are compiled into a controller, kept for each robot so that no flash forgets them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from calibration.files import Disk, write_whole
from robot.config import calibration_folder, data_folder
from robot.errors import BadInput
from robot.mechanism.envelope import ELECTRICAL_US

SERVOS = ("chute", "gate", "lower", "slider")
USUAL = "usual"
"""Said in the place of limits to have those of firmware/src/limits.h again."""


def limits_for(robot: str, given: Sequence[str]) -> list[str]:
    """Give the limits of a robot's controller: those that are given now, which are kept, else those given last.

    Limits are written like chute=700,1900 (us). Raises BadInput.
    """
    path = data_folder() / "firmware" / f"{calibration_folder(robot).name}.limits"
    if not given:
        return _kept(path)
    limits = [] if list(given) == [USUAL] else checked_limits(given)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(Disk(), path, "\n".join(limits).encode())
    return limits


def checked_limits(texts: Sequence[str]) -> list[str]:
    """Give limits as they are kept, in order. Raises BadInput for what is none, and for a servo that comes twice."""
    limits = sorted(text.lower() for text in texts)
    servos = [make_word(limit).partition("=")[0].lower() for limit in limits]
    doubled = next((servo for servo in servos if servos.count(servo) > 1), None)
    if doubled:
        raise BadInput(f"the limits of the servo {doubled} are given twice", "give them once")
    return limits


def make_word(limit: str) -> str:
    """Make the word for make of limits such as chute=700,1900. Raises BadInput."""
    found = re.fullmatch(r"([a-z]+)=(\d{3,4}),(\d{3,4})", limit.lower())
    if found is None or found[1] not in SERVOS:
        raise BadInput(
            f"{limit[:40]!r} are no limits", f"write them like chute=700,1900; servos are {', '.join(SERVOS)}"
        )
    shortest, longest = int(found[2]), int(found[3])
    low, high = ELECTRICAL_US
    if not low <= shortest < longest <= high:
        raise BadInput(
            f"{limit} are no limits of a servo", f"give the shorter pulse first, both within {low} to {high} us"
        )
    return f"{found[1].upper()}={shortest} {longest}"


def _kept(path: Path) -> list[str]:
    try:
        return checked_limits(path.read_text(encoding="utf-8").split())
    except FileNotFoundError:
        return []
    except (UnicodeDecodeError, BadInput) as error:
        raise BadInput(f"the limits kept in {path} are damaged", "give them again, or: --limits usual") from error
