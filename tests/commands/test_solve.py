"""`quadrow solve`: what is typed, and what comes back."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from robot.cli import main

ROOT = Path(__file__).parents[2]
LATE = "7422341735647741166133573473242566"
"""Eight cells are empty; c and d are full. Its score is +1."""
OVER = "1212121"


@pytest.fixture
def solve(capsys, monkeypatch):
    """Run the command; give exit code, lines of output and lines of error."""

    def run(*words, typed=None):
        if typed is not None:
            stdin = io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8")
            monkeypatch.setattr("sys.stdin", stdin)
        code = main(["solve", *words])
        captured = capsys.readouterr()
        return code, captured.out.splitlines(), captured.err.splitlines()

    return run


def test_solve_prints_the_moves_as_typed_and_the_score(solve):
    assert solve(LATE, "4455", "ddee") == (0, [f"{LATE} 1", "4455 18", "ddee 18"], [])


def test_solve_prints_seven_scores_with_x_for_a_full_column(solve):
    code, (line,), errors = solve(LATE, "--scores")
    moves, score, *columns = line.split()
    assert (code, moves, score, errors) == (0, LATE, "1", [])
    assert columns[2] == columns[3] == columns[6] == "x"
    assert max(int(column) for column in columns if column != "x") == 1


def test_solve_prints_nodes_and_microseconds_last(solve):
    _, (line,), _ = solve(LATE, "--scores", "--stats")
    assert len(line.split()) == 2 + 7 + 2
    nodes, took_us = map(int, line.split()[-2:])
    assert nodes > 0
    assert took_us >= 0


def test_solve_gives_a_finished_game_its_score_and_no_columns(solve):
    assert solve(OVER, "--scores") == (0, [f"{OVER} -18 x x x x x x x"], [])


def test_solve_json_has_the_same_figures(solve):
    _, (text,), _ = solve(LATE, "--scores")
    _, (line,), _ = solve(LATE, "--scores", "--stats", "--json")
    answer = json.loads(line)
    scores = ["x" if score is None else str(score) for score in answer["scores"]]
    assert [answer["moves"], str(answer["score"]), *scores] == text.split()
    assert set(answer) == {"moves", "score", "scores", "nodes", "took_us"}


def test_solve_json_holds_only_what_was_asked_for(solve):
    _, (line,), _ = solve("4455", "--json")
    assert json.loads(line) == {"moves": "4455", "score": 18}


def test_solve_reads_the_first_word_of_each_line(solve):
    typed = f"# a comment\n\n  4455 18 and more\n{LATE}\r\n#4\n".encode()
    assert solve(typed=typed) == (0, ["4455 18", f"{LATE} 1"], [])


def test_solve_of_nothing_prints_nothing(solve):
    assert solve(typed=b"") == (0, [], [])


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (b"44x", "move 3: 'x' is no column"),
        (b"448", "move 3: '8' is no column"),
        (b"1111111", "move 7: column a is full"),
        (b"12121212", "the game is over before move 8"),
        (b"\xff\xfe", "move 1"),
    ],
)
def test_solve_names_a_bad_line_by_its_number_and_answers_the_others(solve, bad, says):
    code, lines, (error,) = solve(typed=b"4455\n\n" + bad + b"\n" + LATE.encode() + b"\n")
    assert (code, lines) == (2, ["4455 18", f"{LATE} 1"])
    assert error.startswith("quadrow solve: line 3: ")
    assert says in error
    assert " - " in error


def test_solve_names_a_bad_argument_by_its_place(solve):
    code, lines, (error,) = solve("4455", "9", LATE)
    assert (code, lines) == (2, ["4455 18", f"{LATE} 1"])
    assert error.startswith("quadrow solve: position 2: move 1: ")


@pytest.mark.parametrize("flag", ["--no-book", "--threads", "--variant"])
def test_solve_does_not_know_flags_that_do_nothing_yet(solve, flag):
    code, lines, _ = solve(LATE, flag)
    assert (code, lines) == (2, [])


def test_solve_answers_each_line_before_it_reads_the_next():
    with subprocess.Popen(
        [sys.executable, "-m", "robot", "solve"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        for _ in range(3):
            process.stdin.write("4455\n")
            process.stdin.flush()
            assert process.stdout.readline() == "4455 18\n"
        process.stdin.close()
        assert process.wait(30) == 0


def test_solve_ends_quietly_when_nobody_reads_any_more():
    with subprocess.Popen(
        [sys.executable, "-m", "robot", "solve"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        process.stdout.close()
        process.stdin.write(b"4455\n" * 3)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(30) == 0


def test_solve_loads_neither_numpy_nor_opencv_nor_rich():
    heavy = "{'numpy', 'cv2', 'rich'}"
    code = f"import sys; from robot.cli import main; main(['solve', '4455']); print({heavy} & {{*sys.modules}})"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["4455 18", "set()"]
