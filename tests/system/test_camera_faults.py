"""A whole game during which the camera fails in almost every ply: said, waited for, and nothing is misread."""

from __future__ import annotations

from pathlib import Path

from robot.audit import Audit
from robot.commands._simulated import Simulation
from robot.commands.demo import report, setup_for
from robot.messages import Announce, Effect
from robot.sim.faults import camera_unplugged, picture_black, picture_frozen
from robot.store import Store


def test_game_goes_on_by_itself_whenever_the_camera_is_back(tmp_path: Path) -> None:
    simulation = Simulation(setup_for(1, "3", 1.0))
    simulation.faults._kinds = (camera_unplugged, picture_black, picture_frozen)
    audit, said = Audit(simulation.world), []

    def listen(effect: Effect, _: float) -> None:
        if isinstance(effect, Announce):
            said.append(effect.words)

    with Store(tmp_path / "journal.sqlite3") as store:
        told = report(simulation, audit, simulation.play(store, (audit, listen)))
    assert told["result"] in ("first", "second", "draw")
    assert [told[key] for key in ("misread", "misjudged", "double_drops")] == [0, 0, 0]
    assert set(told["faults"]) == {"camera unplugged", "picture black", "picture frozen"}  # type: ignore[call-overload]
    for reason in ("the camera is gone; plug it in", "the picture is black; take the cap off", "the picture is frozen"):
        assert any(words.startswith(reason) for words in said), reason
    assert "the camera sees the board again" in said
