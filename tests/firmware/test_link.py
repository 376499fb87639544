"""Lost, late, doubled and spoilt lines, resets and unplugging: a disc falls exactly once, or the receipt says stopped.

The oracle is the simulated world: how many discs have passed its beam, and where they lie.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from robot.mechanism.envelope import Positions
from robot.mechanism.errors import MechanismError
from robot.mechanism.link import Link, LinkError
from robot.mechanism.receipts import LAST_ACTION, new_action
from robot.mechanism.serial import SerialMechanism
from robot.mechanism.settings import differences, limits_of
from robot.mechanism.types import Ending
from robot.sim.controller import SimController
from robot.sim.firmware import ResetCause
from tests.firmware.controllers import Built
from tests.firmware.lossy import Cable, HostChip, LossyPort
from tests.mechanism.stand import SimStand
from tests.progress import figure, so_far

FAULTS = 100_000 if os.environ.get("QUADROW_PROVE") else 2_000


class BadLine(SimStand):
    """A hand behind a bad cable."""

    def __init__(self, built: Built, seed: int, rate: float) -> None:
        super().__init__()
        self.rng = random.Random(seed)
        self.chip = HostChip(built)
        self.controller = SimController(self.chip, self.driver, self.clock, slice_s=0.005)
        self.cable = Cable(self.rng, 0.0, Counter())
        self.link = Link(lambda: LossyPort(self.chip, self.clock, self.cable), self.clock, self._draw)
        self.hand = SerialMechanism(self.link, self.clock)
        self.cable.rate = rate
        self.action = 0
        self._tend()

    def next(self) -> int:
        self.action += 1
        return self.action

    def home(self) -> None:
        """Home until it is done, and let discs that lie in the chute fall."""
        for _ in range(60):
            receipt = self.hand.home(self.next())
            if receipt.ending is Ending.DONE:
                return
            self.clock.sleep(1.0)
        raise AssertionError(f"the hand cannot be homed any more: {receipt} {self.link.traffic}")

    def empty(self) -> None:
        """Take all discs out of the board, and fill the magazine."""
        self.world.machine.slide_by_hand(True)
        self.clock.sleep(2.0)
        self.world.machine.slide_by_hand(False)
        self.clock.sleep(2.0)
        self.world.machine.magazine = 21

    def _draw(self) -> int:
        return self.rng.randrange(1, 1 << 32)

    def _tend(self) -> None:
        try:
            self.hand.tend()
        except LinkError:
            pass
        self.clock.call_in(0.05, self._tend)


def test_bad_cable_never_doubles_a_disc_and_never_keeps_one_silent(built: Built) -> None:
    stand = BadLine(built, seed=7, rate=0.08)
    endings: Counter[Ending] = Counter()
    stand.home()
    while stand.cable.struck.total() < FAULTS:
        so_far(stand.cable.struck.total(), FAULTS)
        before, column = stand.world.machine.passages, stand.rng.randrange(7)
        receipt = stand.hand.drop(stand.next(), column)
        endings[receipt.ending] += 1
        if receipt.ending is not Ending.DONE:
            stand.clock.sleep(1.0)
        fallen = stand.world.machine.passages - before
        if receipt.ending is Ending.DONE:
            assert (fallen, receipt.discs) == (1, 1), receipt
        else:
            assert receipt.ending in (Ending.STOPPED, Ending.REFUSED) and fallen <= 1, receipt
        if receipt.ending is Ending.REFUSED:
            assert fallen == 0, receipt
        if receipt.ending is not Ending.DONE:
            stand.home()
        if sum(stand.heights()) > 15:
            stand.empty()
            stand.home()
    assert endings[Ending.DONE] > endings.total() / 2
    assert len(stand.cable.struck) == 10 and min(stand.cable.struck.values()) > FAULTS // 100
    figure(f"{stand.cable.struck.total()} lines struck: {dict(stand.cable.struck)}")
    figure(f"{endings.total()} drops ended: { {ending.value: count for ending, count in endings.items()} }")


@pytest.mark.parametrize("delay_s", [0.02, 0.3, 0.5, 0.7, 0.9, 1.2, 1.6])
def test_reset_in_the_middle_of_a_drop_is_told_and_nothing_moves_before_home(built: Built, delay_s: float) -> None:
    stand = BadLine(built, seed=1, rate=0.0)
    stand.home()
    stand.after(delay_s, lambda: stand.chip.reset(ResetCause.BROWNOUT))
    receipt = stand.hand.drop(stand.next(), 3)
    assert receipt.ending is Ending.STOPPED and "home the robot" in receipt.remedy
    sent = stand.pulses()
    assert stand.hand.drop(stand.next(), 3).ending is Ending.REFUSED
    assert stand.pulses() == sent
    stand.home()
    assert stand.hand.drop(stand.next(), 3).ending is Ending.DONE


@pytest.mark.parametrize("delay_s", [0.02, 0.5, 0.7, 1.2])
def test_unplugged_in_the_middle_of_a_drop_stops_within_a_second_and_comes_back(built: Built, delay_s: float) -> None:
    stand = BadLine(built, seed=1, rate=0.0)
    stand.home()
    cut: list[float] = []

    def unplug() -> None:
        cut.append(stand.clock.now())
        stand.cable.cut = True

    stand.after(delay_s, unplug)
    receipt = stand.hand.drop(stand.next(), 3)
    assert receipt.ending is Ending.STOPPED and "plug it in" in receipt.remedy
    stand.clock.sleep(2.0)
    last_s = max((at for at, _, pulse in stand.driver.sent if pulse is not None), default=0.0)
    assert last_s - cut[0] <= 1.05
    assert stand.hand.drop(stand.next(), 3).ending is Ending.STOPPED
    stand.cable.cut = False
    stand.home()
    assert stand.hand.drop(stand.next(), 3).ending is Ending.DONE


def test_session_that_ended_in_silence_is_begun_again(built: Built) -> None:
    """A person may take a minute before they press a key, and nobody speaks to the controller meanwhile."""
    stand = BadLine(built, seed=1, rate=0.0)
    stand.home()
    stand.hand.tend = lambda: None  # type: ignore[method-assign]
    stand.clock.sleep(60.0)
    del stand.hand.tend
    assert stand.hand.drop(stand.next(), 3).remedy == "home the robot first"
    stand.hand.tend = lambda: None  # type: ignore[method-assign]
    stand.clock.sleep(60.0)
    del stand.hand.tend
    assert stand.hand.home(stand.next()).ending is Ending.DONE


def test_controller_of_another_version_is_named(built: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("robot.mechanism.link.VERSION", 2)
    with pytest.raises(MechanismError) as caught:
        BadLine(built, seed=1, rate=0.0)
    assert "different versions" in str(caught.value) and "firmware flash" in caught.value.remedy


def test_lost_journal_goes_on_behind_what_the_controller_remembers(built: Built) -> None:
    stand = BadLine(built, seed=1, rate=0.0)
    stand.home()
    assert stand.hand.last_action() == stand.action
    again = SerialMechanism(stand.link, stand.clock)
    assert again.home(again.last_action() + 1).ending is Ending.DONE


def test_fault_report_holds_the_last_lines(built: Built) -> None:
    stand = BadLine(built, seed=1, rate=0.0)
    stand.cable.dead_until_s = 1e9
    with pytest.raises(LinkError) as caught:
        stand.link.ask("LIMITS", "GATE")
    last = [line.split("> ")[1] for line in caught.value.traffic[-5:]]
    assert len(set(last)) == 1 and "LIMITS GATE" in last[0]


def test_motion_that_fails_is_noted_with_the_last_lines(built: Built) -> None:
    stand = BadLine(built, seed=1, rate=0.0)
    noted: list[tuple[str, tuple[str, ...]]] = []
    hand = SerialMechanism(stand.link, stand.clock, note=lambda words, traffic: noted.append((words, traffic)))
    assert hand.home(1).ending is Ending.DONE and noted == []
    stand.jam()
    assert hand.drop(2, 3).ending is Ending.JAM
    ((words, traffic),) = noted
    assert words.startswith("action 2, drop: jam, 0 discs: free the disc")
    assert any(" FAIL 2 JAM" in line for line in traffic)


def test_end_that_cannot_be_read_is_told_and_the_motion_counts_as_stopped(
    built: Built, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand = BadLine(built, seed=1, rate=0.0)
    ask = stand.link.ask
    monkeypatch.setattr(stand.link, "ask", lambda *words: ("DONE", "x") if words[0] == "HOME" else ask(*words))
    receipt = stand.hand.home(1)
    assert receipt.ending is Ending.STOPPED and "tells the end of a motion as 'DONE x'" in receipt.remedy


def test_other_firmware_is_named(built: Built) -> None:
    stand = BadLine(built, seed=1, rate=0.0)
    assert stand.link.firmware == "0.1.0"
    assert stand.link.boots == 0


@pytest.mark.parametrize("answer", [(), ("x",), ("600", "x"), ("-1", "2100"), ("600", "2100", "7"), ("1e3", "")])
def test_answer_that_is_no_number_is_told_in_one_line(
    built: Built, monkeypatch: pytest.MonkeyPatch, answer: tuple[str, ...]
) -> None:
    """Firmware of a later time may answer so, or what was made to look like ours."""
    stand = BadLine(built, seed=1, rate=0.0)
    monkeypatch.setattr(stand.link, "ask", lambda *words: answer)
    for question in (lambda: limits_of(stand.link), lambda: differences(stand.link, Positions())):
        with pytest.raises(LinkError) as caught:
            question()
        assert "answers '" in str(caught.value) and "firmware flash" in caught.value.remedy


@pytest.mark.parametrize("action", [0, -1, LAST_ACTION + 1])
def test_motion_whose_number_no_controller_understands_is_refused(built: Built, action: int) -> None:
    stand = BadLine(built, seed=1, rate=0.0)
    receipt = stand.hand.home(action)
    assert receipt.ending is Ending.REFUSED and str(LAST_ACTION) in receipt.remedy


def test_last_number_is_used_and_then_said_to_be_the_last(built: Built) -> None:
    stand = BadLine(built, seed=1, rate=0.0)
    assert stand.hand.home(new_action(LAST_ACTION, 0)).ending is Ending.DONE
    with pytest.raises(MechanismError) as caught:
        new_action(7, stand.hand.last_action())
    assert "used up" in str(caught.value) and "unplug" in caught.value.remedy
    stand.chip.reset(ResetCause.POWER)
    stand.clock.sleep(0.1)
    assert stand.hand.home(new_action(7, stand.hand.last_action())).ending is Ending.DONE
    with pytest.raises(MechanismError, match="used up") as caught:
        new_action(LAST_ACTION + 1, 0)
    assert "journal" in caught.value.remedy
