"""`quadrow bench`: what it counts, held against counts made by hand."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from robot.commands import _eye_speed
from robot.commands._bench_vision import Tally, farthest, groups
from robot.commands._film import Film, random_game
from robot.commands._labels import read_labels
from robot.commands.look import Look
from robot.errors import BadInput
from tests.system.shell import is_one_line, quadrow
from vision.cameras.picture import Picture, write_picture
from vision.cells import ColdReading
from vision.colours import Colours
from vision.rectify import Grid
from vision.types import Cell

CORNERS = [[100.0, 100.0], [160.0, 100.0], [160.0, 150.0], [100.0, 150.0]]
"""Ten pixels a pitch."""
TRUE = ["......?", ".......", ".......", ".......", "R......", "RY....."]

WAYS = [
    "warm frame of a game",
    "warm, other discs in each",
    "the same, memory cold",
    "its holes alone",
    "bump check",
    "cold locate",
    "cold read",
    "plain reader",
]


def look_of(letters: list[str], corners: list[list[float]] | None) -> Look:
    picture = Picture(np.zeros((200, 200, 3), np.uint8), 1)
    if corners is None:
        return Look("a-01.jpg", picture, None, None, "no board", 50.0)
    cells = tuple(tuple(Cell(".RY?".index(letter)) for letter in row) for row in letters[::-1])
    reading = ColdReading(cells, ((0.5,) * 7,) * 6, ("red", "yellow"), "")
    return Look("a-01.jpg", picture, Grid.from_corners(corners), reading, "", 50.0)


def label_of(**other: object) -> dict[str, object]:
    return {"file": "a-01.jpg", "grid": TRUE, "corners": CORNERS, **other}


def test_bench_counts_right_wrong_and_unknown_cells() -> None:
    tally = Tally("all")
    tally.add(look_of(["R......", ".......", ".......", ".......", "Y......", "R?....."], CORNERS), label_of())
    tally.add(look_of(TRUE, None), label_of())
    assert (tally.boards, tally.found, tally.misplaced, tally.took_ms) == (2, 1, 0, 100.0)
    assert (tally.cells, tally.right, tally.wrong, tally.unknown) == (41, 38, 2, 1)


@pytest.mark.parametrize(("shift_px", "found"), [(2.4, True), (2.6, False)])
def test_bench_finds_a_board_within_a_quarter_of_a_pitch(shift_px: float, found: bool) -> None:
    moved = [*CORNERS[:3], [CORNERS[3][0] - shift_px, CORNERS[3][1]]]
    tally = Tally("all")
    tally.add(look_of(TRUE, moved), label_of())
    assert (tally.found, tally.misplaced, tally.cells) == ((1, 0, 41) if found else (0, 1, 0))


def test_bench_counts_a_board_of_another_size_that_was_taken_for_one() -> None:
    tally = Tally("all")
    tally.add(look_of(TRUE, CORNERS), label_of(is_7x6=False))
    assert (tally.pictures, tally.boards, tally.found, tally.misplaced) == (1, 0, 0, 1)


def test_bench_measures_the_worst_corner_in_pitches() -> None:
    assert farthest(CORNERS, CORNERS) == 0.0
    assert farthest([[103.0, 104.0], *CORNERS[1:]], CORNERS) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("discs", "names"),
    [
        ({"R": "red", "Y": "yellow"}, ["club", "all", "all red and yellow"]),
        ({"R": "orange-red", "Y": "yellow"}, ["club", "all", "all red and yellow"]),
        ({"R": "blue", "Y": "yellow"}, ["club", "all"]),
        ({"R": "red", "Y": "blue"}, ["club", "all"]),
    ],
)
def test_bench_groups_pictures_by_source_and_colours(discs: dict[str, str], names: list[str]) -> None:
    assert list(groups({"file": "club-07.jpg", "disc_colours": discs})) == names


def test_bench_vision_reports_every_group_of_a_folder(tmp_path: Path) -> None:
    for name in ("wall-01.jpg", "door-01.jpg"):
        write_picture(tmp_path / name, np.full((100, 120, 3), 90, np.uint8))
    labels = [label_of() | {"file": name} for name in ("wall-01.jpg", "door-01.jpg")]
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    done = quadrow("bench", "vision", "--photos", str(tmp_path), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["group"], row["boards"], row["found"]) for row in rows] == [
        ("door", 1, 0),
        ("wall", 1, 0),
        ("all", 2, 0),
        ("all red and yellow", 2, 0),
    ]
    printed = quadrow("bench", "vision", "--photos", str(tmp_path)).stdout.splitlines()
    assert len(printed) == 5
    assert len({len(line) for line in printed}) == 1


@pytest.mark.parametrize(
    ("text", "says"), [(None, "No such file"), ("{", "holds no labels"), ('[{"file": "a"}]', "holds no labels")]
)
def test_bench_vision_refuses_a_folder_without_labels(tmp_path: Path, text: str | None, says: str) -> None:
    if text is not None:
        (tmp_path / "labels.json").write_text(text)
    done = quadrow("bench", "vision", "--photos", str(tmp_path))
    assert done.returncode == 2
    assert says in done.stderr
    assert is_one_line(done.stderr)


@pytest.mark.parametrize(
    ("odd", "says"),
    [
        ({"corners": [[0, 0]] * 4}, "has corners that are no four points"),
        ({"corners": CORNERS[:1]}, "has corners that are no four points"),
        ({"corners": [[True, 1.0], *CORNERS[1:]]}, "has corners that are no four points"),
        ({"corners": "1,2"}, "has corners that are no four points"),
        ({"file": 7}, "has a file that is no name"),
        ({"grid": 42}, "has a grid that is no list of texts"),
        ({"grid": ["x" * 7] * 6}, "has a grid with other letters"),
        ({"disc_colours": {}}, "has disc_colours that are no object"),
        ({"disc_colours": None}, "has disc_colours that are no object"),
        ({"game": "a", "index": "1", "kind": "settled"}, "has no game, index and kind"),
        ({"sequence": [1]}, "has no game, index and kind"),
    ],
)
def test_bench_vision_names_the_entry_that_is_odd(tmp_path: Path, odd: dict[str, object], says: str) -> None:
    (tmp_path / "labels.json").write_text(json.dumps([label_of(), label_of() | odd]))
    with pytest.raises(BadInput, match=f"labels.json holds no labels of use: entry 2 .*{says}"):
        read_labels(tmp_path)


def test_bench_vision_leaves_out_what_has_no_corners_or_too_few_cells(tmp_path: Path) -> None:
    labels = [label_of(), label_of() | {"corners": None}, label_of() | {"grid": ["..."]}]
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    assert read_labels(tmp_path)[1] == labels[:1]


def test_bench_vision_without_a_folder_says_what_to_name() -> None:
    done = quadrow("bench", "vision", "--photos", QUADROW_PHOTOS="")
    assert done.returncode == 2
    assert "--photos DIR" in done.stderr


def test_bench_vision_measures_ours_and_the_plain_reader_and_what_is_kept() -> None:
    done = quadrow("bench", "vision", "--frames", "3", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    took = {one["what"]: one for one in found["took"]}
    assert found["size"] == [1280, 720]
    assert list(took) == WAYS
    assert all(
        min(one["core_ms"], one["core_mean_ms"], one["passed_ms"]) > 0.0 and one["times"] == 3 for one in took.values()
    )
    plain = took["plain reader"]
    assert plain["plain_ratio"] == 1.0
    assert took["cold locate"]["plain_ratio"] == pytest.approx(
        plain["core_ms"] / took["cold locate"]["core_ms"], abs=0.1
    )
    for way, frames in (("warm frame of a game", 150), ("warm, other discs in each", 15)):
        counts = [took[way][key] for key in ("right", "wrong", "unknown")]
        assert sum(counts) == frames * 42 and counts[1] == 0
    assert found["memory"]["frames"] == 3


def test_bench_vision_prints_a_table_for_people() -> None:
    done = quadrow("bench", "vision", "--frames", "1")
    assert (done.returncode, done.stderr) == (0, "")
    heading, *lines, memory = done.stdout.splitlines()
    assert [line[: len("warm, other discs in each")].strip() for line in lines] == WAYS
    assert len({len(line) for line in (heading, *lines)}) == 1
    assert memory.startswith("memory over 1 frames: ")


def test_bench_memory_notices_what_is_kept_from_every_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[bytes] = []

    class Hoarder:
        def __init__(self, film: object) -> None:
            pass

        def read(self, image: object) -> None:
            kept.append(bytes(1000))

    film = Film(((np.zeros((4, 4, 3), np.uint8),),), (), Grid.from_corners(CORNERS), Colours(*[None] * 4))  # type: ignore[arg-type]
    monkeypatch.setattr(_eye_speed, "Ours", Hoarder)
    assert 90_000 <= _eye_speed.measure_memory(film, 100).allocated < 120_000


def test_bench_game_drops_a_disc_at_a_time_until_the_board_is_full() -> None:
    boards = random_game(random.Random(3))
    discs = [sum(cell != Cell.EMPTY for row in board for cell in row) for board in boards]
    assert discs == list(range(43))
    for board in boards:
        assert not any(
            above and not below for low, high in pairwise(board) for below, above in zip(low, high, strict=True)
        )


def test_bench_sim_prints_the_seconds_of_a_game() -> None:
    done = quadrow("bench", "sim", "--games", "1", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert found["games"] == 1
    assert 0.0 < found["median_s"] == found["slowest_s"] == found["all_s"]
