"""`quadrow look --overlay`: what was seen, drawn over the pictures, in files of their own."""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import cv2

from robot.commands._looked import overlay_names
from tests.system.drawn import drawn_board
from tests.system.shell import CHECKOUT, is_one_line, quadrow


def test_look_overlays_of_files_with_the_same_stem_have_names_of_their_own() -> None:
    names = overlay_names(["a/x.jpg", "b/x.jpg", "a/x.png", "x-overlay-2.jpg", "X.jpg"])
    assert len({name.casefold() for name in names}) == 5
    assert names[:3] == ["x-overlay.jpg", "x-overlay-3.jpg", "x-overlay-4.jpg"]


def test_look_draws_over_no_picture_that_was_named() -> None:
    assert overlay_names(["a.jpg", "A-overlay.JPG"]) == ["a-overlay-2.jpg", "A-overlay-overlay.jpg"]


def test_look_overlay_of_no_name_is_refused(board: Path) -> None:
    done = quadrow("look", str(board), "--overlay", "")
    assert (done.returncode, done.stdout) == (2, "")
    assert "'' is no folder: name one" in done.stderr and is_one_line(done.stderr)


def test_look_writes_overlays_and_nothing_else(tmp_path: Path, board: Path) -> None:
    done = quadrow("look", str(board), "--overlay", str(tmp_path / "new" / "folder"))
    assert done.returncode == 0
    (drawn,) = (tmp_path / "new" / "folder").iterdir()
    assert drawn.name == "board-overlay.jpg"
    assert cv2.imread(str(drawn)).shape == (540, 640, 3)


def test_look_overlay_does_not_fit_on_the_disk(tmp_path: Path, board: Path) -> None:
    """A file-size limit stands for the full disk."""
    folder = tmp_path / "overlays"
    done = quadrow(
        "look",
        str(board),
        "--overlay",
        str(folder),
        prepare=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)),
        PYTHONDONTWRITEBYTECODE="1",
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"quadrow look: {folder / 'board-overlay.jpg'}: File too large - ")
    assert is_one_line(done.stderr)
    assert list(folder.iterdir()) == []


def test_look_reads_on_when_an_overlay_has_too_long_a_name(tmp_path: Path, board: Path) -> None:
    """The longest name of a picture that an overlay can still be named after, and one that is longer."""
    longest, longer = (shutil.copy(board, tmp_path / f"{'x' * length}.png") for length in (255 - 12, 255 - 11))
    folder = tmp_path / "overlays"
    done = quadrow("look", str(longer), str(longest), str(board), "--overlay", str(folder), "--json")
    assert done.returncode == 2 and len(done.stdout.splitlines()) == 3
    assert sorted(path.name for path in folder.iterdir()) == ["board-overlay.jpg", f"{'x' * 243}-overlay.jpg"]
    assert done.stderr.startswith(f"quadrow look: {folder}/xxx") and is_one_line(done.stderr)
    assert done.stderr.endswith("x-overlay.jpg: File name too long - choose a shorter name\n")


def test_look_overlay_folder_is_a_file(tmp_path: Path, board: Path) -> None:
    done = quadrow("look", str(board), "--overlay", str(board))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"quadrow look: {board}: File exists - ")


def test_look_overlay_folder_that_another_user_owns() -> None:
    """Root may write everywhere: there the program becomes nobody, once all that it imports late was imported."""
    code = (
        "import os, sys; from robot import cli; from robot.commands import look; real = look.run\n"
        "def run(args):\n"
        "    folder, args.overlay = args.overlay, None\n"
        "    real(args)\n"
        "    if os.geteuid() == 0: os.setuid(65534)\n"
        "    args.overlay = folder\n"
        "    return real(args)\n"
        "look.run = run; sys.exit(cli.main(sys.argv[1:]))"
    )
    with tempfile.TemporaryDirectory() as name:
        board, folder = Path(name) / "board.png", Path(name) / "theirs"
        cv2.imwrite(str(board), drawn_board())
        folder.mkdir(mode=0o555)
        Path(name).chmod(0o755)
        command = [sys.executable, "-c", code, "look", str(board), "--overlay", str(folder)]
        done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True)
        assert done.returncode == 2
        assert done.stderr.startswith(f"quadrow look: {folder / 'board-overlay.jpg'}: Permission denied - ")
        assert is_one_line(done.stderr)
        assert list(folder.iterdir()) == []
