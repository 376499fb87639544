"""The world's own laws: gravity, the machine's body, the slider, and that no disc is ever made or lost."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robot.clock import VirtualClock
from robot.mechanism.types import Sensor, Servo
from robot.sim.rig import Rig
from robot.sim.scene import FallingDisc
from robot.sim.world import Kind, World
from vision.types import Cell

HOLD, FEED, CLOSED, OPEN = 1000, 1500, 1000, 2000


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def world(clock: VirtualClock) -> World:
    return World(clock, seed=3, robot_red=False)


def throw(world: World, column: int, red: bool = True) -> bool:
    return world.pick_up(red) and world.let_go(column)


def feed(world: World, chute_us: int) -> None:
    """Aim, feed one disc, and wait until all is at rest."""
    for servo, pulse in ((Servo.CHUTE, chute_us), (Servo.GATE, FEED), (Servo.GATE, HOLD)):
        world.pulse(servo, pulse)
        world.clock.sleep(0.6)


def column_of(world: World, column: int) -> str:
    return "".join(row[column].letter for row in world.cells)


def kinds(world: World) -> list[Kind]:
    return [happening.kind for happening in world.log]


# Gravity


def test_disc_falls_to_the_bottom_in_the_time_gravity_needs(world: World, clock: VirtualClock) -> None:
    """6.2 rows of 33 mm at 9.81 m/s2 take sqrt(2 * 0.2046 / 9.81) = 0.204 s."""
    throw(world, 3)
    clock.sleep(0.19)
    assert column_of(world, 3) == "......"
    clock.sleep(0.03)
    assert column_of(world, 3) == "R....."


def test_falling_disc_is_seen_lower_and_faster_in_each_picture(world: World, clock: VirtualClock) -> None:
    throw(world, 2)
    seen: list[FallingDisc] = []
    for _ in range(4):
        clock.sleep(0.04)
        seen += world.scene(clock.now()).falling
    heights, speeds = [disc.height for disc in seen], [disc.speed for disc in seen]
    assert len(seen) == 4
    assert all(disc.column == 2 and disc.red for disc in seen)
    assert heights == sorted(heights, reverse=True)
    assert speeds == sorted(speeds)
    assert 0 < heights[-1] < heights[0] < 6.2


def test_discs_come_to_rest_on_each_other(world: World, clock: VirtualClock) -> None:
    for red in (True, False, True):
        throw(world, 0, red)
        clock.sleep(0.3)
    assert column_of(world, 0) == "RYR..."


def test_discs_let_go_together_keep_their_order(world: World, clock: VirtualClock) -> None:
    for red in (True, False, True, False):
        throw(world, 6, red)
        clock.sleep(0.001)
    clock.sleep(0.5)
    assert column_of(world, 6) == "RYRY.."


def test_full_column_keeps_the_disc_in_the_hand(world: World, clock: VirtualClock) -> None:
    assert [throw(world, 1) for _ in range(6)] == [True] * 6
    assert not throw(world, 1)
    assert world.hand.disc is True
    world.put_back()
    assert world.stock == 15


# The machine


def test_nothing_moves_without_pulses(world: World, clock: VirtualClock) -> None:
    clock.sleep(100.0)
    assert world.log == []
    assert world.sense(Sensor.DISC) == 0
    assert world.sense(Sensor.SLIDER_CLOSED) == 1


@pytest.mark.parametrize("column, pulse", list(enumerate(Rig().chute_columns_us)))
def test_feed_lets_one_disc_fall_where_the_chute_points(world: World, column: int, pulse: int) -> None:
    feed(world, pulse)
    assert column_of(world, column) == "Y....."
    assert world.machine.magazine == 20
    assert world.sense(Sensor.DISC) == 1
    assert kinds(world) == [Kind.RELEASED, Kind.SETTLED]


@pytest.mark.parametrize("pulse", [1125, 1275, 900, 2100])
def test_chute_between_columns_loses_the_disc_beside_the_board(world: World, pulse: int) -> None:
    feed(world, pulse)
    assert kinds(world) == [Kind.LOST]
    assert world.scene(world.clock.now()).pile_yellow == 1


def test_chute_over_a_full_column_loses_the_disc(world: World, clock: VirtualClock) -> None:
    for _ in range(6):
        throw(world, 3)
    clock.sleep(1.0)
    feed(world, 1500)
    assert column_of(world, 3) == "RRRRRR"
    assert kinds(world)[-1] is Kind.LOST


def test_chute_that_leaves_too_early_loses_the_disc(world: World, clock: VirtualClock) -> None:
    world.pulse(Servo.CHUTE, 1500)
    clock.sleep(0.6)
    world.pulse(Servo.GATE, FEED)
    clock.sleep(0.2)
    world.pulse(Servo.CHUTE, 750)
    clock.sleep(0.6)
    assert column_of(world, 3) == "......"
    assert kinds(world) == [Kind.LOST]


def test_gate_must_return_before_it_feeds_again(world: World, clock: VirtualClock) -> None:
    feed(world, 1500)
    for pulse in (FEED, FEED - 30, FEED):
        world.pulse(Servo.GATE, pulse)
        clock.sleep(0.5)
    assert world.machine.magazine == 19


def test_gate_without_pulses_stays_where_it_is(world: World, clock: VirtualClock) -> None:
    world.pulse(Servo.GATE, FEED)
    clock.sleep(0.06)
    world.relax(Servo.GATE)
    clock.sleep(1.0)
    assert world.machine.magazine == 21


def test_chute_without_pulses_does_not_arrive(world: World, clock: VirtualClock) -> None:
    world.pulse(Servo.CHUTE, 1050)
    clock.sleep(1.0)
    world.pulse(Servo.CHUTE, 1950)
    clock.sleep(0.075)
    world.relax(Servo.CHUTE)
    clock.sleep(1.0)
    world.pulse(Servo.GATE, FEED)
    clock.sleep(1.0)
    assert [sum(row[c] is Cell.YELLOW for row in world.cells) for c in range(7)] == [0, 0, 1, 0, 0, 0, 0]


def test_jam_holds_the_disc_until_it_is_freed(world: World) -> None:
    world.machine.pending.jams = 5
    feed(world, 1500)
    assert (world.machine.magazine, world.sense(Sensor.DISC), world.sense(Sensor.MAGAZINE)) == (21, 0, 1)
    assert kinds(world) == [Kind.JAM]
    world.machine.free()
    feed(world, 1500)
    assert column_of(world, 3) == "Y....."


def test_double_feed_lets_two_discs_out(world: World) -> None:
    world.machine.pending.doubles = 1
    feed(world, 1500)
    assert column_of(world, 3) == "YY...."
    assert world.sense(Sensor.DISC) == 2


def test_magazine_runs_empty_after_its_last_disc(world: World) -> None:
    world.machine.magazine = 1
    feed(world, 1500)
    assert world.sense(Sensor.MAGAZINE) == 0
    feed(world, 1500)
    assert world.sense(Sensor.DISC) == 1


# The slider


def slide(world: World, pulse: int) -> None:
    world.pulse(Servo.SLIDER, pulse)
    world.clock.sleep(1.0)


def switches(world: World) -> tuple[int, int]:
    return world.sense(Sensor.SLIDER_OPEN), world.sense(Sensor.SLIDER_CLOSED)


def test_slider_takes_time_and_has_both_switches_off_on_its_way(world: World, clock: VirtualClock) -> None:
    assert switches(world) == (0, 1)
    world.pulse(Servo.SLIDER, OPEN)
    clock.sleep(0.3)
    assert switches(world) == (0, 0)
    clock.sleep(0.5)
    assert switches(world) == (1, 0)


def test_open_slider_lets_all_discs_fall_onto_the_table(world: World, clock: VirtualClock) -> None:
    for column, red in ((0, True), (0, False), (5, True)):
        throw(world, column, red)
    clock.sleep(0.5)
    slide(world, OPEN)
    scene = world.scene(clock.now())
    assert all(cell is Cell.EMPTY for row in scene.cells for cell in row)
    assert (scene.pile_red, scene.pile_yellow, scene.slider_open) == (2, 1, 1.0)


def test_disc_dropped_over_an_open_slider_falls_through(world: World, clock: VirtualClock) -> None:
    slide(world, OPEN)
    throw(world, 4)
    clock.sleep(0.5)
    assert world.scene(clock.now()).pile_red == 1
    slide(world, CLOSED)
    assert column_of(world, 4) == "......"
    throw(world, 4)
    clock.sleep(0.5)
    assert column_of(world, 4) == "R....."


def test_stuck_slider_reaches_no_switch_and_keeps_the_discs(world: World, clock: VirtualClock) -> None:
    throw(world, 2)
    clock.sleep(0.5)
    world.machine.pending.stuck = 1
    slide(world, OPEN)
    assert switches(world) == (0, 0)
    assert column_of(world, 2) == "R....."
    slide(world, OPEN)
    assert switches(world) == (1, 0)


def test_sorting_fills_the_magazine_and_the_stock(world: World, clock: VirtualClock) -> None:
    throw(world, 0, True)
    feed(world, 1500)
    feed(world, 1125)
    slide(world, OPEN)
    world.sort()
    assert (world.machine.magazine, world.stock) == (21, 21)
    assert world.scene(clock.now()).pile_yellow == 0


# The truth


def test_cells_at_looks_back(world: World, clock: VirtualClock) -> None:
    throw(world, 3)
    clock.sleep(1.0)
    throw(world, 3, red=False)
    clock.sleep(1.0)
    slide(world, OPEN)
    seen = ["".join(row[3].letter for row in world.cells_at(time_s)) for time_s in (-1.0, 0.0, 0.5, 1.1, 1.5, 2.9)]
    assert seen == ["......", "......", "R.....", "R.....", "RY....", "......"]


def test_log_says_when_what_where_and_by_whom(world: World, clock: VirtualClock) -> None:
    clock.sleep(2.0)
    throw(world, 5)
    clock.sleep(1.0)
    released, settled = world.log
    assert (released.time_s, released.kind, released.column, released.row) == (2.0, Kind.RELEASED, 5, None)
    assert (settled.kind, settled.column, settled.row, settled.red, settled.by) == (Kind.SETTLED, 5, 0, True, "person")
    assert 2.1 < settled.time_s < 2.3


def test_when_calls_once(world: World, clock: VirtualClock) -> None:
    calls: list[float] = []
    world.when(Kind.SETTLED, lambda: calls.append(clock.now()))
    for _ in range(2):
        throw(world, 5)
        clock.sleep(1.0)
    assert len(calls) == 1


def test_robot_may_have_the_red_discs(clock: VirtualClock) -> None:
    world = World(clock, robot_red=True)
    feed(world, 1500)
    assert column_of(world, 3) == "R....."
    assert world.pick_up(False) and world.stock == 20


acts = st.lists(
    st.one_of(
        st.tuples(st.just("pulse"), st.sampled_from(list(Servo)), st.integers(400, 2600)),
        st.tuples(st.just("pulse"), st.just(Servo.GATE), st.sampled_from([HOLD, FEED])),
        st.tuples(st.just("relax"), st.sampled_from(list(Servo)), st.just(0)),
        st.tuples(st.just("throw"), st.booleans(), st.integers(0, 6)),
        st.tuples(st.sampled_from(["sort", "back", "jam", "double", "stuck"]), st.none(), st.just(0)),
        st.tuples(st.just("sleep"), st.none(), st.integers(0, 800)),
    ),
    max_size=60,
)


@given(acts, st.booleans())
@settings(max_examples=200, deadline=None)
def test_no_disc_is_made_or_lost_whatever_is_done(acts: list[tuple[str, object, int]], robot_red: bool) -> None:
    clock = VirtualClock()
    world = World(clock, robot_red=robot_red)
    for verb, what, number in acts:
        if verb == "pulse" and isinstance(what, Servo):
            world.pulse(what, number)
        elif verb == "relax" and isinstance(what, Servo):
            world.relax(what)
        elif verb == "throw":
            throw(world, number, bool(what))
        elif verb == "sleep":
            clock.sleep(number / 1000)
        elif verb in ("sort", "back"):
            world.sort() if verb == "sort" else world.put_back()
        else:
            setattr(world.machine.pending, {"jam": "jams", "double": "doubles", "stuck": "stuck"}[verb], 1)
        assert (world.count(True), world.count(False)) == (21, 21)
        assert all(low is not Cell.EMPTY or high is Cell.EMPTY for low, high in neighbours(world))


def neighbours(world: World) -> list[tuple[Cell, Cell]]:
    """Each cell with the one above it: no disc floats."""
    cells = world.cells
    return [(cells[row][column], cells[row + 1][column]) for row in range(5) for column in range(7)]
