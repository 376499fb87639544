"""`quadrow bench answers`: how soon exact answers come."""

from __future__ import annotations

import json

import pytest

from robot.commands._bench_answers import Times
from robot.rules.notation import position_of
from tests.system.shell import quadrow


def test_times_tell_median_hundredth_and_worst() -> None:
    times = Times()
    for took_ms in range(100, 0, -1):
        times.add(float(took_ms), f"after {took_ms}")
    assert times.said() == {"median_ms": 50.5, "of_99_in_100_ms": 99.0, "worst_ms": 100.0, "worst": "after 100"}


def test_answers_are_timed_at_the_plies_that_are_asked_for() -> None:
    done = quadrow("bench", "answers", "--most", "40", "--from-ply", "20", "--json")
    said = json.loads(done.stdout)
    assert said["positions"] == 40 and done.returncode == (1 if said["above"] else 0)
    for kind in ("best", "scores"):
        assert 0 < said[kind]["median_ms"] <= said[kind]["of_99_in_100_ms"] <= said[kind]["worst_ms"]
        assert len(said[kind]["worst"]) >= 20 and position_of(said[kind]["worst"]).ply >= 20


@pytest.mark.parametrize("words", [("--most", "0"), ("--from-ply", "-1"), ("--from-ply", "33")])
def test_answers_refuse_in_one_line(words: tuple[str, ...]) -> None:
    done = quadrow("bench", "answers", *words)
    assert done.returncode == 2 and done.stderr.count("\n") == 1
