"""The openings that are drawn by lot: all that are even, and no other."""

from __future__ import annotations

import itertools
import lzma
import os
import random
from dataclasses import replace
from pathlib import Path

import pytest

from robot.rules.catalogue import load
from robot.rules.game import replay
from robot.rules.model import Rules
from robot.rules.position import Position
from robot.rules.variants import cylinder, drawn, misere, partners, popout
from robot.rules.variants.drawn import EVEN, mirrored
from robot.solver.engine import Solver

HAT = [opening for openings in EVEN.values() for opening in openings]
LONG = pytest.mark.skipif(not os.environ.get("QUADROW_PROVE"), reason="a long proof: `make prove` runs it")
TABLE = Path(os.environ.get("QUADROW_POSITIONS", "nowhere")) / "eight-ply.csv.xz"
DISCS_OF_TABLE = 8


def position_key(position: Position) -> tuple[int, int]:
    """The same for a position and its mirror image."""
    return min((position.mover, position.mask), (_mirror(position.mover), _mirror(position.mask)))


def _mirror(discs: int) -> int:
    return sum((discs >> 7 * column & 127) << 7 * (6 - column) for column in range(7))


def key_of(opening: tuple[int, ...]) -> tuple[int, int]:
    return position_key(replay(opening).position)


def test_openings_in_the_hat_are_of_one_to_four_discs_and_no_two_are_alike() -> None:
    assert {plies: len(openings) for plies, openings in EVEN.items()} == {1: 1, 2: 6, 3: 29, 4: 101}
    assert all({len(opening) for opening in openings} == {plies} for plies, openings in EVEN.items())
    assert len({key_of(opening) for opening in HAT}) == len(HAT)
    assert all(key_of(mirrored(opening, 7)) == key_of(opening) for opening in HAT)


def test_openings_hang_together() -> None:
    """Before an even opening somebody could have moved so that it stays even: one of its replies is in the hat too."""
    keys = {key_of(opening) for opening in HAT}
    for opening in HAT:
        if len(opening) < max(EVEN):
            assert any(position_key(replay(opening).position.play(column)) in keys for column in range(7)), opening


@pytest.mark.parametrize("rules", [Rules(), partners.option(Rules()), replace(Rules(), dead_draw=True)])
@pytest.mark.parametrize("plies", EVEN)
def test_opening_of_classic_is_drawn_from_the_hat(rules: Rules, plies: int) -> None:
    luck = random.Random(1)
    seen = {drawn.draw(rules, plies, luck) for _ in range(40 * len(EVEN[plies]))}
    assert {key_of(opening) for opening in seen} == {key_of(opening) for opening in EVEN[plies]}


@pytest.mark.parametrize("rules", [misere.RULES, cylinder.RULES, popout.RULES, load("small").rules])
def test_opening_of_another_variant_is_any(rules: Rules) -> None:
    luck = random.Random(1)
    seen = {drawn.draw(rules, 2, luck) for _ in range(300)}
    assert len(seen) > 20 and all(len(opening) == 2 for opening in seen)
    assert len({len(drawn.draw(Rules(), plies, luck)) for plies in drawn.PLIES}) == len(drawn.PLIES)


@LONG
@pytest.mark.parametrize("opening", EVEN[4])
def test_openings_in_the_hat_score_nothing_for_either_side(opening: tuple[int, ...]) -> None:
    assert Solver().solve(replay(opening).position).score == 0


@LONG
@pytest.mark.skipif(not TABLE.is_file(), reason="needs QUADROW_POSITIONS, where eight-ply.csv.xz is")
def test_openings_in_the_hat_are_all_that_are_even() -> None:
    values = Values()
    for plies, openings in EVEN.items():
        keys = {key_of(opening) for opening in openings}
        for opening in itertools.product(range(7), repeat=plies):
            assert (values.of(replay(opening).position, -1, 1) == 0) == (key_of(opening) in keys), opening


class Values:
    """Who wins, by looking ahead to the table of eight discs; what it leaves out is forced, and is solved."""

    def __init__(self) -> None:
        self._solver = Solver(128)
        self._known: dict[tuple[int, int], int] = {}
        with lzma.open(TABLE, "rt") as lines:
            for cells, outcome, _ in (line.strip().split(",") for line in lines):
                signs = [(cell // 6 * 7 + cell % 6, sign) for cell, sign in enumerate(cells) if sign != "b"]
                first, mask = (sum(1 << bit for bit, sign in signs if sign in own) for own in ("x", "xo"))
                key = min((first, mask), (_mirror(first), _mirror(mask)))
                self._known[key] = {"win": 1, "draw": 0, "loss": -1}[outcome]

    def of(self, position: Position, lower: int, upper: int) -> int:
        """1, 0 or -1 for the side to move; what is beyond `lower` or `upper` is only known to be so."""
        key = position_key(position)
        if key not in self._known:
            replies = [position.play(column) for column in position.legal_columns()]
            if any(reply.last_mover_has_line() for reply in replies):
                self._known[key] = 1
            elif position.ply > DISCS_OF_TABLE:
                score = self._solver.solve(position).score
                self._known[key] = (score > 0) - (score < 0)
            else:
                return self._searched(key, replies, lower, upper)
        return self._known[key]

    def _searched(self, key: tuple[int, int], replies: list[Position], lower: int, upper: int) -> int:
        best = -1
        for reply in sorted(replies, key=lambda reply: position_key(reply) not in self._known):
            best = max(best, -self.of(reply, -upper, -max(best, lower)))
            if best >= upper:
                return best
        if best > lower or lower == -1:
            self._known[key] = best
        return best
