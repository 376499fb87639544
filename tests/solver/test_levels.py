"""The levels: legal, repeatable, and never blind to a win from the third on."""

from __future__ import annotations

import random
import re
from functools import reduce
from pathlib import Path

import pytest

from robot.rules.contest import Contest
from robot.rules.model import Rules
from robot.rules.position import FIRST, SECOND, Position
from robot.rules.state import State
from robot.solver.engine import Solver
from robot.solver.errors import UnknownLevel
from robot.solver.general import General
from robot.solver.levels import ANCHORS, LEVELS
from tests.solver.games import random_game


class Engine:
    """A level that is asked about positions of the classic board."""

    def __init__(self, name, seed):
        self._general = General(random.Random(seed), name)

    def choose(self, position):
        discs = position.discs(FIRST), position.discs(SECOND)
        return self._general.choose(Contest(State(Rules(), discs, position.mask, position.side)))


NAMES = [level.name for level in LEVELS]
QUICK = NAMES[:8]


def moves_of_game(first, second):
    position, moves = Position(), []
    while not position.last_mover_has_line() and not position.is_full():
        moves.append((first, second)[position.side].choose(position).move.column)
        position = position.play(moves[-1])
    return moves


def positions(seed, count, plies):
    luck = random.Random(seed)
    return [random_game(luck, luck.choice(plies))[1] for _ in range(count)]


def winning_columns(position):
    return [column for column in position.legal_columns() if position.play(column).last_mover_has_line()]


def test_levels_are_one_to_ten_and_perfect():
    assert NAMES == [*map(str, range(1, 11)), "perfect"]


def test_engine_refuses_a_level_that_is_not_in_the_table():
    with pytest.raises(UnknownLevel) as caught:
        Engine("11", seed=1)
    assert "1 to 10" not in caught.value.remedy and "perfect" in caught.value.remedy


@pytest.mark.parametrize("name", QUICK)
def test_choose_is_legal_at_every_ply(name):
    for seed in range(5):
        moves_of_game(Engine(name, seed), Engine(name, seed + 1))


@pytest.mark.parametrize("name", NAMES)
def test_choose_is_legal_when_one_column_is_left(name):
    position = Position()
    for column in "121212212121343434434343565656656565":
        position = position.play(int(column) - 1)
    assert Engine(name, 1).choose(position).move.column == 6


@pytest.mark.parametrize("name", QUICK)
def test_choose_plays_the_same_game_for_the_same_seed(name):
    assert moves_of_game(Engine(name, 3), Engine(name, 4)) == moves_of_game(Engine(name, 3), Engine(name, 4))


def test_choose_does_not_depend_on_what_was_asked_before():
    used, asked = Engine("9", 5), positions(21, 6, range(8, 20))
    for position in asked:
        used.choose(position)
    assert [used.choose(position) for position in asked] == [Engine("9", 5).choose(position) for position in asked]


@pytest.mark.parametrize("name", QUICK)
def test_games_vary_with_the_seed(name):
    games = {tuple(moves_of_game(Engine(name, seed), Engine(name, seed))) for seed in range(6)}
    assert len(games) > 1


@pytest.mark.parametrize("name", NAMES[2:])
def test_choose_never_misses_a_win_from_level_three_on(name):
    winnable = [position for position in positions(22, 200, range(7, 36)) if winning_columns(position)]
    assert len(winnable) > 40
    engine = Engine(name, 6)
    missed = [position for position in winnable if engine.choose(position).move.column not in winning_columns(position)]
    assert missed == []


def test_choose_misses_wins_now_and_then_at_level_one():
    winnable = [position for position in positions(23, 200, range(7, 36)) if winning_columns(position)]
    engine = Engine("1", 7)
    assert any(engine.choose(position).move.column not in winning_columns(position) for position in winnable)


@pytest.mark.parametrize("name", ["9", "10", "perfect"])
def test_choose_tells_what_comes_of_its_column_or_nothing(name):
    engine, solver = Engine(name, 8), Solver(4)
    choices = [(position, engine.choose(position)) for position in positions(24, 60, range(16, 38))]
    told = [(position, choice) for position, choice in choices if choice.score is not None]
    assert len(told) > 10
    for position, choice in told:
        score = solver.scores(position).by_column[choice.move.column]
        assert score is not None and (choice.score > 0, choice.score < 0) == (score > 0, score < 0)


@pytest.mark.parametrize("level", LEVELS, ids=NAMES)
def test_choose_keeps_to_the_nodes_of_its_level(level):
    most = level.nodes + max(level.exact_nodes, level.solver_nodes)
    beyond_the_book = reduce(Position.play, (3, 3, 3, 3, 3, 2, 4, 2, 4, 0, 0, 0), Position())
    assert 0 < Engine(level.name, 9).choose(beyond_the_book).nodes <= most


@pytest.mark.parametrize("level", LEVELS, ids=NAMES)
def test_nodes_of_a_level_last_two_seconds_on_a_raspberry_pi_4(level):
    """But those of perfect, where the book is deep: then it has answers to all that takes long."""
    with_book = 0 if level.name == "perfect" else level.book_nodes
    assert level.nodes + max(level.exact_nodes, level.solver_nodes, with_book) <= 2 * 800_000


def test_anchors_are_the_ratings_of_the_ladder_in_the_readme():
    text = (Path(__file__).parents[2] / "robot" / "solver" / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+) \|.*\| (\d+) \|$", text, re.MULTILINE)
    assert {name: int(rating) for name, rating in rows} == ANCHORS
    assert list(ANCHORS) == NAMES and sorted(ANCHORS.values()) == list(ANCHORS.values())


def test_higher_levels_beat_the_lowest():
    won = 0
    for seed in range(20):
        moves = moves_of_game(Engine("1", seed), Engine("6", seed))
        won += len(moves) % 2 == 0
    assert won >= 16
