"""The envelope: refuses, never clips, and says what, where and which bound."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot.mechanism.envelope import Envelope, Limits, Positions, check_resolution
from robot.mechanism.errors import EnvelopeError
from robot.mechanism.types import Servo

LIMITS = Limits(chute=(600, 2100), gate=(900, 1700), lower=(950, 1600), slider=(1000, 2000))
BOUNDS = {Servo.CHUTE: (600, 2100), Servo.GATE: (900, 1700), Servo.LOWER: (950, 1600), Servo.SLIDER: (1000, 2000)}


@given(st.sampled_from(list(Servo)), st.integers(-(10**9), 10**9) | st.integers(500, 2500))
def test_check_lets_through_exactly_what_is_within_the_limits(servo: Servo, pulse: int) -> None:
    shortest, longest = BOUNDS[servo]
    if shortest <= pulse <= longest:
        assert Envelope(LIMITS).check(servo, pulse) == pulse
    else:
        with pytest.raises(EnvelopeError):
            Envelope(LIMITS).check(servo, pulse)


@pytest.mark.parametrize("pulse", [1500.0, math.nan, math.inf, True, "1500", None, 1500j])
def test_check_refuses_what_is_no_whole_number(pulse: object) -> None:
    with pytest.raises(EnvelopeError, match="whole microseconds"):
        Envelope(LIMITS).check(Servo.CHUTE, pulse)


def test_check_names_servo_pulse_bound_and_remedy() -> None:
    with pytest.raises(EnvelopeError, match="gate servo is 1701 us, above its limit of 1700 us") as caught:
        Envelope(LIMITS).check(Servo.GATE, 1701)
    assert "900 to 1700" in caught.value.remedy


@pytest.mark.parametrize(
    "bounds", [(1000, 1000), (1500, 1000), (499, 1500), (1000, 2501), (1000.0, 2000), (True, 2000), (math.nan, 2000)]
)
def test_limits_refuse_impossible_bounds(bounds: tuple[int, int]) -> None:
    with pytest.raises(EnvelopeError, match="gate"):
        Limits(gate=bounds)


@pytest.mark.parametrize(
    "columns",
    [
        (1050, 1200, 1350, 1500, 1650, 1800),
        (1050, 1200, 1350, 1500, 1650, 1800, 1950, 2100),
        (1050, 1200, 1350, 1500, 1650, 1800, 1839),
        (1050, 1200, 1350, 1200, 1650, 1800, 1950),
        (1050, 1200, 1350.0, 1500, 1650, 1800, 1950),
    ],
)
def test_positions_refuse_columns_that_cannot_be_right(columns: tuple[int, ...]) -> None:
    with pytest.raises(EnvelopeError, match="column"):
        Positions(chute_columns_us=columns)


def test_positions_may_run_either_way() -> None:
    backwards = Positions(chute_columns_us=tuple(reversed(Positions().chute_columns_us)))
    Envelope(LIMITS).check_positions(backwards)


@pytest.mark.parametrize("name", ["settle_s", "feed_s", "sense_timeout_s", "clear_s", "slider_timeout_s"])
@pytest.mark.parametrize("value", [0.0, -1.0, math.nan, math.inf, 31.0, True, "1"])
def test_positions_refuse_impossible_times(name: str, value: Any) -> None:
    with pytest.raises(EnvelopeError, match=name):
        replace(Positions(), **{name: value})


@pytest.mark.parametrize("gates", [0, 3, True, 1.0, "2", None])
def test_positions_refuse_other_numbers_of_gates(gates: Any) -> None:
    with pytest.raises(EnvelopeError, match="gates"):
        Positions(gates=gates)


def test_servos_of_a_machine_follow_its_gates() -> None:
    assert Positions(gates=1).servos() == (Servo.CHUTE, Servo.GATE, Servo.SLIDER)
    assert Positions(gates=2).servos() == (Servo.CHUTE, Servo.GATE, Servo.LOWER, Servo.SLIDER)


@pytest.mark.parametrize("nearest_us, finest_us", [(150, 18.75), (80, 10.0), (40, 5.0)])
def test_resolution_is_refused_when_columns_are_less_than_eight_steps_apart(nearest_us: int, finest_us: float) -> None:
    columns = (700, 900, 1100, 1300, 1500, 1700, 1700 + nearest_us)
    for positions in (Positions(chute_columns_us=columns), Positions(chute_columns_us=columns[::-1])):
        check_resolution(positions, finest_us)
        with pytest.raises(EnvelopeError, match=f"{nearest_us} us apart") as caught:
            check_resolution(positions, finest_us + 0.01)
        assert "pca9685" in caught.value.remedy


@pytest.mark.parametrize(
    "change, words",
    [
        ({"chute_park_us": 599}, "chute park"),
        ({"gate_hold_us": 1701}, "gate hold"),
        ({"gate_feed_us": 899}, "gate feed"),
        ({"lower_shut_us": 949}, "lower gate shut"),
        ({"lower_pass_us": 1601}, "lower gate pass"),
        ({"slider_closed_us": 999}, "slider closed"),
        ({"slider_open_us": 2001}, "slider open"),
        ({"chute_columns_us": (500, 1200, 1350, 1500, 1650, 1800, 1950)}, "column a"),
        ({"gate_hold_us": 1500, "gate_feed_us": 1520}, "two positions of the gate"),
        ({"lower_shut_us": 1500, "lower_pass_us": 1480}, "two positions of the lower gate"),
        ({"slider_open_us": 1030}, "two positions of the slider"),
    ],
)
def test_check_positions_names_the_position(change: dict[str, Any], words: str) -> None:
    with pytest.raises(EnvelopeError, match=words):
        Envelope(LIMITS).check_positions(replace(Positions(), **change))
