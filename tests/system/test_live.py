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
PULLED, PULLED_S = 2, 0.6
"""In which of the robot's drops the cable is pulled, and how long after its beginning: its gate opens then."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("QUADROW_HOME", str(tmp_path_factory.mktemp("home")))
        return build("all", "sim")


def careless(moves: tuple[int, ...]) -> int:
    """Drop to and fro into a and b, and where those are full into the next."""
    return next(column for column in (len(moves) // 2 % 2, *range(7)) if moves.count(column) < 6)


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
    """Do what the program asks of the person, until it ends; give its lines. Once the cable is pulled in a drop."""
    assert game.stdin and game.stdout

    def enter() -> None:
        assert game.stdin
        game.stdin.write("\n")
        game.stdin.flush()

    def plug_in_again() -> None:
        stage.plug_in()
        enter()

    enter()  # the board is empty
    deadline = threading.Timer(LONGEST_S, game.kill)
    deadline.start()
    lines = []
    for line in game.stdout:
        lines.append(line.rstrip())
        if "put 21 yellow discs" in line:
            enter()
        elif "drops into" in line and sum("drops into" in known for known in lines) == PULLED:
            threading.Timer(PULLED_S, stage.unplug).start()
        elif ">>" in line and "controller is gone" in line:
            plug_in_again()
        elif ">>" in line and "sort" in line:
            stage.sort(enter)
        elif ">>" in line and "press Enter" not in line:
            if not stage.moves:
                game.stdin.write("no\n")
                game.stdin.flush()
            stage.waiting = True
    deadline.cancel()
    game.wait(20)
    return lines


def test_whole_game_is_played_on_parts_that_are_found_like_real_ones_and_are_unplugged_once(
    built: Path, tmp_path: Path
) -> None:
    with staged(built, tmp_path, seed=4, choose=careless) as stage:
        with start(tmp_path, "--first", "human", "--level", "8", "--seed", "1") as game:
            lines = follow(stage, game)
        dropped = stage.dropped
    assert game.returncode == 0, "\n".join(lines)
    result = next(line for line in lines if line.startswith("result: "))
    moves = re.search(r"(\d+) moves: ([a-g]+)", "\n".join(lines))
    assert "won with" in result and moves
    assert any("there is no draw offer to answer" in line for line in lines)
    assert sum("the controller is gone" in line for line in lines) == 1, lines
    assert dropped == int(moves[1]) // 2
