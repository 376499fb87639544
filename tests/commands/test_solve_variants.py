"""`quadrow solve --variant`: who wins under any rules, in the notation of each."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import time

import pytest

from robot.cli import main
from robot.rules.catalogue import names
from robot.solver.book import Book
from tests.commands.test_solve import on_a_terminal, start_interruptible

LATE = "7422341735647741166133573473242566"
"""A position of classic whose score is +1."""


@pytest.fixture
def solve(capsys, monkeypatch):
    """Run the command for a variant; give exit code, lines of output and lines of error."""

    def run(variant, *words, typed=None):
        if typed is not None:
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8"))
        code = main(["solve", "--variant", variant, *words])
        captured = capsys.readouterr()
        return code, captured.out.splitlines(), captured.err.splitlines()

    return run


@pytest.mark.parametrize(
    ("variant", "line"),
    [
        ("small:5x4", "- 0 -1 0 0 0 -1"),
        ("small:4x4", "- 0 0 0 0 0"),
        ("small:6x4", "- -1 -1 -1 -1 -1 -1 -1"),
        ("small:4x6", "- 0 0 0 0 0"),
    ],
)
def test_solve_prints_the_known_values_of_small_boards(solve, variant, line):
    assert solve(variant, "-", "--scores") == (0, [line], [])


@pytest.mark.parametrize("variant", ["single", "partners", "classic"])
def test_solve_of_a_variant_with_classic_rules_gives_the_exact_score(solve, variant):
    assert solve(variant, LATE, "4455") == (0, [f"{LATE} 1", "4455 18"], [])


@pytest.mark.parametrize("moves", ["4=455", "4x455"])
def test_solve_gives_the_exact_score_once_the_colours_are_settled(solve, moves):
    _, (line,), _ = solve("pie", moves, "--scores")
    assert line.split()[:2] == [moves, "18"] and line.split()[-2:] == ["x", "x"]
    assert len(line.split()) == 2 + 7 + 2


def test_solve_of_misere_knows_that_a_line_loses(solve):
    _, (line,), _ = solve("misere", "112233", "--scores", "--nodes", "1000")
    assert line.split()[2:][3] == "-1"


def test_solve_of_a_cylinder_sees_the_line_over_the_seam(solve):
    assert solve("cylinder", "617172", "--nodes", "1000")[1] == ["617172 ?"]
    assert solve("cylinder", "661122", "--nodes", "1000")[1] == ["661122 1"]


def test_solve_of_five_in_a_row_uses_the_discs_of_the_side_columns(solve):
    """a1 is the first player's."""
    _, (line,), _ = solve("five", "bbccdd", "--scores", "--nodes", "1000")
    fields = line.split()[2:]
    assert (fields[0], fields[4], fields[8]) == ("x", "1", "x")


def test_solve_of_popout_names_pops_after_columns(solve):
    _, (line,), _ = solve("popout", "ddee", "--scores", "--nodes", "200000")
    moves, score, *columns = line.split()
    assert (moves, score, len(columns)) == ("ddee", "1", 14)
    assert columns[2] == columns[5] == "1"
    assert [at for at, value in enumerate(columns) if value == "x"] == [7, 8, 9, 12, 13]


def test_solve_of_popout_reads_capitals_as_pops(solve):
    code, (line,), (error,) = solve("popout", "abA", "aA", "--nodes", "10")
    assert (code, line) == (2, "abA ?")
    assert error.startswith("quadrow solve: position 2: move 2: ")


def test_solve_prints_a_question_mark_where_nothing_is_proven(solve):
    assert solve("misere", "-", "--scores", "--nodes", "100") == (0, ["- ?" + " ?" * 7], [])


def test_solve_json_tells_what_is_unknown_from_what_cannot_be_played(solve):
    _, (line,), _ = solve("popout", "11", "--scores", "--stats", "--json", "--nodes", "1000")
    said = json.loads(line)
    assert (said["score"], said["scores"]) == (None, [None] * 14)
    assert said["unknown"] == ["a", "b", "c", "d", "e", "f", "g", "A"]
    assert 0 < said["nodes"] <= 1000 and said["took_us"] > 0


@pytest.mark.parametrize("variant", names())
def test_solve_answers_the_first_position_of_every_variant(solve, variant):
    code, (line,), errors = solve(variant, "-", "--nodes", "10000")
    assert (code, errors) == (0, []) and line.split()[1] in {"1", "0", "-1", "?"}


def test_solve_of_pie_scores_the_two_answers_last(solve):
    if Book.shipped() is None:
        pytest.skip("the book is not there")
    assert solve("pie", "-", "d", "--scores")[1] == ["- 0 -1 -1 0 -1 0 -1 -1 x x", "d 1" + " x" * 7 + " -1 1"]


@pytest.mark.parametrize(
    ("variant", "bad", "says"),
    [
        ("small:5x4", b"a", "move 1: 'a' is no move"),
        ("small:5x4", b"bbbbb", "move 5: column b is full"),
        ("misere", b"12121212", "the game is over before move 8 (b)"),
        ("misere", b"1212121", "the game is over"),
        ("three", b"dD", "move 2: "),
        ("pie", b"dd", "move 2: the colours have to be settled first"),
    ],
)
def test_solve_of_a_variant_names_a_bad_line_and_answers_the_others(solve, variant, bad, says):
    code, lines, (error,) = solve(variant, "--nodes", "100", typed=b"-\n" + bad + b"\n-\n")
    assert (code, [line[0] for line in lines]) == (2, ["-", "-"])
    assert error.startswith("quadrow solve: line 2: ") and says in error and " - " in error


@pytest.mark.parametrize("variant", ["nix", "small:9x9", "misere:5x4", ""])
def test_solve_refuses_a_variant_that_does_not_exist_in_one_line(solve, variant):
    code, lines, errors = solve(variant, "-")
    assert (code, lines, len(errors)) == (2, [], 1)


@pytest.mark.parametrize("nodes", ["0", "-1", "many", "1.5"])
def test_solve_refuses_a_number_of_nodes_that_is_none(solve, nodes):
    assert solve("misere", "-", "--nodes", nodes)[0] == 2


def test_solve_on_a_terminal_names_the_moves_of_the_variant():
    head, *lines = on_a_terminal("--variant", "popout", "abA", "--scores", "--nodes", "10").splitlines()
    assert head == "MOVES SCORE a b c d e f g A B C D E F G"
    assert [len(line.split()) for line in lines] == [len(head.split())]


@pytest.mark.parametrize("variant", ["cylinder", "popout", "powerup"])
def test_solve_of_a_variant_ends_at_an_interrupt_with_one_line(variant):
    words = ("--variant", variant, "-", "--nodes", "1000000000000")
    with start_interruptible(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            time.sleep(1.5)
            process.send_signal(signal.SIGINT)
            assert process.wait(5) == 130
        finally:
            process.kill()
        assert process.stderr.read() == b"quadrow solve: interrupted\n"
        assert process.stdout.read() == b""
