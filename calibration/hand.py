"""What a robot's hand knows, kept on the disk beside what its eye knows: hand.toml, with its older versions.

This is the first of three gates that every pulse passes, and asks none of the others: bounds of each number, limits
within what any servo bears, positions within the limits, columns in order and apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from calibration.claim import Claim
from calibration.errors import CalibrationError, ProfileDamaged, ProfileMissing
from calibration.files import Disk, write_whole
from calibration.history import History
from calibration.kinds import HAND, OtherKind, need_kind
from calibration.schema import LARGEST_BYTES, Date, Number, Schema, SchemaError, Values, Word, parse, render
from vision.files import NoFile, TooLarge, read_file

SCHEMA_VERSION = 1
KEPT = 10
"""So many older versions are kept."""
CALIBRATE = "quadrow calibrate servos"
COMMENT = "What the hand of this robot knows. Written by: quadrow calibrate servos\nPulses in microseconds."
NO_PORT = "-"
"""Stands in the file in the place of a port where the servos are at the Pi's own pins."""
APART_US = 40
"""Columns, and the two ends of a gate or of the slider, stand at least so far apart."""
DRIVERS = ("controller", "gpiozero", "pca9685", "pwm")
SENSORS = ("disc", "magazine", "slider_open", "slider_closed", "emergency_stop")
SERVOS = ("chute", "gate", "lower", "slider")
PANEL = ("lamp", "ready")
"""A lamp and the button "ready" at the Pi, whatever moves the servos."""

FIRST_PIN = 2
"""GPIO 0 and 1 belong to the EEPROM of a HAT."""
_US = Number(500, 2500, whole=True)
_LIMITS = Number(500, 2500, whole=True, count=2)
_PIN = Number(-1, 40, whole=True)
SCHEMA: Schema = {
    "": {"schema_version": Number(SCHEMA_VERSION, SCHEMA_VERSION, whole=True), "saved_at": Date()},
    "driver": {
        "name": Word(choices=DRIVERS),
        "port": Word("the controller's port, or - for the Pi's own pins", r'[^"\\\x00-\x1f\x7f]{1,300}'),
    },
    "limits": {f"{servo}_us": _LIMITS for servo in SERVOS},
    "chute": {"columns_us": Number(500, 2500, whole=True, count=7), "park_us": _US},
    "gate": {
        "gates": Number(1, 2, whole=True),
        "hold_us": _US,
        "feed_us": _US,
        "lower_shut_us": _US,
        "lower_pass_us": _US,
    },
    "slider": {"closed_us": _US, "open_us": _US},
    "times": {
        "settle_s": Number(0.01, 2),
        "feed_s": Number(0.01, 1),
        "sense_timeout_s": Number(0.01, 2),
        "clear_s": Number(0.01, 1.5),
        "slider_timeout_s": Number(0.1, 5),
    },
    "magazine": {"capacity": Number(1, 42, whole=True)},
    "pins": {
        **{f"{part}_servo": _PIN for part in SERVOS},
        **{f"{sensor}_pin": _PIN for sensor in SENSORS},
        "inverted": Word("names of sensors with commas between them, or -", r"-|[a-z_]+(,[a-z_]+)*"),
        "oscillator_hz": Number(22_500_000, 27_500_000, whole=True),
    },
    "panel": {f"{part}_pin": Number(-1, 27, whole=True) for part in PANEL},
}

Bounds = tuple[int, int]


def _limits() -> dict[str, Bounds]:
    return {"chute": (600, 2100), "gate": (900, 1700), "lower": (900, 1700), "slider": (900, 2100)}


@dataclass(frozen=True, slots=True)
class Pins:
    """Where servos and sensors are at the Pi: GPIO numbers, or channels of a servo board; -1 where there is none."""

    servos: Mapping[str, int]
    sensors: Mapping[str, int]
    inverted: tuple[str, ...] = ()
    oscillator_hz: int = 25_000_000


@dataclass(frozen=True, slots=True)
class Hand:
    """What is kept: pulses in us, times in s. `port` is the controller's; `pins` are for servos at the Pi itself, and
    `panel` names the GPIO numbers of the parts of PANEL that are there.

    Raises CalibrationError for limits that are the wrong way round and for positions that no machine can have.
    """

    driver: str
    port: str
    saved_at: datetime
    limits: Mapping[str, Bounds] = field(default_factory=_limits)
    columns_us: tuple[int, ...] = (1050, 1200, 1350, 1500, 1650, 1800, 1950)
    park_us: int = 750
    gates: int = 1
    hold_us: int = 1000
    feed_us: int = 1500
    lower_shut_us: int = 1000
    lower_pass_us: int = 1500
    closed_us: int = 1000
    open_us: int = 2000
    settle_s: float = 0.45
    feed_s: float = 0.2
    sense_timeout_s: float = 0.6
    clear_s: float = 0.35
    slider_timeout_s: float = 2.0
    capacity: int = 21
    pins: Pins | None = None
    panel: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for what in impossible(self):
            raise CalibrationError(what, f"type: {CALIBRATE}")


def impossible(hand: Hand) -> list[str]:
    """Name what no machine can have, each with its bound."""
    wrong = [
        f"limits.{servo}_us: {low} is not below {high}" for servo, (low, high) in hand.limits.items() if low >= high
    ]
    for servo, name, pulse in _pulses(hand):
        low, high = hand.limits[servo]
        if not low <= pulse <= high:
            wrong.append(f"{name}: {pulse} us lies outside the {servo}'s limits, {low} to {high} us")
    steps = [right - left for left, right in zip(hand.columns_us, hand.columns_us[1:], strict=False)]
    if min(map(abs, steps)) < APART_US or len({step > 0 for step in steps}) > 1:
        wrong.append(f"chute.columns_us: columns are in order, at least {APART_US} us apart")
    for name, one, other in (
        ("gate.hold_us and feed_us", hand.hold_us, hand.feed_us),
        ("gate.lower_shut_us and lower_pass_us", hand.lower_shut_us, hand.lower_pass_us),
        ("slider.closed_us and open_us", hand.closed_us, hand.open_us),
    ):
        if abs(one - other) < APART_US:
            wrong.append(f"{name}: {one} and {other} us are nearer than {APART_US} us")
    if hand.driver == "controller" and hand.port in ("", NO_PORT):
        wrong.append("driver.port: a controller has a port, such as /dev/serial/by-id/...")
    if hand.driver != "controller" and hand.pins is None:
        wrong.append(f"the table [pins] is missing, which the driver {hand.driver} needs")
    return wrong + _crossed(hand)


def _crossed(hand: Hand) -> list[str]:
    """Name the parts of the panel whose pins another part has, or no part can have."""
    taken = dict(hand.pins.sensors) if hand.pins else {}
    if hand.pins and hand.driver != "pca9685":  # there the servos have channels of their board
        taken |= {f"{servo} servo": pin for servo, pin in hand.pins.servos.items()}
    wrong = []
    for part, pin in hand.panel.items():
        others = [other for other, its in taken.items() if its == pin]
        if others:
            wrong.append(f"panel.{part}_pin: {pin} is the pin of the {others[0]} too")
        if not FIRST_PIN <= pin:
            wrong.append(f"panel.{part}_pin: {pin} is no free pin; choose one from {FIRST_PIN} to 27")
        taken[part] = pin
    return wrong


def _pulses(hand: Hand) -> list[tuple[str, str, int]]:
    return [
        *(("chute", f"chute.columns_us, column {'abcdefg'[i]}", pulse) for i, pulse in enumerate(hand.columns_us)),
        ("chute", "chute.park_us", hand.park_us),
        ("gate", "gate.hold_us", hand.hold_us),
        ("gate", "gate.feed_us", hand.feed_us),
        ("lower", "gate.lower_shut_us", hand.lower_shut_us),
        ("lower", "gate.lower_pass_us", hand.lower_pass_us),
        ("slider", "slider.closed_us", hand.closed_us),
        ("slider", "slider.open_us", hand.open_us),
    ]


class HandShelf:
    """The hand's file in one robot's folder. `before` is where the last save put what it replaced, None for nothing."""

    def __init__(self, folder: Path, disk: Disk | None = None) -> None:
        self.folder, self._disk = folder, disk or Disk()
        self._history = History(self.path, self._disk)
        self._claim = Claim(self.path)
        self.before: Path | None = None

    @property
    def path(self) -> Path:
        """The newest version."""
        return self.folder / "hand.toml"

    @property
    def history(self) -> list[Path]:
        """The older versions, newest first."""
        return self._history.paths

    def claimed(self) -> AbstractContextManager[None]:
        """Keep other calibrations out until what is learned is kept, and prove that it can be: see `Claim.held`."""
        return self._claim.held()

    def load(self) -> Hand:
        """Read the newest version. Raises ProfileMissing, ProfileDamaged."""
        try:
            data = read_file(self.path, LARGEST_BYTES)
        except FileNotFoundError:
            raise ProfileMissing(f"the hand is not calibrated: there is no {self.path}", f"type: {CALIBRATE}") from None
        except (NoFile, TooLarge) as error:
            raise ProfileDamaged(f"{self.path} cannot be read: {error.strerror}", "move it away") from error
        except OSError as error:
            raise ProfileDamaged(f"{self.path} cannot be read: {error.strerror}", "check who may read it") from error
        try:
            need_kind(data, HAND)
            return _hand(parse(data, SCHEMA, optional=("pins", "panel")))
        except (SchemaError, CalibrationError) as error:
            remedy = self._history.way_out(CALIBRATE, kept=isinstance(error, OtherKind))
            raise ProfileDamaged(f"{self.path}: {error}", remedy) from error

    def save(self, hand: Hand) -> Path:
        """Keep it, and the one before it as history; read it back; give its path.

        Raises OSError when the disk does not let it, CalibrationError when it does not read back as it was written,
        and as `claimed` does.
        """
        text = render(_values(hand), SCHEMA, COMMENT)
        with self._claim.held():
            self._claim.free_room()
            self.before = self._history.keep()
            write_whole(self._disk, self.path, text.encode())
            self._history.forget(KEPT)
        if render(_values(self.load()), SCHEMA, COMMENT) != text:
            raise CalibrationError(f"{self.path} does not read back as it was written", "check the disk, and try again")
        return self.path


def _values(hand: Hand) -> Values:
    values: Values = {
        "": {"schema_version": SCHEMA_VERSION, "saved_at": hand.saved_at},
        "driver": {"name": hand.driver, "port": hand.port or NO_PORT},
        "limits": {f"{servo}_us": list(hand.limits[servo]) for servo in SERVOS},
        "magazine": {"capacity": hand.capacity},
        "chute": {"columns_us": list(hand.columns_us), "park_us": hand.park_us},
    }
    for table in ("gate", "slider", "times"):
        values[table] = {key: getattr(hand, key) for key in SCHEMA[table]}
    if hand.pins is not None:
        values["pins"] = {
            **{f"{servo}_servo": hand.pins.servos.get(servo, -1) for servo in SERVOS},
            **{f"{sensor}_pin": hand.pins.sensors.get(sensor, -1) for sensor in SENSORS},
            "inverted": ",".join(hand.pins.inverted) or "-",
            "oscillator_hz": hand.pins.oscillator_hz,
        }
    if hand.panel:
        values["panel"] = {f"{part}_pin": hand.panel.get(part, -1) for part in PANEL}
    return values


def _hand(values: Values) -> Hand:
    driver, port = values["driver"]["name"], values["driver"]["port"]
    return Hand(
        driver=driver,
        port="" if port == NO_PORT else port,
        saved_at=values[""]["saved_at"],
        limits={servo: values["limits"][f"{servo}_us"] for servo in SERVOS},
        capacity=values["magazine"]["capacity"],
        pins=_pins(values["pins"]) if "pins" in values else None,
        panel=_wired(values.get("panel", {}), PANEL, "pin"),
        **values["chute"],
        **values["gate"],
        **values["slider"],
        **values["times"],
    )


def _pins(table: Mapping[str, object]) -> Pins:
    inverted = tuple(str(table["inverted"]).split(",")) if table["inverted"] != "-" else ()
    unknown = [name for name in inverted if name not in SENSORS]
    if unknown:
        raise SchemaError(f"pins.inverted names {unknown[0]}, which is no sensor")
    oscillator_hz = int(str(table["oscillator_hz"]))
    return Pins(_wired(table, SERVOS, "servo"), _wired(table, SENSORS, "pin"), inverted, oscillator_hz)


def _wired(table: Mapping[str, object], names: tuple[str, ...], what: str) -> dict[str, int]:
    """Give the numbers of the parts that are there."""
    numbers = {name: int(str(table.get(f"{name}_{what}", -1))) for name in names}
    return {name: number for name, number in numbers.items() if number >= 0}
