"""Counts that are published or were counted by other programs: sequences of moves and distinct positions."""

from __future__ import annotations

import random

import pytest

from robot.rules.position import Position
from robot.solver import _search
from tests.solver.games import random_game

SEQUENCES = [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234]
DISTINCT = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275]
"""The first terms of OEIS A212693."""


def sequences(position, depth):
    if depth == 0:
        return 1
    if position.last_mover_has_line():
        return 0
    return sum(sequences(position.play(column), depth - 1) for column in position.legal_columns())


def next_ply(positions):
    return {
        position.play(column)
        for position in positions
        if not position.last_mover_has_line()
        for column in position.legal_columns()
    }


@pytest.mark.parametrize("depth", range(9))
def test_search_counts_the_known_sequences(depth):
    assert _search.perft(0, 0, depth) == SEQUENCES[depth]


@pytest.mark.parametrize("depth", range(9))
def test_search_counts_the_known_positions(depth):
    assert _search.distinct_positions(depth) == DISTINCT[depth]


def test_rules_count_the_known_sequences():
    assert [sequences(Position(), depth) for depth in range(6)] == SEQUENCES[:6]


def test_rules_count_the_known_positions():
    positions, counts = {Position()}, [1]
    for _ in range(6):
        positions = next_ply(positions)
        counts.append(len(positions))
    assert counts == DISTINCT[:7]


def test_search_and_rules_count_alike_in_late_positions():
    luck = random.Random(14)
    for _ in range(20):
        _, position = random_game(luck, luck.choice(range(24, 40)))
        assert _search.perft(position.mover, position.mask, 4) == sequences(position, 4)
