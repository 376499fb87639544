"""Scripted persons do what they are told, in their manner and in their own time."""

from __future__ import annotations

from functools import partial

import pytest

from robot.clock import VirtualClock
from robot.sim.people import (
    ChooseColumn,
    Choosing,
    DropDisc,
    FreeParts,
    HandAway,
    Manner,
    Mishap,
    MoveSlider,
    Person,
    SortDiscs,
)
from robot.sim.scene import Hand
from robot.sim.world import Kind, World


class Room:
    """A person in a world; `finished` counts what was said to be done."""

    def __init__(self, manner: Manner = Manner.CORRECT, seed: int = 1) -> None:
        self.clock = VirtualClock()
        self.world = World(self.clock, seed=seed, robot_red=False)
        self.person = Person(self.world, self.clock, seed, manner)
        self.finished = 0

    def done(self) -> None:
        self.finished += 1

    def wait(self, limit_s: float = 20.0) -> float:
        """Until the person is idle; how long it took (s)."""
        start_s = self.clock.now()
        while self.person.is_busy and self.clock.now() < start_s + limit_s:
            self.clock.sleep(0.05)
        return self.clock.now() - start_s

    def settled(self) -> list[tuple[int | None, bool | None]]:
        self.clock.sleep(0.5)
        return [(event.column, event.red) for event in self.world.log if event.kind is Kind.SETTLED]

    def pictures(self) -> list[Hand | None]:
        """What pictures show of the hand until the person is idle."""
        seen: list[Hand | None] = []
        while self.person.is_busy and len(seen) < 400:
            self.clock.sleep(0.05)
            seen.append(self.world.scene(self.clock.now()).hand)
        return seen

    def hands(self) -> list[Hand]:
        return [hand for hand in self.pictures() if hand is not None]


SEEDS = range(20)


@pytest.mark.parametrize("seed", SEEDS)
def test_correct_person_drops_one_own_disc_where_asked(seed: int) -> None:
    room = Room(seed=seed)
    room.person.asked(DropDisc(seed % 7), room.done)
    took_s = room.wait()
    assert room.settled() == [(seed % 7, True)]
    assert 0.8 <= took_s <= 2.0
    assert room.finished == 1
    assert room.world.scene(room.clock.now()).hand is None


@pytest.mark.parametrize("manner", list(Manner))
def test_every_manner_drops_where_asked_in_the_end(manner: Manner) -> None:
    for seed in SEEDS:
        room = Room(manner, seed)
        room.person.asked(DropDisc(2))
        room.wait()
        room.person.reminded()
        room.wait()
        assert room.settled() == [(2, True)], f"seed {seed}"


def test_hand_carries_the_disc_over_its_column_and_leaves_without_it() -> None:
    room = Room()
    room.person.asked(DropDisc(5))
    hands = room.hands()
    assert hands[0].disc == "red"
    assert hands[-1].disc is None
    highest = [hand for hand in hands if hand.disc == "red"][-1]
    assert (highest.x, highest.y) == (5.0, 6.4)
    assert room.world.hand.seen(room.clock.now()) is None


def test_hands_come_from_above_and_across_the_front() -> None:
    seen = set()
    for seed in SEEDS:
        room = Room(seed=seed)
        room.person.asked(DropDisc(3))
        seen |= {hand.before for hand in room.hands()}
    assert seen == {True, False}


def test_hesitant_person_holds_the_disc_over_another_column_or_goes_away() -> None:
    elsewhere = away = 0
    for seed in SEEDS:
        room = Room(Manner.HESITANT, seed)
        room.person.asked(DropDisc(0))
        pictures = room.pictures()
        elsewhere += any(hand.disc is not None and hand.x > 0.9 and hand.y == 6.4 for hand in pictures if hand)
        visits = "".join("-" if hand is None else "d" if hand.disc else "e" for hand in pictures)
        away += len([visit for visit in visits.split("-") if "d" in visit]) == 2
        assert visits.strip("-").endswith("e")
    assert elsewhere >= 3
    assert away >= 2


def test_forgetful_person_now_and_then_waits_to_be_reminded() -> None:
    forgot = 0
    for seed in range(60):
        room = Room(Manner.FORGETFUL, seed)
        room.person.asked(DropDisc(1), room.done)
        room.clock.sleep(30.0)
        if not room.finished:
            forgot += 1
            assert room.settled() == []
            room.person.reminded()
            room.clock.sleep(30.0)
        assert room.settled() == [(1, True)]
    assert 1 <= forgot <= 20


@pytest.mark.parametrize("manner", list(Manner))
def test_reminding_who_has_done_it_drops_no_second_disc(manner: Manner) -> None:
    for seed in range(40):
        room = Room(manner, seed)
        room.person.asked(DropDisc(1))
        for _ in range(20):
            room.clock.sleep(1.0)
            room.person.reminded()
        assert len(room.settled()) == 1, f"seed {seed}"


def chosen(column: int | None, after_s: float = 0.0) -> Choosing:
    yield after_s
    return column


def test_free_choice_is_asked_of_the_callable_and_takes_its_time() -> None:
    room = Room()
    room.person.asked(ChooseColumn(lambda: chosen(6, after_s=3.0)))
    room.clock.sleep(2.9)
    assert room.settled() == []
    room.clock.sleep(5.0)
    assert room.settled() == [(6, True)]


def test_choice_of_nothing_drops_nothing() -> None:
    room = Room()
    room.person.asked(ChooseColumn(lambda: chosen(None)))
    room.clock.sleep(5.0)
    assert room.settled() == [] and not room.person.is_busy


def test_robots_colour_is_exchanged_with_the_persons_when_the_discs_are_sorted() -> None:
    room = Room()
    room.person.asked(DropDisc(2))
    room.clock.sleep(5.0)
    room.person.asked(SortDiscs(robot_red=True))
    room.clock.sleep(5.0)
    assert room.world.robot_red and (room.world.machine.magazine, room.world.stock) == (20, 21)
    assert (room.world.count(True), room.world.count(False)) == (21, 21)


def test_person_can_be_asked_for_the_other_colour() -> None:
    room = Room()
    room.person.asked(DropDisc(4, red=False))
    room.wait()
    assert room.settled() == [(4, False)]
    assert (room.world.machine.magazine, room.world.stock) == (20, 21)


def test_full_column_leaves_the_disc_with_the_person() -> None:
    room = Room()
    for _ in range(7):
        room.person.asked(DropDisc(0), room.done)
    room.wait(60.0)
    assert len(room.settled()) == 6
    assert room.world.stock == 15
    assert room.finished == 7


def test_requests_are_done_one_after_the_other() -> None:
    room = Room()
    for column in (3, 1, 4):
        room.person.asked(DropDisc(column))
    room.wait()
    assert room.settled() == [(3, True), (1, True), (4, True)]


def test_sorting_takes_time_and_is_said_when_done() -> None:
    room = Room()
    room.person.asked(DropDisc(0))
    room.wait()
    room.world.machine.slide_by_hand(True)
    room.clock.sleep(1.0)
    assert room.world.stock == 20
    room.person.asked(SortDiscs(), room.done)
    room.clock.sleep(1.0)
    assert (room.finished, room.world.stock) == (0, 20)
    room.clock.sleep(3.0)
    assert (room.finished, room.world.stock) == (1, 21)


def test_person_frees_what_sticks() -> None:
    room = Room()
    room.world.machine.pending.jams = room.world.machine.pending.stuck = 9
    room.person.asked(FreeParts(), room.done)
    room.clock.sleep(3.0)
    assert (room.world.machine.pending.jams, room.world.machine.pending.stuck, room.finished) == (0, 0, 1)


def test_person_pushes_the_slider_past_what_holds_it() -> None:
    room = Room()
    room.world.machine.pending.stuck = 9
    room.person.asked(MoveSlider(opened=True), room.done)
    room.clock.sleep(3.0)
    assert (room.world.machine.opening(), room.finished) == (1.0, 1)


@pytest.mark.parametrize("told", [True, False])
def test_resting_hand_goes_away_when_told(told: bool) -> None:
    room = Room()
    room.person.rest_hand(5.0, room.done)
    room.clock.sleep(1.0)
    hand = room.world.scene(room.clock.now()).hand
    assert hand is not None and hand.before and 0 <= hand.x <= 6 and 0 <= hand.y <= 5
    if told:
        room.person.asked(HandAway())
    room.clock.sleep(1.0)
    assert room.world.hand.is_there is not told
    room.clock.sleep(5.0)
    assert not room.world.hand.is_there
    assert room.finished == 1


def test_wrong_colour_comes_out_of_the_magazine_and_only_once() -> None:
    room = Room()
    room.person.prepare(Mishap(wrong_colour=True, two_discs=False, happened=room.done))
    room.person.asked(DropDisc(2))
    room.person.asked(DropDisc(2))
    room.wait()
    assert room.settled() == [(2, False), (2, True)]
    assert (room.world.machine.magazine, room.finished) == (20, 1)


def test_wrong_colour_does_not_happen_without_such_a_disc() -> None:
    room = Room()
    room.world.machine.magazine = 0
    room.person.prepare(Mishap(wrong_colour=True, two_discs=False, happened=room.done))
    room.person.asked(DropDisc(2))
    room.wait()
    assert room.settled() == [(2, True)]
    assert room.finished == 0


def test_two_discs_fall_in_one_turn() -> None:
    room = Room()
    room.person.prepare(Mishap(wrong_colour=False, two_discs=True, happened=room.done))
    room.person.asked(DropDisc(2))
    room.wait()
    settled = room.settled()
    assert len(settled) == 2
    assert all(red for _, red in settled)
    assert room.finished == 1


def test_disc_dropped_unasked_is_the_persons_own() -> None:
    room = Room()
    room.person.drop_unasked(6, room.done)
    room.wait()
    assert room.settled() == [(6, True)]
    assert room.finished == 1


@pytest.mark.parametrize("manner", list(Manner))
def test_same_seed_is_the_same_person(manner: Manner) -> None:
    def life() -> list[object]:
        room = Room(manner, 9)
        for column in (3, 3, 2, 4, 5, 6, 0, 1):
            room.person.asked(ChooseColumn(partial(chosen, column)))
            room.clock.sleep(9.0)
            room.person.reminded()
        return list(room.world.log)

    assert life() == life()
    assert len(life()) >= 14
