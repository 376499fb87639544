"""Faults: one function each; counted when they have really come about; the same list for the same seed."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from robot.clock import VirtualClock
from robot.mechanism.servos import ServoMechanism
from robot.sim import faults as kinds
from robot.sim.faults import FAULTS, Failure, Fault, Faults, LossyCamera, name_of
from robot.sim.people import DropDisc, Person
from robot.sim.scene import Hand, Lamp
from robot.sim.servos import SimServoDriver
from robot.sim.world import Bump, Kind, World
from vision.errors import CameraError
from vision.types import Camera, Frame

NAMES = {
    "hand in front",
    "jam",
    "wrong colour",
    "out of turn",
    "two discs",
    "lamp switched",
    "camera bumped",
    "missing frame",
    "camera unplugged",
    "picture frozen",
    "picture black",
}


class CountingCamera:
    """Gives a picture that tells its number."""

    name = "counting"

    def __init__(self) -> None:
        self.closed = False
        self.taken = 0

    def capture(self) -> Frame:
        self.taken += 1
        return Frame(np.full((2, 2, 3), 50 + self.taken % 200, np.uint8), self.taken, self.taken / 10)

    def close(self) -> None:
        self.closed = True


@dataclass
class Play:
    """A machine, a person and a camera; `ply` plays one ply of either side and looks ten times a second."""

    seed: int = 1
    rate: float = 1.0
    only: tuple[Fault, ...] = FAULTS
    blind: int = 0
    resting: int = 0
    last: Hand | None = None
    actions: int = field(default=0)

    def __post_init__(self) -> None:
        self.clock = VirtualClock()
        self.world = World(self.clock, self.seed)
        self.hand = ServoMechanism(SimServoDriver(self.world), self.clock)
        self.person = Person(self.world, self.clock, self.seed)
        self.camera = LossyCamera(CountingCamera())
        self.faults = Faults(self.seed, self.rate, self.world, self.person, self.camera, self.clock, self.only)
        self.hand.home(0)
        self.look()

    def look(self) -> None:
        try:
            self.camera.capture()
        except CameraError:
            self.blind += 1
        hand = self.world.hand.seen(self.clock.now())
        self.resting += hand is not None and hand == self.last and hand.before and hand.y < 5
        self.last = hand
        self.clock.call_in(0.1, self.look)

    def ply(self, robots_turn: bool, column: int = 3) -> None:
        self.faults.begin_ply(robots_turn=robots_turn)
        if robots_turn:
            self.actions += 1
            self.hand.drop(self.actions, column)
        else:
            self.person.asked(DropDisc(column))
        self.clock.sleep(8.0)

    def settled(self, by: str) -> list[bool | None]:
        return [event.red for event in self.world.log if event.kind is Kind.SETTLED and event.by == by]


def test_faults_are_those_of_the_list() -> None:
    assert {name_of(fault) for fault in FAULTS} == NAMES


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_that_came_about_is_counted_once(fault: Fault) -> None:
    play = Play(only=(fault,))
    play.ply(robots_turn=fault in (kinds.jam, kinds.out_of_turn))
    assert play.faults.fired == {name_of(fault): 1}


@pytest.mark.parametrize(
    "fault", [kinds.jam, kinds.wrong_colour, kinds.two_discs, kinds.missing_frame, kinds.camera_unplugged]
)
def test_fault_that_did_not_come_about_is_not_counted(fault: Fault) -> None:
    play = Play(only=(fault,))
    play.faults.begin_ply(robots_turn=fault is kinds.jam)
    assert play.faults.fired == {}


@pytest.mark.parametrize(
    "fault, robots_turn",
    [(kinds.jam, False), (kinds.out_of_turn, False), (kinds.wrong_colour, True), (kinds.two_discs, True)],
)
def test_fault_does_not_come_in_the_wrong_turn(fault: Fault, robots_turn: bool) -> None:
    play = Play(only=(fault,))
    play.ply(robots_turn)
    play.ply(not robots_turn)
    assert sum(play.faults.fired.values()) == 1


def test_hand_in_front_hides_the_board() -> None:
    play = Play(only=(kinds.hand_in_front,))
    play.ply(robots_turn=True)
    assert play.resting >= 8


def test_jam_keeps_the_disc_at_the_gate() -> None:
    play = Play(only=(kinds.jam,))
    play.ply(robots_turn=True)
    assert play.settled("robot") == []


def test_jam_is_not_prepared_on_top_of_a_jam() -> None:
    play = Play(only=(kinds.jam,))
    for _ in range(3):
        play.faults.begin_ply(robots_turn=True)
    play.ply(robots_turn=True)
    assert play.faults.fired == {"jam": 1}


def test_wrong_colour_drops_the_robots_disc() -> None:
    play = Play(only=(kinds.wrong_colour,))
    play.ply(robots_turn=False)
    assert play.settled("person") == [False]


def test_out_of_turn_drops_a_disc_of_the_person() -> None:
    play = Play(only=(kinds.out_of_turn,))
    play.ply(robots_turn=True)
    assert (play.settled("person"), play.settled("robot")) == ([True], [False])


def test_two_discs_fall_in_one_turn() -> None:
    play = Play(only=(kinds.two_discs,))
    play.ply(robots_turn=False)
    assert play.settled("person") == [True, True]


def test_lamp_and_camera_change() -> None:
    play = Play(only=(kinds.lamp_switched,))
    play.ply(robots_turn=True)
    assert play.world.lamp != Lamp()
    play = Play(only=(kinds.camera_bumped,))
    play.ply(robots_turn=True)
    bump = play.world.bump
    assert bump != Bump()
    assert max(abs(bump.x_px), abs(bump.y_px)) <= 6 and abs(bump.roll_deg) <= 0.4
    scene = play.world.scene(play.clock.now())
    assert (scene.bump_x_px, scene.bump_y_px, scene.bump_roll_deg) == (bump.x_px, bump.y_px, bump.roll_deg)


def test_missing_frame_ends_by_itself() -> None:
    play = Play(only=(kinds.missing_frame,))
    play.ply(robots_turn=True)
    assert 1 <= play.blind <= 10


def test_camera_unplugged_gives_nothing_for_some_seconds() -> None:
    play = Play(only=(kinds.camera_unplugged,))
    play.ply(robots_turn=True)
    assert 9 <= play.blind <= 41


@pytest.mark.parametrize(("failure", "values"), [(Failure.FROZEN, [51, 51, 51, 54]), (Failure.BLACK, [51, 0, 0, 54])])
def test_camera_that_fails_goes_on_numbering_its_frames_and_recovers(failure: Failure, values: list[int]) -> None:
    camera, happened = LossyCamera(CountingCamera()), []
    frames = [camera.capture()]
    camera.fail(failure, lambda: happened.append(len(frames)))
    frames += [camera.capture(), camera.capture()]
    camera.recover()
    frames.append(camera.capture())
    assert [int(frame.image[0, 0, 0]) for frame in frames] == values
    assert [frame.sequence for frame in frames] == [1, 2, 3, 4] and happened == [1]


def test_no_fault_comes_at_rate_zero() -> None:
    play = Play(rate=0.0)
    for ply in range(12):
        play.ply(robots_turn=ply % 2 == 1, column=ply % 7)
    assert play.faults.fired == {}
    assert (play.blind, play.resting) == (0, 0)


def run(seed: int) -> Play:
    play = Play(seed=seed)
    for ply in range(10):
        play.ply(robots_turn=ply % 2 == 1, column=ply % 7)
    return play


def test_every_kind_comes_in_some_games_and_discs_are_kept() -> None:
    seen: set[str] = set()
    for seed in range(12):
        play = run(seed)
        seen |= set(play.faults.fired)
        assert (play.world.count(True), play.world.count(False)) == (21, 21)
    assert seen == NAMES


def test_same_seed_gives_the_same_faults() -> None:
    one, other = run(4), run(4)
    assert one.faults.fired == other.faults.fired
    assert one.world.log == other.world.log


def test_rate_is_the_chance_per_ply() -> None:
    play = Play(rate=0.25, only=(kinds.lamp_switched,))
    for _ in range(400):
        play.faults.begin_ply(robots_turn=True)
    play.clock.sleep(2.0)
    assert 70 <= play.faults.fired["lamp switched"] <= 130


def test_lossy_camera_passes_everything_else_on() -> None:
    counting = CountingCamera()
    camera: Camera = LossyCamera(counting)
    assert camera.capture().sequence == 1
    assert camera.name == "counting"
    camera.close()
    assert counting.closed
