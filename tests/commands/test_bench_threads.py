"""`quadrow bench threads`: the same positions by one thread and by several, in pairs."""

from __future__ import annotations

import json

import pytest

from robot import cli
from robot.commands import _bench_threads
from robot.commands._bench_threads import Spent
from tests.system.shell import is_one_line

EARLY = "44455554221 -15\n4453217677 0\n"


@pytest.fixture
def words(tmp_path):
    (tmp_path / "begin-hard.txt").write_text(EARLY)
    return ["bench", "threads", "--positions", str(tmp_path), "--sets", "begin-hard"]


def test_bench_threads_times_pairs_and_tells_the_load(words, capsys) -> None:
    assert cli.main([*words, "--pairs", "2", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["set"], said["positions"], said["threads"], said["wrong"]) == ("begin-hard", 2, 2, 0)
    assert len(said["pairs"]) == 2 and all(took_s > 0 for pair in said["pairs"] for took_s in pair)
    assert said["faster"] > 0 and said["nodes"] > 0 and said["load"] >= 0


def test_bench_threads_says_the_median_of_its_pairs() -> None:
    walls_s = [(6.0, 2.0), (4.0, 4.0), (6.0, 3.0)]
    pairs = [(Spent(one_s, 100, 0), Spent(several_s, 110, 0)) for one_s, several_s in walls_s]
    report = _bench_threads._report("begin-hard", 20, 2, pairs)
    assert (report["faster"], report["nodes"]) == (2.0, 1.1)


def test_bench_threads_fails_on_a_wrong_score(words, tmp_path, capsys) -> None:
    (tmp_path / "begin-hard.txt").write_text("44455554221 -14\n")
    assert cli.main([*words, "--pairs", "1"]) == 1
    assert "2 WRONG" in capsys.readouterr().out


def test_bench_threads_refuses_one_thread_in_one_line(words, capsys) -> None:
    assert cli.main([*words, "--threads", "1"]) == 2
    assert is_one_line(capsys.readouterr().err)
