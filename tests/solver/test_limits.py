"""Limits, abort and threads: a search ends when it is told to, and says only what it has proven."""

from __future__ import annotations

import random
import signal
import threading

import pytest

from robot.rules.position import Position
from robot.solver.engine import Solver
from robot.solver.errors import BadLimit, SolverAborted, SolverBusy
from tests.solver.games import random_game

EMPTY = Position()
PATIENCE_S = 30.0


class Work(threading.Thread):
    """Do something in a thread; `wait` gives its result or raises what it raised."""

    def __init__(self, action):
        super().__init__(daemon=True)
        self._action, self.result, self.error = action, None, None
        self.start()

    def run(self):
        try:
            self.result = self._action()
        except Exception as error:
            self.error = error

    def wait(self):
        self.join(PATIENCE_S)
        assert not self.is_alive(), "the search goes on"
        if self.error is not None:
            raise self.error
        return self.result


def abort_until_it_ends(solver, work):
    """Abort again and again, since a request that has not begun yet is not touched."""
    for _ in range(1000):
        solver.abort()
        work.join(0.01)
        if not work.is_alive():
            return
    raise AssertionError("abort does not end the search")


@pytest.mark.parametrize("nodes", [1, 7, 1000, 50_000])
def test_solve_searches_exactly_the_nodes_it_may(nodes):
    solution = Solver(1).solve(EMPTY, nodes=nodes)
    assert (solution.score, solution.nodes) == (None, nodes)


def test_solve_with_no_nodes_left_still_answers_what_needs_no_search():
    threes = Position().play(0).play(1).play(0).play(1).play(0).play(1)
    assert Solver(1).solve(threes, nodes=0).score == 18


def test_solve_ends_at_its_deadline():
    solution = Solver(1).solve(EMPTY, deadline_s=0.05)
    assert solution.score is None
    assert solution.took_us >= 50_000


def test_solve_past_its_deadline_searches_one_node():
    assert Solver(1).solve(EMPTY, deadline_s=0.0).nodes == 1


def test_solve_gives_bounds_that_hold_the_score_at_every_limit():
    luck = random.Random(11)
    for _ in range(40):
        _, position = random_game(luck, 16)
        score = Solver(1).solve(position).score
        for nodes in (1, 10, 100, 1000):
            solution = Solver(0).solve(position, nodes=nodes)
            assert solution.lower <= score <= solution.upper
            assert (solution.score is None) == (solution.lower < solution.upper)


def test_solve_goes_on_to_the_right_score_after_limits_cut_it_short():
    _, position = random_game(random.Random(12), 14)
    solver, fresh = Solver(4), Solver(4)
    for nodes in (10, 333, 4_000):
        solver.solve(position, nodes=nodes)
    assert solver.solve(position).score == fresh.solve(position).score


def test_best_keeps_to_its_nodes_and_then_names_no_column():
    best = Solver(1).best(EMPTY, nodes=5_000)
    assert (best.score, best.columns, best.complete, best.nodes) == (None, (), False, 5_000)


def test_best_one_keeps_to_its_nodes_and_then_names_no_column():
    best = Solver(1).best_one(EMPTY, nodes=5_000)
    assert (best.score, best.column, best.nodes) == (None, None, 5_000)


@pytest.mark.parametrize("request_of", [Solver.best, Solver.best_one])
def test_best_gives_the_bounds_that_are_proven_when_a_limit_comes_first(request_of):
    luck, cut = random.Random(14), 0
    for _ in range(30):
        _, position = random_game(luck, 16)
        score = Solver(1).solve(position).score
        for nodes in (1, 30, 1000):
            best = request_of(Solver(0), position, nodes=nodes)
            assert best.lower <= score <= best.upper and best.nodes <= nodes + 7
            assert best.score == (score if best.lower == best.upper else None)
            cut += best.score is None
    assert cut > 20


def test_best_names_only_columns_that_keep_the_score_when_a_limit_comes_first():
    luck, partly = random.Random(15), 0
    for _ in range(40):
        _, position = random_game(luck, 18)
        whole = Solver(1).best(position)
        assert whole.complete
        for nodes in (30, 100, 300, 1000, 3000):
            best = Solver(0).best(position, nodes=nodes)
            assert set(best.columns) <= set(whole.columns)
            assert not best.complete or best.columns == whole.columns
            partly += best.score is not None and not best.complete
    assert partly


@pytest.mark.parametrize("request_of", [Solver.solve, Solver.best, Solver.best_one])
def test_bounds_are_scores_that_a_game_can_have(request_of):
    luck = random.Random(16)
    for position in (EMPTY, *(random_game(luck, ply)[1] for ply in range(1, 30))):
        found = request_of(Solver(0), position, nodes=1)
        assert -18 <= found.lower <= found.upper <= 18
        assert -(21 - (position.ply + 1) // 2) <= found.lower and found.upper <= 21 - position.ply // 2


@pytest.mark.parametrize("nodes", [-1, 1.0, "10", float("nan")])
@pytest.mark.parametrize("request_of", [Solver.solve, Solver.best, Solver.best_one])
def test_requests_refuse_nodes_that_are_no_limit(request_of, nodes):
    with pytest.raises(BadLimit) as refused:
        request_of(Solver(0), EMPTY, nodes=nodes)
    assert refused.value.remedy


@pytest.mark.parametrize("deadline_s", [-0.1, float("nan"), float("-inf"), "1"])
@pytest.mark.parametrize("request_of", [Solver.solve, Solver.best, Solver.best_one])
def test_requests_refuse_a_deadline_that_is_none(request_of, deadline_s):
    with pytest.raises(BadLimit):
        request_of(Solver(0), EMPTY, deadline_s=deadline_s)


def test_solve_takes_an_infinite_deadline_for_none():
    _, position = random_game(random.Random(17), 20)
    assert Solver(1).solve(position, deadline_s=float("inf")).score == Solver(1).solve(position).score


@pytest.mark.parametrize("limit", [{"nodes": 1 << 80}, {"deadline_s": 1e300}, {"nodes": 1 << 64}])
def test_solve_takes_a_limit_beyond_all_searches_for_what_it_is(limit):
    _, position = random_game(random.Random(17), 20)
    assert Solver(1).solve(position, **limit).score is not None


def test_a_refused_limit_leaves_the_solver_free():
    solver = Solver(0)
    with pytest.raises(BadLimit):
        solver.solve(EMPTY, nodes=-1)
    assert solver.solve(EMPTY, nodes=5).nodes == 5


def test_abort_ends_a_search_in_another_thread():
    solver = Solver(1)
    work = Work(lambda: solver.solve(EMPTY))
    abort_until_it_ends(solver, work)
    solution = work.wait()
    assert solution.score is None
    assert solution.lower <= 1 <= solution.upper


def test_abort_of_scores_raises():
    solver = Solver(1)
    work = Work(lambda: solver.scores(EMPTY))
    abort_until_it_ends(solver, work)
    with pytest.raises(SolverAborted):
        work.wait()


def test_abort_does_not_touch_later_requests():
    solver = Solver(1)
    solver.abort()
    assert solver.solve(EMPTY, nodes=3_000).nodes == 3_000


@pytest.mark.parametrize("request_of", [Solver.solve, Solver.scores, Solver.best])
def test_an_interrupt_ends_every_request_and_the_solver_still_works(request_of):
    solver = Solver(1, watch=lambda nodes, took_us: signal.raise_signal(signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        request_of(solver, EMPTY)
    assert solver.solve(EMPTY, nodes=1_000).nodes == 1_000


def test_a_signal_is_looked_at_without_a_watch():
    """The timer's thread only asks for the signal; its handler has to run in this thread, which searches."""
    solver, most = Solver(1), 20_000_000
    before = signal.signal(signal.SIGUSR1, lambda *_: solver.abort())
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGUSR1])
    timer.start()
    try:
        assert solver.solve(EMPTY, nodes=most).nodes < most
    finally:
        timer.join()
        signal.signal(signal.SIGUSR1, before)


def test_watch_hears_growing_figures_of_the_whole_request():
    heard = []

    def watch(nodes, took_us):
        heard.append((nodes, took_us))
        if len(heard) == 3:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Solver(1, watch).scores(EMPTY)
    assert heard == sorted(set(heard))
    assert heard[0][0] > 0 and heard[0][1] >= 50_000


def test_watch_changes_no_node_of_a_search():
    watched = []
    found = Solver(4, lambda *figures: watched.append(figures)).solve(EMPTY, nodes=2_000_000)
    plain = Solver(4).solve(EMPTY, nodes=2_000_000)
    assert watched
    assert (found.lower, found.upper, found.nodes) == (plain.lower, plain.upper, plain.nodes)


def test_solver_refuses_a_second_request_while_it_searches():
    solver = Solver(1)
    work = Work(lambda: solver.solve(EMPTY, nodes=200_000_000))
    try:
        with pytest.raises(SolverBusy):
            while work.is_alive():
                solver.solve(EMPTY, nodes=1)
    finally:
        abort_until_it_ends(solver, work)


def test_two_solvers_in_two_threads_do_not_disturb_each_other():
    luck = random.Random(13)
    positions = [random_game(luck, 15)[1] for _ in range(12)]

    def all_of(solver):
        return [(found.score, found.nodes) for found in map(solver.solve, positions)]

    alone = all_of(Solver(4))
    works = [Work(lambda: all_of(Solver(4))) for _ in range(2)]
    assert [work.wait() for work in works] == [alone, alone]


def test_solve_lets_other_threads_run_meanwhile():
    solver, ran = Solver(1), threading.Event()
    work = Work(lambda: solver.solve(EMPTY))
    while not ran.is_set():
        Work(ran.set).wait()
    still_searching = work.is_alive()
    abort_until_it_ends(solver, work)
    assert still_searching
