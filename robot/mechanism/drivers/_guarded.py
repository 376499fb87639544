"""A driver with a guard: a second process that switches the pulses off when this one dies or falls silent.

    this process --(pipe: a byte with every pulse and every reading while a servo is on)--> robot.mechanism.guard

The kernel's PWM, a servo board and pigpio's daemon all go on pulsing when the program that set them is gone. Signs are
given by those who use the driver, one at a time, and by no thread of their own: a driver that hangs is noticed too.
"""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from robot.mechanism.errors import DriverError, MechanismError
from robot.mechanism.types import Sensor, Servo, ServoDriver
from robot.mechanism.wiring import Wiring

LIVE, IDLE = b"+", b"-"
"""Signs: a servo may be on, expect the next sign; all servos are off, silence is well."""
READY = b"ready\n"
SILENCE_S = 0.8
"""The guard acts after so much silence, so that all is off within a second."""
START_S = 10.0
"""How long a guard may take to start: 0.1 s on a desk, more than one on a Zero 2 W that is busy."""
PACKAGES = Path(__file__).parents[3]


class Senses(Protocol):
    """The sensors' side of a driver."""

    def sense(self, sensor: Sensor) -> int: ...

    def close(self) -> None: ...


class Driver(ServoDriver, Protocol):
    """A servo driver that can be closed: pulses off, pins and channels given back."""

    def close(self) -> None: ...


class Guard:
    """The guard process of a driver, from this process's side. Raises DriverError when it does not get ready."""

    def __init__(self, name: str, wiring: Wiring) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "robot.mechanism.guard", name, wiring.to_text()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=PACKAGES,
            start_new_session=True,  # Ctrl-C at the terminal is not for the guard
        )
        assert self._process.stdin and self._process.stdout
        self._signs = self._process.stdin.fileno()
        os.set_blocking(self._signs, False)
        ready, _, _ = select.select([self._process.stdout], [], [], START_S)
        heard = self._process.stdout.readline() if ready else b""
        if heard != READY:
            self.close()
            what = heard.decode(errors="replace").strip() or "it says nothing"
            raise DriverError(f"the guard process does not start: {what}", "nothing moves without it; start again")

    @property
    def pid(self) -> int:
        """The guard's process."""
        return self._process.pid

    def say(self, sign: bytes) -> None:
        """Give a sign of life; raises OSError when the guard is gone."""
        os.write(self._signs, sign)

    def close(self, patience_s: float = START_S) -> None:
        """Let the guard switch everything off and end."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        try:
            self._process.wait(patience_s)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()


class Guarded:
    """`driver` with a guard that `start` starts. Implements `ServoDriver`; callable from any thread.

    Nothing moves without a guard: when it is gone, the motion under way ends with MechanismError, and the next one
    begins with a new guard once all servos are off.
    """

    def __init__(self, driver: Driver, start: Callable[[], Guard]) -> None:
        self._driver, self._start = driver, start
        self._guard: Guard | None = start()
        self._on: set[Servo] = set()
        self._signing = threading.Lock()

    @property
    def resolution_us(self) -> float:
        return self._driver.resolution_us

    @property
    def guard_pid(self) -> int | None:
        """The guard's process, for a report; None when it is gone."""
        return None if self._guard is None else self._guard.pid

    def move(self, servo: Servo, pulse_us: int) -> None:
        with self._signing:
            if self._guard is None and not self._on:
                self._guard = self._start()
            self._on.add(servo)
            self._sign(LIVE)
            self._driver.move(servo, pulse_us)
            self._sign(LIVE)  # had this process been halted before the pulse, the guard would be gone by now

    def relax(self, servo: Servo) -> None:
        with self._signing:
            self._driver.relax(servo)
            self._on.discard(servo)
            if not self._on:
                with contextlib.suppress(MechanismError):
                    self._sign(IDLE)

    def sense(self, sensor: Sensor) -> int:
        with self._signing:
            if self._on:
                self._sign(LIVE)
        return self._driver.sense(sensor)

    def close(self) -> None:
        """End all pulses, then the guard."""
        with self._signing:
            self._driver.close()
            if self._guard is not None:
                self._guard.close()
                self._guard = None

    def _sign(self, sign: bytes) -> None:
        guard = self._guard
        if guard is not None:
            try:
                return guard.say(sign)
            except OSError:
                self._guard = None
                guard.close(patience_s=0.0)
        raise MechanismError(
            "the guard process has switched the servos off", "this program was halted or too slow; see what holds it"
        )
