"""The exact solver: the Python face of the C search.

A score is for the side to move: +n it wins with its n-th last disc, 0 draw, -n it loses so; an immediate win on a
board with `left` empty cells is (left + 1) // 2. A finished game has a score too: the side to move has lost it, or 0.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from robot.rules.position import Position
from robot.solver._search import MOST_THREADS, NO_MOVE, Search, is_position
from robot.solver.answers import BestMove, BestMoves, ColumnScores, Solution
from robot.solver.book import Book
from robot.solver.book_form import REMEDY
from robot.solver.errors import BadBook, BadLimit, BadPosition, NoTable, NoThreads, SolverAborted, SolverBusy

TABLE_MIB = 64
MOST_TABLE_MIB = 1 << 14
ANY_LOWER, ANY_UPPER = -22, 22
MOST_LIMIT = 1 << 62
"""More nodes and microseconds than any search has."""
BEYOND_BOARD = 1 << Position.WIDTH * (Position.HEIGHT + 1)

Watch = Callable[[int, int], None]
"""Is told about every 50 ms the nodes and the microseconds of the request so far; what it raises ends the request."""


class _Proven(NamedTuple):
    """Bounds of a score, and a column that reaches the lower one, where one is known."""

    lower: int
    upper: int
    column: int | None

    @property
    def is_exact(self) -> bool:
        return self.lower == self.upper

    @property
    def score(self) -> int | None:
        return self.lower if self.lower == self.upper else None


class _Budget:
    """The nodes and microseconds of one request, over several searches. Raises BadLimit."""

    def __init__(self, nodes: int | None, deadline_s: float | None) -> None:
        self._most_nodes = None if nodes is None else _nodes(nodes)
        self._most_us = None if deadline_s is None else _microseconds(deadline_s)
        self.nodes = 0
        self.took_us = 0

    def limits(self) -> tuple[int, int]:
        """What is left, as the C search takes it: no nodes left is 1 (0 is no limit), no time limit is -1."""
        nodes = 0 if self._most_nodes is None else max(1, self._most_nodes - self.nodes)
        time_us = -1 if self._most_us is None else max(0, self._most_us - self.took_us)
        return nodes, time_us

    def told_to(self, watch: Watch) -> Watch:
        """A watch for one search that tells `watch` about the whole request."""
        return lambda nodes, took_us: watch(self.nodes + nodes, self.took_us + took_us)

    def spend(self, nodes: int, took_us: int) -> None:
        self.nodes += nodes
        self.took_us += took_us


class Solver:
    """Exact scores of positions of the classic game, 7 columns and 6 rows.

        Solver().solve(position_of("44455554221")).score       -15; position_of is in robot.rules.notation

    A score is for the side to move, both sides playing as well as they can: +n it wins with its n-th last disc, where
    each side has 21, 0 is a draw, -n it loses so; +18 is the greatest, +1 a win with the last disc. A finished game has
    a score too: the side to move has lost it, or 0. Columns are 0 to 6, from the left.

        solve     a Solution: the score, or the bounds that are proven within a limit
        scores    ColumnScores: the score of each column, for the side that plays it
        best      BestMoves: the score and all columns that keep it
        best_one  a BestMove: the score and the first column that is proven to keep it, which takes the least
        line      columns of best moves on both sides to the end

    What was found stays in a table and makes later requests faster; `clear` forgets it. Solvers share nothing, so
    several may work in threads of one process (the GIL is released while they search); one solver answers one request
    at a time and raises SolverBusy for a second. Every request raises BadPosition for what is no position of the game;
    in the main thread it is cut short by what a signal raises (KeyboardInterrupt).
    """

    def __init__(
        self,
        table_mib: int = TABLE_MIB,
        watch: Watch | None = None,
        threads: int = 1,
        book: Book | None = None,
    ) -> None:
        """Take the largest power of two of MiB up to `table_mib`; long searches use up to `threads` threads;
        what is in `book` is not searched.

        With one thread the nodes of a request depend only on it and the earlier ones; with more they vary from run to
        run, the scores do not. Raises NoTable, NoThreads and BadBook.
        """
        if not (isinstance(table_mib, int) and 0 <= table_mib <= MOST_TABLE_MIB):
            raise NoTable(
                f"a table cannot have {table_mib!r} MiB", f"choose a whole number from 0 (4 KiB) to {MOST_TABLE_MIB}"
            )
        try:
            self._search = Search(table_mib << 20, book.files if book else ())
        except MemoryError as error:
            raise NoTable(f"no memory for a table of {table_mib} MiB", "ask for a smaller table") from error
        except ValueError as error:
            raise BadBook(f"the opening book is damaged: {error}", REMEDY) from error
        if not (isinstance(threads, int) and 1 <= threads <= MOST_THREADS):
            raise NoThreads(
                f"a search cannot have {threads!r} threads", f"choose a whole number from 1 to {MOST_THREADS}"
            )
        self._threads = threads
        self._watch = watch
        self._turn = threading.Lock()

    def solve(self, position: Position, nodes: int | None = None, deadline_s: float | None = None) -> Solution:
        """The score, or its bounds once `nodes` are searched or `deadline_s` seconds have passed since the call.

        An infinite deadline is none. Raises BadLimit for what is no limit, such as a negative one.
        """
        with self._request(position):
            budget = _Budget(nodes, deadline_s)
            proven = self._prove(position, budget)
        return Solution(proven.score, proven.lower, proven.upper, budget.nodes, budget.took_us)

    def scores(self, position: Position) -> ColumnScores:
        """The exact score of every column, however long it takes. Raises SolverAborted after `abort`."""
        by_column: list[int | None] = [None] * Position.WIDTH
        with self._request(position):
            budget = _Budget(None, None)
            best = self._prove(position, budget)
            for column in playable_columns(position):
                by_column[column] = self._score_of(position, column, best, budget)
        return ColumnScores(tuple(by_column), budget.nodes, budget.took_us)

    def best(self, position: Position, nodes: int | None = None, deadline_s: float | None = None) -> BestMoves:
        """All columns that keep the score; limits as in `solve`. A finished game has a score and no columns."""
        with self._request(position):
            budget = _Budget(nodes, deadline_s)
            proven = self._prove(position, budget)
            keeping, complete = self._keeping(position, proven, budget) if proven.is_exact else ((), False)
        return BestMoves(proven.score, keeping, budget.nodes, budget.took_us, proven.lower, proven.upper, complete)

    def best_one(self, position: Position, nodes: int | None = None, deadline_s: float | None = None) -> BestMove:
        """One column that keeps the score, the first that is proven to; limits as in `solve`."""
        with self._request(position):
            budget = _Budget(nodes, deadline_s)
            proven = self._prove(position, budget, wants_column=True)
        column = proven.column if proven.is_exact else None
        return BestMove(proven.score, column, budget.nodes, budget.took_us, proven.lower, proven.upper)

    def line(self, position: Position) -> tuple[int, ...]:
        """Columns of best moves on both sides, to the end of the game: the principal variation, however long it takes.

        Of equal moves the one nearest to the middle. Raises SolverAborted after `abort`.
        """
        columns: list[int] = []
        with self._request(position):
            budget = _Budget(None, None)
            proven = self._prove(position, budget)
            while playable_columns(position):
                keeping, complete = self._keeping(position, proven, budget) if proven.is_exact else ((), False)
                if not complete:
                    raise SolverAborted("the best line was not finished", "ask again")
                columns.append(min(keeping, key=lambda column: abs(2 * column - Position.WIDTH + 1)))
                position, proven = position.play(columns[-1]), _Proven(-proven.lower, -proven.lower, None)
        return tuple(columns)

    def abort(self) -> None:
        """End the request that runs in another thread; one that is made later is not touched."""
        self._search.abort()

    def clear(self) -> None:
        """Forget all that earlier requests found."""
        self._take()
        try:
            self._search.clear()
        finally:
            self._turn.release()

    def _keeping(self, position: Position, proven: _Proven, budget: _Budget) -> tuple[tuple[int, ...], bool]:
        """The columns that keep the score, of which one may be known; False with them when a limit came first."""
        keeping: list[int] = []
        for column in playable_columns(position):
            keeps = column == proven.column or self._keeps(position, column, proven.lower, budget)
            if keeps is None:
                return tuple(keeping), False
            if keeps:
                keeping.append(column)
        return tuple(keeping), True

    def _score_of(self, position: Position, column: int, best: _Proven, budget: _Budget) -> int:
        """The exact score of a column. None is above the best and most are near it, so the questions begin there."""
        if not best.is_exact or column == best.column:
            return _finished(best)
        reply = _Proven(-best.lower, ANY_UPPER, None)
        while not reply.is_exact:
            said = self._prove(position.play(column), budget, reply.lower, reply.lower + 1)
            narrowed = _Proven(max(said.lower, reply.lower), min(said.upper, reply.upper), None)
            if narrowed == reply:
                break
            reply = narrowed
        return -_finished(reply)

    def _keeps(self, position: Position, column: int, score: int, budget: _Budget) -> bool | None:
        """Whether a column keeps the score; None when a limit came first."""
        reply = self._prove(position.play(column), budget, -score, -score + 1)
        return None if reply.upper > -score >= reply.lower else reply.upper <= -score

    def _prove(
        self,
        position: Position,
        budget: _Budget,
        lower: int = ANY_LOWER,
        upper: int = ANY_UPPER,
        wants_column: bool = False,
    ) -> _Proven:
        """Search until the score is known, or is known to be at most `lower` or at least `upper`."""
        watch = budget.told_to(self._watch) if self._watch else None
        limits = (lower, upper, *budget.limits())
        found = self._search.solve(position.mover, position.mask, *limits, watch, self._threads, wants_column)
        budget.spend(found[3], found[4])
        return _Proven(found[0], found[1], None if found[2] == NO_MOVE else found[2])

    @contextmanager
    def _request(self, position: Position) -> Iterator[None]:
        _check(position)
        self._take()
        try:
            self._search.lift_abort()
            yield
        finally:
            self._turn.release()

    def _take(self) -> None:
        if not self._turn.acquire(blocking=False):
            raise SolverBusy("this solver is at work in another thread", "wait for it, or make a second solver")


def _check(position: Position) -> None:
    """Raises BadPosition for what is no position of the game."""
    if not isinstance(position, Position):
        raise BadPosition(f"{_shown(position)} is no position", "build one with robot.rules.notation.position_of")
    try:
        is_one = 0 <= position.mover <= position.mask < BEYOND_BOARD and is_position(position.mover, position.mask)
    except TypeError:
        is_one = False
    if not is_one:
        raise BadPosition("no game leads to these bitboards", "build positions with Position.play")


def _nodes(nodes: int) -> int:
    """A limit of nodes as the search takes it. Raises BadLimit."""
    if not isinstance(nodes, int) or nodes < 0:
        raise BadLimit(f"{_shown(nodes)} is no number of nodes", "give a whole number from 0 on, or None for no limit")
    return min(nodes, MOST_LIMIT)


def _microseconds(deadline_s: float) -> int | None:
    """A deadline as the search takes it; None for an infinite one. Raises BadLimit."""
    if not isinstance(deadline_s, int | float) or not deadline_s >= 0:
        raise BadLimit(f"{_shown(deadline_s)} s is no deadline", "give seconds from 0 on, or None for no limit")
    return None if deadline_s == math.inf else round(min(deadline_s, MOST_LIMIT / 1e6) * 1e6)


def _shown(given: object) -> str:
    """What was given, not endless."""
    return repr(given)[:60]


def _finished(proven: _Proven) -> int:
    """The score. Raises SolverAborted where it is not known."""
    if not proven.is_exact:
        raise SolverAborted("the scores of the columns were not finished", "ask again")
    return proven.lower


def playable_columns(position: Position) -> tuple[int, ...]:
    """The columns that the side to move may choose; none once the game is over."""
    return () if position.last_mover_has_line() else position.legal_columns()
