"""Whole games on the simulated board, through the camera, as `quadrow demo` plays them."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest

from robot.commands.demo import play, setup_for
from robot.store import Store
from tests.system.shell import CHECKOUT, QUADROW, is_one_line, quadrow

CLEAN = ("misread", "misjudged", "double_drops")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "journal.sqlite3") as store:
        yield store


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_demo_plays_without_a_fault(seed: int, store: Store) -> None:
    said = play(setup_for(seed, "4", 0.0), store)
    assert said["result"] in ("first", "second", "draw")
    assert [said[key] for key in CLEAN] == [0, 0, 0]
    assert said["unknown"] <= 0.01 * 42 * said["observations"]  # type: ignore[operator]


@pytest.mark.parametrize("seed", [10, 11, 12])
def test_demo_survives_faults(seed: int, store: Store) -> None:
    said = play(setup_for(seed, "4", 0.3), store)
    assert [said[key] for key in CLEAN] == [0, 0, 0]
    assert sum(said["faults"].values()) > 0  # type: ignore[attr-defined]


@pytest.mark.parametrize(("seed", "level", "faults"), [(13, "3", 0.0), (69, "4", 0.05)])
def test_demo_comes_to_an_end_before_a_room_that_the_board_hardly_shows(
    seed: int, level: str, faults: float, store: Store
) -> None:
    """A red disc before a red wall; a board looked straight into, whose holes show no wall to prove a disc by."""
    said = play(setup_for(seed, level, faults), store)
    assert said["result"] in ("first", "second", "draw"), said
    assert said["misread"] == said["misjudged"] == 0, said


def test_demo_plays_the_same_game_for_the_same_seed(tmp_path: Path) -> None:
    runs = []
    for number in range(2):
        with Store(tmp_path / f"{number}.sqlite3") as store:
            runs.append(play(setup_for(5, "3", 0.2), store))
    assert runs[0] == runs[1]


def test_demo_tells_the_game_and_leaves_a_contact_sheet(tmp_path: Path) -> None:
    done = quadrow("demo", "--seed", "0", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "SIMULATED" in done.stdout and "1. " in done.stdout and "result: " in done.stdout and "score" in done.stdout
    sheet = tmp_path / done.stdout.rsplit("contact sheet: ", 1)[1].splitlines()[0]
    picture = cv2.imread(str(sheet))
    assert picture is not None and picture.shape[0] > 200


def test_demo_header_is_narrow_and_free_of_pixels_and_it_ends_with_what_to_do_next(tmp_path: Path) -> None:
    lines = quadrow("demo", "--seed", "0", cwd=tmp_path).stdout.splitlines()
    assert all(len(line) < 80 for line in lines[:5]) and "visitor" in lines[1]
    assert not any(" px" in line or "plies" in line for line in lines)
    assert lines[-1].endswith("quadrow play --sim")


def test_demo_tells_faults_when_they_happen_and_sums_them_up(tmp_path: Path) -> None:
    """The faults of the README's example."""
    said = quadrow("demo", "--seed", "3", "--faults", "0.15", cwd=tmp_path).stdout
    told = re.findall(r"~ simulated fault: (.*)", said)
    summary = said.split("went wrong on purpose: ")[1].splitlines()[0]
    assert len(told) >= 2 and "{" not in said
    assert set(told) == {re.sub(r" (once|twice|\d+ times)$", "", part) for part in summary.split(", ")}


def test_demo_quiet_tells_the_result_and_where_the_pictures_are(tmp_path: Path) -> None:
    lines = quadrow("demo", "-q", "--seed", "0", cwd=tmp_path).stdout.splitlines()
    assert [line.split(":")[0].strip()[-5:] for line in lines] == ["esult", "moves", "sheet"]


def test_demo_verbose_says_nothing_about_games_without_a_miss(tmp_path: Path) -> None:
    done = quadrow("demo", "--json", "-v", "--seed", "0", cwd=tmp_path)
    assert json.loads(done.stdout)["misread"] == 0 and done.stderr == ""


@pytest.mark.skipif(not os.environ.get("QUADROW_PROVE"), reason="a long proof: `make prove` runs it")
def test_demo_memory_does_not_grow_with_the_games(tmp_path: Path) -> None:
    program = (
        "import resource\n"
        "from robot.cli import main\n"
        "for seed, games in ((0, 2), (2, 3)):\n"
        "    main(['demo', '--json', '--seed', str(seed), '--games', str(games)])\n"
        "    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=CHECKOUT, capture_output=True, text=True, timeout=180, check=True
    )
    first, last = (int(line) for line in done.stdout.splitlines() if line.isdigit())
    unit = 2**20 if sys.platform == "darwin" else 2**10
    assert (last - first) / unit < 60


def test_demo_finds_out_before_the_game_that_pictures_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    done = quadrow("demo", "--pictures", "taken", cwd=tmp_path)
    assert done.returncode == 2 and is_one_line(done.stderr) and done.stdout == ""


def test_demo_says_the_largest_seed_and_takes_it(tmp_path: Path) -> None:
    done = quadrow("demo", "--json", "--seed", "1000000000000000000", cwd=tmp_path)
    assert done.returncode == 2
    largest = re.findall(r"to (\d+)", done.stderr)[0]
    assert json.loads(quadrow("demo", "--json", "--keep", "--seed", largest, QUADROW_HOME=str(tmp_path)).stdout)


def test_demo_prints_one_object_a_game_for_machines(tmp_path: Path) -> None:
    done = quadrow("demo", "--seed", "3", "--games", "2", "--json", "--faults", "0.2", cwd=tmp_path)
    games = [json.loads(line) for line in done.stdout.splitlines()]
    assert [game["seed"] for game in games] == [3, 4]
    assert set(games[0]) == {
        *("seed", "moves", "result", "reason", "plies", "misread", "misjudged", "double_drops"),
        *("unknown", "observations", "pauses", "faults"),
    }
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [("--seed", "-1"), ("--seed", "x"), ("--games", "0"), ("--faults", "2"), ("--faults", "nan"), ("--level", "11")],
)
def test_demo_refuses_bad_numbers_in_one_line(words: tuple[str, ...], tmp_path: Path) -> None:
    done = quadrow("demo", *words, cwd=tmp_path)
    assert done.returncode == 2 and is_one_line(done.stderr), done.stderr
    assert list(tmp_path.iterdir()) == []


def test_demo_stops_in_mid_game_at_ctrl_c(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with subprocess.Popen(
        [*QUADROW, "demo", "--games", "50", "--keep"],
        env={"QUADROW_HOME": str(home), "PATH": "/usr/bin:/bin"},
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout is not None
        for line in child.stdout:
            if line.strip().startswith("2. "):
                break
        child.send_signal(signal.SIGINT)
        _, said = child.communicate(timeout=30)
    assert child.returncode == 130 and is_one_line(said), said
    journal = sqlite3.connect(home / "quadrow.sqlite3")
    assert journal.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert journal.execute("SELECT COUNT(*) FROM events").fetchone()[0] > 10
    journal.close()


def test_demo_says_that_the_disk_is_full(tmp_path: Path) -> None:
    def no_more_than_16_kib() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (16384, 16384))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    done = quadrow(
        "demo", "--json", "--keep", cwd=tmp_path, prepare=no_more_than_16_kib, QUADROW_HOME=str(tmp_path / "h")
    )
    assert done.returncode == 1 and is_one_line(done.stderr), done.stderr


@pytest.mark.parametrize("words", [("--keep",), ("--pictures", "taken/by/a/file")])
def test_demo_says_where_it_may_not_write(words: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    done = quadrow("demo", "--json", *words, cwd=tmp_path, QUADROW_HOME=str(tmp_path / "taken" / "home"))
    assert done.returncode == 2 and is_one_line(done.stderr) and "taken" in done.stderr, done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
