"""The hand on the simulated machine, with a driver that writes down every pulse."""

from __future__ import annotations

from collections.abc import Callable

from robot.clock import VirtualClock
from robot.mechanism.envelope import Positions
from robot.mechanism.errors import MechanismError
from robot.mechanism.servos import ServoMechanism
from robot.mechanism.types import Sensor, Servo, ServoDriver
from robot.sim.rig import Rig
from robot.sim.servos import SimServoDriver
from robot.sim.world import World
from vision.types import Cell


class RecordingDriver:
    """Passes everything on; `sent` holds (time, servo, pulse or None for off), `lies` overrules sensors,
    `deaf` servos cannot be switched off.

    `on_sense` is called before a sensor is read: what another thread may do at that moment.
    """

    def __init__(self, driver: ServoDriver, clock: VirtualClock) -> None:
        self._driver = driver
        self._clock = clock
        self.sent: list[tuple[float, Servo, int | None]] = []
        self.lies: dict[Sensor, int | Exception] = {}
        self.deaf: set[Servo] = set()
        self.on_sense: Callable[[Sensor], None] = lambda sensor: None

    @property
    def resolution_us(self) -> float:
        return self._driver.resolution_us

    def move(self, servo: Servo, pulse_us: int) -> None:
        self.sent.append((self._clock.now(), servo, pulse_us))
        self._driver.move(servo, pulse_us)

    def relax(self, servo: Servo) -> None:
        if servo in self.deaf:
            raise MechanismError(f"the {servo.value} servo does not answer", "see to its cable")
        self.sent.append((self._clock.now(), servo, None))
        self._driver.relax(servo)

    def sense(self, sensor: Sensor) -> int:
        self.on_sense(sensor)
        lie = self.lies.get(sensor)
        if isinstance(lie, Exception):
            raise lie
        return self._driver.sense(sensor) if lie is None else lie

    def pulses(self) -> list[tuple[Servo, int]]:
        return [(servo, pulse) for _, servo, pulse in self.sent if pulse is not None]


class SimStand:
    """Implements the battery's `Stand`."""

    def __init__(self, rig: Rig | None = None, positions: Positions | None = None) -> None:
        self.clock = VirtualClock()
        self.world = World(self.clock, seed=5, robot_red=False, rig=rig)
        self.driver = RecordingDriver(self.open_driver(), self.clock)
        self.mechanism = ServoMechanism(self.driver, self.clock, positions=positions)

    def open_driver(self) -> ServoDriver:
        """The driver between the hand and the machine."""
        return SimServoDriver(self.world)

    def heights(self) -> list[int]:
        return [sum(row[column] is not Cell.EMPTY for row in self.world.cells) for column in range(7)]

    def pulses(self) -> int:
        return len(self.driver.pulses())

    def held(self) -> dict[Servo, int]:
        last = {servo: pulse for _, servo, pulse in self.driver.sent}
        return {servo: pulse for servo, pulse in last.items() if pulse is not None}

    def stands_at(self, servo: Servo) -> float:
        return self.world.machine.stands_at(servo)

    def spend(self, duration_s: float) -> None:
        for _ in range(round(duration_s / 0.05)):
            self.clock.sleep(0.05)
            self.mechanism.tend()

    def push_slider(self, opened: bool) -> None:
        self.world.machine.slide_by_hand(opened)
        self.clock.sleep(1.0)

    def after(self, delay_s: float, action: Callable[[], object]) -> None:
        def act() -> None:
            action()

        self.clock.call_in(delay_s, act)

    def jam(self) -> None:
        self.world.machine.pending.jams = 1

    def double(self) -> None:
        self.world.machine.pending.doubles = 1

    def take_all_discs(self) -> None:
        self.world.machine.magazine = 0

    def hold_slider(self) -> None:
        self.world.machine.pending.stuck = 1

    def press(self, pressed: bool) -> None:
        self.world.machine.emergency_stop = pressed
