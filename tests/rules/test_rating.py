"""Ratings against the numbers of the rule pages, and against a reckoning in exact decimals."""

from __future__ import annotations

from decimal import Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot.rules.errors import RulesError
from robot.rules.game import Outcome, Reason
from robot.rules.match import Match, best_of, rotation
from robot.rules.rating import RatedMatch, Rating, curve, expected, why_unrated

SETTLED = 15
VALUES = st.floats(100, 3000)
SCORES = st.sampled_from([0, 0.25, 0.5, 0.75, 1])


def elo(own: float, other: float, k: int, score: float) -> float:
    """The oracle: the formula in 40 decimal places."""
    with localcontext() as context:
        context.prec = 40
        difference = max(Decimal(-400), min(Decimal(400), Decimal(other) - Decimal(own)))
        chance = 1 / (1 + Decimal(10) ** (difference / 400))
        return max(100.0, float(Decimal(own) + k * (Decimal(score) - chance)))


def finished(match: Match) -> Match:
    while not match.over:
        match = match.finish(Outcome(0, Reason.LINE))
        for side in range(match.sides):
            match = match.ready(side)
    return match


@pytest.mark.parametrize(
    ("own", "other", "score", "gain"),
    [(1500, 1500, 0.75, 5.0), (1500, 1500, 0.5, 0.0), (1500, 1700, 0.5, 5.19), (1500, 1700, 1.0, 15.19)],
)
def test_rating_moves_as_the_examples_say_and_the_other_by_as_much(own, other, score, gain) -> None:
    assert Rating(own, SETTLED).after(other, score).value - own == pytest.approx(gain, abs=0.005)
    assert Rating(other, SETTLED).after(own, 1 - score).value - other == pytest.approx(-gain, abs=0.005)


@pytest.mark.parametrize(("difference", "share"), [(400, 0.0909), (401, 0.0909), (3000, 0.0909), (-900, 0.9091)])
def test_expected_share_counts_differences_up_to_four_hundred(difference, share) -> None:
    assert expected(1000, 1000 + difference) == pytest.approx(share, abs=0.00005)


@given(VALUES, VALUES, SCORES, st.integers(0, 40))
def test_rating_agrees_with_exact_decimals(own, other, score, matches) -> None:
    after = Rating(own, matches).after(other, score)
    assert after.value == pytest.approx(elo(own, other, 40 if matches < 15 else 20, score), abs=1e-6)
    assert after.matches == matches + 1


@given(VALUES, VALUES, SCORES)
def test_ratings_of_equal_k_lose_together_what_they_gain_but_at_the_floor(own, other, score) -> None:
    one, two = Rating(own, 20).after(other, score), Rating(other, 20).after(own, 1 - score)
    if min(one.value, two.value) > 100:
        assert one.value + two.value == pytest.approx(own + other, abs=1e-5)


@given(VALUES, VALUES)
def test_ratings_that_draw_move_towards_each_other(own, other) -> None:
    moved = Rating(own, 20).after(other, 0.5).value - own
    assert moved == pytest.approx(0, abs=1e-6) if own == other else moved * (other - own) >= 0


def test_rating_has_a_floor() -> None:
    assert Rating(101, SETTLED).after(101, 0).value == 100


def test_rating_starts_at_1200_and_moves_twice_as_fast_for_fifteen_matches() -> None:
    rating, gains = Rating(), []
    for _ in range(17):
        after = rating.after(rating.value, 1)
        gains.append(after.value - rating.value)
        rating = after
    assert Rating().value == 1200
    assert gains == [20] * 15 + [10] * 2


def test_rating_is_marked_provisional_until_ten_matches() -> None:
    assert [str(Rating(1215.4, matches)) for matches in (0, 9, 10)] == ["1215?", "1215?", "1215"]


@pytest.mark.parametrize(
    ("match", "terms", "why"),
    [
        (finished(Match()), ("classic", False, True), ""),
        (Match().resign(0), ("classic", False, True), ""),
        (Match().finish(Outcome(0, Reason.TIME)), ("classic", False, True), ""),
        (finished(best_of(1)), ("classic", False, True), "two games"),
        (finished(best_of(3)), ("classic", False, True), "two games"),
        (finished(rotation()), ("three", False, True), "two games"),
        (Match(), ("classic", False, True), "not over"),
        (finished(Match()), ("partners", False, True), "partners is not rated"),
        (finished(Match()), ("misere", False, True), "misere is not rated"),
        (finished(Match()), ("classic", True, True), "hints"),
        (finished(Match()), ("classic", False, False), "did not choose"),
    ],
)
def test_only_a_whole_match_of_two_classic_games_without_help_is_rated(match, terms, why) -> None:
    found = why_unrated(match, *terms)
    assert why in found and bool(found) == bool(why)


ANCHORS = {"level 4": 1000.0, "perfect": 2200.0}


def test_anchors_never_move() -> None:
    points = curve([RatedMatch("Anna", "level 4", 4), RatedMatch("perfect", "Anna", 4)], ANCHORS)
    once = elo(1200, 1000, 40, 1)
    assert [points[0][1], points[1][0]] == [None, None]
    assert points[0][0].value == pytest.approx(once, abs=1e-6)
    assert points[1][1].value == pytest.approx(elo(once, 2200, 40, 0), abs=1e-6)


def test_both_ratings_are_reckoned_from_those_before_the_match() -> None:
    points = curve([RatedMatch("Anna", "Ben", 4), RatedMatch("Anna", "Ben", 2)], {})
    assert [(one.value, two.value) for one, two in points[:1]] == [(1220, 1180)]
    assert points[1][0].value == pytest.approx(elo(1220, 1180, 40, 0.5), abs=1e-6)
    assert points[1][1].value == pytest.approx(elo(1180, 1220, 40, 0.5), abs=1e-6)


NAMES = st.sampled_from(["Anna", "Ben", "Cleo", "level 4", "perfect"])
MATCHES = st.builds(
    lambda names, halves: RatedMatch(*names, halves),
    st.lists(NAMES, min_size=2, max_size=2, unique=True),
    st.integers(0, 4),
)


@given(st.lists(MATCHES, max_size=30))
def test_recomputing_the_history_reproduces_every_stored_rating(matches) -> None:
    """What was stored after each match, one match at a time, is what the whole history gives, to the last bit."""
    stored: dict[str, Rating] = {}
    for match, point in zip(matches, curve(matches, ANCHORS), strict=True):
        names = (match.first, match.second)
        before = [ANCHORS[name] if name in ANCHORS else stored.get(name, Rating()).value for name in names]
        for index, name in enumerate(names):
            if name in ANCHORS:
                assert point[index] is None
                continue
            score = match.halves / 4 if index == 0 else 1 - match.halves / 4
            stored[name] = stored.get(name, Rating()).after(before[1 - index], score)
            assert point[index] == stored[name]


@pytest.mark.parametrize("fields", [("Anna", "Anna", 2), ("Anna", "Ben", 5), ("Anna", "Ben", -1)])
def test_rated_match_refuses_what_cannot_have_been_played(fields) -> None:
    with pytest.raises(RulesError, match="cannot be rated"):
        RatedMatch(*fields)
