"""A board that was knocked is read on a grid that lies right, or said to have moved; never on one that is off."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

import pytest

from tests.vision.boards import Board, photographs
from tests.vision.knocks import Knock, in_room, photographed
from tests.vision.shared import folder_of
from vision.colours import TooFewSites

prove = pytest.mark.skipif(not os.environ.get("QUADROW_PROVE"), reason="a long proof: `make prove` runs it")

CLOSE = 0.15
"""So far off its place, in pitches, a grid may be read on."""


def assert_followed(knocks: Iterable[Knock], least: float) -> None:
    """No grid may be off, and at least a share of the boards must be found again."""
    outcomes = [(knock, knock.followed()) for knock in knocks]
    off = {knock.name: knock.off_by(grid) for knock, grid in outcomes if grid is not None}
    assert {name: by for name, by in off.items() if by > CLOSE} == {}
    assert len(off) >= least * len(outcomes)


def small(knocks: Iterable[Knock]) -> Iterator[Knock]:
    """Give those of 15 px at most and without a hand: the knocks of a table, which must be followed."""
    return (knock for knock in knocks if knock.move_px <= 15 and not knock.hand)


def knocked(boards: Iterable[Board]) -> Iterator[Knock]:
    """Knock every photographed board whose plastic can be learned."""
    for number, board in enumerate(boards):
        try:
            yield from photographed(board, number)
        except TooFewSites:
            continue


def test_follow_is_right_or_lost_in_a_rendered_room() -> None:
    """Moved by 40 px, the grid that is off by a hole there fits nearly all that was learned."""
    assert_followed(in_room(906, (40,)), 0.7)


@prove
def test_follow_is_right_or_lost_in_many_rooms() -> None:
    assert_followed((knock for seed in range(900, 912) for knock in in_room(seed)), 0.9)


@prove
def test_follow_finds_small_moves_in_many_rooms() -> None:
    assert_followed((knock for seed in range(900, 912) for knock in small(in_room(seed))), 1.0)


@prove
def test_follow_is_right_or_lost_on_photographs() -> None:
    assert_followed(knocked(photographs(folder_of("QUADROW_PHOTOS"))), 0.95)


@prove
def test_follow_finds_small_moves_on_photographs() -> None:
    assert_followed(small(knocked(photographs(folder_of("QUADROW_PHOTOS")))), 1.0)
