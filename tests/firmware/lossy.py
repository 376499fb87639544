"""A bad cable, and the controller's core on this computer at the simulated machine: fast, and as strict as the chip."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from robot.clock import VirtualClock
from robot.sim.firmware import SERVO_PINS, Input, Pulse, ResetCause
from tests.firmware.controllers import Built, HostController


class HostChip:
    """The core on this computer, with pins like the simulated chip's."""

    def __init__(self, built: Built) -> None:
        self._core = HostController(built)
        self._held: dict[str, int] = {}
        self._ms = 0

    @property
    def now_s(self) -> float:
        return self._ms / 1000

    @property
    def inputs(self) -> Input:
        return self._core.inputs

    @inputs.setter
    def inputs(self, inputs: Input) -> None:
        self._core.inputs = inputs

    def run(self, us: int) -> None:
        self._core.run(us // 1000)
        self._ms += us // 1000

    def say(self, data: bytes) -> None:
        self._core.say(data)

    def heard(self) -> bytes:
        return self._core.heard()

    def pulses(self) -> list[Pulse]:
        for servo, width in self._core.pulses():
            self._held[servo] = width
        return [Pulse(servo, self.now_s, width) for servo, width in self._held.items() if width and servo in SERVO_PINS]

    def reset(self, cause: ResetCause = ResetCause.BUTTON) -> None:
        self._held.clear()
        self._core.restart(cause)


@dataclass
class Cable:
    """How often a line is lost, doubled, late, and how many were; for a while all may be lost; it can be cut."""

    rng: random.Random
    rate: float
    struck: Counter[str]
    dead_until_s: float = -1.0
    cut: bool = False


class LossyPort:
    """Carries lines, now and then badly. `way` of a fault is "in" or "out"."""

    def __init__(self, chip: HostChip, clock: VirtualClock, cable: Cable) -> None:
        self._chip, self._clock, self._cable = chip, clock, cable
        self._came = b""
        chip.heard()

    def write(self, data: bytes) -> int:
        self._check()
        self._carry("out", data, self._chip.say)
        return len(data)

    def read(self, size: int) -> bytes:
        self._check()
        for line in self._chip.heard().splitlines(keepends=True):
            self._carry("in", line, self._arrive)
        came, self._came = self._came, b""
        return came

    def close(self) -> None:
        self._came = b""

    def _check(self) -> None:
        if self._cable.cut:
            raise OSError("device reports readiness to read but returned no data")

    def _arrive(self, line: bytes) -> None:
        self._came += line

    def _carry(self, way: str, line: bytes, arrive: Callable[[bytes], None]) -> None:
        cable = self._cable
        dead = self._clock.now() < cable.dead_until_s
        if not dead and cable.rng.random() >= cable.rate:
            arrive(line)
            return
        fault = "lost" if dead else cable.rng.choice(("lost", "late", "doubled", "spoilt", "all lost"))
        cable.struck[f"{way}: {fault}"] += 1
        if fault == "doubled":
            arrive(line)
        if fault in ("late", "doubled"):
            self._clock.call_in(cable.rng.uniform(0.01, 0.6), lambda: arrive(line))
        if fault == "spoilt":
            at = cable.rng.randrange(len(line))
            arrive(line[:at] + bytes([line[at] ^ 1 << cable.rng.randrange(8)]) + line[at + 1 :])
        if fault == "all lost":
            cable.dead_until_s = self._clock.now() + cable.rng.uniform(0.2, 1.5)
