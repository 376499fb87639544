"""Explanations of 42 holes together, and what makes a disc of them doubtful: hand-made signs, no pictures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.doubts import another_sort, doubtful, rather_the_room, seen_in_part, too_many, unexplained, washed_out
from vision.explain import Opinion, Signs, in_the_air, tell_red, two_opinions, under_disc

ALL = np.ones(42, dtype=bool)


def discs_of(*holes: int) -> np.ndarray:
    chosen = np.zeros(42, dtype=bool)
    chosen[list(holes)] = True
    return chosen


BOTTOM = discs_of(*range(35, 42), 28, 29, 30)
"""Ten discs: the lowest row and three over it."""


def signs_of(discs: np.ndarray, disc: float = 60.0, empty: float = 4.0, shown: float = 0.2) -> Signs:
    """Discs of one evidence, of both colours, and empty holes of another, that show plastic."""
    evidence = np.where(discs, disc, empty)
    return Signs(evidence, np.where(discs, 0.01, shown), np.abs(evidence), np.resize([-1.0, 1.0], 42), ALL)


def test_explain_finds_the_discs_in_both_opinions() -> None:
    for opinion in two_opinions(signs_of(BOTTOM)):
        assert np.array_equal(opinion.discs, BOTTOM) and opinion.lead.min() > 0.15


def test_explain_takes_a_colourful_wall_for_discs_unless_plastic_is_seen_in_its_holes() -> None:
    """All holes show a disc's colour; only the empty ones show their own wall."""
    wall = signs_of(BOTTOM, disc=60.0, empty=45.0)
    told = two_opinions(wall)[0]
    blind = two_opinions(replace(wall, plastic=np.full(42, 0.01)))[0]
    leads = [opinion.score for opinion in (told, blind)]
    assert np.array_equal(told.discs, BOTTOM) or told.lead[0] < blind.lead[0], leads


def test_explain_prefers_discs_that_are_alike() -> None:
    """A wall of a third of the discs' colourfulness is no fainter sort of disc."""
    wall = signs_of(BOTTOM, disc=66.0, empty=22.0, shown=0.01)
    assert np.array_equal(two_opinions(wall)[0].discs, BOTTOM)


def test_explain_takes_no_wall_for_a_board_full_of_one_colour() -> None:
    """Four discs before a wall of half their evidence, that hides the walls of the holes."""
    wall = signs_of(discs_of(38, 39, 40, 33), disc=70.0, empty=36.0, shown=0.01)
    played = two_opinions(wall)[0]
    one_colour = two_opinions(replace(wall, towards=np.where(wall.evidence > 60, wall.towards, -1.0)))[0]
    assert played.discs.all() and not one_colour.discs.all()


def test_explain_divides_two_hues_that_a_lamp_has_turned() -> None:
    towards = np.where(np.arange(42) % 2 == 0, -1.0, -0.2)
    assert np.array_equal(tell_red(towards, ALL), towards == -1.0)
    assert tell_red(towards, towards == -0.2).all()
    assert np.array_equal(tell_red(towards, np.stack([ALL, ~ALL])), [towards == -1.0, ALL])


def test_explain_gives_holes_outside_the_picture_no_say() -> None:
    signs = replace(signs_of(BOTTOM), visible=~discs_of(35, 0))
    for opinion in two_opinions(signs):
        assert np.array_equal(opinion.discs, BOTTOM & ~discs_of(35))


def test_explain_tells_discs_in_the_air_and_empty_holes_under_them() -> None:
    discs = discs_of(10, 31, 38)
    assert np.array_equal(in_the_air(discs, ALL), discs_of(10))
    assert np.array_equal(under_disc(discs), discs_of(17, 24))
    assert not in_the_air(discs, ~discs_of(17, 24)).any()


def test_doubts_fall_on_a_disc_that_shows_more_plastic_than_the_others() -> None:
    shown = np.full(42, 0.01)
    shown[28] = 0.08
    assert np.array_equal(rather_the_room(BOTTOM, shown, ALL), discs_of(28))
    assert not rather_the_room(BOTTOM, np.where(BOTTOM, np.linspace(0.0, 0.03, 42), 0.3), ALL).any()


def lab_of(discs: np.ndarray, upper: np.ndarray, turn_deg: float) -> np.ndarray:
    """Middle colours of discs of one plastic; those of `upper` are turned in hue."""
    hue = np.radians(np.where(upper, 35.0 + turn_deg, 35.0) + np.linspace(-0.8, 0.8, 42))
    return np.stack([np.full(42, 40.0), 60 * np.cos(hue), 60 * np.sin(hue)], axis=1)


def test_doubts_fall_on_another_hue_above_the_discs() -> None:
    discs, upper = np.repeat([True], 42), np.arange(42) < 14
    assert np.array_equal(another_sort(lab_of(discs, upper, 6.0), discs), upper)


def test_doubts_spare_discs_of_one_hue_and_two_hues_that_lie_mixed() -> None:
    discs = np.repeat([True], 42)
    assert not another_sort(lab_of(discs, np.arange(42) < 14, 1.0), discs).any()
    assert not another_sort(lab_of(discs, np.arange(42) % 2 == 0, 6.0), discs).any()


def test_doubts_fall_on_discs_of_all_hues() -> None:
    hue = np.radians(np.linspace(0, 60, 42))
    middle = np.stack([np.full(42, 40.0), 60 * np.cos(hue), 60 * np.sin(hue)], axis=1)
    assert another_sort(middle, ALL).all()


def test_doubts_fall_on_a_discs_colour_on_a_board_that_is_hardly_called_empty() -> None:
    signs, nothing = signs_of(BOTTOM, disc=40.0, shown=0.01), discs_of()
    assert np.array_equal(unexplained(signs, Opinion(nothing, np.ones(42), 0.1)), BOTTOM)
    assert not unexplained(signs, Opinion(nothing, np.ones(42), 0.9)).any()
    assert not unexplained(signs, Opinion(BOTTOM, np.ones(42), 0.1)).any()


def test_doubts_fall_on_faint_colour_that_hides_the_wall_of_a_board_called_empty() -> None:
    nothing = Opinion(discs_of(), np.ones(42), 0.9)
    faint = replace(signs_of(BOTTOM, disc=15.0), plastic=np.where(BOTTOM, 0.3, 0.9))
    assert np.array_equal(unexplained(faint, nothing), BOTTOM)
    assert not unexplained(replace(faint, plastic=np.full(42, 0.9)), nothing).any()
    assert not unexplained(replace(faint, evidence=np.full(42, 4.0)), nothing).any()


def test_doubts_fall_on_an_empty_hole_as_colourful_as_the_discs_when_little_speaks_for_it() -> None:
    signs, fewer = signs_of(BOTTOM), BOTTOM & ~discs_of(28)
    assert np.array_equal(unexplained(signs, Opinion(fewer, np.ones(42), 0.1)), discs_of(28))
    assert not unexplained(signs, Opinion(fewer, np.ones(42), 0.9)).any()


def test_doubts_fall_on_a_colour_that_has_far_more_discs_than_the_other() -> None:
    many = discs_of(*range(28, 42))
    assert np.array_equal(too_many(many, discs_of(21)), many) and np.array_equal(too_many(discs_of(21), many), many)
    assert not too_many(many, discs_of(*range(14, 24))).any()


RED, WALL = (45.0, 60.0, 40.0), (70.0, 0.0, 5.0)


def holes_of(discs: np.ndarray, parts: dict[int, float]) -> np.ndarray:
    """Lab colours (42, 60, 3): red discs before a wall, and holes of which red fills a part."""
    holes = np.where(discs[:, None, None], RED, WALL) * np.ones((42, 60, 1))
    for hole, part in parts.items():
        holes[hole, : round(60 * part)] = RED
    return holes


def test_doubts_fall_on_discs_whose_colour_ends_within_a_hole_beside_them() -> None:
    """A red cloth behind three holes shows in half of a fourth; a disc farther away is none of it."""
    discs = discs_of(35, 36, 29, 40)
    assert np.array_equal(seen_in_part(holes_of(discs, {30: 0.5}), discs), discs_of(35, 36, 29))
    assert not seen_in_part(holes_of(discs, {30: 0.05, 14: 0.5}), discs).any()


def test_doubts_fall_on_a_disc_that_does_not_fill_its_hole() -> None:
    discs = discs_of(35, 41)
    holes = holes_of(discs, {})
    holes[41, 35:] = WALL
    assert np.array_equal(seen_in_part(holes, discs), discs_of(41))


def test_doubts_take_no_shadow_on_a_disc_for_its_end() -> None:
    """A tenth of the light: L + 16, a and b shrink alike in Lab."""
    holes = holes_of(BOTTOM, {})
    holes[BOTTOM, 40:] = (np.array(RED) + [16, 0, 0]) * 0.45 - [16, 0, 0]
    assert not seen_in_part(holes, BOTTOM).any()


def test_doubts_fall_on_all_discs_when_those_of_one_colour_are_grey() -> None:
    reds, yellows = discs_of(*range(35, 42)), discs_of(*range(21, 28))
    colours = np.where(reds[:, None], RED, (60.0, 2.0, 12.0))
    assert np.array_equal(washed_out(colours, reds, yellows), reds | yellows)
    colours[yellows] = (60.0, 4.0, 50.0)
    assert not washed_out(colours, reds, yellows).any() and not washed_out(colours, reds, discs_of()).any()


def test_doubts_fall_on_all_discs_when_they_fall_on_most() -> None:
    """Five of nine discs hang in the air."""
    discs = discs_of(14, 15, 16, 17, 18, 35, 36, 37, 38)
    holes, shown = holes_of(discs, {}), np.zeros(42)
    is_red = np.arange(42) % 2 == 0
    assert np.array_equal(doubtful(discs, is_red, holes, shown, ALL), discs)
    fewer = discs & ~discs_of(14)
    assert np.array_equal(doubtful(fewer, is_red, holes, shown, ALL), discs_of(15, 16, 17, 18))
