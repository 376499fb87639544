"""Bugs planted in the firmware's sources; each must be caught by the check of the tests that is there for it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from robot.sim.firmware import Input
from tests.firmware import test_damage, test_protocol
from tests.firmware.conftest import FIRMWARE, build
from tests.firmware.controllers import Built, HostController, Talk


@dataclass(frozen=True)
class Bug:
    """What is changed in the sources, and the check that has to notice it."""

    name: str
    changes: tuple[tuple[str, str, str], ...]
    check: Callable[[Built], None]


def damage(built: Built) -> None:
    target = test_damage.Target(built, seed=2)
    for _ in range(3):
        for _ in range(500):
            frame = target.frame(*target.rng.choice(test_damage.MOVING))
            kind, damaged = test_damage.mutilate(frame, target.rng)
            target.shoot(kind, frame, damaged)
        target.check()


def ready(built: Built) -> Talk:
    return Talk(HostController(built)).ready()


def limits(built: Built) -> None:
    test_protocol.test_pulse_outside_its_limits_is_refused(ready(built), "GATE", 900, 1700)


def settings(built: Built) -> None:
    talk = ready(built)
    assert talk.ask("SET", "FEED", 2500) == "ERR RANGE"


def emergency(built: Built) -> None:
    test_protocol.test_emergency_stop_ends_everything(ready(built))


def interlock_at_the_gate(built: Built) -> None:
    test_protocol.test_gate_does_not_open_when_the_slider_opens_while_the_chute_turns(ready(built))


def interlock(built: Built) -> None:
    talk = ready(built)
    talk.controller.inputs = Input.MAGAZINE | Input.OPEN
    talk.live(100)
    assert talk.ask("DROP", 2, 3) == "ERR INTERLOCK"


BUGS = (
    Bug("check off", (("line.c", "told == check_of(gathered, text, session)", "true"),), damage),
    Bug(
        "repeat executed",
        (
            ("core.c", "if (said->number == last_number && stored_length) send(stored, stored_length);", "if (0) ;"),
            ("core.c", "said->number == (uint16_t)(last_number + 1)", "true"),
            ("core.c", "if (wanted == motion_last()->number) {", "if (0) {"),
        ),
        test_damage.test_doubled_and_swapped_lines_drop_one_disc,
    ),
    Bug(
        "silence ignored",
        (("core.c", "++silent_ms < SILENCE_MS", "true"),),
        lambda built: test_protocol.test_silence_stops_everything_after_a_second(ready(built)),
    ),
    Bug("limits of a pulse off", (("motion.c", "pulse_us < limit_shortest(which) ||", ""),), limits),
    Bug(
        "bounds of settings off",
        (("settings.c", "return least <= value && value <= most;", "return least | most | 1;"),),
        settings,
    ),
    Bug(
        "interlock off",
        (("motion.c", "if (what == DROP && !slider_is(IN_CLOSED)) return FAULT_INTERLOCK;", ""),),
        interlock,
    ),
    Bug(
        "interlock not looked at again",
        (("motion.c", "case PROVE_SHUT: *why = FAULT_INTERLOCK; return slider_is(IN_CLOSED);", ""),),
        interlock_at_the_gate,
    ),
    Bug(
        "moves without home",
        (("motion.c", "if (!homed) return FAULT_NOTHOMED;", ""),),
        lambda built: test_protocol.test_action_is_forgotten_by_a_reset_and_nothing_moves_before_home(ready(built)),
    ),
    Bug("emergency stop ignored", (("core.c", "halt(FAULT_ESTOP)", "(void)0"),), emergency),
    Bug(
        "older settings preferred",
        (("settings.c", "(int16_t)(one.generation - saved.generation) < 0", "true"),),
        lambda built: test_protocol.test_saved_settings_outlive_a_reset(ready(built)),
    ),
)


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_planted_bug_is_caught(bug: Bug, built: Built, tmp_path: Path) -> None:
    bug.check(built)
    spoilt = tmp_path / "firmware"
    shutil.copytree(FIRMWARE, spoilt)
    for name, before, after in bug.changes:
        source = spoilt / "src" / name
        text = source.read_text()
        assert text.count(before) == 1, f"{name} no longer holds {before!r}"
        source.write_text(text.replace(before, after))
    build(tmp_path / "built", "host", folder=spoilt)
    with pytest.raises((AssertionError, ValueError)):
        bug.check(Built(tmp_path / "built"))
