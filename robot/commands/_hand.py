"""The hand of a real robot, put together from what was calibrated."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from calibration.hand import Hand
from robot.clock import Clock
from robot.commands._fault_log import note_fault
from robot.mechanism.drivers import open_driver
from robot.mechanism.envelope import Limits, Positions
from robot.mechanism.link import Link, Port
from robot.mechanism.panel import Panel
from robot.mechanism.ports import open_port
from robot.mechanism.serial import SerialMechanism
from robot.mechanism.servos import ServoMechanism
from robot.mechanism.types import Sensor, Servo, ServoDriver, WholeHand
from robot.mechanism.wiring import Wiring


@dataclass(frozen=True)
class Connection:
    """What the hand is connected to: `make` gives the hand as it is known, as often as more is known of it.

    `link` is the controller's line, None for servos at the Pi's own pins.
    """

    make: Callable[[Hand], WholeHand]
    close: Callable[[], None]
    link: Link | None = None


@contextmanager
def opened_hand(hand: Hand, clock: Clock) -> Iterator[WholeHand]:
    """Connect to the controller, or open the Pi's own pins; whatever happens they are let go. Raises MechanismError."""
    connection = connect(hand, clock)
    try:
        yield connection.make(hand)
    finally:
        connection.close()


@contextmanager
def opened_panel(hand: Hand, pressed: Callable[[], None]) -> Iterator[Panel | None]:
    """Open the lamp and the button of a hand that has some; None where it has none. Raises DriverError."""
    if not hand.panel:
        yield None
        return
    panel = Panel(hand.panel.get("lamp"), hand.panel.get("ready"), pressed)
    try:
        yield panel
    finally:
        panel.close()


def connect(hand: Hand, clock: Clock) -> Connection:
    """Open the Pi's own pins, or prepare the line to the controller. Raises MechanismError."""
    if hand.driver == "controller":
        return connect_link(link_of(hand.port, clock), clock)
    driver = open_driver(hand.driver, wiring_of(hand), clock)
    return connect_driver(driver, clock, driver.close)


def connect_link(link: Link, clock: Clock) -> Connection:
    """Let a controller behind a line be the hand."""

    def make(hand: Hand) -> WholeHand:
        return SerialMechanism(link, clock, limits_of(hand), positions_of(hand), hand.capacity, note_fault)

    return Connection(make, link.close, link)


def connect_driver(driver: ServoDriver, clock: Clock, close: Callable[[], None]) -> Connection:
    """Let servos of a driver be the hand."""

    def make(hand: Hand) -> WholeHand:
        return ServoMechanism(driver, clock, limits_of(hand), positions_of(hand), hand.capacity)

    return Connection(make, close)


def link_of(port: str, clock: Clock) -> Link:
    """Give the line to the controller at a port; it is not opened yet."""

    def open_it() -> Port:
        opened: Port = open_port(port)
        return opened

    return Link(open_it, clock)


def limits_of(hand: Hand) -> Limits:
    """Give the limits in the hand's own words. Raises EnvelopeError."""
    return Limits(**dict(hand.limits))


def positions_of(hand: Hand) -> Positions:
    """Give the positions in the hand's own words. Raises EnvelopeError."""
    return Positions(
        chute_columns_us=tuple(hand.columns_us),
        chute_park_us=hand.park_us,
        gate_hold_us=hand.hold_us,
        gate_feed_us=hand.feed_us,
        gates=hand.gates,
        lower_shut_us=hand.lower_shut_us,
        lower_pass_us=hand.lower_pass_us,
        slider_closed_us=hand.closed_us,
        slider_open_us=hand.open_us,
        settle_s=hand.settle_s,
        feed_s=hand.feed_s,
        sense_timeout_s=hand.sense_timeout_s,
        clear_s=hand.clear_s,
        slider_timeout_s=hand.slider_timeout_s,
    )


def wiring_of(hand: Hand) -> Wiring:
    """Give the wires in the drivers' own words. Raises DriverError."""
    assert hand.pins is not None
    return Wiring(
        {Servo[name.upper()]: number for name, number in hand.pins.servos.items()},
        {Sensor[name.upper()]: pin for name, pin in hand.pins.sensors.items()},
        frozenset(Sensor[name.upper()] for name in hand.pins.inverted),
        oscillator_hz=hand.pins.oscillator_hz,
    )
