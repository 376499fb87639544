"""The sequences on the simulated machine: the battery, and what only this hand promises."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robot.clock import VirtualClock
from robot.mechanism.envelope import Limits, Positions
from robot.mechanism.errors import EnvelopeError, MechanismError
from robot.mechanism.receipts import REMEMBERED
from robot.mechanism.servos import ServoMechanism
from robot.mechanism.types import Ending, Sensor, Servo
from robot.sim.rig import Rig
from robot.sim.servos import SimServoDriver
from tests.mechanism.battery import MechanismBattery
from tests.mechanism.stand import SimStand


@pytest.fixture
def stand() -> SimStand:
    return SimStand()


class TestServoMechanism(MechanismBattery):
    """The battery, on the fixture above."""


class TestTwoGates(MechanismBattery):
    """The battery, on a machine with a chamber between two gates."""

    fed_s = 1.0

    @pytest.fixture
    def stand(self) -> SimStand:
        return SimStand(Rig(gates=2), Positions(gates=2))


def test_first_pulses_are_the_safe_pose(stand: SimStand) -> None:
    stand.mechanism.home(1)
    assert stand.driver.pulses() == [(Servo.GATE, 1000), (Servo.SLIDER, 1000), (Servo.CHUTE, 750)]


def test_drop_aims_feeds_holds_and_parks(stand: SimStand) -> None:
    stand.mechanism.home(1)
    before = stand.pulses()
    stand.mechanism.drop(2, 6)
    expected = [(Servo.CHUTE, 1950), (Servo.GATE, 1500), (Servo.GATE, 1000), (Servo.CHUTE, 750)]
    assert stand.driver.pulses()[before:] == expected


def test_two_gates_are_never_open_together() -> None:
    stand = SimStand(Rig(gates=2), Positions(gates=2))
    stand.mechanism.home(1)
    assert stand.driver.pulses()[:2] == [(Servo.LOWER, 1000), (Servo.GATE, 1000)]
    before = stand.pulses()
    assert stand.mechanism.drop(2, 6).ending is Ending.DONE
    upper = [(Servo.GATE, 1500), (Servo.GATE, 1000)]
    lower = [(Servo.LOWER, 1500), (Servo.LOWER, 1000)]
    assert stand.driver.pulses()[before:] == [(Servo.CHUTE, 1950), *upper, *lower, (Servo.CHUTE, 750)]


@pytest.mark.parametrize("delay_s", [0.5, 0.6, 0.7, 0.8, 0.9])
def test_disc_that_a_stop_left_between_two_gates_comes_alone(delay_s: float) -> None:
    stand = SimStand(Rig(gates=2), Positions(gates=2))
    stand.mechanism.home(1)
    stand.after(delay_s, stand.mechanism.stop)
    stopped = stand.mechanism.drop(2, 3)
    home = stand.mechanism.home(3)
    before = sum(stand.heights())
    assert stopped.discs + home.discs == before
    assert stand.mechanism.drop(4, 5).ending is Ending.DONE
    assert sum(stand.heights()) == before + 1
    assert stand.world.machine.magazine == 21 - before - 1


def test_one_gate_of_two_lets_no_disc_out() -> None:
    """Positions that know of one gate, on a machine that has two: told as a jam, not believed."""
    stand = SimStand(Rig(gates=2))
    stand.mechanism.home(1)
    assert stand.mechanism.drop(2, 3).ending is Ending.JAM
    assert sum(stand.heights()) == 0


def test_slider_that_opens_while_the_chute_aims_keeps_the_gate_shut(stand: SimStand) -> None:
    stand.mechanism.home(1)
    before = stand.pulses()
    stand.after(0.3, lambda: stand.world.machine.slide_by_hand(True))
    receipt = stand.mechanism.drop(2, 3)
    assert (receipt.ending, receipt.discs) == (Ending.REFUSED, 0)
    assert stand.driver.pulses()[before:] == [(Servo.CHUTE, 1500)]


def test_driver_with_coarse_steps_is_refused(stand: SimStand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimServoDriver, "resolution_us", 200.0)
    with pytest.raises(EnvelopeError, match="steps of 200 us") as caught:
        ServoMechanism(stand.driver, stand.clock)
    assert "controller" in caught.value.remedy


@pytest.mark.parametrize("fault", ["nothing", "jam", "stop"])
def test_servos_are_off_after_a_motion(stand: SimStand, fault: str) -> None:
    stand.mechanism.home(1)
    if fault == "jam":
        stand.jam()
    if fault == "stop":
        stand.after(0.6, stand.mechanism.stop)
    stand.mechanism.drop(2, 3)
    last = {servo: pulse for _, servo, pulse in stand.driver.sent}
    assert last == dict.fromkeys((Servo.CHUTE, Servo.GATE, Servo.SLIDER), None)


def test_chute_stands_still_while_a_disc_is_in_it(stand: SimStand) -> None:
    seen = []

    def watch() -> None:
        if stand.world.machine.in_chute:
            moving = stand.driver.sent[-1]
            seen.append(moving[1] is Servo.CHUTE and moving[2] is not None)
        stand.clock.call_in(0.01, watch)

    stand.mechanism.home(1)
    stand.clock.call_in(0.0, watch)
    for action, column in enumerate((0, 6, 3), start=2):
        stand.mechanism.drop(action, column)
    assert len(seen) > 30
    assert not any(seen)


def test_positions_outside_the_limits_are_refused_at_construction(stand: SimStand) -> None:
    with pytest.raises(EnvelopeError, match="slider open of the slider servo is 2000 us, above its limit of 1900 us"):
        ServoMechanism(stand.driver, stand.clock, Limits(slider=(900, 1900)))
    assert stand.pulses() == 0


@pytest.mark.parametrize("is_open, is_closed", [(0, 0), (1, 1), (1, 0)])
def test_drop_is_refused_unless_both_switches_prove_the_slider_closed(
    stand: SimStand, is_open: int, is_closed: int
) -> None:
    stand.mechanism.home(1)
    stand.driver.lies = {Sensor.SLIDER_OPEN: is_open, Sensor.SLIDER_CLOSED: is_closed}
    assert stand.mechanism.drop(2, 3).ending is Ending.REFUSED
    assert stand.mechanism.status().slider_open
    assert sum(stand.heights()) == 0


def test_disc_that_falls_after_the_drop_forbids_the_next_one_once() -> None:
    stand = SimStand(rig=Rig(beam_s=2.5))
    stand.mechanism.home(1)
    assert stand.mechanism.drop(2, 3).ending is Ending.JAM
    stand.clock.sleep(2.0)
    late = stand.mechanism.drop(3, 3)
    assert (late.ending, late.discs) == (Ending.REFUSED, 1)
    assert "read the board" in late.remedy
    assert stand.mechanism.status().magazine == 20
    assert stand.mechanism.drop(4, 3).ending is not Ending.REFUSED


@pytest.mark.parametrize("sensor", [Sensor.DISC, Sensor.EMERGENCY_STOP, Sensor.SLIDER_CLOSED])
def test_sensor_that_fails_ends_the_motion_with_its_remedy(stand: SimStand, sensor: Sensor) -> None:
    stand.mechanism.home(1)
    stand.driver.lies = {sensor: MechanismError("no answer", "plug it in")}
    receipt = stand.mechanism.drop(2, 3)
    assert receipt.ending is Ending.STOPPED
    assert "no answer: plug it in" in receipt.remedy
    stand.driver.lies = {}
    assert stand.mechanism.drop(3, 3).ending is Ending.REFUSED


def test_id_is_spent_even_when_the_program_is_interrupted(stand: SimStand) -> None:
    stand.mechanism.home(1)
    sent = stand.pulses()

    def interrupt(sensor: Sensor) -> None:
        if stand.pulses() > sent + 2:
            raise KeyboardInterrupt

    stand.driver.on_sense = interrupt
    with pytest.raises(KeyboardInterrupt):
        stand.mechanism.drop(2, 3)
    stand.driver.on_sense = lambda sensor: None
    assert not stand.mechanism.status().homed
    stand.mechanism.home(3)
    sent = stand.pulses()
    assert stand.mechanism.drop(2, 3).ending is Ending.STOPPED
    assert stand.pulses() == sent
    assert sum(stand.heights()) == 1


def test_stop_switches_the_other_servos_off_when_one_fails(stand: SimStand) -> None:
    stand.driver.deaf = {Servo.CHUTE}
    with pytest.raises(MechanismError):
        stand.mechanism.stop()
    assert [servo for _, servo, pulse in stand.driver.sent if pulse is None] == [Servo.GATE, Servo.SLIDER]


def test_disc_sensor_that_counts_anew_ends_the_motion(stand: SimStand) -> None:
    stand.mechanism.home(1)
    stand.mechanism.drop(2, 3)
    stand.driver.lies = {Sensor.DISC: 0}
    assert stand.mechanism.drop(3, 3).ending is Ending.STOPPED
    assert stand.mechanism.home(4).ending is Ending.DONE
    assert stand.mechanism.status().magazine == 20


def test_discs_counted_before_the_first_home_are_not_ours(stand: SimStand) -> None:
    stand.driver.lies = {Sensor.DISC: 57}
    assert stand.mechanism.home(1).discs == 0
    assert stand.mechanism.status().magazine == 21


def test_refill_sets_the_number_of_discs(stand: SimStand) -> None:
    stand.mechanism.home(1)
    stand.mechanism.drop(2, 3)
    stand.mechanism.refill(21)
    assert stand.mechanism.status().magazine == 21


def test_id_older_than_all_that_is_remembered_is_refused(stand: SimStand) -> None:
    stand.mechanism.home(1)
    stand.mechanism.drop(2, 3)
    for action in range(3, REMEMBERED + 10):
        stand.mechanism.drop(action, 7)
    assert stand.mechanism.drop(2, 3).ending is Ending.REFUSED
    assert sum(stand.heights()) == 1
    assert stand.mechanism.drop(REMEMBERED + 10, 3).ending is Ending.DONE


def test_stop_reaches_a_hand_whose_homing_is_asked_while_it_drops(stand: SimStand) -> None:
    """A refused `home` must not undo a stop."""
    hand = stand.mechanism
    hand.home(1)

    def stop_and_ask() -> None:
        hand.stop()
        assert hand.home(3).ending is Ending.REFUSED

    stand.after(0.2, stop_and_ask)
    assert hand.drop(2, 3).ending is Ending.STOPPED


@pytest.mark.parametrize("reading", range(5))
def test_no_pulse_follows_a_stop_from_another_thread(stand: SimStand, reading: int) -> None:
    """The stop comes while a sensor is read, before or after the first pulse of the drop."""
    stand.mechanism.home(1)
    readings: list[int] = []

    def stop_once(sensor: Sensor) -> None:
        if sensor is Sensor.EMERGENCY_STOP:
            return
        readings.append(stand.pulses())
        if len(readings) == reading + 1:
            stand.mechanism.stop()

    stand.driver.on_sense = stop_once
    assert stand.mechanism.drop(2, 3).ending is Ending.STOPPED
    assert stand.pulses() == readings[reading]


def test_stop_between_the_asking_for_home_and_its_start_is_heeded(stand: SimStand) -> None:
    class Interrupting(VirtualClock):
        def now(self) -> float:
            if not hand.status().homed and not stops:
                stops.append(1)
                hand.stop()
            return super().now()

    stops: list[int] = []
    hand = ServoMechanism(stand.driver, Interrupting())
    assert hand.home(1).ending is Ending.STOPPED
    assert stand.pulses() == 0


LIMITS = Limits(chute=(700, 2000), gate=(950, 1600), slider=(950, 2050))

commands = st.lists(
    st.tuples(
        st.sampled_from(["home", "aim", "drop", "open", "close", "stop", "jam", "double", "hold", "press", "release"]),
        st.integers(-2, 9),
        st.integers(1, 12),
        st.floats(0.0, 2.0),
    ),
    max_size=25,
)


def obey(stand: SimStand, verb: str, column: int, action: int) -> None:
    hand = stand.mechanism
    verbs: dict[str, Callable[[], object]] = {
        "home": lambda: hand.home(action),
        "aim": lambda: hand.aim(action, column),
        "drop": lambda: hand.drop(action, column),
        "open": lambda: hand.slider(action, opened=True),
        "close": lambda: hand.slider(action, opened=False),
        "stop": hand.stop,
        "jam": stand.jam,
        "double": stand.double,
        "hold": stand.hold_slider,
        "press": lambda: stand.press(True),
        "release": lambda: stand.press(False),
    }
    verbs[verb]()


@given(commands)
@settings(max_examples=150, deadline=None)
def test_random_commands_send_no_pulse_outside_and_lose_no_disc(
    commands: list[tuple[str, int, int, float]],
) -> None:
    stand = SimStand()
    stand.mechanism = ServoMechanism(stand.driver, stand.clock, LIMITS)
    for verb, column, action, delay_s in commands:
        stand.after(delay_s, partial(obey, stand, verb, column, action + 100))
        obey(stand, verb, column, action)
    stand.clock.sleep(20.0)
    bounds = {Servo.CHUTE: (700, 2000), Servo.GATE: (950, 1600), Servo.SLIDER: (950, 2050)}
    assert all(bounds[servo][0] <= pulse <= bounds[servo][1] for servo, pulse in stand.driver.pulses())
    assert (stand.world.count(True), stand.world.count(False)) == (21, 21)


@given(st.lists(st.integers(1, 4), min_size=1, max_size=12), st.integers(0, 6))
@settings(max_examples=40, deadline=None)
def test_discs_that_fell_are_as_many_as_different_ids(actions: list[int], column: int) -> None:
    stand = SimStand()
    stand.mechanism.home(100)
    for action in actions:
        stand.mechanism.drop(action, column)
    assert sum(stand.heights()) == len(set(actions))


def test_default_positions_are_those_of_the_simulated_machine() -> None:
    rig, positions = Rig(), Positions()
    assert positions.chute_columns_us == rig.chute_columns_us
    assert (positions.gate_hold_us, positions.gate_feed_us) == (rig.gate_hold_us, rig.gate_feed_us)
    assert (positions.lower_shut_us, positions.lower_pass_us) == (rig.lower_shut_us, rig.lower_pass_us)
    assert (positions.slider_closed_us, positions.slider_open_us) == (rig.slider_closed_us, rig.slider_open_us)


def test_wrong_positions_are_felt_by_the_simulated_machine() -> None:
    stand = SimStand()
    between = replace(Positions(), chute_columns_us=tuple(pulse + 75 for pulse in Positions().chute_columns_us))
    stand.mechanism = ServoMechanism(stand.driver, stand.clock, positions=between)
    stand.mechanism.home(1)
    assert stand.mechanism.drop(2, 3).ending is Ending.DONE
    assert sum(stand.heights()) == 0
    assert stand.world.scene(stand.clock.now()).pile_yellow == 1
