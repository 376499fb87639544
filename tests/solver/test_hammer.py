"""The general search under AddressSanitizer and UndefinedBehaviorSanitizer, leaks included."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SOLVER = HERE.parents[1] / "robot" / "solver"
SANITIZED = ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
WARNINGS = ["-std=c11", "-Wall", "-Wextra", "-Werror"]


@pytest.fixture(scope="module")
def hammer(tmp_path_factory):
    program = tmp_path_factory.mktemp("hammer") / "hammer"
    subprocess.run(
        ["cc", *WARNINGS, *SANITIZED, HERE / "hammer.c", *sorted(SOLVER.glob("general*.c")), "-o", program], check=True
    )

    def run(rounds, seed):
        return subprocess.run([program, str(rounds), str(seed)], capture_output=True, text=True)

    return run


@pytest.mark.parametrize("seed", [1, 2])
def test_search_answers_soundly_on_random_boards_with_random_limits(hammer, seed):
    done = hammer(500, seed)
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout.split()[0]) > 5000


@pytest.mark.skipif(not os.environ.get("QUADROW_PROVE"), reason="a long proof: `make prove` runs it")
def test_million_searches_answer_soundly(hammer):
    searches = 0
    for seed in range(100, 114):
        done = hammer(5000, seed)
        assert done.returncode == 0, done.stdout + done.stderr
        searches += int(done.stdout.split()[0])
    assert searches > 1_000_000
