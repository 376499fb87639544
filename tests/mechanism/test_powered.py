"""A hand whose supply is watched does all that a hand does, and says what a motion did to the supply, once."""

from __future__ import annotations

from collections.abc import Iterator

from robot.mechanism.powered import PowerWatched
from robot.mechanism.types import Ending
from tests.mechanism.stand import SimStand

WEAK, WAS_WEAK, HOT = 1, 1 << 16, 8


def told(*flags: int | None) -> list[str]:
    """What is told while three discs are dropped; `flags` are read in turn, before and after home and each drop."""
    stand, words = SimStand(), []
    readings: Iterator[int | None] = iter(flags)
    hand = PowerWatched(stand.mechanism, words.append, lambda: next(readings))
    assert hand.home(1).ending is Ending.DONE
    for column in range(3):
        receipt = hand.drop(2 + column, column)
        assert (receipt.ending, receipt.column) == (Ending.DONE, column)
    assert stand.heights() == [1, 1, 1, 0, 0, 0, 0] and hand.status().magazine == 18
    assert next(readings, "all read") == "all read"
    return words


def test_machine_without_flags_is_silent() -> None:
    assert told(*[None] * 8) == []


def test_supply_that_dips_during_a_motion_is_told_and_again_after_it_was_fine() -> None:
    words = told(0, 0, 0, WAS_WEAK, 0, 0, 0, WEAK | WAS_WEAK)
    assert len(words) == 2 and all("under-voltage" in word for word in words)


def test_supply_that_stays_weak_is_told_once_and_what_comes_up_beside_it_too() -> None:
    words = told(WEAK, WEAK, WEAK, WEAK, WEAK, WEAK | HOT, WEAK | HOT, WEAK | HOT)
    assert ["under-voltage" in words[0], "too hot" in words[1], len(words)] == [True, True, 2]


def test_what_was_before_the_game_is_not_told() -> None:
    assert told(*[WAS_WEAK] * 8) == []


def test_other_requests_are_handed_on() -> None:
    stand = SimStand()
    hand = PowerWatched(stand.mechanism, lambda _: None, lambda: None)
    hand.home(1)
    assert hand.aim(2, 4).ending is Ending.DONE and hand.status().column == 4
    assert hand.slider(3, opened=True).ending is Ending.DONE and hand.status().slider_open
    hand.refill(5)
    hand.tend()
    hand.stop()
    assert hand.status().magazine == 5 and not hand.status().homed
