"""Agreement over time: when an observation comes out, with which times, and when a complaint."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from vision.errors import CameraError
from vision.stable import Stable
from vision.types import Cell, Cells, Observation, Reading


def cells(*discs: tuple[int, int, Cell]) -> Cells:
    known = {(row, column): cell for row, column, cell in discs}
    return tuple(tuple(known.get((row, column), Cell.EMPTY) for column in range(7)) for row in range(6))


NOTHING = cells()
ONE = cells((0, 3, Cell.RED))
HALF = cells((0, 3, Cell.RED), (0, 4, Cell.UNKNOWN))
SURE = tuple((1.0,) * 7 for _ in range(6))


def reading(number: int, shown: Cells = NOTHING, period_s: float = 0.1, **marks: object) -> Reading:
    return replace(Reading(shown, SURE, number, number * period_s), **marks)  # type: ignore[arg-type]


def feed(stable: Stable, readings: list[Reading]) -> list[Observation]:
    return [seen for seen in map(stable.add, readings) if seen is not None]


def test_stable_waits_for_three_readings_over_a_quarter_second() -> None:
    stable = Stable()
    assert [stable.add(reading(number)) is not None for number in range(5)] == [False, False, False, True, False]


def test_stable_counts_readings_of_a_slow_camera() -> None:
    stable = Stable()
    assert [stable.add(reading(number, period_s=0.5)) is not None for number in range(3)] == [False, False, True]


def test_stable_tells_the_times_of_the_run() -> None:
    (seen,) = feed(Stable(), [reading(number) for number in range(7, 11)])
    assert (seen.first_s, seen.time_s, seen.sequence) == pytest.approx((0.7, 1.0, 10))
    assert seen.cells == NOTHING and seen.readable


def test_stable_says_it_again_while_the_run_lasts() -> None:
    seen = feed(Stable(), [reading(number) for number in range(30)])
    assert [one.time_s for one in seen] == pytest.approx([0.3, 1.3, 2.3])
    assert {one.first_s for one in seen} == {0.0}


def test_stable_tells_other_cells_at_once() -> None:
    seen = feed(Stable(), [reading(number, NOTHING if number < 5 else ONE) for number in range(9)])
    assert [one.cells for one in seen] == [NOTHING, ONE]
    assert seen[1].first_s == pytest.approx(0.5)


def test_stable_starts_anew_after_a_reading_that_differs() -> None:
    shown = [NOTHING, NOTHING, NOTHING, ONE, NOTHING, NOTHING, NOTHING, NOTHING]
    (seen,) = feed(Stable(), [reading(number, one) for number, one in enumerate(shown)])
    assert seen.first_s == pytest.approx(0.4)


@pytest.mark.parametrize("mark", ["hand", "moved"])
def test_stable_tells_nothing_while_a_hand_or_a_move_is_seen(mark: str) -> None:
    assert not feed(Stable(), [reading(number, **{mark: True}) for number in range(40)])


@pytest.mark.parametrize("mark", ["hand", "moved"])
def test_stable_breaks_a_run_by_a_hand_or_a_move(mark: str) -> None:
    readings = [reading(number) for number in range(8)]
    readings[3] = replace(readings[3], **{mark: True})  # type: ignore[arg-type]
    (seen,) = feed(Stable(), readings)
    assert seen.first_s == pytest.approx(0.4)


def test_stable_keeps_unknown_cells_of_the_run() -> None:
    (seen,) = feed(Stable(), [reading(number, HALF, reason="glare") for number in range(4)])
    assert seen.cells[0][4] is Cell.UNKNOWN and seen.cells[0][3] is Cell.RED and seen.reason == "glare"


def test_stable_complains_when_nothing_can_be_read() -> None:
    seen = feed(Stable(), [reading(number, hand=True, reason="a hand") for number in range(102)])
    assert [(one.readable, one.reason) for one in seen] == [(False, "a hand")] * 2
    assert [one.time_s for one in seen] == pytest.approx([5.0, 10.0])
    assert all(cell is Cell.UNKNOWN for row in seen[0].cells for cell in row)


def test_stable_does_not_settle_on_a_board_that_cannot_be_read() -> None:
    blind = tuple((Cell.UNKNOWN,) * 7 for _ in range(6))
    seen = feed(Stable(), [reading(number, blind, reason="too dark") for number in range(52)])
    assert [one.readable for one in seen] == [False]


def test_stable_is_patient_anew_after_each_settled_reading() -> None:
    calm = [reading(number) for number in range(40)]
    restless = [reading(number, hand=True) for number in range(40, 80)]
    assert all(one.readable for one in feed(Stable(), calm + restless))


def test_stable_does_not_count_the_same_picture_twice() -> None:
    stable = Stable()
    same = reading(0)
    assert not feed(stable, [same, same, same, same, reading(3)])


def test_stable_starts_anew_after_the_camera_was_blind() -> None:
    stable = Stable()
    feed(stable, [reading(number) for number in range(10)])
    stable.break_off()
    (seen,) = feed(stable, [reading(number) for number in range(40, 44)])
    assert seen.first_s == pytest.approx(4.0)


@pytest.mark.parametrize("time_s", [math.nan, math.inf])
def test_stable_refuses_a_time_that_is_none_and_goes_on(time_s: float) -> None:
    stable = Stable()
    seen = feed(stable, [reading(number) for number in range(3)])
    with pytest.raises(CameraError, match="the time of a picture"):
        stable.add(reading(3, time_s=time_s))
    seen += feed(stable, [reading(number) for number in range(4, 8)])
    assert [one.time_s for one in seen] == pytest.approx([0.4])
