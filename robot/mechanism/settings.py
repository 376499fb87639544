"""What a controller holds: the limits compiled into it, and our positions as its settings (PROTOCOL.md section 8)."""

from __future__ import annotations

from collections.abc import Iterator

from robot.clock import Clock
from robot.mechanism.envelope import Bounds, Limits, Positions
from robot.mechanism.errors import EnvelopeError, MechanismError
from robot.mechanism.link import Link, LinkError
from robot.mechanism.types import Servo

LOOK_S = 0.01
SAVING_S = 2.0
"""How long the controller may take to write its EEPROM: 3.4 ms a byte, about fifty bytes."""


def limits_of(link: Link) -> Limits:
    """Ask for the limits of every servo."""
    return Limits(**{servo.name.lower(): _bounds(link, servo) for servo in Servo})


def check_limits(link: Link, limits: Limits) -> None:
    """Refuse limits that reach beyond the controller's; raises EnvelopeError."""
    for servo in Servo:
        shortest, longest = _bounds(link, servo)
        low, high = limits.of(servo)
        if low < shortest or high > longest:
            raise EnvelopeError(
                f"the {servo.value} servo's limits {low} to {high} us reach beyond the controller's,"
                f" {shortest} to {longest} us",
                "stay within them, or build the firmware with others: quadrow firmware build",
            )


def differences(link: Link, positions: Positions) -> dict[str, tuple[int, int]]:
    """Name the settings in which the controller differs: what it should hold, and what it holds in us or ms."""
    held = {name: (value, _numbers(link, 1, "GET", name)[0]) for name, value in settings(positions)}
    return {name: (wanted, found) for name, (wanted, found) in held.items() if wanted != found}


def is_saved(link: Link) -> bool:
    """Tell whether what the controller holds also stands in its EEPROM."""
    return link.ask("GET", "SAVED") == link.ask("GET", "CHECK")


def write(link: Link, clock: Clock, positions: Positions) -> None:
    """Let the controller hold these positions, in its EEPROM too; what it holds already is not written again.

    Raises MechanismError when it does not save them.
    """
    for name, (wanted, _) in differences(link, positions).items():
        link.ask("SET", name, wanted)
    if is_saved(link):
        return
    link.ask("SAVE")
    until_s = clock.now() + SAVING_S
    while clock.now() < until_s:
        clock.sleep(LOOK_S)
        if is_saved(link):
            return
    raise MechanismError("the controller does not save its positions", "flash it again: quadrow firmware flash")


def settings(positions: Positions) -> Iterator[tuple[str, int]]:
    """Give the positions as the controller's settings: names and whole us or ms."""
    yield from zip("ABCDEFG", positions.chute_columns_us, strict=True)
    yield "PARK", positions.chute_park_us
    yield "HOLD", positions.gate_hold_us
    yield "FEED", positions.gate_feed_us
    yield "GATES", positions.gates
    yield "SHUT", positions.lower_shut_us
    yield "PASS", positions.lower_pass_us
    yield "CLOSED", positions.slider_closed_us
    yield "OPENED", positions.slider_open_us
    for name, duration_s in (
        ("SETTLE", positions.settle_s),
        ("FEEDING", positions.feed_s),
        ("SENSE", positions.sense_timeout_s),
        ("CLEAR", positions.clear_s),
        ("TRAVEL", positions.slider_timeout_s),
    ):
        yield name, round(duration_s * 1000)


def _bounds(link: Link, servo: Servo) -> Bounds:
    shortest, longest = _numbers(link, 2, "LIMITS", servo.name)
    return shortest, longest


def _numbers(link: Link, count: int, *words: str) -> list[int]:
    """Ask for so many numbers. Raises LinkError for any other answer."""
    answer = link.ask(*words)
    if len(answer) != count or not all(word.isdecimal() for word in answer):
        raise LinkError(
            f"the controller answers '{' '.join(answer)}' to {' '.join(words)}",
            "flash the firmware that belongs to this quadrow: quadrow firmware flash",
            link.traffic,
        )
    return list(map(int, answer))
