"""`quadrow play` without --sim, a whole game: real firmware at a serial port, frames over the network, a person.

Nothing of the program under test knows that the board is simulated. Only plastic and copper are missing.
"""

from __future__ import annotations

import os
import re
import subprocess
import threading
from pathlib import Path

import pytest

from robot.commands._firmware import build
from tests.firmware.tools import needs_avr
from tests.system.shell import CHECKOUT, QUADROW
from tests.system.stage import Stage, staged

pytestmark = needs_avr
LONGEST_S = 150


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("QUADROW_HOME", str(tmp_path_factory.mktemp("home")))
        return build("all", "sim")


def start(home: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*QUADROW, "play", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT), "QUADROW_HOME": str(home), "GPIOZERO_PIN_FACTORY": "mock"},
    )


def follow(stage: Stage, game: subprocess.Popen[str]) -> list[str]:
    """Do what the program asks of the person, until it ends; give its lines."""
    assert game.stdin and game.stdout

    def enter() -> None:
        assert game.stdin
        game.stdin.write("\n")
        game.stdin.flush()

    enter()  # the board is empty
    deadline = threading.Timer(LONGEST_S, game.kill)
    deadline.start()
    lines = []
    for line in game.stdout:
        lines.append(line.rstrip())
        if "put 21 yellow discs" in line:
            enter()
        elif ">>" in line and "sort" in line:
            stage.sort(enter)
        elif ">>" in line and "press Enter" not in line:
            stage.waiting = True
    deadline.cancel()
    game.wait(20)
    return lines


def test_whole_game_is_played_on_parts_that_are_found_like_real_ones(built: Path, tmp_path: Path) -> None:
    with staged(built, tmp_path, seed=4, choose=lambda moves: len(moves) // 2 % 2) as stage:
        with start(tmp_path, "--first", "human", "--level", "8", "--seed", "1") as game:
            lines = follow(stage, game)
        dropped = stage.dropped
    assert game.returncode == 0, lines
    result = next(line for line in lines if line.startswith("result: "))
    moves = re.search(r"(\d+) moves: ([a-g]+)", "\n".join(lines))
    assert "won with" in result and moves
    assert dropped == int(moves[1]) // 2
