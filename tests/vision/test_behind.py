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
    return Tints(values, before, NOTHING, NOTHING, NOTHING, share, along, strength, lead)


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
