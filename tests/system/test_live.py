"""`quadrow play` without --sim, a whole game: real firmware at a serial port, frames over the network, a person.

Nothing of the program under test knows that the board is simulated. Only plastic and copper are missing.
"""

from __future__ import annotations

import os
import re
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

from robot.store import Store
from tests.firmware.tools import needs_avr
from tests.system.shell import CHECKOUT, QUADROW, is_one_line, quadrow
from tests.system.stage import Stage, staged

pytestmark = needs_avr
LONGEST_S = 150
PULLED, PULLED_S = 2, 0.6
"""In which of the robot's drops the cable is pulled, and how long after its beginning: its gate opens then."""

UNPLUGGED = re.compile("the controller is gone|there is no port|the controller has stopped answering")
"""What is said of a pulled cable: by what was just being done, writing, opening the port anew, or waiting."""


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


def say(game: subprocess.Popen[str], *words: str) -> None:
    """Type words, a line each; none is Enter alone."""
    assert game.stdin
    game.stdin.write("\n".join((*words, "")) if words else "\n")
    game.stdin.flush()


def lines_of(stage: Stage, game: subprocess.Popen[str]) -> Iterator[str]:
    """Do what the program asks of the person besides moves, until it ends; give its lines as they come."""
    assert game.stdout
    say(game)  # the board is empty
    deadline = threading.Timer(LONGEST_S, game.kill)
    deadline.start()
    for line in game.stdout:
        if "put 21 yellow discs" in line:
            say(game)
        elif ">>" in line and "sort" in line:
            stage.sort(lambda: say(game))
        yield line.rstrip()
    deadline.cancel()
    game.wait(20)


def follow(stage: Stage, game: subprocess.Popen[str]) -> list[str]:
    """Play until the program ends; give its lines. Once the cable is pulled in a drop.

    On a machine that is busy with other things the link may fall silent besides: then, too, the robot is to be homed.
    """
    lines = []
    for line in lines_of(stage, game):
        lines.append(line)
        if "drops into" in line and sum("drops into" in known for known in lines) == PULLED:
            threading.Timer(PULLED_S, stage.unplug).start()
        elif ">>" in line and "home the robot" in line and "(still)" not in line:
            if stage.port is None:
                stage.plug_in()
            say(game)
        elif ">>" in line and "press Enter" not in line:
            if not stage.moves:
                say(game, "no")
            stage.waiting = True
    return lines


def play_match(stage: Stage, game: subprocess.Popen[str]) -> list[str]:
    """Drop one disc in the first game and none in the second, and resign each when it is the person's turn again."""
    lines = []
    for line in lines_of(stage, game):
        lines.append(line)
        if ">>" in line and "look at the final position" in line:
            say(game, "ready")
        elif ">>" in line and "press Enter" not in line and "(still)" not in line:
            if stage.moves:
                say(game, "d", "moves", "clock", "hint", "resign")
            else:
                stage.waiting = True
    return lines


def test_whole_game_is_played_on_parts_that_are_found_like_real_ones_and_are_unplugged_once(
    firmware: Path, tmp_path: Path
) -> None:
    with staged(firmware, tmp_path, seed=4, choose=careless) as stage:
        with start(tmp_path, "--first", "human", "--level", "8", "--seed", "1") as game:
            lines = follow(stage, game)
        dropped = stage.dropped
    assert game.returncode == 0, "\n".join(lines)
    result = next(line for line in lines if line.startswith("result: "))
    moves = re.search(r"(\d+) moves: ([a-g]+)", "\n".join(lines))
    assert "won with" in result and moves
    assert any("there is no draw offer to answer" in line for line in lines)
    assert any(UNPLUGGED.search(line) for line in lines), lines
    assert dropped == int(moves[1]) // 2


def test_match_by_other_rules_is_played_on_the_clock(firmware: Path, tmp_path: Path) -> None:
    with staged(firmware, tmp_path, seed=4, choose=careless) as stage:
        words = ("--variant", "misere", "--match", "--clock", "3+2", "--first", "human", "--seed", "1", "--level", "1")
        with start(tmp_path, *words) as game:
            lines = play_match(stage, game)
    said = "\n".join(lines)
    assert game.returncode == 0, said
    assert "Game 1 of 2." in lines and "Game 2 of 2." in lines
    assert said.count("result: the robot won, the other side gave up") == 2, said
    assert "match:  you 0, robot 2; the robot won the match" in lines
    assert re.search(r"1\. a 2\. [a-g]$", said, re.MULTILINE) and re.search(r"^ +1\. [a-g]$", said, re.MULTILINE)
    assert said.count("discs are dropped by hand") == 2 and said.count("there are no hints in this game") == 2
    times = re.findall(r"^ +you ([0-9]:[0-9]{2}), robot [0-9]:[0-9]{2}$", said, re.MULTILINE)
    assert len(times) == 2 and "2:00" < times[1] < "3:06", times
    with Store(tmp_path / "quadrow.sqlite3") as store:
        games = [store.game(number) for number in store.games()]
        assert [store.match_of(number) for number in store.games()] == [1, 1]
    assert [game and (game.result, game.opener, game.record.variant) for game in games] == [
        ("second", 0, "misere"),
        ("first", 1, "misere"),
    ]


def test_colours_are_exchanged_and_the_end_of_the_input_ends_the_game(firmware: Path, tmp_path: Path) -> None:
    with staged(firmware, tmp_path, seed=4, choose=careless) as stage:
        with start(tmp_path, "--swap", "pie", "--first", "robot", "--seed", "1", "--level", "1") as game:
            lines = []
            for line in lines_of(stage, game):
                lines.append(line)
                if ">>" in line and "say your move (keep or swap)" in line:
                    say(game, "swap")
                elif ">>" in line and "fill it with red discs" in line:
                    stage.sort(lambda: say(game), robot_red=True)
                elif ">>" in line and "drop a yellow disc" in line and game.stdin and not game.stdin.closed:
                    game.stdin.close()
        dropped = stage.dropped
    said = "\n".join(lines)
    assert game.returncode == 0 and dropped == 2, said
    assert "2. x   you" in said and re.search(r"3\. [a-g]   robot: red in", said), said
    assert "nobody can answer any more" in said and "the game is annulled" in said, said


def test_what_no_plastic_grid_holds_is_refused_on_the_real_board(tmp_path: Path) -> None:
    done = quadrow("play", "--variant", "popout", "--match", QUADROW_HOME=str(tmp_path))
    assert done.returncode == 2 and is_one_line(done.stderr), done.stderr
    assert "popout" in done.stderr and "--sim" in done.stderr
    assert not list(tmp_path.iterdir())


def test_match_that_is_given_up_ends_by_itself_once_the_grid_is_empty(firmware: Path, tmp_path: Path) -> None:
    with staged(firmware, tmp_path, seed=4, choose=careless) as stage:
        with start(tmp_path, "--match", "--first", "human", "--seed", "1", "--level", "1") as game:
            lines = []
            for line in lines_of(stage, game):
                lines.append(line)
                if ">>" in line and "drop a" in line:
                    say(game, "resign match")
    said = "\n".join(lines)
    assert game.returncode == 0, said
    assert "match:  you 0, robot 2; the robot won the match" in lines and "look at the final position" not in said
