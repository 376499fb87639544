"""A host that dies or stands still at any step of a game: the servos are let go within a second.

The host is a real process at a pseudo-terminal, the firmware the real binary, in real time; each host has a chip and a
machine of its own, and many of them run at once. QUADROW_PROVE=1: every step of the game, killed and halted.
"""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from robot.clock import RealClock, VirtualClock
from robot.sim.controller import SimController
from robot.sim.pseudo import PseudoPort
from robot.sim.servos import SimServoDriver
from robot.sim.world import World
from tests.firmware.tools import needs_avr
from tests.progress import figure, so_far
from tests.system.shell import CHECKOUT
from tests.system.steps import Steps, Tap

pytestmark = needs_avr
PROVE = bool(os.environ.get("QUADROW_PROVE"))
AT_ONCE = 20
PACE_S = 0.01
LATEST_S = 1.05
GAME_S = 60.0
"""How long a host may take for its game on a busy machine; ten seconds on an idle one."""
SIGNALS = (signal.SIGKILL, signal.SIGSTOP)
TWENTY = (
    "begin: HELLO 1 answered",
    "begin: LIMITS 2 sent",
    "begin: GET 9 answered",
    "begin: SAVE 1 sent",
    "home 1: HOME 1 sent",
    "home 1: HOME 1 answered",
    "home 1: PING 1 sent",
    "home 1: DONE 1 said",
    "drop 1: DROP 1 sent",
    "drop 1: DROP 1 answered",
    "drop 2: PING 1 sent",
    "drop 2: PING 2 answered",
    "drop 2: STATUS 2 sent",
    "drop 3: DISC 1 said",
    "drop 3: DONE 1 said",
    "slider open 1: SLIDER 1 sent",
    "slider open 1: SLIDER 1 answered",
    "slider open 1: INPUT 1 said",
    "slider close 1: SLIDER 1 answered",
    "slider close 1: INPUT 1 said",
)


@dataclass(frozen=True)
class Fate:
    """When the last pulse began to be over, s after the death; None where the game never came to the step."""

    step: str
    late_s: float | None


class Desk:
    """A chip, its machine, and a host process that plays; `on_step` hears every step."""

    def __init__(self, built: Path, on_step: Callable[[str], None]) -> None:
        self.clock = VirtualClock()
        self.mcu = Tap(built, Steps(numbered=True), on_step)
        self.world = World(self.clock, seed=1, robot_red=False)
        self._port = PseudoPort(self.mcu, lockstep=False)
        self.controller = SimController(self.mcu, SimServoDriver(self.world), self.clock, self._port.pump)
        self.host = subprocess.Popen(
            [sys.executable, "-m", "tests.system.host", self._port.name],
            stdout=subprocess.PIPE,
            text=True,
            cwd=CHECKOUT,
        )
        self._done = threading.Event()
        threading.Thread(target=self._wait_for_end, daemon=True).start()

    def play(self, go_on: Callable[[], bool]) -> None:
        """Let time pass until the host has done, or `go_on` says no."""
        self._pace(lambda: go_on() and not self._done.is_set(), GAME_S)

    def pass_time(self, chip_s: float) -> None:
        """Let time pass on the chip, which goes slower than ours where the machine is busy."""
        until_s = self.mcu.now_s + chip_s
        self._pace(lambda: self.mcu.now_s < until_s, GAME_S)

    def close(self) -> None:
        self.host.kill()
        self.host.wait()
        self._done.wait(5)
        self.controller.close()
        self._port.close()
        self.mcu.close()

    def _wait_for_end(self) -> None:
        assert self.host.stdout is not None
        with self.host.stdout:
            self.host.stdout.readline()
        self._done.set()

    def _pace(self, go_on: Callable[[], bool], longest_s: float) -> None:
        real = RealClock()
        begun_s = due_s = real.now()
        while go_on() and real.now() - begun_s < longest_s:
            self.clock.sleep(PACE_S)
            due_s += PACE_S
            real.sleep(due_s - real.now())


def steps_of_a_game(built: Path) -> list[str]:
    """Let a host play undisturbed, and give all steps in their order."""
    steps: list[str] = []
    desk = Desk(built, steps.append)
    try:
        desk.play(lambda: True)
    finally:
        desk.close()
    return steps


def kill_at(built: Path, step: str, kill: signal.Signals) -> Fate:
    """Kill a host at a step: what it sent still arrives, what was said to it it has heard."""
    died_s: float | None = None

    def on_step(name: str) -> None:
        nonlocal died_s
        if name == step and died_s is None:
            died_s = desk.mcu.now_s
            if step.endswith("sent"):
                desk.host.send_signal(kill)

    desk = Desk(built, on_step)
    try:
        desk.play(lambda: died_s is None)
        if died_s is None:
            return Fate(step, None)
        if not step.endswith("sent"):
            desk.host.send_signal(kill)
            died_s = desk.mcu.now_s
        desk.pass_time(1.6)
        late_s, passed = desk.controller.last_pulse_s - died_s, desk.world.machine.passages
        desk.pass_time(1.0)
        assert desk.controller.last_pulse_s - died_s == late_s, f"it went on moving after {step}"
        assert desk.world.machine.passages == passed
        return Fate(step, late_s)
    finally:
        desk.close()


def test_servos_are_let_go_within_a_second_whatever_step_the_host_dies_at(firmware: Path) -> None:
    steps = steps_of_a_game(firmware)
    assert set(TWENTY) <= set(steps), sorted(set(TWENTY) - set(steps))
    trials = list(itertools.product(steps, SIGNALS)) if PROVE else list(zip(TWENTY, itertools.cycle(SIGNALS)))
    fates: deque[Fate] = deque()

    def attempt(trial: tuple[str, signal.Signals]) -> bool:
        fates.append(fate := kill_at(firmware, *trial))
        so_far(min(len(fates), len(trials)), len(trials))
        return fate.late_s is not None

    with ThreadPoolExecutor(AT_ONCE) as pool:
        came = list(pool.map(attempt, trials))
    for trial in (trial for trial, did in zip(trials, came, strict=True) if not did):
        attempt(trial)  # alone: beside twenty others its game took too long, or another way
    late = [(fate.late_s, fate.step) for fate in fates if fate.late_s is not None]
    late_s, step = max(late)
    moving = sum(late_s > 0 for late_s, _ in late)
    figure(
        f"{len(late)} of {len(trials)} hosts died at their step, {moving} with pulses after it; the last pulse"
        f" {late_s:.3f} s after it ({step})"
    )
    assert late_s <= LATEST_S
    assert len(late) >= 0.95 * len(trials) and moving > len(late) / 3
