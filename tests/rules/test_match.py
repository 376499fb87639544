"""Matches, game by game: points, openers, "ready", what a resignation and a fallen flag cost."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot.rules.errors import IllegalMove
from robot.rules.game import Game, Outcome, Reason, replay
from robot.rules.match import Forfeit, Match, OpenerRule, Played, best_of, choose_opener, partners_order, rotation
from robot.rules.position import FIRST, SECOND

WON_BY_FIRST = replay((0, 1, 0, 1, 0, 1, 0)).outcome
DRAWN = Outcome(None, Reason.FULL)
ANNULLED = Game().annul().outcome


def everybody_ready(match: Match) -> Match:
    for side in range(match.sides):
        match = match.ready(side)
    return match


def played(match: Match, winners: list[int | None]) -> Match:
    """The match after games with these winning sides."""
    for winner in winners:
        role = None if winner is None else match.role_of(winner)
        match = everybody_ready(match.finish(Outcome(role, Reason.FULL if role is None else Reason.LINE)))
    return match


# -- two games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("winners", "halves", "winner"),
    [
        ([0, 0], (4, 0), 0),
        ([0, None], (3, 1), 0),
        ([0, 1], (2, 2), None),
        ([None, None], (2, 2), None),
        ([None, 1], (1, 3), 1),
        ([1, 1], (0, 4), 1),
    ],
)
def test_match_gives_one_half_and_nothing_and_a_level_score_stands(winners, halves, winner) -> None:
    match = played(Match(), winners)
    assert (match.points, match.over, match.winner) == (halves, True, winner)


def test_match_changes_the_opener_and_leaves_the_sides_their_discs() -> None:
    match = Match(first_opener=1)
    assert [match.role_of(0), match.role_of(1)] == [SECOND, FIRST]
    match = played(match, [0])
    assert [match.role_of(0), match.role_of(1)] == [FIRST, SECOND]
    assert [match.side_of(FIRST), match.side_of(SECOND)] == [0, 1]


def test_match_credits_the_side_and_not_the_role() -> None:
    assert WON_BY_FIRST is not None
    match = everybody_ready(Match().finish(WON_BY_FIRST)).finish(WON_BY_FIRST)
    assert match.winners == (0, 1)


def test_match_credits_who_has_the_winning_colour_after_an_exchange() -> None:
    assert WON_BY_FIRST is not None
    assert Match().finish(WON_BY_FIRST, swapped=True).points == (0, 2)


def test_match_plays_both_games_whoever_won_the_first() -> None:
    for winner in (0, 1, None):
        match = played(Match(), [winner])
        assert (match.over, match.winner) == (False, None)


def test_match_never_has_a_third_game() -> None:
    match = played(Match(), [0, 1])
    assert not match.playing
    with pytest.raises(IllegalMove, match="no game of the match is being played") as caught:
        match.finish(DRAWN)
    assert caught.value.remedy == "start a new match"


def test_match_waits_for_ready_from_both_before_the_next_game() -> None:
    match = Match().finish(DRAWN)
    assert not match.playing
    match = match.ready(0).ready(0)
    assert not match.playing
    with pytest.raises(IllegalMove) as caught:
        match.finish(DRAWN)
    assert caught.value.remedy == "wait until everybody is ready"
    assert match.ready(1).playing


def test_match_asks_nobody_to_be_ready_after_its_last_game() -> None:
    assert played(Match(), [0]).finish(DRAWN).unready == frozenset()


def test_conceding_a_game_is_not_resigning_the_match() -> None:
    conceded = Game().play(3).resign(FIRST).outcome
    assert conceded is not None
    match = everybody_ready(Match().finish(conceded))
    assert (match.points, match.over, match.playing) == ((0, 2), False, True)
    assert played(match, [0]).winner is None


def test_draw_by_agreement_ends_one_game_only() -> None:
    match = Match().finish(DRAWN)
    assert (match.points, match.over) == ((1, 1), False)


def test_resigning_the_match_loses_what_was_not_played() -> None:
    match = Match().resign(1)
    assert (match.points, match.over, match.winner, match.forfeit) == ((4, 0), True, 0, Forfeit.RESIGNED)


def test_resigning_after_a_win_keeps_the_point_but_the_match_is_lost_and_rated_so() -> None:
    match = played(Match(), [0]).resign(0)
    assert (match.points, match.rating_points, match.winner) == ((2, 2), (0, 4), 1)


@pytest.mark.parametrize(("winners", "loser", "points"), [([1], 0, (0, 6)), ([1], 1, (6, 2)), ([0, None], 0, (3, 7))])
def test_resigned_best_of_five_is_lost_by_no_more_games_than_decide_it(
    winners: list[int | None], loser: int, points: tuple[int, int]
) -> None:
    match = played(best_of(5), winners).resign(loser)
    assert match.points == match.rating_points == points and match.winner == 1 - loser


def test_resigned_match_is_lost_though_nobody_could_catch_up() -> None:
    match = played(best_of(4), [0, 0]).resign(0)
    assert match.points == (4, 4) and match.winner == 1


def test_resigning_between_the_games_ends_the_waiting() -> None:
    match = Match().finish(DRAWN).resign(1)
    assert (match.over, match.unready, match.points) == (True, frozenset(), (3, 1))


@pytest.mark.parametrize("before", [[], [0], [None], [1]])
def test_fallen_flag_loses_the_match_whatever_the_score(before) -> None:
    match = played(Match(), before)
    match = match.finish(Outcome(match.role_of(1), Reason.TIME))
    assert (match.points, match.rating_points, match.winner) == ((0, 4), (0, 4), 1)


def test_annulled_game_scores_for_nobody_and_has_the_same_opener_again() -> None:
    assert ANNULLED is not None
    match = Match().finish(ANNULLED)
    assert (match.points, match.opener, match.playing) == ((0, 0), 0, False)
    assert everybody_ready(match).playing


def test_match_that_is_over_cannot_be_lost_again() -> None:
    for over in (Match().resign(0), played(Match(), [0, 0])):
        with pytest.raises(IllegalMove, match="the match is over"):
            over.resign(1)


# -- other lengths ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("games", "winners", "winner"),
    [
        (1, [1], 1),
        (3, [0, 0], 0),
        (3, [0, None, None], 0),
        (3, [0, None, 1], None),
        (5, [1, 1, None, None], 1),
        (5, [0, 0, 0], 0),
    ],
)
def test_best_of_ends_when_nobody_can_reach_the_leader(games, winners, winner) -> None:
    assert not any(played(best_of(games), winners[:count]).over for count in range(len(winners)))
    match = played(best_of(games), winners)
    assert (match.over, match.winner) == (True, winner)


def test_best_of_alternates_the_opener() -> None:
    assert [played(best_of(9), [None] * count).opener for count in range(5)] == [0, 1, 0, 1, 0]


def test_three_players_open_once_each_and_share_a_draw_in_thirds() -> None:
    match = rotation()
    openers = []
    for winner in (2, None, 2):
        openers.append(match.opener)
        match = played(match, [winner])
    assert (openers, match.points, match.over, match.winner) == ([0, 1, 2], (1, 1, 7), True, 2)


def test_three_players_play_all_three_games_though_one_has_won_two() -> None:
    assert played(rotation(), [0, 0]).playing


def test_three_players_lose_no_match_as_a_whole() -> None:
    with pytest.raises(IllegalMove, match="a match of three is not given up as a whole"):
        rotation().resign(0)
    match = rotation().finish(Outcome(1, Reason.TIME))
    assert (match.over, match.points) == (False, (0, 3, 0))


@given(
    st.builds(Match, games=st.integers(1, 7), sides=st.integers(2, 3), early=st.booleans()),
    st.lists(st.sampled_from([0, 1, None]), min_size=7, max_size=7),
)
def test_match_points_are_as_many_as_the_games_give(match, winners) -> None:
    for winner in winners:
        if match.over:
            break
        match = played(match, [winner])
    assert match.over
    assert sum(match.points) == match.sides * len(match.winners)


@given(st.lists(st.sampled_from([0, 1, None]), max_size=1), st.sampled_from([0, 1]), st.booleans())
def test_forfeited_match_gives_away_every_point(winners, side, on_time) -> None:
    match = played(Match(), winners)
    match = match.finish(Outcome(match.role_of(1 - side), Reason.TIME)) if on_time else match.resign(side)
    assert sum(match.points) == 4
    assert match.winner == 1 - side


# -- who opens -------------------------------------------------------------------------------------------------------


def openers(rule: OpenerRule, last: Played | None, ages: tuple[float | None, ...]) -> Counter[int]:
    return Counter(choose_opener(rule, last, ages, random.Random(seed)) for seed in range(200))


def test_opener_by_lots_is_either_about_equally_often() -> None:
    counts = openers(OpenerRule.LOTS, Played(0, 1), (9, 40))
    assert set(counts) == {0, 1} and min(counts.values()) > 70


def test_opener_is_the_youngest_again_in_every_rematch() -> None:
    for last in (None, Played(0, 0), Played(0, 1), Played(1, None)):
        assert set(openers(OpenerRule.YOUNGEST, last, (40, 9))) == {1}


@pytest.mark.parametrize("ages", [(9, 9), (None, None)])
def test_opener_of_equal_or_unknown_age_is_chosen_by_lots(ages) -> None:
    assert set(openers(OpenerRule.YOUNGEST, None, ages)) == {0, 1}


def test_opener_without_an_age_such_as_a_robot_is_never_the_youngest() -> None:
    assert set(openers(OpenerRule.YOUNGEST, None, (None, 70))) == {1}


@pytest.mark.parametrize("opener", [0, 1])
def test_opener_is_the_loser_of_the_game_before(opener) -> None:
    for winner in (0, 1):
        assert set(openers(OpenerRule.LOSER, Played(opener, winner), (9, 40))) == {1 - winner}


@pytest.mark.parametrize("rule", [OpenerRule.LOSER, OpenerRule.ALTERNATE])
def test_opener_alternates_after_a_draw(rule) -> None:
    for opener in (0, 1):
        assert set(openers(rule, Played(opener, None), (9, 40))) == {1 - opener}


def test_opener_alternates_whoever_won() -> None:
    for winner in (0, 1):
        assert set(openers(OpenerRule.ALTERNATE, Played(1, winner), (9, 40))) == {0}


@pytest.mark.parametrize("rule", [OpenerRule.LOSER, OpenerRule.ALTERNATE])
def test_opener_of_the_first_game_is_chosen_by_lots(rule) -> None:
    assert set(openers(rule, None, (9, 40))) == {0, 1}


@pytest.mark.parametrize("rule", OpenerRule)
def test_opener_of_an_annulled_game_opens_again(rule) -> None:
    assert set(openers(rule, Played(0, None, annulled=True), (40, 9))) == {0}


# -- partners --------------------------------------------------------------------------------------------------------


def test_partners_drop_lead_lead_partner_partner() -> None:
    assert partners_order(0) == ((0, 0), (1, 0), (0, 1), (1, 1))


def test_partners_let_the_other_pair_open_and_change_leads_in_a_rematch() -> None:
    assert partners_order(1) == ((1, 1), (0, 1), (1, 0), (0, 0))
    assert partners_order(2) == partners_order(0)
    assert partners_order(0, first_pair=1) == ((1, 0), (0, 0), (1, 1), (0, 1))


@given(st.integers(0, 50), st.sampled_from([0, 1]))
def test_partners_alternate_pairs_and_use_every_hand_once(game, first_pair) -> None:
    order = partners_order(game, first_pair)
    assert len(set(order)) == 4
    assert [pair for pair, _ in order] == [order[0][0], 1 - order[0][0]] * 2
