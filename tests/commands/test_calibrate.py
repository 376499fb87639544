"""`quadrow calibrate` as a new user types it, on the simulated board."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from calibration.claim import ROOM_BYTES
from calibration.hand import HandShelf
from calibration.profile import Shelf
from calibration.prompts import Prompt, Said, Wish
from robot.commands._guide import ask_person
from robot.commands._keys import END, LineKeys, read_line
from robot.commands._sim_robot import simulated_robot
from robot.errors import BadInput
from tests.calibration.limits import files_of_at_most
from tests.system.shell import CHECKOUT, at_terminal, is_one_line, quadrow
from vision.types import Cell

SIM = "calibration/simulated"


def calibrate(home: Path, *words: str, feed: str = "") -> subprocess.CompletedProcess[str]:
    return quadrow("calibrate", *words, cwd=home, feed=feed, QUADROW_HOME=str(home))


def state(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.suffix in (".toml", ".npz", ".part")}


def pictures_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*.png")}


def test_calibrate_all_goes_to_the_proof_by_itself(tmp_path: Path) -> None:
    done = calibrate(tmp_path, "all", "--sim", "--seed", "3")
    assert (done.returncode, done.stderr) == (0, "")
    numbers = [line.partition(".")[0] for line in done.stdout.splitlines() if line[:1].isdigit()]
    assert numbers == [*(f"{step} of 6" for step in range(1, 7)), *(f"{step} of 23" for step in range(1, 24))]
    assert "SIMULATED" in done.stdout and "proof: " in done.stdout
    profile = Shelf(tmp_path / SIM).load()
    assert profile.taught is not None and profile.camera == "sim:3"
    assert HandShelf(tmp_path / SIM).load().port == "sim:3"
    assert str(tmp_path / SIM / "eye.toml") in done.stdout
    for name in ("board", "proof"):
        picture = cv2.imread(str(tmp_path / SIM / f"{name}.png"))
        assert picture is not None and picture.shape == (480, 640, 3)


def test_calibrate_waits_for_enter_on_a_terminal(tmp_path: Path) -> None:
    with at_terminal(tmp_path, "calibrate", "all", "--sim") as (child, ours):
        assert child.stdout is not None
        said, enters = "", 0
        while child.poll() is None or said.endswith("] "):
            letter = child.stdout.read(1)
            if not letter:
                break
            said += letter
            if said.endswith("] "):
                enters += 1
                os.write(ours, b"\n")
        child.wait()
    assert (child.returncode, enters) == (0, 6 + 23)
    assert "the simulated person does it" in said and "proof: " in said


def test_calibrate_takes_other_discs_and_the_checks_know_them(tmp_path: Path) -> None:
    done = calibrate(tmp_path, "all", "--sim", "--seed", "2", "--colours", "yellow,blue")
    assert done.returncode == 0, done.stderr
    assert "Drop one blue disc" in done.stdout and "discs: blue and yellow" in done.stdout
    looked = quadrow("doctor", "--sim", cwd=tmp_path, QUADROW_HOME=str(tmp_path))
    assert "0 blue, 0 yellow, 42 empty holes, 0 unclear" in looked.stdout


def test_calibrate_refuses_discs_that_are_too_alike(tmp_path: Path) -> None:
    done = calibrate(tmp_path, "all", "--sim", "--colours", "red,orange-red")
    assert done.returncode == 4 and is_one_line(done.stderr) and not state(tmp_path)
    assert "too alike" in done.stderr and "take discs of colours that differ more" in done.stderr


def test_calibrate_board_then_colours(tmp_path: Path) -> None:
    board = calibrate(tmp_path, "board", "--sim", "--seed", "4")
    assert board.returncode == 0 and "quadrow calibrate colours --sim --seed 4" in board.stdout
    assert Shelf(tmp_path / SIM).load().taught is None and "go back" not in board.stdout
    colours = calibrate(tmp_path, "colours", "--sim", "--seed", "4")
    assert colours.returncode == 0, colours.stderr
    assert Shelf(tmp_path / SIM).load().taught is not None
    assert len(Shelf(tmp_path / SIM).history) == 1 and "the one before" in colours.stdout
    assert set(pictures_in(tmp_path)) == {"board.png", "proof.png"}
    again = calibrate(tmp_path, "board", "--sim", "--seed", "4")
    assert "the colours that are known (red and yellow)" in again.stdout.splitlines()[1]
    back = again.stdout.splitlines()[-1].removeprefix("or go back: ")
    assert subprocess.run(["sh", "-c", back], check=True).returncode == 0
    assert Shelf(tmp_path / SIM).load().taught is not None
    assert set(pictures_in(tmp_path)) == {"board.png"}, "no picture of a proof stays beside a profile without one"


def test_calibrate_colours_needs_a_board(tmp_path: Path) -> None:
    done = calibrate(tmp_path, "colours", "--sim")
    assert done.returncode == 4 and is_one_line(done.stderr) and "quadrow calibrate all" in done.stderr


def test_calibrate_colours_refuses_the_board_of_another_camera(tmp_path: Path) -> None:
    assert calibrate(tmp_path, "board", "--sim", "--seed", "4").returncode == 0
    before = state(tmp_path)
    done = calibrate(tmp_path, "colours", "--sim", "--seed", "5")
    assert done.returncode == 4 and is_one_line(done.stderr) and "sim:4" in done.stderr
    assert state(tmp_path) == before


def test_calibrate_takes_corners_by_hand(tmp_path: Path) -> None:
    found = calibrate(tmp_path, "board", "--sim", "--seed", "6")
    places = re.search(r"px: (.*)", found.stdout)
    assert places is not None
    done = calibrate(tmp_path, "board", "--sim", "--seed", "6", "--corners", *places[1].split())
    assert done.returncode == 0 and "corners by hand" in done.stdout
    assert Shelf(tmp_path / SIM).load().board.by_hand


@pytest.mark.parametrize(
    "words",
    [
        ("everything", "--sim"),
        ("all", "--sim", "--seed", "-3"),
        ("all", "--sim", "--corners", "1,2", "3,4", "5,6", "x"),
        ("all", "--sim", "--corners", "1,2", "3,4", "5,6", "nan,1"),
        ("all", "--sim", "--corners", "1,1", "9,1", "9,9", "1,9"),
        ("all", "--sim", "--robot", "../up"),
        ("all", "--sim", "--robot", "A B"),
        ("all", "--sim", "--colours", "red"),
        ("all", "--sim", "--colours", "auto"),
        ("servos", "--sim", "--gates", "3"),
    ],
)
def test_calibrate_refuses_bad_words_in_one_line(words: tuple[str, ...], tmp_path: Path) -> None:
    done = calibrate(tmp_path, *words)
    assert done.returncode == 2 and is_one_line(done.stderr), done.stderr
    assert not state(tmp_path)


@pytest.mark.parametrize("colours", ["auto", "yellow", "red,pink"])
def test_calibrate_names_the_colours_that_it_takes(colours: str, tmp_path: Path) -> None:
    done = calibrate(tmp_path, "all", "--sim", "--colours", colours)
    assert done.returncode == 2 and is_one_line(done.stderr)
    assert "auto," not in done.stderr and "name two of red, orange-red" in done.stderr


def test_calibrate_says_who_answers_without_a_terminal(tmp_path: Path) -> None:
    told = " ".join(calibrate(tmp_path, "--help").stdout.split())
    assert "without a terminal nobody is asked, and standard input is not read" in told


def test_calibrate_names_the_columns_of_the_proof_as_the_person_sees_them(tmp_path: Path) -> None:
    """The camera of this seed stands at the back; the spaces round the colours are taken."""
    done = calibrate(tmp_path, "all", "--sim", "--seed", "2", "--colours", "red, yellow")
    lines = [line.strip() for line in done.stdout.splitlines()]
    at = lines.index("g f e d c b a")
    assert lines[at - 1] == "1 Y . . R . . R" and "seen from behind" in lines[at + 1]


class Sits:
    """A person who types lines."""

    def __init__(self, *lines: str) -> None:
        self.source, feed = os.pipe()
        os.write(feed, "".join(f"{line}\n" for line in lines).encode())
        os.close(feed)

    def fileno(self) -> int:
        return self.source


@pytest.mark.parametrize(
    ("lines", "answer"), [(("",), None), (("Empty ",), Said.EMPTY), (("what?", "empty"), Said.EMPTY)]
)
def test_calibrate_asks_for_discs_that_were_left_in(
    lines: tuple[str, ...], answer: Said | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Sits(*lines))
    assert ask_person(Prompt(Wish.TAKE_OUT, "take them out")) is answer
    told = capsys.readouterr()
    assert "press Enter when all discs are out, or type empty" in told.out
    assert ("'what?' is no answer here" in told.err) == (len(lines) > 1)


def test_calibrate_learns_nothing_when_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Sits())
    with pytest.raises(BadInput, match="the input ended"):
        ask_person(Prompt(Wish.TAKE_OUT, "take them out"))


def test_calibrate_simulated_person_takes_discs_out_and_says_when_there_are_none() -> None:
    simulation = simulated_robot(1)
    world = simulation.world
    assert world.pick_up(red=True) and world.let_go(2)
    simulation.clock.sleep(5.0)
    assert world.cells[0][2] is Cell.RED
    here = Prompt(Wish.TAKE_OUT, "c1", holes=frozenset({(0, 2)}))
    assert simulation.fulfil(replace(here, holes=frozenset({(0, 4)}))) is Said.EMPTY
    assert simulation.fulfil(here) is None and not any(map(any, world.cells))
    assert simulation.fulfil(here) is Said.EMPTY
    assert simulation.fulfil(replace(here, holes=frozenset())) is Said.EMPTY


def test_calibrate_without_a_camera_says_what_to_do(tmp_path: Path) -> None:
    done = calibrate(tmp_path, "all", "--camera", "usb:/dev/v4l/by-id/none")
    assert done.returncode == 3 and is_one_line(done.stderr) and "plug it in" in done.stderr


def test_calibrate_on_a_picture_that_ends_says_so(tmp_path: Path) -> None:
    picture = CHECKOUT / "tests/data/rendered-1.jpg"
    done = calibrate(tmp_path, "all", "--camera", f"picture:{picture}", feed="\n" * 9)
    assert done.returncode == 3 and is_one_line(done.stderr) and "no more pictures" in done.stderr


def test_calibrate_says_that_the_input_ended(tmp_path: Path) -> None:
    picture = CHECKOUT / "tests/data/rendered-1.jpg"
    done = calibrate(tmp_path, "all", "--camera", f"picture:{picture}")
    assert done.returncode == 2 and is_one_line(done.stderr) and "input ended" in done.stderr


def test_calibrate_leaves_the_old_profile_at_ctrl_c(tmp_path: Path) -> None:
    assert calibrate(tmp_path, "all", "--sim").returncode == 0
    before, pictures = state(tmp_path), pictures_in(tmp_path)
    killed = next(tmp_path.rglob("eye.toml")).with_name("discs-new.png")
    killed.write_bytes(b"what a calibration left that was killed")
    with at_terminal(tmp_path, "calibrate", "all", "--sim", "--seed", "2") as (child, ours):
        assert child.stdout is not None
        os.write(ours, b"\n\n\n")
        assert any("4 of 6" in line for line in iter(child.stdout.readline, ""))
        assert "board-new.png" in pictures_in(tmp_path)
        child.send_signal(signal.SIGINT)
        last, said = child.communicate()
    assert child.returncode == 130 and is_one_line(said), said
    assert state(tmp_path) == before and pictures_in(tmp_path) == pictures
    assert "nothing was changed; the calibration before (less than a minute old) stays in" in last


def test_calibrate_without_a_camera_offers_the_simulated_board(tmp_path: Path) -> None:
    done = calibrate(tmp_path, "all", "--camera", "usb:/dev/nowhere")
    assert done.returncode == 3 and is_one_line(done.stderr)
    assert done.stderr.endswith("without a camera: quadrow calibrate all --sim\n")


def test_calibrate_reads_no_more_of_a_pipe_than_a_step_needs() -> None:
    """The eye's steps and the hand's read the same input one after the other."""
    source, feed = os.pipe()
    os.write(feed, b"first\n\nthe last, without an end")
    os.close(feed)
    assert [read_line(source), read_line(source)] == ["first", ""]
    keys = LineKeys(source, waits=True)
    assert keys.poll_line() == "the last, without an end" and list(keys.poll()) == [END]
    assert read_line(source) is None
    os.close(source)


@pytest.mark.parametrize(("what", "shelf"), [("all", Shelf), ("servos", HandShelf)])
def test_calibrate_waits_for_no_other_calibration_of_the_robot(
    what: str, shelf: type[Shelf | HandShelf], tmp_path: Path
) -> None:
    with shelf(tmp_path / SIM).claimed():
        done = calibrate(tmp_path, what, "--sim")
    assert done.returncode == 1 and is_one_line(done.stderr), done.stderr
    assert "another calibration of this robot is running" in done.stderr and "let it end" in done.stderr
    assert "1 of" not in done.stdout and not state(tmp_path)


@pytest.mark.parametrize(("what", "name"), [("all", "eye.toml"), ("servos", "hand.toml")])
def test_calibrate_says_before_the_first_step_what_is_in_the_way(what: str, name: str, tmp_path: Path) -> None:
    (tmp_path / SIM / name).mkdir(parents=True)
    done = calibrate(tmp_path, what, "--sim", "--gates", "1")
    assert done.returncode == 4 and is_one_line(done.stderr), done.stderr
    assert f"{name} is a folder" in done.stderr and "1 of" not in done.stdout
    assert os.listdir(tmp_path / SIM) == [name]


def test_calibrate_says_before_the_first_step_that_nothing_can_be_written(tmp_path: Path) -> None:
    with files_of_at_most(ROOM_BYTES - 1):
        done = calibrate(tmp_path, "all", "--sim")
    assert done.returncode == 1 and is_one_line(done.stderr), done.stderr
    assert "eye.toml: File too large" in done.stderr and "1 of" not in done.stdout
    assert os.listdir(tmp_path / SIM) == []


def test_calibrate_goes_on_without_a_picture_that_cannot_be_written(tmp_path: Path) -> None:
    with files_of_at_most(2 * ROOM_BYTES):
        done = calibrate(tmp_path, "all", "--sim")
    assert (done.returncode, done.stderr) == (0, "")
    assert "board-new.png cannot be written: File too large" in done.stdout
    assert "proof-new.png cannot be written: File too large" in done.stdout
    assert Shelf(tmp_path / SIM).load().taught is not None
    assert sorted(os.listdir(tmp_path / SIM))[1:] == ["eye.toml", "hand.toml", "history"]
