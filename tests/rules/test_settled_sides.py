"""What the rule texts leave open of openings, swaps, three sides and pairs, as we settled it: each point is a test."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from robot.rules.board import Board
from robot.rules.catalogue import load
from robot.rules.contest import Contest
from robot.rules.errors import BadRules, IllegalMove
from robot.rules.game import Outcome, Reason
from robot.rules.model import Rules
from robot.rules.moves import DROPS, KEEP, SWAP
from robot.rules.state import State
from robot.rules.variants import classic, drawn, partners, pie, swap3, three
from tests.rules.games import played

# Drawn opening


def test_opening_is_called_disc_by_disc() -> None:
    rules = drawn.option(classic.RULES, (2, 3, 3))
    game = Contest(State.start(rules))
    for column in (2, 3, 3):
        with pytest.raises(IllegalMove, match="another disc was drawn"):
            game.play(DROPS[6])
        game = game.play(DROPS[column])
    assert game.state.colour == 1 and len(game.state.legal_moves()) == 7


def test_opening_and_its_mirror_image_are_one_in_the_hat() -> None:
    drawn_ones = {drawn.by_lot([(2,), (4,), (3,)], 7, random.Random(seed)) for seed in range(30)}
    assert drawn_ones == {(2,), (3,)}


def test_opening_by_lot_alone_leaves_the_game_undecided() -> None:
    for seed in range(30):
        opening = drawn.any_opening(classic.RULES, 8, random.Random(seed))
        assert len(opening) == 8 and drawn.option(classic.RULES, opening).drawn == opening


@pytest.mark.parametrize("opening", [(), (0,) * 7, (7,), (-1,), (0, 1, 0, 1, 0, 1, 0), (0,) * 9])
def test_opening_that_cannot_be_played_or_ends_the_game_is_refused(opening: tuple[int, ...]) -> None:
    with pytest.raises(BadRules):
        drawn.option(classic.RULES, opening)


# Pie and swap3


def seats(text: str, rules: Rules) -> list[tuple[int, int]]:
    """Who acts and with which colour before every move."""
    game, acted = Contest(State.start(rules)), []
    for name in text:
        move = {"=": KEEP, "x": SWAP}.get(name) or DROPS["abcdefg".index(name)]
        acted.append((game.state.seat, game.state.colour))
        game = game.play(move)
    return acted


def test_pie_swap_uses_up_the_turn_and_the_opener_drops_the_other_colour() -> None:
    assert seats("dxcc", pie.RULES) == [(0, 0), (1, 1), (0, 1), (1, 0)]


def test_pie_kept_colours_go_on_as_usual() -> None:
    assert seats("d=cc", pie.RULES) == [(0, 0), (1, 1), (1, 1), (0, 0)]


def test_pie_swap_leaves_the_disc_where_it_is() -> None:
    assert played("dx", pie.RULES).state.at(3, 0) == 0


@pytest.mark.parametrize("text", ["-", "d=", "dx", "d=c", "dxc"])
def test_pie_swap_is_possible_only_after_the_first_disc(text: str) -> None:
    game = played(text, pie.RULES)
    with pytest.raises(IllegalMove, match="swap is no move here"):
        game.play(SWAP)
    assert played("d", pie.RULES).state.legal_moves() == (KEEP, SWAP)


def test_swap3_one_player_places_three_and_the_second_colour_moves() -> None:
    assert seats("dde=c", swap3.RULES) == [(0, 0), (0, 1), (0, 0), (1, 1), (1, 1)]
    assert seats("ddexc", swap3.RULES)[-1] == (0, 1)


@pytest.mark.parametrize("option", [pie.option, swap3.option, drawn.option, partners.option])
def test_options_are_for_two_sides(option) -> None:
    with pytest.raises(BadRules):
        option(three.RULES)


@pytest.mark.parametrize("name", ["five", "misere", "cylinder", "popout", "small", "obstacles"])
@pytest.mark.parametrize("option", [pie.option, swap3.option, partners.option])
def test_options_go_with_every_variant_for_two(name: str, option) -> None:
    variant = load(name)
    game = Contest(variant.start(option(variant.rules)))
    for _ in range(6):
        game = game.play(game.state.legal_moves()[len(game.moves) % 2])
    assert len(game.moves) == 6


# Three players


def test_three_play_on_eight_columns_and_on_seven_of_plastic() -> None:
    assert [(rules.board.width, rules.colours) for rules in (three.RULES, three.PLASTIC)] == [(8, 3), (7, 3)]


def test_three_move_in_turn_and_the_first_four_wins() -> None:
    games = ["abcabcabca", "abdabdabdcb", "abcabcabcghc"]
    assert [played(text, three.RULES).outcome.word for text in games] == ["first", "second", "third"]


def test_three_dead_board_is_drawn() -> None:
    rules = replace(three.RULES, board=Board(4, 1, k=4), dead_draw=True)
    assert played("ab", rules).outcome == Outcome(None, Reason.DEAD)


@pytest.mark.parametrize(("leave", "reason"), [(Contest.resign, Reason.RESIGNED), (Contest.run_out, Reason.TIME)])
def test_who_leaves_three_turns_neutral_and_the_last_one_wins(leave, reason: Reason) -> None:
    game = leave(played("abc", three.RULES), 0)
    assert not game.over and game.state.colour == 1
    assert game.state.at(0, 0) is None and game.state.landing(0) == game.state.rules.board.bit(0, 1)
    game = game.play(DROPS[1]).play(DROPS[2])
    assert game.state.colour == 1
    assert leave(game, 1).outcome == Outcome(2, reason)


def test_who_leaves_three_kills_the_lines_through_their_discs() -> None:
    rules = replace(three.RULES, board=Board(4, 1, k=4), dead_draw=True)
    assert played("a", rules).resign(0).outcome == Outcome(None, Reason.DEAD)


# Partners


def test_partners_move_in_turn_leads_first() -> None:
    assert seats("abcde", partners.RULES) == [(0, 0), (1, 1), (2, 0), (3, 1), (0, 0)]


def test_partners_first_line_wins_for_the_pair() -> None:
    assert played("agbgcgd", partners.RULES).outcome.winner == 0
