"""Arrays unpack as they were packed, or not at all; no program hidden in them is ever run."""

from __future__ import annotations

import io
import random
from dataclasses import replace

import numpy as np
import pytest

from calibration.arrays import LARGEST_BYTES, ArraysError, pack, unpack
from calibration.colours import Learned
from tests.calibration.damage import mutated


def test_arrays_damaged_anywhere_are_refused_or_whole(learned: Learned) -> None:
    data = pack(learned.board.empty, learned.taught.colours)
    refused = 0
    for seed in range(400):
        try:
            board, colours = unpack(mutated(data, random.Random(seed)), with_discs=True)
            assert np.isfinite(board.holes).all() and colours is not None, seed
        except ArraysError:
            refused += 1
    assert refused > 300


@pytest.mark.parametrize("bad", [np.nan, np.inf, -0.1, 2.1])
def test_arrays_out_of_bounds_are_refused(learned: Learned, bad: float) -> None:
    holes = learned.board.empty.holes.copy()
    holes[1, 20, 3] = bad
    with pytest.raises(ArraysError, match="'holes' holds numbers that are not from 0 to 2"):
        unpack(pack(replace(learned.board.empty, holes=holes), None), with_discs=False)


def test_arrays_without_plastic_to_tell_the_light_by_are_refused(learned: Learned) -> None:
    board = replace(learned.board.empty, steady=np.zeros_like(learned.board.empty.steady))
    with pytest.raises(ArraysError, match="hardly any place on the plastic"):
        unpack(pack(board, None), with_discs=False)


def test_arrays_of_another_form_are_refused(learned: Learned) -> None:
    board = replace(learned.board.empty, rims=learned.board.empty.rims[:, :5])
    with pytest.raises(ArraysError, match="'rims'"):
        unpack(pack(board, None), with_discs=False)


def test_arrays_of_another_number_are_refused(learned: Learned) -> None:
    data = pack(learned.board.empty, None)
    with pytest.raises(ArraysError, match="other arrays"):
        unpack(data, with_discs=True)


def test_arrays_with_objects_are_refused() -> None:
    file = io.BytesIO()
    np.savez(file, plastic=np.array([print], dtype=object))
    with pytest.raises(ArraysError):
        unpack(file.getvalue(), with_discs=False)


def test_arrays_that_swell_when_unpacked_are_refused() -> None:
    file = io.BytesIO()
    np.savez_compressed(file, plastic=np.zeros(10 * LARGEST_BYTES, dtype=np.uint8))
    assert len(file.getvalue()) < LARGEST_BYTES
    with pytest.raises(ArraysError, match="far more"):
        unpack(file.getvalue(), with_discs=False)
