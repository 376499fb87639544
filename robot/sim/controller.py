"""The real firmware at the simulated machine: its pulses move the machine's servos, the machine's sensors its pins.

    Link -> port -> Mcu (the binary) -> pulses on pins -> driver of the world -> discs fall -> beam, switches -> pins

Everything happens while the virtual clock goes on, a millisecond at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from robot.clock import VirtualClock
from robot.mechanism.types import Sensor, Servo, ServoDriver
from robot.sim.firmware import Input, Pulse

ENDED_S = 0.045
"""A servo that got no pulse for more than two turns of 20 ms is let go."""
BEAM_S = 0.02
"""How long a falling disc breaks the beam: 32 mm at 1.6 m/s."""
SERVOS = {servo.name: servo for servo in Servo}
SWITCHES = {
    Sensor.MAGAZINE: Input.MAGAZINE,
    Sensor.SLIDER_OPEN: Input.OPEN,
    Sensor.SLIDER_CLOSED: Input.CLOSED,
    Sensor.EMERGENCY_STOP: Input.ESTOP,
}


class Chip(Protocol):
    """What is used of `Mcu`; the tests have another one, whose core runs on this computer."""

    inputs: Input

    @property
    def now_s(self) -> float: ...

    def run(self, us: int) -> None: ...

    def say(self, data: bytes) -> None: ...

    def heard(self) -> bytes: ...

    def pulses(self) -> list[Pulse]: ...


class SimController:
    """Runs `mcu` beside the world behind `driver` on its clock, from the moment it is made until `close`.

    `pump` is called after every slice of time: it carries the bytes of the line. `last_pulse_s` is the end of the last
    pulse on any pin, on the chip's own time.
    """

    def __init__(
        self,
        mcu: Chip,
        driver: ServoDriver,
        clock: VirtualClock,
        pump: Callable[[], None] = lambda: None,
        slice_s: float = 0.001,
    ) -> None:
        self.mcu = mcu
        self._pump, self._slice_s = pump, slice_s
        self._driver, self._clock = driver, clock
        self._held: dict[Servo, tuple[int, float]] = {}
        self._passed = driver.sense(Sensor.DISC)
        self._beam_until_s = -1.0
        self._running = True
        self.last_pulse_s = 0.0
        self._run()

    def close(self) -> None:
        """Let the controller stand still."""
        self._running = False

    def _run(self) -> None:
        if not self._running:
            return
        self.mcu.inputs = self._feel()
        self.mcu.run(round(self._slice_s * 1e6))
        self._drive()
        self._pump()
        self._clock.call_in(self._slice_s, self._run)

    def _feel(self) -> Input:
        now_s = self._clock.now()
        passed = self._driver.sense(Sensor.DISC)
        if passed > self._passed and now_s > self._beam_until_s + BEAM_S:
            self._passed += 1
            self._beam_until_s = now_s + BEAM_S
        switches = Input.DISC if now_s < self._beam_until_s else Input(0)
        for sensor, bit in SWITCHES.items():
            if self._driver.sense(sensor):
                switches |= bit
        return switches

    def _drive(self) -> None:
        for pulse in self.mcu.pulses():
            servo, width_us = SERVOS[pulse.servo], round(pulse.width_us)
            if self._held.get(servo, (0, 0.0))[0] != width_us:
                self._driver.move(servo, width_us)
            self._held[servo] = width_us, pulse.start_s
            self.last_pulse_s = pulse.start_s + pulse.width_us / 1e6
        for servo, (_, start_s) in list(self._held.items()):
            if self.mcu.now_s - start_s > ENDED_S:
                self._driver.relax(servo)
                del self._held[servo]


class McuPort:
    """The controller's serial port without a cable: what a `Link` opens when both run on one clock."""

    def __init__(self, mcu: Chip) -> None:
        self._mcu = mcu
        mcu.heard()

    def read(self, size: int) -> bytes:
        """Give what has come."""
        return self._mcu.heard()

    def write(self, data: bytes) -> int:
        """Send."""
        self._mcu.say(data)
        return len(data)

    def close(self) -> None:
        """Leave; the controller notices the silence."""
