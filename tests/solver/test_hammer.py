"""Both searches under the sanitizers of the compiler: memory, leaks, undefined behaviour and races of threads."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SOLVER = HERE.parents[1] / "robot" / "solver"
MEMORY, RACES = ["-fsanitize=address,undefined"], ["-fsanitize=thread"]
FLAGS = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-g", "-fno-sanitize-recover=all", "-pthread"]
GENERAL = [HERE / "hammer.c", *sorted(SOLVER.glob("general*.c"))]
CLASSIC_PARTS = ("book.c", "root.c", "search.c", "table.c", "team.c")
CLASSIC = [HERE / "hammer_classic.c", *(SOLVER / name for name in CLASSIC_PARTS)]


def built(folder, sources, sanitizers):
    """Compile a hammer; what is returned runs it and says how many searches it made."""
    program = folder / "hammer"
    subprocess.run(["cc", *FLAGS, *sanitizers, *sources, "-o", program], check=True)

    def run(rounds, seed):
        done = subprocess.run([program, str(rounds), str(seed)], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return int(done.stdout.split()[0])

    return run


@pytest.fixture(scope="module")
def general(tmp_path_factory):
    return built(tmp_path_factory.mktemp("general"), GENERAL, MEMORY)


@pytest.fixture(scope="module")
def classic(tmp_path_factory):
    return built(tmp_path_factory.mktemp("classic"), CLASSIC, MEMORY)


@pytest.mark.parametrize("seed", [1, 2])
def test_search_answers_soundly_on_random_boards_with_random_limits(general, seed):
    assert general(500, seed) > 5000


def test_classic_search_answers_soundly_with_random_limits_and_aborts(classic):
    assert classic(60, 1) > 2000


def test_threads_of_the_classic_search_do_not_race(tmp_path):
    assert built(tmp_path, CLASSIC, RACES)(20, 2) > 600


@pytest.mark.skipif(not os.environ.get("QUADROW_PROVE"), reason="a long proof: `make prove` runs it")
def test_million_searches_answer_soundly(general):
    assert sum(general(5000, seed) for seed in range(100, 114)) > 1_000_000


@pytest.mark.skipif(not os.environ.get("QUADROW_PROVE"), reason="a long proof: `make prove` runs it")
def test_million_classic_searches_answer_soundly(classic):
    assert sum(classic(1000, seed) for seed in range(200, 223)) > 1_000_000
