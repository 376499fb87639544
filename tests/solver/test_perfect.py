"""Perfect play wins every game that it opens, against every level and a random player, and gives nothing away."""

from __future__ import annotations

import os
import random
from collections.abc import Callable

import pytest

from robot.rules.contest import Contest
from robot.rules.model import Rules
from robot.rules.moves import Move
from robot.rules.position import Position
from robot.rules.state import State
from robot.solver.book import Book
from robot.solver.engine import Solver
from robot.solver.general import General, classic_position
from robot.solver.levels import LEVELS
from tests.progress import figure, so_far

GAMES = 1000
OTHERS = [*(level.name for level in LEVELS[:-1]), "random"]
Player = Callable[[Contest], Move]


def player(name: str, seed: int) -> Player:
    """A level, or one that takes any legal move."""
    luck = random.Random(f"{seed} {name}")
    if name == "random":
        return lambda game: luck.choice(game.state.legal_moves())
    general = General(luck, name)
    return lambda game: general.choose(game).move


def score(solver: Solver, game: Contest) -> int:
    """What comes of a game that goes on, for the side to move."""
    position = classic_position(game.state)
    assert isinstance(position, Position)
    found = solver.best_one(position).score
    assert found is not None
    return found


def gives_away(solver: Solver, before: Contest, after: Contest) -> bool:
    """Whether a move lost some of the score; one that ends the game with a line won in one, so it did not."""
    if after.outcome is not None:
        return after.outcome.winner is None
    return score(solver, before) != -score(solver, after)


def wins_without_a_slip(perfect: Player, other: Player, solver: Solver) -> bool:
    """Play a game that perfect opens."""
    game = Contest(State.start(Rules()))
    while game.outcome is None:
        opens = game.state.colour == 0
        after = game.play((perfect if opens else other)(game))
        assert not (opens and gives_away(solver, game, after)), game.state
        game = after
    return game.outcome.winner == 0


def won(name: str, games: int) -> int:
    """How many games perfect wins against a level, or a random player."""
    solver, perfect = Solver(book=Book.shipped()), player("perfect", 0)
    count = 0
    for number in range(games):
        count += wins_without_a_slip(perfect, player(name, number), solver)
        so_far(number + 1, games)
    return count


@pytest.mark.parametrize("name", ["1", "5", "random"])
def test_perfect_wins_the_games_that_it_opens(name: str) -> None:
    assert won(name, 3) == 3


def test_a_slip_is_noticed() -> None:
    solver, start = Solver(book=Book.shipped()), Contest(State.start(Rules()))
    centre, edge = start.state.legal_moves()[3], start.state.legal_moves()[0]
    assert not gives_away(solver, start, start.play(centre)) and gives_away(solver, start, start.play(edge))


@pytest.mark.skipif(not os.environ.get("QUADROW_PROVE"), reason="a long proof: `make prove` runs it")
@pytest.mark.parametrize("name", OTHERS)
def test_perfect_wins_all_of_a_thousand_games_that_it_opens(name: str) -> None:
    count = won(name, GAMES)
    figure(f"perfect wins {count} of {GAMES} games that it opens against {name}")
    assert count == GAMES
