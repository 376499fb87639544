"""gpiozero's servos: the battery on its mock pins, and what each pin factory really sends to its library."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from gpiozero import PWMOutputDevice
from gpiozero.pins.local import LocalPiFactory
from gpiozero.pins.mock import MockFactory, MockPWMPin

from robot.mechanism.drivers import gpiozero as driver_file
from robot.mechanism.drivers._inputs import STEADY_S, Inputs
from robot.mechanism.drivers.gpiozero import GpiozeroDriver, off_switch, resolution_us
from robot.mechanism.errors import DriverError
from robot.mechanism.types import Ending, Sensor, Servo, ServoDriver
from tests.mechanism.battery import MechanismBattery
from tests.mechanism.pins import SENSORS, SERVOS, WIRING, PinStand
from tests.mechanism.test_pwm import NoInputs

PI_4B, PI_5 = 0xC03111, 0xC04170


class WiredPin(MockPWMPin):
    """A mock pin that says how wide its pulses are whenever that changes."""

    def _change_state(self, value: float) -> Any:
        changed = super()._change_state(value)
        if changed and self.frequency:
            self.factory.pulse(self.info.name, value / self.frequency * 1e6)
        return changed


class WiredFactory(MockFactory):
    """Mock pins whose pulses move the machine."""

    def __init__(self, stand: MockStand) -> None:
        super().__init__(pin_class=WiredPin)
        self._stand = stand
        self._servos = {f"GPIO{pin}": servo for servo, pin in SERVOS.items()}

    def pulse(self, name: str, width_us: float) -> None:
        if width_us:
            self._stand.world.pulse(self._servos[name], round(width_us))
        else:
            self._stand.world.relax(self._servos[name])


class MockStand(PinStand):
    """The simulated machine at gpiozero's mock pins."""

    def open_driver(self) -> ServoDriver:
        return GpiozeroDriver(WIRING, self.wire_sensors(), WiredFactory(self), 1.0)


class TestGpiozeroHand(MechanismBattery):
    @pytest.fixture
    def stand(self) -> MockStand:
        return MockStand()


def test_pins_are_opened_and_left_without_a_pulse() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    driver = GpiozeroDriver(WIRING, NoInputs(), factory, 0.0)
    pin = factory.pin(SERVOS[Servo.CHUTE])
    assert (pin.frequency, pin.state) == (50, 0)
    driver.move(Servo.CHUTE, 1500)
    assert pin.state / pin.frequency == pytest.approx(1500e-6)
    driver.close()
    assert (pin.frequency, pin.state) == (None, 0)


def test_pin_that_a_sensor_has_is_refused() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    inputs = Inputs(WIRING, factory)
    with pytest.raises(DriverError, match="GPIO 5 of the chute servo cannot be used"):
        GpiozeroDriver(replace(WIRING, servos={**SERVOS, Servo.CHUTE: 5}), inputs, factory, 5.0)


def test_pins_that_fail_in_a_motion_end_it() -> None:
    stand = MockStand()
    stand.mechanism.home(1)
    stand.after(0.2, stand.pins.inputs.close)
    receipt = stand.mechanism.drop(2, 3)
    assert receipt.ending is Ending.STOPPED
    assert "GPIO 21 of the emergency stop sensor cannot be used" in receipt.remedy


class Recorder(ModuleType):
    """Stands for a pin library: keeps every call, gives 0, and has a number for every name in capitals."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.calls: list[tuple[Any, ...]] = []
        self.error = type("error", (Exception,), {})

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name.isupper():
            return sum(name.encode())

        def call(*words: Any) -> Any:
            self.calls.append((name, *words))
            return 0

        return call

    def of(self, name: str) -> list[tuple[Any, ...]]:
        """What was said in the calls of a function."""
        return [call[1:] for call in self.calls if call[0] == name]


class LgpioRecorder(Recorder):
    """lgpio: a pin is an output (bit 1 of its mode) when it was claimed as one."""

    def gpio_get_mode(self, handle: int, pin: int) -> int:
        claims = [call[0] for call in self.calls if call[0].startswith("gpio_claim") and call[2] == pin]
        return 2 if claims[-1:] == ["gpio_claim_output"] else 0

    def gpio_read(self, handle: int, pin: int) -> int:
        return 1

    def callback(self, *words: Any) -> Recorder:
        return Recorder("callback")


class PigpioRecorder(Recorder):
    """pigpio's daemon: a range of 10000, counted in samples of 5 us, of which a turn of 20 ms has 4000."""

    sl = SimpleNamespace(s="a socket")
    duties: dict[int, int] = {}

    def pi(self, *words: Any) -> PigpioRecorder:
        return self

    def get_hardware_revision(self) -> int:
        return PI_4B

    def get_mode(self, pin: int) -> int:
        return [mode for its, mode in self.of("set_mode") if its == pin][-1]

    def get_PWM_range(self, pin: int) -> int:
        return 10_000

    def get_PWM_dutycycle(self, pin: int) -> int:
        return self.duties.get(pin, 0)

    def set_PWM_dutycycle(self, pin: int, duty: int) -> None:
        self.duties = {**self.duties, pin: duty}

    def width_us(self, pin: int) -> int:
        return self.get_PWM_dutycycle(pin) * 4000 // 10_000 * 5


def factory_of(library: Recorder, module: str, name: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """gpiozero's own pin factory over a recorder."""
    monkeypatch.setitem(sys.modules, library.__name__, library)
    monkeypatch.delitem(sys.modules, module, raising=False)
    return getattr(importlib.import_module(module), name)()


@pytest.fixture
def lgpio(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Recorder, Any]]:
    monkeypatch.setattr(LocalPiFactory, "_get_revision", lambda self: PI_5)
    library = LgpioRecorder("lgpio")
    factory = factory_of(library, "gpiozero.pins.lgpio", "LGPIOFactory", monkeypatch)
    yield library, factory
    factory.close()
    sys.modules.pop("gpiozero.pins.lgpio", None)


@pytest.fixture
def pigpio(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[PigpioRecorder, Any]]:
    library = PigpioRecorder("pigpio")
    factory = factory_of(library, "gpiozero.pins.pigpio", "PiGPIOFactory", monkeypatch)
    yield library, factory
    factory.close()
    sys.modules.pop("gpiozero.pins.pigpio", None)


def test_lgpio_has_eleven_positions_and_is_refused(lgpio: tuple[Recorder, Any]) -> None:
    library, factory = lgpio
    with PWMOutputDevice(12, frequency=50, pin_factory=factory) as pin:
        for pulse in range(500, 2501):
            pin.value = pulse / 20_000
    widths = {duty * 200 for _, _, _, duty in library.of("tx_pwm") if duty}
    assert widths == set(range(400, 2401, 200))
    with pytest.raises(DriverError, match="LGPIOFactory cannot drive the servos: .* steps of 200 us") as caught:
        resolution_us(factory)
    assert all(way in caught.value.remedy for way in ("controller", "pca9685", "pwm"))


def test_pigpio_is_off_by_half_a_step_at_most(pigpio: tuple[PigpioRecorder, Any]) -> None:
    library, factory = pigpio
    driver = GpiozeroDriver(WIRING, NoInputs(), factory, resolution_us(factory))
    wrong = []
    for pulse in range(500, 2501):
        driver.move(Servo.CHUTE, pulse)
        wrong.append(library.width_us(12) - pulse)
    assert max(map(abs, wrong)) == driver.resolution_us / 2 == 3
    driver.relax(Servo.CHUTE)
    assert library.width_us(12) == 0


def test_off_switch_makes_inputs_of_pigpio_s_pins(pigpio: tuple[PigpioRecorder, Any]) -> None:
    library, _ = pigpio
    switch_off = off_switch(WIRING)
    assert library.of("set_mode") == []
    switch_off()
    assert {pin for pin, mode in library.of("set_mode") if mode == library.INPUT} == set(SERVOS.values())


@pytest.mark.parametrize("name", ["RPiGPIOFactory", "NativeFactory", "MockFactory", "OfTomorrowFactory"])
def test_other_factories_are_refused_with_the_ways_out(name: str) -> None:
    with pytest.raises(DriverError, match=name) as caught:
        resolution_us(type(name, (), {})())
    assert "pca9685" in caught.value.remedy


def test_factory_is_refused_before_any_pin_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    monkeypatch.setattr(driver_file, "pin_factory", lambda: factory)
    with pytest.raises(DriverError, match="MockFactory"):
        driver_file.open_driver(WIRING, None)
    assert not factory.pins


def test_beam_is_debounced_in_lgpio(lgpio: tuple[Recorder, Any]) -> None:
    library, factory = lgpio
    Inputs(WIRING, factory)
    assert (0, SENSORS[Sensor.DISC], round(STEADY_S * 1e6)) in library.of("gpio_set_debounce_micros")
