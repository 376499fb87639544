"""Reflections on the plastic are told from what stands before it: they add white light and take little away."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.colours import EmptyBoard
from vision.glare import hidden_places, known_places, shines
from vision.spots import SITES

PLASTIC = np.array([0.3, 0.07, 0.02], dtype=np.float32)
SKIN, SLEEVE = (0.28, 0.42, 0.7), (0.5, 0.5, 0.55)
LIT = np.ones(3, dtype=np.float32)
LEFT = np.flatnonzero(SITES[:, 0] < 1.2)


def board(white: float = 0.0) -> EmptyBoard:
    """An empty board of blue plastic, with white light on its left side when it was learned."""
    plastic = np.repeat(PLASTIC[:, None], len(SITES), axis=1)
    plastic[:, LEFT] += np.float32(white)
    holes = np.zeros((3, 42, 69), dtype=np.float32)
    rims = np.full((42, 12), 0.385, dtype=np.float32)
    return EmptyBoard(plastic, np.ones(len(SITES), dtype=bool), holes, holes, np.zeros((42, 69), dtype=bool), rims)


def seen(places: np.ndarray, light: tuple[float, float, float]) -> np.ndarray:
    sites = np.repeat(PLASTIC[:, None], len(SITES), axis=1)
    sites[:, places] = np.array(light, dtype=np.float32)[:, None]
    return sites


def hidden(sites: np.ndarray, one: EmptyBoard) -> np.ndarray:
    return hidden_places(sites, one, LIT, known_places(one))


@pytest.mark.parametrize("shade", [0.55, 1.0, 1.6])
@pytest.mark.parametrize("white", [0.1, 0.4])
def test_reflections_hide_nothing_in_shade_and_in_light(shade: float, white: float) -> None:
    sites = seen(LEFT, tuple(shade * PLASTIC + white))
    assert not hidden(sites, board()).any()


def test_what_was_learned_under_a_reflection_is_plain_plastic_without_it() -> None:
    assert not hidden(seen(LEFT, tuple(PLASTIC)), board(white=0.2)).any()


@pytest.mark.parametrize("light", [SKIN, tuple(0.3 * part for part in SKIN), (0.02, 0.3, 0.5), (0.02, 0.015, 0.02)])
def test_skin_and_sleeves_hide_the_plastic(light: tuple[float, float, float]) -> None:
    assert hidden(seen(LEFT, light), board())[LEFT].all()


def test_a_white_sleeve_belongs_to_its_hand_and_a_reflection_elsewhere_does_not() -> None:
    sleeve = np.flatnonzero((SITES[:, 0] < 1.2) & (SITES[:, 1] < 2.2))
    hand = np.flatnonzero((SITES[:, 0] < 1.2) & (SITES[:, 1] > 2.2) & (SITES[:, 1] < 3.2))
    mirror = np.flatnonzero(SITES[:, 0] > 4.8)
    sites = seen(sleeve, SLEEVE)
    sites[:, hand] = np.array(SKIN, dtype=np.float32)[:, None]
    sites[:, mirror] += np.float32(0.3)
    found = hidden(sites, board())
    assert found[sleeve].all() and found[hand].all() and not found[mirror].any()


def test_holes_shine_where_the_plastic_round_them_does() -> None:
    shining = shines(seen(LEFT, tuple(PLASTIC + 0.1)), board(), LIT).reshape(6, 7)
    assert shining[:, :2].all() and not shining[:, 3:].any()


def test_a_hand_is_seen_where_the_board_mirrored_something_when_it_was_learned() -> None:
    learned = board(white=0.3)
    steady = np.ones(len(SITES), dtype=bool)
    steady[LEFT] = False
    assert hidden(seen(LEFT, SKIN), replace(learned, steady=steady))[LEFT].all()
