"""The checks are checked: a bug is planted in one part, and the audit of a whole game must see it.

Without the bug the same games are clean (tests/system/test_demo.py plays such games), so what is seen is the bug.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from robot import referee
from robot.audit import Audit, Counts
from robot.commands._simulated import Simulation
from robot.commands.demo import setup_for
from robot.errors import GameStopped
from robot.mechanism.sequences import Sequences
from robot.referee import Moved
from robot.sim.faults import wrong_colour
from robot.sim.scene import Scene
from robot.store import Store
from tests.vision.disturbed import Disturbed, Tally
from vision import warm
from vision.types import Image


def audited(simulation: Simulation, folder: Path) -> Counts:
    """Play until the audit has seen something wrong, or to the end; what it counted."""
    audit = Audit(simulation.world)

    def seen_enough(*_: object) -> None:
        if audit.misses:
            raise GameStopped("the bug is seen", "take it out again")

    with Store(folder / "journal.sqlite3") as store, suppress(GameStopped):
        simulation.play(store, (audit, seen_enough))
    return audit.counts


def test_referee_that_takes_any_colour_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = referee._discs_added

    def takes_any_colour(*words: object, **named: object) -> object:
        added = words[3]
        assert isinstance(added, tuple)
        return Moved(added[0][0]) if len(added) == 1 and named["open_turn"] else right(*words, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(referee, "_discs_added", takes_any_colour)
    simulation = Simulation(setup_for(3, "1", 1.0))
    simulation.faults._kinds = (wrong_colour,)
    assert audited(simulation, tmp_path).misjudged > 0


def test_renderer_that_mirrors_the_board_is_seen(tmp_path: Path) -> None:
    simulation = Simulation(setup_for(3, "1", 0.0))
    simulation.calibrate()
    render = simulation.renderer.render

    def mirrored(scene: Scene, seed_of_noise: int) -> Image:
        return render(replace(scene, cells=tuple(row[::-1] for row in scene.cells)), seed_of_noise)

    simulation.renderer.render = mirrored  # type: ignore[method-assign]
    assert audited(simulation, tmp_path).misread > 0


def test_hand_that_feeds_twice_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    feed = Sequences._feed

    def feeds_twice(hand: Sequences) -> None:
        feed(hand)
        feed(hand)

    monkeypatch.setattr(Sequences, "_feed", feeds_twice)
    assert audited(Simulation(setup_for(3, "1", 0.0)), tmp_path).double_drops > 0


@pytest.mark.parametrize(
    "gain", [lambda told: np.ones(3, np.float32), lambda told: told[::-1].copy()], ids=["none", "turned"]
)
def test_light_that_is_not_told_from_the_plastic_is_seen(
    gain: Callable[[NDArray[np.float32]], NDArray[np.float32]], monkeypatch: pytest.MonkeyPatch
) -> None:
    sound, bugged = Tally(), Tally()
    lamps = [Disturbed.of(seed, ()) for seed in (16, 24)]
    for board in lamps:
        sound.add(board)
    light = warm.light
    monkeypatch.setattr(warm, "light", lambda *words: gain(light(*words)))
    for board in lamps:
        bugged.add(board)
    before, after = (kept.kinds["without a hand"] for kept in (sound, bugged))
    assert before.wrong == 0 and before.unknown <= 0.01 * before.cells
    assert after.wrong > 0 or after.unknown > 0.1 * after.cells
