"""What `doctor` looks at in the hand: what is calibrated, the controller, its limits and settings, every sensor.

Nothing is written and nothing moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from calibration.errors import CalibrationError
from calibration.hand import Hand, HandShelf
from robot.clock import utc_now
from robot.commands._checkup import BAD, FAILED, OK, UNCALIBRATED, WARN, Finding, calibrated, trouble
from robot.commands._hand import Connection, limits_of, opened_panel, positions_of
from robot.mechanism.errors import EnvelopeError, MechanismError
from robot.mechanism.firmware import version
from robot.mechanism.link import Link
from robot.mechanism.settings import check_limits, differences, is_saved
from robot.mechanism.types import Sensor

WRITTEN = "nothing to do: they are written before it moves"


def load_hand(shelf: HandShelf) -> tuple[Hand | None, Finding]:
    """Read what is calibrated of the hand."""
    try:
        hand = shelf.load()
    except CalibrationError as error:
        return None, trouble("hand", error, UNCALIBRATED)
    what = (
        f"the controller at {hand.port}" if hand.driver == "controller" else f"servos at the Pi's pins ({hand.driver})"
    )
    return hand, calibrated("hand", hand.saved_at, what, utc_now())


def check_hand(hand: Hand, connection: Connection) -> Iterator[Finding]:
    """Look at what the hand is connected to."""
    try:
        if connection.link is not None:
            yield from _controller(connection.link, hand)
        yield from sensors(connection.make(hand).feel())
    except EnvelopeError as error:
        yield trouble("limits", error, FAILED)
    except MechanismError as error:
        yield trouble("port" if connection.link else "servos", error)
    finally:
        connection.close()


def _controller(link: Link, hand: Hand) -> Iterator[Finding]:
    link.connect()
    if link.firmware == version():
        yield Finding("port", OK, f"{hand.port}: firmware {link.firmware}, started {link.boots} times before")
    else:
        words = f"{hand.port}: firmware {link.firmware}, and {version()} belongs to this quadrow"
        yield Finding("port", BAD, words, "type: quadrow firmware flash")
    check_limits(link, limits_of(hand))
    yield Finding("limits", OK, "those of the profile lie within the controller's")
    others = differences(link, positions_of(hand))
    names = ", ".join(f"{name} {found} instead of {wanted}" for name, (wanted, found) in others.items())
    if others:
        yield Finding("positions", WARN, f"the controller holds {names}", WRITTEN)
    elif not is_saved(link):
        yield Finding("positions", WARN, "the controller holds the profile's, not in its EEPROM yet", WRITTEN)
    else:
        yield Finding("positions", OK, "the controller holds the profile's")


def check_panel(hand: Hand) -> Iterator[Finding]:
    """Look at the lamp and the button; nothing to say where there are none."""
    if not hand.panel:
        return
    try:
        with opened_panel(hand, lambda: None) as panel:
            assert panel is not None
            words = ", ".join(f"{part} at GPIO {pin}" for part, pin in hand.panel.items())
            if panel.is_pressed:
                yield Finding("panel", WARN, f"{words}: the button is pressed", "let go of it; see its wire")
            else:
                yield Finding("panel", OK, words)
    except MechanismError as error:
        yield trouble("panel", error)


def sensors(felt: Mapping[Sensor, int]) -> Iterator[Finding]:
    """Say what every sensor feels."""
    if felt[Sensor.EMERGENCY_STOP]:
        remedy = "release it; if it is released, see its plug and wire"
        yield Finding("stop", BAD, "the emergency stop is pressed, or its wire is broken", remedy)
    else:
        yield Finding("stop", OK, "the emergency stop is released")
    yield _slider(felt[Sensor.SLIDER_OPEN], felt[Sensor.SLIDER_CLOSED])
    if felt[Sensor.MAGAZINE]:
        yield Finding("magazine", OK, "discs are in it, or it has no sensor")
    else:
        yield Finding("magazine", WARN, "empty", "fill it before a game")


def _slider(is_open: int, is_closed: int) -> Finding:
    match (is_open, is_closed):
        case (0, 1):
            return Finding("slider", OK, "closed, by both switches")
        case (1, 0):
            return Finding("slider", WARN, "open", "it is closed when a game begins: keep fingers out")
        case (0, 0):
            return Finding(
                "slider", WARN, "between its ends, or its switches do not work", "push it closed; see its switches"
            )
        case _:
            return Finding("slider", BAD, "both of its switches are pressed at once", "see their wires")
