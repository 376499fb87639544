"""Frames that show nothing new are not read anew; whatever may matter is."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from tests.vision.drawn import POSITION, Drawing, letters
from tests.vision.test_reader import PERIOD_S, Film, learned, nowhere
from vision import settled
from vision.colours import Colours
from vision.reader import Reader
from vision.rectify import Grid
from vision.settled import Settled
from vision.spots import SITES, Look
from vision.stable import ALL_UNKNOWN
from vision.types import Reading
from vision.warm import Warm

__all__ = ["learned"]

NOTHING = np.zeros(len(SITES), dtype=np.bool_)
KEPT = Reading(ALL_UNKNOWN, ((0.5,) * 7,) * 6, 7, 10.0)


def seen() -> Look:
    rng = np.random.default_rng(4)
    pixels = rng.integers(20, 230, (3, 42, 69)).astype(np.uint8)
    return Look(pixels, rng.uniform(0.05, 0.9, (3, len(SITES))).astype(np.float32))


def changed(
    holes: Callable[[np.ndarray], None] = lambda _: None, sites: Callable[[np.ndarray], None] = lambda _: None
) -> Look:
    look = seen()
    holes(look.pixels)
    sites(look.sites)
    return look


def again(look: Look, time_s: float = 10.1) -> bool:
    kept = Settled()
    kept.keep(seen(), NOTHING, KEPT)
    return kept.same(look, time_s) is not None


def test_noise_and_a_little_less_light_are_nothing_new() -> None:
    noise = np.random.default_rng(1).integers(-1, 2, (3, 42, 69))
    assert again(seen())
    assert again(changed(lambda pixels: np.copyto(pixels, (pixels + noise).astype(np.uint8))))
    assert again(changed(sites=lambda light: np.multiply(light, 0.98, out=light)))


def test_one_hole_or_one_place_on_the_plastic_that_changes_is_news() -> None:
    def shaded(pixels: np.ndarray) -> None:
        pixels[1, 17] -= 3

    def streaked(pixels: np.ndarray) -> None:
        pixels[2, 30, :10] += 20

    def touched(light: np.ndarray) -> None:
        light[0, 88] *= 0.7

    assert not again(changed(shaded))
    assert not again(changed(streaked))
    assert not again(changed(sites=touched))


def test_nothing_is_the_same_for_long_nor_once_it_is_forgotten() -> None:
    assert again(seen(), 10.4) and not again(seen(), 10.5)
    kept = Settled()
    assert kept.same(seen(), 10.0) is None
    kept.keep(seen(), NOTHING, KEPT)
    kept.forget()
    assert kept.same(seen(), 10.1) is None


@pytest.fixture
def counted(learned: tuple[Grid, Colours], monkeypatch: pytest.MonkeyPatch) -> tuple[Film, list[int]]:
    """A reader, and how many frames it has read in full."""
    reads: list[int] = []
    whole = Warm.read

    def read(self: Warm, *arguments: object) -> object:
        reads.append(1)
        return whole(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Warm, "read", read)
    return Film(Reader(*learned, locate=nowhere)), reads


def test_reader_reads_a_board_at_rest_twice_and_then_twice_a_second(counted: tuple[Film, list[int]]) -> None:
    film, reads = counted
    for number in range(1, 22):
        reading = film.show(Drawing(POSITION))
        assert letters(reading.cells) == POSITION
        assert (reading.sequence, reading.time_s) == (number, pytest.approx(number * PERIOD_S))
    assert 4 <= len(reads) <= 7


def test_reader_reads_at_once_what_changes_at_rest(counted: tuple[Film, list[int]]) -> None:
    film, _ = counted
    film.show(Drawing(POSITION), 3)
    more = ("...Y...", *POSITION[1:]) if POSITION[0][3] == "." else POSITION
    assert letters(film.show(Drawing(more)).cells) == more != POSITION
    film.show(Drawing(more), 3)
    assert film.show(Drawing(more, hand=(2.5, 2.4))).hand
    film.show(Drawing(more), 3)
    assert film.show(Drawing(more, shift_px=(6.0, 4.0))).moved


def test_reader_sees_a_knock_that_leaves_the_holes_as_they_are(
    counted: tuple[Film, list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settled, "_stirred", lambda *_: False)
    film, _ = counted
    film.show(Drawing(POSITION), 3)
    assert film.show(Drawing(POSITION, shift_px=(6.0, 4.0))).moved


def test_what_is_learned_or_said_of_a_board_is_read_at_once(counted: tuple[Film, list[int]]) -> None:
    film, reads = counted
    reading = film.show(Drawing(POSITION), 3)
    frame = film.frame(Drawing(POSITION).picture(1))
    for tell in (film.reader.confirmed, film.reader.shown):
        film.show(Drawing(POSITION), 3)
        before = len(reads)
        tell(frame, reading.cells)
        film.show(Drawing(POSITION))
        assert len(reads) == before + 1
