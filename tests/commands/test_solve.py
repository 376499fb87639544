"""`quadrow solve`: what is typed, and what comes back."""

from __future__ import annotations

import io
import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from robot.cli import main
from robot.commands._progress import Progress

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


@pytest.mark.parametrize("over", [OVER, "121212212121343434434343565656656565777777"], ids=["four in a row", "full"])
@pytest.mark.parametrize("flags", [[], ["--scores"]])
def test_solve_refuses_a_finished_game_by_its_number(solve, over, flags):
    says = "quadrow solve: position 2: the game is over - leave out its last move"
    code, lines, errors = solve(LATE, over, LATE, *flags)
    assert (code, [line.split()[0] for line in lines], errors) == (2, [LATE] * 2, [says])


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


def test_solve_skips_a_byte_order_mark(solve):
    assert solve(typed=b"\xef\xbb\xbf4455\n4455\n") == (0, ["4455 18"] * 2, [])


@pytest.mark.parametrize("bad", [b"44\x1b[2J", b"44\x9b", b"\x00", "4\u202e4".encode()])
def test_solve_never_repeats_control_characters(solve, bad):
    _, _, errors = solve(typed=b"4455\n" + bad + b"5\n")
    assert errors and all(line.isprintable() for line in errors)


@pytest.mark.parametrize("word", ["\x1b[2J", "1\n2", "9" * 5000])
def test_arguments_are_refused_in_one_line_that_can_be_read(capsys, word):
    assert main(["demo", "--seed", word]) == 2
    said = capsys.readouterr().err
    assert said[:-1].isprintable()
    assert len(said) < 300


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


def test_solve_gives_the_same_score_without_the_book_and_with_threads(solve):
    assert solve(LATE, "--no-book", "--threads", "2") == (0, [f"{LATE} 1"], [])


@pytest.mark.parametrize("number", ["0", "65", "two"])
def test_solve_refuses_a_number_of_threads_that_no_search_can_have(solve, number):
    code, lines, errors = solve(LATE, "--threads", number)
    assert (code, lines, len(errors)) == (2, [], 1)


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


def start_interruptible(*words, **streams):
    """Start the command; SIGINT works in it even where this process ignores it."""
    default = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)  # noqa: E731
    return subprocess.Popen([sys.executable, "-m", "robot", "solve", *words], cwd=ROOT, preexec_fn=default, **streams)


@pytest.mark.parametrize("flags", [[], ["--scores"]])
def test_solve_ends_at_an_interrupt_with_one_line(flags):
    with start_interruptible(LATE, "-", "--no-book", *flags, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            assert process.stdout.readline().startswith(f"{LATE} 1".encode())
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            assert process.wait(5) == 130
        finally:
            process.kill()
        assert process.stderr.read() == b"quadrow solve: interrupted\n"
        assert process.stdout.read() == b""


def on_a_terminal(*words, typed="", until=""):
    """Run on a terminal of its own, interrupt it once it has said `until`; give all that the terminal showed."""
    ours, theirs = pty.openpty()
    with start_interruptible(*words, stdin=theirs, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        try:
            os.write(ours, typed.encode())
            shown = read_terminal(ours, until)
            if until:
                process.send_signal(signal.SIGINT)
                shown += read_terminal(ours)
            process.wait(5)
        finally:
            process.kill()
            os.close(ours)
    return shown.replace("\r\n", "\n")


def read_terminal(ours, until=""):
    shown = ""
    while not until or until not in shown:
        try:
            piece = os.read(ours, 4096).decode()
        except OSError:
            break
        if not piece:
            break
        shown += piece
    return shown


def test_solve_on_a_terminal_shows_progress_and_takes_it_away_at_the_end():
    shown = on_a_terminal("-", "--no-book", until="million nodes")
    assert "\r\x1b[Ksearching: 1 s, " in shown
    assert shown.endswith("million nodes\r\x1b[Kquadrow solve: interrupted\n")


def test_solve_on_a_terminal_names_the_columns_once():
    head, *lines = on_a_terminal(LATE, LATE, "--scores", "--stats").splitlines()
    assert head == "MOVES SCORE a b c d e f g NODES MICROSECONDS"
    assert [len(line.split()) for line in lines] == [len(head.split())] * 2


@pytest.mark.parametrize("flags", [["-q", "--scores"], ["--json", "--scores"], []])
def test_solve_on_a_terminal_names_no_columns_that_are_not_there_or_not_wanted(flags):
    assert "MOVES" not in on_a_terminal(LATE, *flags)


def test_solve_on_a_terminal_says_what_it_waits_for():
    shown = on_a_terminal(typed="4455\n\x04")
    assert "quadrow solve: type a position a line" in shown
    assert "4455 18\n" in shown


class Screen(io.StringIO):
    def __init__(self, terminal):
        super().__init__()
        self.terminal = terminal

    def isatty(self):
        return self.terminal


def test_progress_begins_after_a_second_of_each_request():
    screen = Screen(terminal=True)
    progress = Progress(screen, shown=True)
    for took_us in (50_000, 999_999, 1_000_001, 1_050_000, 1_300_000):
        progress(took_us, took_us)
    progress.clear()
    progress(50_000, 50_000)
    progress.clear()
    assert screen.getvalue().split("\r\x1b[K") == [
        "",
        "searching: 1 s, 1.0 million nodes",
        "searching: 1 s, 1.3 million nodes",
        "",
    ]


def test_progress_says_one_line_and_takes_it_away():
    screen = Screen(terminal=True)
    progress = Progress(screen, shown=True)
    progress.say("3 of 4")
    progress.say("4 of 4")
    progress.clear()
    progress.clear()
    assert screen.getvalue() == "\r\x1b[K3 of 4\r\x1b[K4 of 4\r\x1b[K"


@pytest.mark.parametrize(("terminal", "shown"), [(False, True), (True, False)])
def test_progress_shows_nothing_without_a_terminal_or_when_unwanted(terminal, shown):
    screen = Screen(terminal)
    progress = Progress(screen, shown)
    progress(1, 5_000_000)
    progress.say("3 of 4")
    progress.clear()
    assert screen.getvalue() == ""


def test_solve_help_fits_a_terminal_of_80_columns(solve, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    _, lines, _ = solve("--help")
    assert max(map(len, lines)) <= 80
