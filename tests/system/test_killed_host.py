"""A host that dies or stands still in the middle of anything: the servos are let go within a second.

The host is a real process at a pseudo-terminal, the firmware the real binary, in real time; each host has a chip and a
machine of its own, and all of them run at once.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from robot.clock import RealClock, VirtualClock
from robot.commands._firmware import build
from robot.sim.controller import SimController
from robot.sim.firmware import Mcu
from robot.sim.pseudo import PseudoPort
from robot.sim.servos import SimServoDriver
from robot.sim.world import World
from tests.firmware.tools import needs_avr
from tests.system.shell import CHECKOUT

pytestmark = needs_avr
KILLS = 100 if os.environ.get("QUADROW_PROVE") else 20
AT_ONCE = 20
STEP_S = 0.01
LATEST_S = 1.05
LONGEST_S = 60.0
"""The chip's time goes slower than ours where the machine is busy."""
SEQUENCE_S = 7.2
"""How long the host's whole sequence takes."""


@dataclass
class Victim:
    """One host with a machine of its own, in real time."""

    built: Path
    kill: signal.Signals
    after_s: float
    clock: VirtualClock = field(default_factory=VirtualClock)

    def run(self) -> float:
        """Kill the host after its time; give how long the last pulse came after that, s."""
        mcu = Mcu(self.built / "mcu.so", self.built / "quadrow.elf")
        port = PseudoPort(mcu, lockstep=False)
        world = World(self.clock, seed=1, robot_red=False)
        controller = SimController(mcu, SimServoDriver(world), self.clock, port.pump)
        host = subprocess.Popen(
            [sys.executable, "-m", "tests.system.host", port.name],
            stdout=subprocess.PIPE,
            text=True,
            cwd=CHECKOUT,
        )
        said = host.stdout
        assert said is not None
        ready = threading.Event()

        def wait_for_word() -> None:
            said.readline()
            ready.set()

        try:
            threading.Thread(target=wait_for_word, daemon=True).start()
            self._pace(lambda: not ready.is_set(), 20.0)
            assert ready.is_set(), "the host does not begin"
            self._pace(lambda: True, self.after_s)
            host.send_signal(self.kill)
            killed_s = mcu.now_s
            self._pace(lambda: mcu.now_s < killed_s + 1.6, LONGEST_S)
            late_s = controller.last_pulse_s - killed_s
            passed = world.machine.passages
            self._pace(lambda: mcu.now_s < killed_s + 2.6, LONGEST_S)
            assert controller.last_pulse_s - killed_s == late_s, "it went on moving"
            assert world.machine.passages == passed
            return late_s
        finally:
            host.kill()
            host.wait()
            said.close()
            controller.close()
            port.close()
            mcu.close()

    def _pace(self, go_on: Callable[[], bool], longest_s: float) -> None:
        real = RealClock()
        begun_s, due_s = real.now(), real.now()
        while go_on() and real.now() - begun_s < longest_s:
            self.clock.sleep(STEP_S)
            due_s += STEP_S
            real.sleep(due_s - real.now())


def test_servos_are_let_go_within_a_second_of_the_hosts_last_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUADROW_HOME", str(tmp_path))
    built = build("all", "sim")
    late_s: list[float] = []
    failed: list[BaseException] = []

    def try_one(number: int) -> None:
        kill = signal.SIGSTOP if number % 2 else signal.SIGKILL
        try:
            late_s.append(Victim(built, kill, SEQUENCE_S * number / KILLS).run())
        except BaseException as error:
            failed.append(error)

    for first in range(0, KILLS, AT_ONCE):
        threads = [threading.Thread(target=try_one, args=(first + number,)) for number in range(AT_ONCE)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not failed, failed
    assert len(late_s) == KILLS and max(late_s) <= LATEST_S, sorted(late_s)
    assert sum(late > 0 for late in late_s) > KILLS / 2, "hardly any was killed while something moved"
    print(f"the last pulse came at most {max(late_s):.3f} s after the death of {KILLS} hosts")
