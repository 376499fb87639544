"""The engine of the variants: legal in all of them, and never blind to what one turn can do from level 3 on."""

from __future__ import annotations

import os
import random

import pytest

from robot.rules import catalogue
from robot.rules.contest import Contest
from robot.rules.moves import Move, moves_of
from robot.solver.errors import BadPosition, UnknownLevel
from robot.solver.general import General
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


def wins_by(game: Contest, colour: int, move: Move) -> bool:
    """Whether `colour`, which is to move, wins with a turn that begins so."""
    after = game.play(move)
    if after.over:
        return after.outcome.winner == colour
    return after.state.colour == colour and any(wins_by(after, colour, more) for more in after.state.legal_moves())


def has_win(game: Contest) -> bool:
    return any(wins_by(game, game.state.colour, move) for move in game.state.legal_moves())


def can_be_met(game: Contest, colour: int) -> bool:
    """Whether `colour`, which is to move, has a turn after which it is not lost and the next side cannot win."""
    for move in game.state.legal_moves():
        after = game.play(move)
        if after.over:
            found = after.outcome.winner in (None, colour)
        else:
            found = can_be_met(after, colour) if after.state.colour == colour else not has_win(after)
        if found:
            return True
    return False


def turn_of(engine: General, game: Contest) -> Contest:
    """The game after a whole turn of the engine, by moves that the rules take."""
    colour = game.state.colour
    while not game.over and game.state.colour == colour:
        game = game.play(engine.choose(game).move)
    return game


def assert_sound(game: Contest, engine: General) -> str:
    """Hold one turn of the engine against what everybody sees; say what there was to see."""
    colour, can_win = game.state.colour, has_win(game)
    met = not can_win and can_be_met(game, colour)
    after = turn_of(engine, game)
    if can_win:
        assert after.over and after.outcome.winner == colour, game.moves
        return "win"
    if met:
        assert after.over and after.outcome.winner in (None, colour) or not has_win(after), game.moves
        return "safe"
    return "lost"


QUIET = ("misere",)
"""No turn wins there."""


@pytest.mark.parametrize("name", [name for name in VARIANTS if name not in ("powerup", "pop10")])
@pytest.mark.parametrize("level", ["3", "9"])
def test_choose_wins_at_once_and_lets_nobody_win_at_once(name, level):
    luck, engine = random.Random(f"sound {name}"), General(random.Random(1), level)
    seen = [assert_sound(half_way(name, luck), engine) for _ in range(40)]
    assert name in QUIET or "win" in seen


@pytest.mark.parametrize(("name", "count"), [("powerup", 3), ("pop10", 6)])
def test_choose_sees_what_one_turn_of_several_parts_can_do(name, count):
    luck, engine = random.Random(f"parts {name}"), General(random.Random(1), "3")
    for _ in range(count):
        assert_sound(half_way(name, luck), engine)


@pytest.mark.skipif(not os.environ.get("QUADROW_PROVE"), reason="a long proof: `make prove` runs it")
@pytest.mark.parametrize("name", VARIANTS)
def test_hundreds_of_games_of_every_variant_are_played_soundly(name):
    luck, parts = random.Random(f"hundreds {name}"), name in ("powerup", "pop10")
    for number in range(60 if parts else 300):
        engine, game = General(random.Random(number), luck.choice("3456")), begun(name)
        while not game.over and len(game.moves) < 60:
            if not parts or luck.random() < 0.05:
                assert_sound(game, engine)
            game = game.play(luck.choice(game.state.legal_moves())) if luck.random() < 0.3 else turn_of(engine, game)


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
