"""`quadrow look --watch`: a camera that fails is told, and that it is back. Through a film, and at the seam."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from calibration.profile import Profile
from robot.clock import RealClock
from robot.commands._eye import profile_reader
from robot.commands._watching import Line, Paced, watching
from tests.system.film import FPS, ONE, TWO, Set, black, film, half, keep, letters
from tests.system.shell import CHECKOUT, is_one_line, quadrow
from tests.vision.plug import Plug, live
from vision.errors import CameraEnded, CameraError
from vision.types import Frame, Image

LOOK = 2 * FPS
"""Frames of two seconds."""


@pytest.fixture(scope="module")
def stage() -> Set:
    return Set()


@pytest.fixture(scope="module")
def profile(stage: Set) -> Profile:
    return stage.profile()


@pytest.fixture(scope="module")
def footage(stage: Set, profile: Profile, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A disc, darkness, the disc, a picture that stands still while another disc falls, half pictures, both discs."""
    folder = tmp_path_factory.mktemp("film")
    one, two = ([stage.take(cells) for _ in range(LOOK)] for cells in (ONE, TWO))
    again = [[*pictures[1:], pictures[0]] for pictures in (one, two)]
    pictures = [*one, *map(black, one), *again[0], *[one[0]] * LOOK, *two, *map(half, two), *again[1]]
    film(folder / "game.avi", pictures)
    keep(profile, folder)
    return folder


def watched(footage: Path, name: str, *words: str) -> list[dict[str, object]]:
    profile = str(footage / "eye.toml")
    done = quadrow("look", "--camera", f"video:{footage / name}", "--watch", "--json", "--profile", profile, *words)
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def game(footage: Path) -> list[dict[str, object]]:
    """What is told of the whole film."""
    return watched(footage, "game.avi")


def test_watch_tells_what_a_film_shows_what_stops_it_and_when_it_goes_on(game: list[dict[str, object]]) -> None:
    assert [line["event"] for line in game] == ["seen", *["paused", "resumed", "seen"] * 3]
    assert [line["grid"] for line in game if line["event"] == "seen"] == list(map(letters, (ONE, ONE, TWO, TWO)))
    reasons = [str(line["reason"]) for line in game if line["event"] == "paused"]
    assert reasons == ["the picture is black", "the picture is frozen", "only the upper part of the picture arrived"]
    assert all(line["remedy"] for line in game if line["event"] == "paused")


def test_watch_tells_each_within_two_seconds(game: list[dict[str, object]]) -> None:
    """The film changes every two seconds."""
    at = {"paused": [2.0, 6.0, 10.0], "resumed": [4.0, 8.0, 12.0]}
    for event, times in at.items():
        told = [float(str(line["time_s"])) for line in game if line["event"] == event]
        assert all(0.0 <= told_s - time_s < 2.0 for told_s, time_s in zip(told, times, strict=True))


def test_watch_ends_where_a_film_that_was_cut_short_ends(footage: Path) -> None:
    data = (footage / "game.avi").read_bytes()
    (footage / "cut.avi").write_bytes(data[: len(data) // 5])
    lines = watched(footage, "cut.avi")
    assert [line["event"] for line in lines][:2] == ["seen", "paused"] and len(lines) == 2


def test_watch_refuses_pictures_of_another_size(footage: Path, stage: Set) -> None:
    film(footage / "small.avi", [stage.take(ONE)[::2, ::2].copy() for _ in range(FPS)])
    (line,) = watched(footage, "small.avi")
    assert line["event"] == "paused" and line["reason"] == "the picture is 320x240, the board was found at 640x480"


def test_watch_without_a_profile_reads_cold_and_in_text_one_line_each(footage: Path, stage: Set) -> None:
    film(footage / "short.avi", [stage.take(TWO) for _ in range(FPS // 2)])
    done = quadrow("look", "--camera", f"video:{footage / 'short.avi'}", "--watch", "--colours", "red,yellow")
    assert (done.returncode, done.stderr) == (0, "")
    (line,) = done.stdout.splitlines()
    assert line.split()[2] == "seen"
    pairs = zip("".join(line.split()[3:9]), "".join(letters(TWO)), strict=True)
    assert all(seen in (true, "?") for seen, true in pairs)


def test_watch_of_a_film_that_is_none_is_refused(tmp_path: Path) -> None:
    done = quadrow("look", "--camera", f"video:{tmp_path}/none.avi", "--watch")
    assert done.returncode == 2 and is_one_line(done.stderr)


def test_watch_of_a_picture_says_why_nothing_can_be_told(tmp_path: Path) -> None:
    done = quadrow("look", "--camera", f"picture:{CHECKOUT}/tests/data/rendered-1.jpg", "--watch")
    assert (done.returncode, done.stdout) == (2, "") and is_one_line(done.stderr)
    assert "ended too soon" in done.stderr and "leave out --watch" in done.stderr


@pytest.mark.parametrize(
    "words", [("a.png",), (), ("--camera", "--sequence"), ("--camera", "--overlay", "x"), ("--camera", "--strict")]
)
def test_watch_wants_a_camera_and_nothing_else(words: tuple[str, ...]) -> None:
    done = quadrow("look", "--watch", *words)
    assert done.returncode == 2 and is_one_line(done.stderr)


# -- at the seam ---------------------------------------------------------------------------------------------------


class Script:
    """A camera that plays a list: pictures, frames as they are, and errors; one every 1/FPS s."""

    name = "script"

    def __init__(self, parts: list[Image | Frame | Exception]) -> None:
        self._parts = iter(enumerate(parts))

    def capture(self) -> Frame:
        number, part = next(self._parts, (0, CameraEnded("over", "")))
        if isinstance(part, Exception):
            raise part
        return part if isinstance(part, Frame) else Frame(part, number, number / FPS)

    def close(self) -> None:
        pass


def events(profile: Profile, parts: list[Image | Frame | Exception]) -> list[Line]:
    lines: list[Line] = []
    watching(Script(parts), profile_reader(profile), lines.append).run()
    return lines


def test_watch_looks_as_often_as_a_game_does_however_many_frames_there_are() -> None:
    frames: list[Image | Frame | Exception] = [Frame(np.zeros((2, 2, 3), np.uint8), n, n / 40) for n in range(40)]
    camera, times = Paced(Script(frames)), []
    with pytest.raises(CameraEnded):
        while True:
            times.append(camera.capture().time_s)
    assert times == [n / 40 for n in range(0, 40, 5)]


BAD = {
    "there is no camera": [CameraError("there is no camera", "plug it in")] * 4,
    "no 8-bit colour picture": [np.zeros((480, 640), np.uint8)] * 4,
    "no 8-bit": [np.ones((480, 640, 3), np.float32)] * 4,
    "the picture is 320x240": [np.full((240, 320, 3), 90, np.uint8)] * 4,
    "the picture is black": [np.full((480, 640, 3), 3, np.uint8)] * 4,
    "an old picture again": [
        Frame(np.full((480, 640, 3), (90, 90, 120), np.uint8), 2, (6 + i) / FPS) for i in range(4)
    ],
}


@pytest.mark.parametrize("reason", BAD)
def test_watch_pauses_for_whatever_a_camera_hands_over_and_goes_on(reason: str, stage: Set, profile: Profile) -> None:
    good = [stage.take(ONE) for _ in range(12)]
    lines = events(profile, [*good[:6], *BAD[reason], *good[6:]])  # type: ignore[list-item]
    assert [line.event for line in lines] == ["seen", "paused", "resumed", "seen"]
    assert reason in lines[1].reason and lines[1].remedy
    assert lines[3].grid == tuple(letters(ONE))


def test_watch_pauses_while_the_board_is_gone_and_goes_on(stage: Set, profile: Profile) -> None:
    good = [stage.take(ONE) for _ in range(16)]
    wall = np.random.default_rng(1).integers(90, 160, (6 * FPS, 480, 640, 3)).astype(np.uint8)
    lines = events(profile, [*good[:6], *wall, *good[6:]])
    assert [line.event for line in lines] == ["seen", "paused", "resumed", "seen"]
    assert "moved" in lines[1].reason and "check the lamp" in lines[1].remedy


def test_watch_tells_once_that_the_light_is_another_and_that_it_is_fine_again(stage: Set, profile: Profile) -> None:
    lamps = [1.0] * 20 + [0.3] * 40 + [1.0] * 40
    lines = events(profile, [stage.take(ONE, brightness) for brightness in lamps])
    told = [line for line in lines if line.event == "light"]
    assert [bool(line.remedy) for line in told] == [True, False]
    assert "0.4 times" in told[0].reason and "more light" in told[0].remedy and "1.0 times" in told[1].reason


@pytest.mark.parametrize(("brightness", "remedy"), [(0.02, "more light"), (0.2, "more light"), (9.0, "less light")])
def test_watch_tells_a_light_that_is_wrong_from_the_start(
    brightness: float, remedy: str, stage: Set, profile: Profile
) -> None:
    lines = events(profile, [stage.take(ONE, brightness) for _ in range(24)])
    assert [line.remedy.startswith(remedy) for line in lines if line.event == "light"] == [True]


def seen_until(lines: list[Line], event: str, step: object, limit_s: float = 8.0) -> float:
    """Look until a line of an event is told; the seconds that took."""
    clock, count = RealClock(), sum(line.event == event for line in lines)
    start_s = clock.now()
    while sum(line.event == event for line in lines) == count:
        step()  # type: ignore[operator]
        assert clock.now() - start_s < limit_s, (event, lines)
    return clock.now() - start_s


@pytest.fixture
def plug(stage: Set) -> Iterator[Plug]:
    pictures = [stage.take(ONE) for _ in range(40)]
    plug = Plug(lambda number: pictures[number % 40])
    yield plug
    plug.free()


@pytest.mark.parametrize("state", ["missing", "busy", "silent", "throws", "hangs"])
def test_watch_of_a_live_camera_pauses_within_two_seconds_and_goes_on(state: str, plug: Plug, profile: Profile) -> None:
    """The plug is out before the program begins, or comes out while it runs."""
    plug.state = state if state in ("missing", "busy") else "good"
    camera, lines = live(plug), []
    eye = watching(camera, profile_reader(profile), lines.append)
    if plug.state == "good":
        seen_until(lines, "seen", eye.step)
        assert any(line.event == "locked" for line in lines)
        plug.state = state
    assert seen_until(lines, "paused", eye.step) < 2.0
    assert lines[-1].reason and lines[-1].remedy
    plug.state = "good"
    assert seen_until(lines, "resumed", eye.step) < 2.0
    camera.close()


def test_look_reads_the_camera_that_is_named_once(stage: Set, tmp_path: Path) -> None:
    film(tmp_path / "two.avi", [stage.take(TWO) for _ in range(3)])
    done = quadrow("look", "--camera", f"video:{tmp_path}/two.avi", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    (line,) = done.stdout.splitlines()
    assert json.loads(line)["board"] is True and json.loads(line)["file"] == f"video:{tmp_path}/two.avi"
