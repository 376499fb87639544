"""The hand's file: kept whole, read back as it was, and nothing that no machine can have is ever used."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from calibration.errors import CalibrationError, ProfileDamaged, ProfileMissing
from calibration.hand import Hand, HandShelf, Pins
from robot.commands._hand import limits_of, positions_of
from robot.mechanism.envelope import Envelope
from tests.calibration.dates import MONDAY, TUESDAY

PINS = Pins(
    {"chute": 12, "gate": 13, "slider": 18}, {"disc": 5, "slider_open": 6, "slider_closed": 7, "emergency_stop": 8}
)


@pytest.fixture
def shelf(tmp_path: Path) -> HandShelf:
    return HandShelf(tmp_path / "robot")


@pytest.fixture
def hand() -> Hand:
    return Hand("controller", "/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0", MONDAY)


@pytest.mark.parametrize("pins", [None, PINS, replace(PINS, inverted=("disc",), oscillator_hz=25_400_000)])
def test_hand_reads_back_as_it_was(shelf: HandShelf, hand: Hand, pins: Pins | None) -> None:
    hand = replace(
        hand, driver="pwm" if pins else "controller", pins=pins, columns_us=(1900, 1700, 1500, 1300, 1100, 900, 700)
    )
    shelf.save(hand)
    assert shelf.load() == hand


@pytest.mark.parametrize("panel", [{"lamp": 23}, {"ready": 24}, {"lamp": 12, "ready": 13}])
def test_lamp_and_button_read_back_as_they_were(shelf: HandShelf, hand: Hand, panel: dict[str, int]) -> None:
    """Channels of a servo board are no pins: 12 may be both."""
    for known in (replace(hand, panel=panel), replace(hand, driver="pca9685", port="", pins=PINS, panel=panel)):
        shelf.save(known)
        assert shelf.load() == known


def test_missing_file_names_the_way(shelf: HandShelf) -> None:
    with pytest.raises(ProfileMissing) as caught:
        shelf.load()
    assert "quadrow calibrate servos" in caught.value.remedy


def test_older_versions_are_kept(shelf: HandShelf, hand: Hand) -> None:
    shelf.save(hand)
    shelf.save(replace(hand, park_us=800, saved_at=TUESDAY))
    assert shelf.load().park_us == 800
    assert len(shelf.history) == 1 and "park_us = 750" in shelf.history[0].read_text()


@pytest.mark.parametrize(
    "change",
    [
        {"columns_us": (1050, 1200, 1350, 1500, 1650, 1800, 2101)},
        {"columns_us": (1050, 1200, 1350, 1350, 1650, 1800, 1950)},
        {"columns_us": (1050, 1200, 1100, 1500, 1650, 1800, 1950)},
        {"park_us": 599},
        {"hold_us": 899},
        {"feed_us": 1701},
        {"feed_us": 1020},
        {"closed_us": 2101},
        {"open_us": 1010},
        {"lower_pass_us": 1010},
        {"limits": {"chute": (2100, 600), "gate": (900, 1700), "lower": (900, 1700), "slider": (900, 2100)}},
        {"driver": "pwm"},
        {"driver": "pwm", "pins": PINS, "panel": {"lamp": 5}},
        {"driver": "pwm", "pins": PINS, "panel": {"lamp": 12}},
        {"panel": {"lamp": 23, "ready": 23}},
        {"panel": {"lamp": 1}},
        {"port": ""},
        {"port": "-"},
    ],
)
def test_what_no_machine_can_have_is_refused(hand: Hand, change: dict[str, Any]) -> None:
    with pytest.raises(CalibrationError) as caught:
        replace(hand, **change)
    assert "\n" not in str(caught.value) and caught.value.remedy


def test_every_hand_that_loads_passes_the_envelope(shelf: HandShelf, hand: Hand) -> None:
    """Two gates that know nothing of each other: what the first lets through the second does too."""
    rng = random.Random(3)
    passed = 0
    for _ in range(3000):
        values = {
            "park_us": rng.randrange(480, 2520),
            "hold_us": rng.randrange(880, 1720),
            "open_us": rng.randrange(880, 2120),
            "columns_us": tuple(sorted(rng.sample(range(580, 2120), 7))),
        }
        try:
            changed = replace(hand, **{key: values[key] for key in rng.sample(sorted(values), 2)})
        except CalibrationError:
            continue
        passed += 1
        Envelope(limits_of(changed)).check_positions(positions_of(changed))
    assert 100 < passed < 2900


def test_thousand_damaged_files_are_refused_in_one_line_or_harmless(shelf: HandShelf, hand: Hand) -> None:
    shelf.save(replace(hand, driver="pca9685", pins=PINS))
    whole = shelf.path.read_bytes()
    rng = random.Random(11)
    refused = 0
    for _ in range(1000):
        data = bytearray(whole)
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(data))
            match rng.randrange(4):
                case 0:
                    data[at] = rng.randrange(256)
                case 1:
                    del data[at : at + rng.randrange(1, 30)]
                case 2:
                    data[at:at] = rng.choice([b"nan", b"1e999", b"-1", b"99999", b'"', b"\n[x]\n", b"\x00", b"true"])
                case _:
                    data[at] ^= 1 << rng.randrange(8)
        shelf.path.write_bytes(bytes(data))
        try:
            loaded = shelf.load()
        except ProfileDamaged as error:
            refused += 1
            assert "\n" not in str(error) and str(shelf.path) in str(error) and error.remedy
        else:
            Envelope(limits_of(loaded)).check_positions(positions_of(loaded))
    assert refused > 600
