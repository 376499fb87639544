"""Discs that no wall proves, held against the room behind the board."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.behind import Tints, weigh
from vision.types import Cell

EMPTY, RED, YELLOW, UNKNOWN = map(int, Cell)
HANGING = (0, 8, 16, 24, 20, 12)
NOTHING = np.zeros(42, dtype=bool)


def tints(discs: tuple[int, ...], told: int = UNKNOWN) -> Tints:
    """An empty board but for some red discs, none of them proven."""
    values = np.full(42, EMPTY, dtype=np.intp)
    values[list(discs)] = RED
    share = np.zeros((2, 42), dtype=np.float32)
    share[0, list(discs)] = 1.0
    before = np.where(values == EMPTY, EMPTY, told)
    along, strength = np.zeros(42, dtype=np.float32), np.ones((2, 42), dtype=np.float32)
    lead = np.where(share > 0, -8, 8).astype(np.float32)
    hue = np.full(42, RED)
    return Tints(values, before, NOTHING, NOTHING, hue, NOTHING, NOTHING, ~NOTHING, share, along, strength, lead)


def weighed(one: Tints, shines: np.ndarray = NOTHING) -> np.ndarray:
    faces = np.zeros((42, 69), dtype=np.float32)
    return weigh(one, lambda holes: None, lambda: faces, lambda: NOTHING, lambda: shines)


def test_discs_that_hang_are_read_before_a_room_that_is_as_it_was() -> None:
    assert (weighed(tints(HANGING))[list(HANGING)] == RED).all()


def test_discs_that_hang_are_open_where_the_room_shows_their_colour() -> None:
    room = tints(HANGING)
    new = NOTHING.copy()
    new[40] = True
    share = room.disc.copy()
    share[0, 40] = 0.3
    assert (weighed(replace(room, new=new, disc=share))[list(HANGING)] == UNKNOWN).all()


def unclear(lead: float) -> Tints:
    """The same with one hole that was empty and shows something of a disc's colour that is not clear."""
    one = tints((35, 36), EMPTY)
    values, share, leads = one.values.copy(), one.disc.copy(), one.lead.copy()
    values[38], share[0, 38], leads[:, 38] = UNKNOWN, 0.9, lead
    return replace(one, values=values, told=one.values, proven=one.values == RED, disc=share, lead=leads)


def test_what_looks_as_the_empty_hole_does_is_no_disc() -> None:
    assert weighed(unclear(-4.0))[38] == RED and weighed(unclear(3.0))[38] == EMPTY


def test_a_pale_disc_is_none_unless_the_plastic_beside_it_shines() -> None:
    one = unclear(-4.0)
    strength = one.strength.copy()
    strength[0, 38] = 0.5
    pale = replace(one, strength=strength)
    assert weighed(pale)[38] != RED and weighed(pale, ~NOTHING)[38] == RED


def changed(one: Tints, hole: int, value: int, **arrays: float | bool) -> Tints:
    """The same with one hole that has another value and other entries in some arrays (the first row of two)."""
    told = {"values": one.values.copy(), **{name: getattr(one, name).copy() for name in arrays}}
    told["values"][hole] = value
    for name, entry in arrays.items():
        (told[name] if told[name].ndim == 1 else told[name][0])[hole] = entry
    return replace(one, **told)


def test_a_pale_disc_has_the_colour_of_its_hue() -> None:
    one = changed(unclear(-4.0), 38, UNKNOWN, disc=0.2)
    one.disc[1, 38] = 0.8
    assert weighed(one)[38] == RED


def near(holes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What is seen hardly leans, as discs do."""
    return np.full((len(holes), 2), 0.02), np.full((len(holes), 2), 0.1)


def test_a_hole_without_a_discs_colour_holds_none() -> None:
    one = replace(unclear(-4.0), told=np.full(42, EMPTY))
    grey = changed(one, 38, UNKNOWN, disc=0.1)

    def read(one: Tints) -> int:
        faces, held = np.zeros((42, 69), dtype=np.float32), np.arange(42) == 38
        return int(weigh(one, near, lambda: faces, lambda: held, lambda: NOTHING)[38])

    assert read(changed(grey, 38, UNKNOWN, tinted=True)) == RED and read(grey) == UNKNOWN


def test_a_wall_proves_no_disc_that_comes_when_the_room_takes_its_colour() -> None:
    one = tints((1, 2, 3, 8, 9), EMPTY)
    one = replace(one, told=np.full(42, EMPTY), disc=np.where(np.arange(42) == 8, np.float32(0.9), one.disc))
    walled = NOTHING.copy()
    walled[8] = True
    assert weighed(replace(one, proven=walled))[8] == UNKNOWN
    alone = replace(tints((8,), EMPTY), proven=walled)
    assert weighed(alone)[8] == RED


def test_a_disc_must_be_surer_that_comes_when_the_room_takes_its_colour() -> None:
    def lean(holes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        middle = np.where(holes == 36, 0.01, 0.05)
        return np.stack([middle, middle], axis=1), np.full((len(holes), 2), 0.1)

    def read(*holes: int) -> int:
        one, faces = tints(holes, EMPTY), np.zeros((42, 69), dtype=np.float32)
        one = replace(one, told=np.full(42, EMPTY))
        return int(weigh(one, lean, lambda: faces, lambda: NOTHING, lambda: NOTHING)[36])

    assert read(36) == RED and read(35, 36, 37, 38, 39) == UNKNOWN


def test_a_hole_that_has_a_discs_colour_when_it_is_empty_holds_none_because_the_light_has_changed() -> None:
    one = unclear(-4.0)
    assert weighed(one)[38] == RED and weighed(changed(one, 38, UNKNOWN, alike=True))[38] == UNKNOWN


def test_discs_that_are_all_measured_a_little_amiss_are_read() -> None:
    many = tuple(range(22, 42))
    one, faces = tints(many), np.zeros((42, 69), dtype=np.float32)
    shift = np.full((len(many), 2), 0.1)

    def lean(holes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return np.full((len(holes), 2), 0.0365), shift[: len(holes)]

    assert (weigh(one, lean, lambda: faces, lambda: NOTHING, lambda: NOTHING)[list(many)] == RED).all()
