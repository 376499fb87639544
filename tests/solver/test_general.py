"""The engine of the variants: legal in all of them, and never blind to what one turn can do from level 3 on."""

from __future__ import annotations

import random

import pytest

from robot.rules import catalogue
from robot.rules.contest import Contest
from robot.rules.moves import moves_of
from robot.solver.errors import BadPosition, UnknownLevel
from robot.solver.general import General
from robot.solver.general_forced import can_win
from robot.solver.levels import LEVELS

NAMES = [level.name for level in LEVELS]
VARIANTS = catalogue.names()


def begun(name: str) -> Contest:
    variant = catalogue.load(name)
    return Contest(variant.start(variant.rules))


def after(name: str, text: str) -> Contest:
    game = begun(name)
    for move in moves_of(text, game.state.rules.board):
        game = game.play(move)
    return game


def half_way(name: str, luck: random.Random) -> Contest:
    """A random game that is not over."""
    game, plies = begun(name), luck.randrange(4, 20)
    while len(game.moves) < plies:
        following = game.play(luck.choice(game.state.legal_moves()))
        game = begun(name) if following.over else following
    return game


@pytest.mark.parametrize("name", VARIANTS)
def test_choose_ends_a_game_of_every_variant_by_legal_moves(name):
    game, players = begun(name), [General(random.Random(seed), level) for seed, level in enumerate("342")]
    while not game.over and len(game.moves) < 60:
        game = game.play(players[game.state.colour].choose(game).move)


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("level", ["3", "5"])
def test_choose_wins_with_a_turn_that_wins(name, level):
    luck, engine = random.Random(f"win {name}"), General(random.Random(1), level)
    seen = 0
    for _ in range(20):
        game = half_way(name, luck)
        if not can_win(game.state):
            continue
        seen, colour = seen + 1, game.state.colour
        while not game.over and game.state.colour == colour:
            game = game.play(engine.choose(game).move)
        assert game.over and game.outcome.winner == colour
    assert seen or name in ("misere", "pop10")


@pytest.mark.parametrize(
    ("name", "text", "answer"),
    [
        ("classic", "aabbc", "d"),
        ("cylinder", "abaca", "a"),
        ("three", "abcdecfbcg", "c"),
        ("popout", "dadbd", "d"),
    ],
)
def test_choose_blocks_what_can_only_be_met_in_one_column(name, text, answer):
    for seed in range(3):
        game = after(name, text)
        move = General(random.Random(seed), "3").choose(game).move
        assert game.state.rules.board.names[move.column] == answer, name


def test_choose_plays_the_same_for_the_same_luck():
    for name in VARIANTS:
        game = begun(name)
        assert General(random.Random(5), "3").choose(game) == General(random.Random(5), "3").choose(game)


def test_choose_refuses_a_finished_game():
    with pytest.raises(BadPosition):
        General(random.Random(1), "3").choose(after("classic", "abababa"))


def test_general_refuses_a_level_that_is_not_in_the_table():
    with pytest.raises(UnknownLevel):
        General(random.Random(1), "11")
