"""Whole games through the real binary: pyserial, a pseudo-terminal, the simulated chip, its pins, the falling discs."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

from robot.audit import Audit
from robot.commands._firmware_hand import FirmwareHand
from robot.commands._simulated import Simulation
from robot.commands.demo import setup_for
from robot.mechanism.firmware import version
from robot.store import Store
from tests.firmware.tools import needs_avr
from tests.system.shell import quadrow

pytestmark = needs_avr


def reported(journal: Path) -> list[dict[str, object]]:
    """Read every receipt of a journal."""
    with sqlite3.connect(journal) as database:
        events = [json.loads(text) for (text,) in database.execute("SELECT event FROM events ORDER BY game, number")]
    return [event for event in events if event["event"] == "Reported"]


def test_demo_with_firmware_plays_a_whole_game(tmp_path: Path) -> None:
    done = quadrow("demo", "--firmware", "--seed", "1", "--json", "--keep", QUADROW_HOME=str(tmp_path))
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert (said["result"] != "annulled", said["firmware"]) == (True, version())
    assert [said[key] for key in ("misread", "misjudged", "double_drops")] == [0, 0, 0]
    receipts = reported(tmp_path / "quadrow.sqlite3")
    done_by = [receipt["verb"] for receipt in receipts if receipt["ending"] == "DONE"]
    assert done_by.count("drop") == sum(int(str(receipt["discs"])) for receipt in receipts) == said["plies"] // 2
    assert done_by[-2:] == ["slider", "slider"]


def test_world_counts_the_discs_that_the_journal_has_receipts_for_though_much_goes_wrong(
    firmware: Path, tmp_path: Path
) -> None:
    simulation = Simulation(replace(setup_for(10, "4", 0.3), hand=FirmwareHand(firmware, 10)))
    audit = Audit(simulation.world)
    with Store(tmp_path / "journal.sqlite3") as store:
        simulation.play(store, (audit,))
    discs = sum(int(str(receipt["discs"])) for receipt in reported(tmp_path / "journal.sqlite3"))
    assert simulation.world.machine.passages == discs > 0
    assert (audit.counts.misread, audit.counts.misjudged, audit.counts.double_drops) == (0, 0, 0)
