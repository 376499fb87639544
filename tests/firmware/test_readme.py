"""firmware/README.md tells every fault of faults.csv, and shows the wiring that pins.h has."""

from __future__ import annotations

import csv
import re

from tests.firmware.controllers import FIRMWARE


def test_every_fault_stands_in_the_readme_as_in_the_table() -> None:
    text = (FIRMWARE / "README.md").read_text()
    with (FIRMWARE / "faults.csv").open() as file:
        for row in csv.DictReader(file):
            assert f"| {row['word']} | {row['cause']} | {row['remedy']} |" in text


def test_drawing_shows_the_pins_of_the_source() -> None:
    wired = dict(re.findall(r"([AD]\d+) ([a-z][a-z ]*?)(?=   |\n)", (FIRMWARE / "avr" / "pins.h").read_text()))
    drawing = re.sub(r"<[^>]+>", "\n", (FIRMWARE / "wiring.svg").read_text())
    assert len(wired) == 10
    for pin, part in wired.items():
        assert re.search(rf"^{pin}$", drawing, re.M) and part in drawing, (pin, part)
