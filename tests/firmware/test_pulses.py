"""What the real binary does to its pins: pulse widths, periods, the watchdog, and how soon silence is heard."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from robot.sim.firmware import Pulse
from tests.firmware.controllers import Built, McuController, Talk

JOGS = {"CHUTE": 1500, "GATE": 901, "LOWER": 1699, "SLIDER": 2100}
WIDEST_US = 1.0


@pytest.fixture
def talk(built: Built) -> Iterator[Talk]:
    controller = McuController(built)
    yield Talk(controller).ready()
    controller.close()


def pulses(talk: Talk) -> dict[str, list[Pulse]]:
    """Sort the pulses since the last call by their servos."""
    controller = talk.controller
    assert isinstance(controller, McuController)
    seen: dict[str, list[Pulse]] = {servo: [] for servo in JOGS}
    for pulse in controller.mcu.pulses():
        seen[pulse.servo].append(pulse)
    return seen


def jog_all(talk: Talk) -> None:
    for servo, width_us in JOGS.items():
        assert talk.ask("JOG", servo, width_us) == "OK"
    talk.wait(60)
    pulses(talk)


def flood(talk: Talk, ms: int) -> None:
    """Keep the line full of requests and of noise."""
    for _ in range(ms // 10):
        talk.controller.say(talk.line("STATUS") + b"\x00garbage*\n")
        talk.controller.run(10)
    talk.take()


@pytest.mark.parametrize("flooded", [False, True], ids=["quiet", "flooded"])
def test_pulses_are_as_wide_as_asked_on_all_four_servos_at_once(talk: Talk, flooded: bool) -> None:
    jog_all(talk)
    if flooded:
        flood(talk, 1000)
    else:
        talk.wait(900)
    seen = pulses(talk)
    for servo, width_us in JOGS.items():
        assert len(seen[servo]) in range(44, 51), servo
        assert all(abs(pulse.width_us - width_us) <= WIDEST_US for pulse in seen[servo]), servo
        starts = [pulse.start_s for pulse in seen[servo]]
        gaps = [(after - before) * 1e6 for before, after in zip(starts, starts[1:], strict=False)]
        assert all(abs(gap - 20_000) <= 2 * WIDEST_US for gap in gaps), servo


@pytest.mark.parametrize("servo", JOGS)
def test_pulses_at_both_limits_are_as_wide_as_asked(talk: Talk, servo: str) -> None:
    for width_us in map(int, talk.ask("LIMITS", servo).split()[1:]):
        talk.ask("JOG", servo, width_us)
        talk.wait(60)
        pulses(talk)
        talk.wait(100)
        assert [abs(pulse.width_us - width_us) <= WIDEST_US for pulse in pulses(talk)[servo]] == [True] * 5


def test_a_pulse_is_never_cut_or_stretched_by_a_change(talk: Talk) -> None:
    asked = {1500}
    talk.ask("JOG", "CHUTE", 1500)
    for step in range(40):
        width_us = 700 + 31 * step
        asked.add(width_us)
        talk.send(talk.line("JOG", "CHUTE", width_us), ms=23)
        if step % 7 == 6:
            talk.send(talk.line("STOP"), ms=29)
    talk.wait(100)
    widths = [pulse.width_us for pulse in pulses(talk)["CHUTE"]]
    assert len(widths) > 30
    assert all(min(abs(width - one) for one in asked) <= WIDEST_US for width in widths)


def test_silence_is_heard_within_a_second(talk: Talk) -> None:
    controller = talk.controller
    assert isinstance(controller, McuController)
    talk.ask("SLIDER", 2, "OPEN")
    asked_s = controller.mcu.now_s
    talk.wait(1200)
    last = pulses(talk)["SLIDER"][-1]
    silent_s = last.start_s + last.width_us / 1e6 - asked_s
    assert 0.93 <= silent_s <= 1.0, silent_s
    print(f"the last pulse ended {silent_s * 1000:.0f} ms after the answer to the last sound line")


def test_watchdog_resets_a_core_that_hangs(talk: Talk) -> None:
    controller = talk.controller
    assert isinstance(controller, McuController)
    talk.ask("SLIDER", 2, "OPEN")
    controller.mcu.hang()
    hung_s = controller.mcu.now_s
    controller.mcu.run(400_000)
    talk.take()
    assert ("BOOT", "1", "0.1.0", "1", "WATCHDOG") in talk.events
    last = pulses(talk)["SLIDER"][-1]
    assert last.start_s - hung_s <= 0.26
    talk.hello()
    assert talk.ask("SLIDER", 3, "OPEN") == "ERR NOTHOMED"
    talk.live(400)
    assert not any(pulses(talk).values())
