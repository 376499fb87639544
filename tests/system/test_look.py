"""`quadrow look`: the contract of its output, and everything a new user may hand to it."""

from __future__ import annotations

import json
import os
import re
import shlex
from pathlib import Path

import cv2
import numpy as np
import pytest

from robot.commands._draw import board_lines, wants_colour
from tests.system.drawn import BLUE, CORNERS, GRID, PITCH_PX, WALL, drawn_board, looked
from tests.system.film import film
from tests.system.shell import is_one_line, quadrow

KEYS = {"file", "board", "grid", "margin", "corners", "colours", "reason", "took_ms"}


def test_look_json_holds_the_keys_of_the_contract(board: Path) -> None:
    (seen,) = looked(board)
    assert set(seen) == KEYS
    assert (seen["file"], seen["board"], seen["reason"]) == (str(board), True, "")
    assert seen["grid"] == GRID
    assert seen["colours"] == ["red", "yellow"]
    assert np.shape(seen["margin"]) == (6, 7)
    assert 0.0 <= np.min(seen["margin"]) <= np.max(seen["margin"]) <= 1.0
    assert np.abs(np.subtract(seen["corners"], CORNERS)).max() < 0.1 * PITCH_PX


def test_look_margins_stand_in_the_order_of_the_grid(board: Path) -> None:
    """The right column and the bottom row lie outside the picture: nothing is known of them, and with no margin."""
    cv2.imwrite(str(board), drawn_board()[:410, :500])
    corners = board.with_name("corners.json")
    corners.write_text(json.dumps([{"file": "board.png", "corners": CORNERS}]))
    (seen,) = looked(board, "--corners", corners)
    assert seen["grid"] == [*(row[:6] + "?" for row in GRID[:5]), "???????"]
    assert (np.array(seen["margin"]) == 0.0).tolist() == [[letter == "?" for letter in row] for row in seen["grid"]]
    assert "outside the picture" in str(seen["reason"])


def test_look_without_a_board_says_why_and_succeeds(tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    wall = cv2.resize(rng.integers(60, 200, (30, 40, 3)).astype(np.uint8), (640, 480))
    for name, image in (("wall.jpg", wall), ("dot.png", np.full((1, 1, 3), 90, np.uint8)), ("line.png", wall[:1])):
        cv2.imwrite(str(tmp_path / name), image)
        (seen,) = looked(tmp_path / name)
        assert [seen[key] for key in ("board", "grid", "margin", "corners", "colours")] == [
            False,
            None,
            None,
            None,
            None,
        ]
        assert seen["reason"]


def test_look_exits_one_without_a_board_when_that_is_asked_for(tmp_path: Path, board: Path) -> None:
    cv2.imwrite(str(wall := tmp_path / "wall.png"), np.full((480, 640, 3), WALL, np.uint8))
    (noise := tmp_path / "noise.png").write_bytes(b"none")
    for words, code in (((wall, board), 0), (("--strict", wall, board), 1), (("--strict", board), 0)):
        done = quadrow("look", "--json", *map(str, words))
        assert (done.returncode, done.stderr) == (code, "")
        assert all(bool(one["reason"]) != one["board"] for one in map(json.loads, done.stdout.splitlines()))
    assert quadrow("look", "--strict", "--camera", f"picture:{wall}").returncode == 1
    assert quadrow("look", "--strict", str(noise), str(wall)).returncode == 2


def test_look_says_that_a_picture_is_turned(tmp_path: Path, board: Path) -> None:
    """Way up, on either side, and on its head: nothing wrong is read of it, and the reason names the turn."""
    image = cv2.imread(str(board))
    turns = (cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_90_COUNTERCLOCKWISE, cv2.ROTATE_180)
    for number, turn in enumerate(turns):
        cv2.imwrite(str(tmp_path / f"{number}.png"), cv2.rotate(image, turn))
    *sides, head, upright = looked(*(tmp_path / f"{number}.png" for number in range(3)), board)
    for side in sides:
        assert side["board"] is False and str(side["reason"]).startswith("not 7 by 6: the board stands on its side")
    assert "upside down" in str(head["reason"]) and "?" in str(head["grid"])
    assert upright["reason"] == "" and upright["grid"] == GRID


@pytest.mark.parametrize("size", [(8, 6), (7, 7), (6, 6)])
def test_look_at_a_grid_of_another_size_speaks_of_no_turn(size: tuple[int, int], tmp_path: Path) -> None:
    image = np.full((640, 720, 3), WALL, np.uint8)
    cv2.rectangle(image, (40, 40), (70 + PITCH_PX * size[0], 70 + PITCH_PX * size[1]), BLUE, -1)
    for column in range(size[0]):
        for row in range(size[1]):
            cv2.circle(image, (90 + column * PITCH_PX, 90 + row * PITCH_PX), 27, WALL, -1, cv2.LINE_AA)
    cv2.imwrite(str(tmp_path / "grid.png"), image)
    (seen,) = looked(tmp_path / "grid.png")
    assert seen["board"] is False and "side" not in str(seen["reason"])


def test_look_at_what_is_no_picture_says_how_to_look_at_it(tmp_path: Path, board: Path) -> None:
    """A film is read as a camera, and a folder file by file: what is advised is done here."""
    picture = cv2.imread(str(board))
    film(tmp_path / "film.avi", [picture] * 3)
    cv2.imwrite(str(tmp_path / "film.gif"), picture)
    for name in ("film.avi", "film.gif"):
        done = quadrow("look", str(tmp_path / name))
        assert done.returncode == 2 and is_one_line(done.stderr)
        words = shlex.split(done.stderr.rpartition(": quadrow ")[2])
        (seen,) = looked(*words[1:])
        assert words[0] == "look" and seen["board"] is True
    done = quadrow("look", str(tmp_path))
    assert done.returncode == 2 and done.stderr.endswith(f": {tmp_path}/*\n") and is_one_line(done.stderr)


def test_look_says_what_a_margin_is_in_its_help() -> None:
    told = " ".join(quadrow("look", "--help", COLUMNS="400").stdout.split())
    assert "margin tells of each hole how sure its letter is, from 0" in told and "with --strict 1" in told


def test_look_tells_corners_in_pixels_of_the_whole_picture(tmp_path: Path) -> None:
    """A picture so large that it is decoded smaller."""
    cv2.imwrite(str(tmp_path / "phone.jpg"), drawn_board(scale=6))
    (seen,) = looked(tmp_path / "phone.jpg")
    assert seen["grid"] == GRID
    assert np.abs(np.subtract(seen["corners"], np.array(CORNERS) * 6)).max() < 0.1 * PITCH_PX * 6


def test_look_prints_names_of_files_on_one_line(tmp_path: Path) -> None:
    name = "a\nb\x1b[31m.png"
    cv2.imwrite(str(tmp_path / "board.png"), drawn_board())
    (tmp_path / "board.png").rename(tmp_path / name)
    done = quadrow("look", name, "\x1b.png", cwd=tmp_path)
    assert done.stdout.splitlines()[0] == "a\\nb\\x1b[31m.png"
    assert done.stderr.startswith("quadrow look: \\x1b.png does not exist - ")


def test_look_says_which_letter_is_which_colour_unless_they_are_red_and_yellow(board: Path) -> None:
    assert " is " not in quadrow("look", "-q", str(board)).stdout
    assert "  R is blue, Y is yellow" in quadrow("look", str(board), "--colours", "yellow,blue").stdout.splitlines()


def bad_files(folder: Path) -> dict[str, bytes]:
    png = bytes(cv2.imencode(".png", drawn_board())[1])
    return {"text.jpg": b"hello, this is no picture\n", "empty.png": b"", "cut.png": png[: len(png) // 2]}


def test_look_at_files_that_are_no_pictures_exits_two_with_a_line_each(tmp_path: Path, board: Path) -> None:
    names = []
    for name, data in bad_files(tmp_path).items():
        (tmp_path / name).write_bytes(data)
        names.append(str(tmp_path / name))
    names += [str(tmp_path / "missing.jpg"), str(tmp_path)]
    done = quadrow("look", "--json", *names, str(board))
    assert done.returncode == 2
    assert [json.loads(line)["file"] for line in done.stdout.splitlines()] == [str(board)]
    assert len(done.stderr.splitlines()) == len(names)
    for line, name in zip(done.stderr.splitlines(), names, strict=True):
        assert line.startswith(f"quadrow look: {name} ")
        assert " - " in line


def test_look_draws_the_board_in_plain_letters_where_no_terminal_is(board: Path) -> None:
    done = quadrow("look", str(board))
    assert done.returncode == 0
    assert done.stdout.splitlines() == [str(board), *("  " + " ".join(row) for row in GRID)]


def test_look_verbose_adds_time_and_corners_and_quiet_leaves_reasons_out(board: Path) -> None:
    assert "corner holes at [[" in quadrow("look", "-v", str(board)).stdout
    assert quadrow("look", "-q", str(board)).stdout.count("\n") == 7


class Terminal:
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environ", "colour"), [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)]
)
def test_draw_uses_colour_on_terminals_whose_owner_wants_it(
    monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], colour: bool
) -> None:
    for name, value in {"TERM": "xterm", **environ}.items():
        monkeypatch.setenv(name, value)
    if "NO_COLOR" not in environ:
        monkeypatch.delenv("NO_COLOR", raising=False)
    assert wants_colour(Terminal()) is colour  # type: ignore[arg-type]


def test_draw_colour_changes_the_ink_and_not_the_letters() -> None:
    coloured = board_lines(GRID, colour=True)
    assert coloured != board_lines(GRID)
    assert [re.sub("\x1b\\[[0-9;]*m", "", line) for line in coloured] == board_lines(GRID)


@pytest.mark.skipif(
    not os.environ.get("QUADROW_PHOTOS"), reason="QUADROW_PHOTOS does not say where the photographs are"
)
def test_look_reads_every_photograph_of_the_development_set() -> None:
    """The bars of the bench: 80 % of the red-and-yellow boards found; of their cells 90 % right, at most 2 % wrong."""
    done = quadrow("bench", "vision", "--photos", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    rows = {row["group"]: row for row in map(json.loads, done.stdout.splitlines())}
    both = rows["all red and yellow"]
    assert both["boards"] >= 20
    assert both["found"] >= 0.8 * both["boards"]
    assert both["right"] >= 0.9 * both["cells"]
    assert both["wrong"] <= 0.02 * both["cells"]
