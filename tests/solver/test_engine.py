"""Exact scores: against the reference search, against files of positions, and against themselves."""

from __future__ import annotations

import inspect
import os
import random
import re
from ast import literal_eval
from pathlib import Path

import pytest

from robot.rules.notation import columns_of, position_of
from robot.rules.position import Position
from robot.solver.answers import BestMove, BestMoves, ColumnScores, Solution
from robot.solver.book import Book
from robot.solver.engine import Solver, playable_columns
from robot.solver.errors import BadPosition, NoTable, NoThreads
from robot.solver.reference import reference_score
from tests.solver.games import mirrored, random_game

OWN_POSITIONS = Path(__file__).parent.parent / "data" / "positions.txt"
LATE_PLIES = range(30, 42)
BOTTOMS_OF_BCEF = 1 << 7 | 1 << 14 | 1 << 28 | 1 << 35


def lines_of(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    return [(moves, int(score)) for moves, score in (line.split() for line in lines if not line.startswith("#"))]


def disagreements(solver, lines):
    return [line for line in lines if solver.solve(position_of(line[0])).score != line[1]]


def disagreements_with_reference(seed, positions):
    luck, solver, found = random.Random(seed), Solver(table_mib=1), []
    for _ in range(positions):
        moves, position = random_game(luck, luck.choice(LATE_PLIES))
        if solver.solve(position).score != reference_score(moves):
            found.append(moves)
    return found


@pytest.fixture
def solver():
    return Solver(table_mib=4)


def test_solve_agrees_with_every_own_position(solver):
    lines = lines_of(OWN_POSITIONS)
    assert len(lines) == 200
    assert disagreements(solver, lines) == []


def test_own_positions_still_agree_with_the_reference():
    late = [line for line in lines_of(OWN_POSITIONS) if len(line[0]) >= 30]
    assert len(late) >= 80
    assert [line for line in late if reference_score(columns_of(line[0])) != line[1]] == []


def test_solve_agrees_with_the_reference_on_random_late_positions():
    assert disagreements_with_reference(seed=1, positions=300) == []


@pytest.mark.skipif(not os.environ.get("QUADROW_PROVE"), reason="a long proof: `make prove` runs it")
def test_solve_agrees_with_the_reference_on_ten_thousand_positions():
    assert disagreements_with_reference(seed=2, positions=10_000) == []


@pytest.mark.parametrize(
    ("moves", "score"),
    [("4455", 18), ("44455554221", -15), ("1212121", -18), ("121212212121343434434343565656656565777777", 0)],
)
def test_solve_knows_scores_that_are_counted_by_hand(solver, moves, score):
    assert solver.solve(position_of(moves)).score == score


def test_solve_gives_a_mirrored_position_the_same_score(solver):
    luck = random.Random(5)
    for _ in range(100):
        _, position = random_game(luck, luck.choice(range(20, 34)))
        assert solver.solve(position).score == solver.solve(mirrored(position)).score


def test_solve_gives_the_same_answer_from_the_smallest_table():
    luck, small, large = random.Random(6), Solver(table_mib=0), Solver(table_mib=16)
    for _ in range(60):
        _, position = random_game(luck, 20)
        assert small.solve(position).score == large.solve(position).score


def test_solve_counts_the_same_nodes_after_clear(solver):
    _, position = random_game(random.Random(7), 14)
    first = solver.solve(position)
    assert solver.solve(position).nodes < first.nodes
    solver.clear()
    assert solver.solve(position).nodes == first.nodes


def test_scores_are_the_negated_scores_after_each_move(solver):
    luck = random.Random(8)
    for _ in range(30):
        moves, position = random_game(luck, luck.choice(range(32, 41)))
        expected = tuple(
            -reference_score((*moves, column)) if position.is_legal(column) else None for column in range(7)
        )
        assert solver.scores(position).by_column == expected


def test_scores_of_a_finished_game_are_all_missing(solver):
    assert solver.scores(position_of("1212121")).by_column == (None,) * 7


def test_best_names_every_column_that_keeps_the_score(solver):
    luck = random.Random(9)
    for _ in range(60):
        _, position = random_game(luck, luck.choice(range(18, 41)))
        scores = solver.scores(position).by_column
        best = solver.best(position)
        assert best.score == max(score for score in scores if score is not None)
        assert best.columns == tuple(column for column in range(7) if scores[column] == best.score)


def test_best_of_a_finished_game_has_a_score_and_no_columns(solver):
    best = solver.best(position_of("1212121"))
    assert (best.score, best.columns) == (-18, ())


@pytest.mark.parametrize("threads", [1, 3])
def test_best_one_names_a_column_that_keeps_the_score(threads):
    luck, solver = random.Random(10), Solver(1, threads=threads)
    for _ in range(60):
        _, position = random_game(luck, luck.choice(range(18, 42)))
        for _ in range(2):  # the second time the table knows the position
            one = solver.best_one(position)
            best = solver.best(position)
            assert one.score == best.score and one.column in best.columns


def test_best_one_of_a_finished_game_has_a_score_and_no_column(solver):
    one = solver.best_one(position_of("1212121"))
    assert (one.score, one.column) == (-18, None)


def test_line_keeps_the_score_to_the_end_of_the_game(solver):
    luck = random.Random(13)
    for _ in range(20):
        _, position = random_game(luck, luck.choice(range(18, 41)))
        score = solver.solve(position).score
        for column in solver.line(position):
            assert solver.scores(position).by_column[column] == score
            position, score = position.play(column), -score
        assert playable_columns(position) == ()


def test_examples_of_the_readme_run(capsys):
    text = (Path(__file__).parents[2] / "robot" / "solver" / "README.md").read_text(encoding="utf-8")
    examples = [part.partition("```")[0] for part in text.split("```python\n")[1:]]
    assert len(examples) == 4
    exec(examples[0], {})
    assert capsys.readouterr().out == "-15\n"
    exec(examples[1], {})
    lines = capsys.readouterr().out.splitlines()
    score, by_column, columns, column, line = map(literal_eval, lines[:5])
    assert score == max(one for one in by_column if one is not None) == 1
    assert column in columns and line[0] in columns and lines[5].startswith("None -")
    if Book.shipped() is not None:
        exec(examples[2], {})
        assert capsys.readouterr().out == "(-2, -1, 0, 1, 0, -1, -2)\n"
    exec(examples[3], {})
    assert re.match("[a-g] .", capsys.readouterr().out)


@pytest.mark.parametrize(
    "impossible",
    [
        Position(0, 2),
        Position(1, 1),
        Position(2, 1),
        Position(0, 1 << 6),
        Position(0, 1 << 60),
        Position(0x0F, 0x0F | BOTTOMS_OF_BCEF),
    ],
    ids=["floating", "count", "no disc below", "off the top", "off the board", "the mover has a line"],
)
def test_every_request_refuses_an_impossible_position(solver, impossible):
    for request in (solver.solve, solver.best, solver.scores):
        with pytest.raises(BadPosition):
            request(impossible)


@pytest.mark.parametrize(
    "given", ["4455", None, 3, Position("a", "b"), Position(1, 1.0), Position(-1, 1), Position(1 << 64, 1 << 64)]
)
def test_every_request_refuses_what_is_no_position(solver, given):
    for request in (solver.solve, solver.best, solver.best_one, solver.scores, solver.line):
        with pytest.raises(BadPosition) as refused:
            request(given)
        assert refused.value.remedy


@pytest.mark.parametrize("subject", [Solver, Solution, ColumnScores, BestMoves, BestMove])
def test_help_says_what_a_score_means_and_how_columns_are_counted(subject):
    said = " ".join((inspect.getdoc(subject) or "").split())
    assert "+n it wins with its n-th last disc" in said or "as in `Solution`" in said
    assert subject is Solution or "0 to 6" in said


@pytest.mark.parametrize("table_mib", [-1, (1 << 14) + 1, 1 << 60, 1.5, "64", None])
def test_solver_refuses_a_table_of_no_sensible_size(table_mib):
    with pytest.raises(NoTable):
        Solver(table_mib)


def test_solve_gives_the_same_scores_with_several_threads():
    luck, one, three = random.Random(10), Solver(table_mib=16), Solver(table_mib=16, threads=3)
    for _ in range(12):
        _, position = random_game(luck, 10)
        one.clear()
        three.clear()
        assert three.solve(position).score == one.solve(position).score


@pytest.mark.parametrize("threads", [-1, 0, 65, 1.5, "2", None])
def test_solver_refuses_a_number_of_threads_that_no_search_can_have(threads):
    with pytest.raises(NoThreads):
        Solver(1, threads=threads)
