"""`quadrow look --sequence`, `--camera` and `--profile`: frames of one camera, what is told beside the cells."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import cv2
import pytest

from calibration.board import FoundBoard
from calibration.colours import Taught
from calibration.profile import Profile, Shelf
from robot.sim.render import Renderer, Room
from robot.sim.render.room import Visitor
from robot.sim.render.stand import as_written
from robot.sim.scene import Hand, Scene
from tests.system.shell import CHECKOUT, is_one_line, quadrow
from tests.vision.shared import folder_of, labels_of
from vision.colours import learn_discs, learn_empty
from vision.edges import polish
from vision.filled import game_in
from vision.rectify import Grid
from vision.types import Cell, Cells

KEYS = {"file", "board", "grid", "margin", "corners", "colours", "reason", "took_ms", "still", "moved"}
BARE: Cells = ((Cell.EMPTY,) * 7,) * 6
ONE: Cells = ((*BARE[0][:3], Cell.RED, *BARE[0][4:]), *BARE[1:])
TWO: Cells = ((*ONE[0][:4], Cell.YELLOW, *ONE[0][5:]), *BARE[1:])
HAND = Hand(3.0, 3.5, True, "red", (150, 180, 225), (90, 60, 50))
BUMP = {"bump_x_px": 9.0, "bump_y_px": -5.0, "bump_roll_deg": 0.3}
SCENES = [Scene(BARE), Scene(ONE), Scene(ONE, hand=HAND), Scene(TWO), Scene(TWO, **BUMP), Scene(TWO, **BUMP)]


def grid_of(cells: Cells) -> list[str]:
    return ["".join(cell.letter for cell in row) for row in cells[::-1]]


def saved(folder: Path, seed: int, scenes: list[Scene]) -> list[str]:
    """Render the frames of a camera and save them; their names in order."""
    folder.mkdir(exist_ok=True)
    renderer = Renderer(Room(seed))
    names = [str(folder / f"{number:02d}.png") for number in range(len(scenes))]
    for number, (name, scene) in enumerate(zip(names, scenes, strict=True)):
        cv2.imwrite(name, renderer.render(scene, number))
    return names


@pytest.fixture(scope="module")
def frames(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return saved(tmp_path_factory.mktemp("frames"), 7, SCENES)


def test_look_sequence_tells_cells_stillness_and_knocks(frames: list[str]) -> None:
    done = quadrow("look", "--sequence", "--json", *frames)
    assert (done.returncode, done.stderr) == (0, "")
    seen = [json.loads(line) for line in done.stdout.splitlines()]
    assert [set(one) for one in seen] == [KEYS] * 6 and [one["file"] for one in seen] == frames
    assert [one["still"] for one in seen] == [True, True, False, True, True, True]
    assert [one["moved"] for one in seen] == [False, False, False, False, True, False]
    for number in (0, 1, 3, 5):
        assert seen[number]["grid"] == grid_of(SCENES[number].cells)
        assert all(0 < margin <= 1 for row in seen[number]["margin"] for margin in row)
    assert "before the board" in seen[2]["reason"]


def test_look_without_sequence_tells_neither_stillness_nor_knocks(frames: list[str]) -> None:
    done = quadrow("look", "--json", frames[3])
    assert set(json.loads(done.stdout)) == KEYS - {"still", "moved"}


def test_look_sequence_says_to_a_person_what_moves(frames: list[str]) -> None:
    lines = quadrow("look", "--sequence", *frames[:3], frames[5]).stdout.splitlines()
    assert "  not still" in lines and "  the board or the camera was moved" in lines
    assert "  not still" not in quadrow("look", "-q", "--sequence", *frames[:3]).stdout.splitlines()


def test_look_sequence_leaves_out_what_is_no_picture_and_goes_on(frames: list[str], tmp_path: Path) -> None:
    (tmp_path / "bad.png").write_bytes(b"no picture")
    done = quadrow("look", "--sequence", "--json", *frames[:2], str(tmp_path / "bad.png"), frames[3])
    assert done.returncode == 2 and is_one_line(done.stderr)
    assert json.loads(done.stdout.splitlines()[-1])["grid"] == grid_of(TWO)


def test_look_sequence_starts_with_the_first_picture_that_shows_a_board(frames: list[str], tmp_path: Path) -> None:
    wall = cv2.GaussianBlur(cv2.imread(frames[0])[:150], (0, 0), 15)
    cv2.imwrite(str(tmp_path / "wall.png"), cv2.resize(wall, (640, 480)))
    done = quadrow("look", "--sequence", "--json", str(tmp_path / "wall.png"), *frames[:2])
    seen = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["board"] for one in seen] == [False, True, True] and seen[0]["reason"]
    assert seen[2]["grid"] == grid_of(ONE)


def test_look_camera_reads_the_camera_that_is_set(frames: list[str], tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(f'camera = "picture:{Path(frames[0]).parent}"\n')
    done = quadrow("look", "--camera", "--json", QUADROW_HOME=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["board"] is True
    ended = quadrow("look", "--camera", "--sequence", "--json", QUADROW_HOME=str(tmp_path))
    assert ended.returncode == 3 and "no more pictures" in ended.stderr and is_one_line(ended.stderr)
    assert [json.loads(line)["grid"] for line in ended.stdout.splitlines()][3] == grid_of(TWO)


@pytest.mark.parametrize("words", [(), ("--camera", "a.png")])
def test_look_wants_pictures_or_the_camera(words: tuple[str, ...]) -> None:
    done = quadrow("look", *words)
    assert done.returncode == 2 and is_one_line(done.stderr) and "--camera" in done.stderr


@pytest.fixture(scope="module")
def profile(frames: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a calibration would keep of the camera that took the frames."""
    bare, both = (cv2.imread(frames[number]) for number in (0, 3))
    grid = polish(bare, Grid.from_corners(Room(7).corners(Scene(BARE))))
    colours = learn_discs(learn_empty([bare], grid), [both], grid, red=[(0, 3)], yellow=[(0, 4)])
    board = FoundBoard(grid, 0.3, False, (640, 480), colours.board)
    taught = Taught(colours, ("red", "yellow"), "front")
    shelf = Shelf(tmp_path_factory.mktemp("robot"))
    return shelf.save(Profile("picture", board, taught, datetime(2026, 11, 2, tzinfo=UTC)))


def test_look_reads_single_pictures_with_a_profile(frames: list[str], profile: Path) -> None:
    """Also one of a camera that was knocked since; none needs another before it."""
    done = quadrow("look", "--json", "--profile", str(profile), frames[5], frames[3], frames[0])
    assert (done.returncode, done.stderr) == (0, "")
    seen = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["grid"] for one in seen] == [grid_of(TWO), grid_of(TWO), grid_of(BARE)]
    assert [one["moved"] for one in seen] == [True, False, False]
    assert all(one["colours"] == ["red", "yellow"] for one in seen)


def test_look_reads_a_sequence_with_a_profile_that_needs_no_empty_board(frames: list[str], profile: Path) -> None:
    done = quadrow("look", "--sequence", "--json", "--profile", str(profile), *frames[3:])
    seen = [json.loads(line) for line in done.stdout.splitlines()]
    assert seen[0]["grid"] == seen[2]["grid"] == grid_of(TWO)
    assert [one["moved"] for one in seen] == [False, True, False]


def test_look_with_a_profile_refuses_pictures_of_another_size(frames: list[str], profile: Path, tmp_path: Path) -> None:
    small = str(tmp_path / "small.png")
    cv2.imwrite(small, cv2.resize(cv2.imread(frames[0]), (320, 240)))
    done = quadrow("look", "--json", "--profile", str(profile), small, frames[3])
    assert done.returncode == 2 and is_one_line(done.stderr) and "320x240" in done.stderr
    assert len(done.stdout.splitlines()) == 1


def test_look_with_a_profile_that_is_not_there_is_refused(frames: list[str], tmp_path: Path) -> None:
    for name in ("eye.toml", "nix.toml"):
        done = quadrow("look", "--profile", name, frames[0], cwd=tmp_path)
        assert done.returncode == 4 and is_one_line(done.stderr)
        assert done.stderr.startswith(f"quadrow look: {name} does not exist - check the name; ")
    done = quadrow("look", "--profile", str(tmp_path), frames[0])
    assert done.returncode == 2 and is_one_line(done.stderr)
    assert done.stderr.endswith(f"is a folder - name the profile in it: {tmp_path}/eye.toml\n")


def test_look_reads_with_an_older_profile(frames: list[str], profile: Path) -> None:
    older = profile.parent / "history" / "eye-2026-11-01T000000Z.toml"
    older.parent.mkdir(exist_ok=True)
    older.write_bytes(profile.read_bytes())
    done = quadrow("look", "--json", "--profile", str(older), frames[3])
    assert (done.returncode, done.stderr) == (0, "") and json.loads(done.stdout)["grid"] == grid_of(TWO)


def test_look_sequence_refuses_to_begin_with_discs(frames: list[str], tmp_path: Path) -> None:
    """Once for all pictures; a sequence of the empty board is not refused for a shirt of a disc's colour behind it."""
    done = quadrow("look", "--sequence", "--json", str(CHECKOUT / "docs/board.jpg"), *frames[:2])
    assert done.returncode == 2 and is_one_line(done.stderr) and not done.stdout
    assert "board.jpg: the first picture shows discs (2" in done.stderr and "--sequence" in done.stderr
    room = Room(7)
    room.visitor = Visitor(3.0, as_written(room.red))
    cv2.imwrite(str(tmp_path / "shirt.png"), Renderer(room).render(Scene(BARE), 1))
    fine = quadrow("look", "--sequence", "--json", str(tmp_path / "shirt.png"))
    assert fine.returncode == 0 and json.loads(fine.stdout)["grid"] == grid_of(BARE)


@pytest.mark.parametrize("game", ["dev1", "dev2", "dev3", "dev4"])
def test_first_picture_of_rendered_games_is_taken_only_when_it_is_empty(game: str) -> None:
    folder = folder_of("QUADROW_RENDERS")
    for label in labels_of(folder):
        if label["game"] == game and label["index"] in (0, 20, 34):
            image = cv2.imread(str(folder / label["file"]))
            seen = game_in(image, Grid.from_corners(label["corners"]), "auto")
            assert bool(seen) == (label["kind"] != "empty"), label["file"]
