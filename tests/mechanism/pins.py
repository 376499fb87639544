"""The simulated machine at gpiozero's mock pins: its sensors drive them, as the wires of the real one would."""

from __future__ import annotations

from gpiozero.pins.mock import MockFactory, MockPWMPin

from robot.clock import VirtualClock
from robot.mechanism.drivers._inputs import Inputs
from robot.mechanism.types import Sensor, Servo
from robot.mechanism.wiring import Wiring
from robot.sim.world import World
from tests.mechanism.stand import SimStand

LOOK_S = 0.005
SERVOS = {Servo.CHUTE: 12, Servo.GATE: 13, Servo.SLIDER: 18}
SENSORS = {
    Sensor.DISC: 5,
    Sensor.MAGAZINE: 6,
    Sensor.SLIDER_OPEN: 16,
    Sensor.SLIDER_CLOSED: 20,
    Sensor.EMERGENCY_STOP: 21,
}
WIRING = Wiring(SERVOS, SENSORS)


class MachinePins:
    """Wires the sensors of `world` to the pins of `factory`; `inputs` reads them."""

    def __init__(self, world: World, clock: VirtualClock, wiring: Wiring = WIRING) -> None:
        self.factory = MockFactory(pin_class=MockPWMPin)
        self.inputs = Inputs(wiring, self.factory)
        self._world, self._clock, self._wiring = world, clock, wiring
        self._passed = 0
        self._watch()

    def ground(self, sensor: Sensor, grounded: bool) -> None:
        """Connect a sensor's pin to ground, or leave it to its pull-up."""
        pin = self.factory.pin(self._wiring.sensors[sensor])
        if grounded:
            pin.drive_low()
        else:
            pin.drive_high()

    def look(self) -> None:
        """Drive the pins as the machine stands now."""
        for sensor in self._wiring.sensors:
            if sensor is not Sensor.DISC:
                true = bool(self._world.sense(sensor))
                self.ground(sensor, true != (sensor is Sensor.EMERGENCY_STOP or sensor in self._wiring.inverted))
        while self._passed < self._world.sense(Sensor.DISC):
            self._passed += 1
            self.ground(Sensor.DISC, Sensor.DISC not in self._wiring.inverted)
            self.ground(Sensor.DISC, Sensor.DISC in self._wiring.inverted)

    def _watch(self) -> None:
        self.look()
        self._clock.call_in(LOOK_S, self._watch)


class PinStand(SimStand):
    """A test stand whose sensors are felt at pins."""

    def wire_sensors(self, wiring: Wiring = WIRING) -> Inputs:
        """Wire the machine's sensors; what reads them."""
        self.pins = MachinePins(self.world, self.clock, wiring)
        return self.pins.inputs

    def press(self, pressed: bool) -> None:
        super().press(pressed)
        self.pins.look()
