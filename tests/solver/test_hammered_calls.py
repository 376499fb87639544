"""Calls from Python in any order, with limits down to nothing, aborted at random: sound answers, and nothing kept."""

from __future__ import annotations

import contextlib
import gc
import os
import random
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from robot.commands._eye_speed import resident_bytes
from robot.rules import catalogue
from robot.rules.contest import Contest
from robot.rules.position import Position
from robot.solver.engine import Solver, playable_columns
from robot.solver.errors import BadPosition, SolverAborted, SolverBusy
from robot.solver.general import General
from robot.solver.levels import LEVELS
from tests.progress import figure, so_far

CALLERS = 2
ABORT_WITHIN_S = 0.003
CALLS_A_ROUND = 250
DEADLINES_S = (None, 0.0, 0.001, 0.005)
LATE = 30
"""From so many discs on a search without any limit is short."""
DRAWN = "121212212121343434434343565656656565777777"
MOST_BLOCKS, MOST_BYTES = 2_000, 8_000_000
"""What may be kept by the last nine tenths of all calls: by Python in blocks, by everybody in bytes."""


class Told:
    """The bounds of scores that the answers so far leave: never none."""

    def __init__(self):
        self._bounds = {}

    def narrow(self, position, lower, upper):
        known_lower, known_upper = self._bounds.get(position.key, (-21, 21))
        bounds = max(lower, known_lower), min(upper, known_upper)
        assert bounds[0] <= bounds[1], (position, bounds)
        self._bounds[position.key] = bounds

    def exact(self, position, score):
        self.narrow(position, score, score)


def all_positions_of_a_game(luck):
    """From the empty board to the won or the full one, now and then by way of columns filled up in turn."""
    positions, drawn = [Position()], DRAWN if luck.random() < 0.1 else ""
    while columns := playable_columns(positions[-1]):
        ply = positions[-1].ply
        positions.append(positions[-1].play(int(drawn[ply]) - 1 if drawn else luck.choice(columns)))
    return positions


def all_contests_of_a_game(luck, name):
    variant = catalogue.load(name)
    contests = [Contest(variant.start(variant.rules))]
    while not contests[-1].over and len(contests) < 50:
        contests.append(contests[-1].play(luck.choice(contests[-1].state.legal_moves())))
    return contests


class Caller:
    """Makes calls at random on solvers and engines of its own, and now and then on the solver of another caller."""

    def __init__(self, seed):
        self._luck = random.Random(seed)
        self._begin()

    def _begin(self):
        luck = self._luck
        self.solver = Solver(luck.choice((0, 1, 4)), threads=luck.choice((1, 1, 2, 3)))
        level = luck.choices(LEVELS, [8] * 9 + [1, 1])[0]
        self.engine = General(random.Random(luck.random()), level.name)
        self._positions = all_positions_of_a_game(luck)
        self._contests = all_contests_of_a_game(luck, luck.choice(("classic", "classic", *catalogue.names())))
        self._told = Told()

    def abort(self):
        self.solver.abort()
        self.engine.abort()

    def run(self, calls, other):
        for number in range(calls):
            if number % CALLS_A_ROUND == 0:
                self._begin()
            self._call(other.solver if self._luck.random() < 0.02 else self.solver)
            if number % 10_000 == 0:
                so_far(number, calls)

    def _call(self, solver):
        """Make one call. A solver that others ask too may be at work, and whatever is aborted may say so."""
        calls = (self._solve, self._best, self._best_one, self._scores, self._line, self._nonsense, self._choose)
        ask = self._luck.choices(calls, (40, 30, 10, 8, 8, 2, 2))[0]
        with contextlib.suppress(SolverAborted, SolverBusy):
            ask(solver, self._luck.choice(self._positions))

    def _limits(self, position):
        most, deadline_s = 1 << self._luck.randrange(1, 12), self._luck.choice(DEADLINES_S)
        ends = deadline_s is not None or position.ply >= LATE
        return {"nodes": self._luck.choice((None if ends else most, 0, 1, most)), "deadline_s": deadline_s}

    def _solve(self, solver, position):
        found = solver.solve(position, **self._limits(position))
        assert (found.score is None) == (found.lower < found.upper)
        self._told.narrow(position, found.lower, found.upper)

    def _best(self, solver, position):
        found = solver.best(position, **self._limits(position))
        assert set(found.columns) <= set(playable_columns(position))
        assert (found.score is None) == (found.lower < found.upper)
        self._told.narrow(position, found.lower, found.upper)
        if found.score is None:
            assert found.columns == () and not found.complete
            return
        assert not found.complete or bool(found.columns) == bool(playable_columns(position))
        self._told.exact(position, found.score)
        for column in found.columns:
            self._told.exact(position.play(column), -found.score)

    def _best_one(self, solver, position):
        found = solver.best_one(position, **self._limits(position))
        self._told.narrow(position, found.lower, found.upper)
        if found.score is not None:
            self._told.exact(position, found.score)
        if found.column is not None:
            self._told.exact(position.play(found.column), -found.score)

    def _scores(self, solver, position):
        found = solver.scores(position)
        scores = {column: score for column, score in enumerate(found.by_column) if score is not None}
        assert tuple(scores) == playable_columns(position)
        for column, score in scores.items():
            self._told.exact(position.play(column), -score)

    def _line(self, solver, position):
        for column in solver.line(position):
            assert column in playable_columns(position)
            position = position.play(column)
        assert not playable_columns(position)

    def _nonsense(self, solver, position):
        solver.clear()
        with pytest.raises(BadPosition):
            solver.best(Position(position.mover, position.mask | 1 << 48))

    def _choose(self, *_):
        contest = self._luck.choice(self._contests)
        if contest.over:
            with pytest.raises(BadPosition):
                self.engine.choose(contest)
            return
        chosen = self.engine.choose(contest)
        assert chosen.move in contest.state.legal_moves()


def disturb(callers, luck, ended):
    """Abort what some caller is at, until it is ended."""
    while not ended.wait(luck.random() * ABORT_WITHIN_S):
        luck.choice(callers).abort()


def run_disturbed(calls, seed):
    """Let every caller make so many calls, each in a thread, while one more aborts."""
    callers, ended = [Caller(f"{seed} {number}") for number in range(CALLERS)], threading.Event()
    with ThreadPoolExecutor(CALLERS + 1) as threads:
        disturbing = threads.submit(disturb, callers, random.Random(seed), ended)
        try:
            works = [threads.submit(caller.run, calls, callers[at - 1]) for at, caller in enumerate(callers)]
            for work in works:
                work.result()
        finally:
            ended.set()
        disturbing.result()


def held():
    """What this process holds: blocks of Python's, bytes in all."""
    gc.collect()
    return sys.getallocatedblocks(), resident_bytes() or 0


def hammer(calls, seed):
    """Make so many calls in all; what was kept by those after the first tenth. What is kept of every board is warm."""
    for name in catalogue.names():
        General(random.Random(0), "1").choose(all_contests_of_a_game(random.Random(0), name)[0])
    run_disturbed(calls // CALLERS // 10, seed)
    before = held()
    run_disturbed(calls // CALLERS * 9 // 10, -seed)
    after = held()
    return after[0] - before[0], after[1] - before[1]


def test_calls_answer_soundly_whenever_they_are_cut_short():
    blocks, _ = hammer(6_000, seed=1)
    assert blocks < MOST_BLOCKS, blocks


@pytest.mark.skipif(not os.environ.get("QUADROW_PROVE"), reason="a long proof: `make prove` runs it")
def test_million_calls_answer_soundly_and_keep_nothing():
    blocks, size = hammer(1_000_000, seed=2)
    figure(f"{blocks} blocks and {size} bytes more are held after 900,000 calls")
    assert blocks < MOST_BLOCKS, blocks
    assert size < MOST_BYTES
