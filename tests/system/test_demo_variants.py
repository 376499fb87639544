"""Variants on the simulated plastic board with faults: nothing is misread, misjudged or dropped twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from robot.audit import Audit
from robot.commands._setup import Setup
from robot.commands._sides import seats_of, sides_of
from robot.commands._simulated import Simulation
from robot.phases import Terms
from robot.rules.contest import Contest
from robot.rules.match import Match
from robot.rules.record import Record
from robot.rules.replay import start_of
from robot.sim.people import Manner
from robot.store import Store
from vision.types import Cell

GAMES = [
    ("small", None, 2),
    ("five", None, 2),
    ("pie", None, 1),
    ("swap3", None, 2),
    ("cylinder partners", None, 1),
    ("classic", "ann,bob", 2),
    ("partners", "you+robot,ann+bob", 2),
    ("classic", "robot,robot", 2),
]


@pytest.mark.parametrize(("variant", "people", "seed"), GAMES, ids=lambda value: str(value))
def test_variant_is_played_through_the_camera_without_a_mistake(
    variant: str, people: str | None, seed: int, tmp_path: Path
) -> None:
    start = Contest(start_of(Record(variant=variant)).state)
    rules, match = start.state.rules, Match(first_opener=seed % 2)
    sides = sides_of(people, rules, "red")
    in_the_magazine = {seat.colour for side in sides for seat in side.members if seat.robot_hand}
    setup = Setup(seed=seed, level="3", fault_rate=0.3, person_red=Cell.RED not in in_the_magazine)
    simulation = Simulation(setup)
    audit = Audit(simulation.world)
    with Store(tmp_path / "journal.sqlite3") as store:
        terms = Terms(start, opener=match.opener)
        game = simulation.play(store, (audit,), seats_of(match, sides, rules), terms)
    assert game.outcome is not None and game.outcome.word in ("first", "second", "draw")
    assert (audit.counts.misread, audit.counts.misjudged, audit.counts.double_drops) == (0, 0, 0), audit.misses
    assert simulation.faults.fired


def test_magazine_is_filled_for_the_next_game_with_the_robots_discs_whatever_they_are_called(tmp_path: Path) -> None:
    discs = ("blue", "green")
    setup = Setup(seed=2, level="8", person_level="1", person_red=False, discs=discs, manner=Manner.CORRECT)
    simulation = Simulation(setup)
    with Store(tmp_path / "journal.sqlite3") as store:
        game = simulation.play(store)
    assert game.outcome is not None and game.outcome.word == "second" and simulation.table.robots_disc == discs[0]
    assert simulation.world.robot_red
