"""What was learned is kept whole, reads back as it was, and nothing damaged is ever used."""

from __future__ import annotations

import shutil
from dataclasses import fields, replace
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest

from calibration.arrays import BOARD, DISCS
from calibration.colours import Learned
from calibration.errors import CalibrationError, ProfileDamaged, ProfileMissing
from calibration.files import Disk
from calibration.profile import KEPT, Profile, Shelf, age_words
from tests.calibration.dates import MONDAY, TUESDAY
from tests.calibration.stage import profile_of
from vision.colours import Colours, EmptyBoard

ROOT = Path(__file__).parents[2]


def changed(shelf: Shelf, old: str, new: str) -> None:
    text = shelf.path.read_text()
    assert text.count(old) == 1, old
    shelf.path.write_text(text.replace(old, new))


def line(shelf: Shelf, key: str) -> str:
    return next(one for one in shelf.path.read_text().splitlines() if one.startswith(f"{key} = "))


def refusal(shelf: Shelf) -> str:
    """Load what must not load; give the one line that says why."""
    with pytest.raises(ProfileDamaged) as raised:
        shelf.load()
    assert raised.value.remedy and raised.value.exit_code == 4
    assert "\n" not in str(raised.value) and "\n" not in raised.value.remedy
    return str(raised.value)


def test_profile_reads_back_as_it_was(kept: Shelf, learned: Learned) -> None:
    profile = kept.load()
    assert (profile.camera, profile.saved_at, profile.board.size) == ("sim:1", MONDAY, learned.board.size)
    assert np.abs(profile.board.grid.corners - learned.board.grid.corners).max() <= 1e-4
    assert abs(profile.board.grid.radius - learned.board.grid.radius) <= 1e-5
    assert profile.taught is not None
    assert (profile.taught.names, profile.taught.camera_side) == (("red", "yellow"), "front")
    for field in fields(EmptyBoard):
        assert np.array_equal(
            getattr(profile.board.empty, field.name),
            getattr(learned.board.empty, field.name),
            equal_nan=field.name == "rims",
        )
    for name in DISCS:
        assert np.array_equal(getattr(profile.taught.colours, name), getattr(learned.taught.colours, name))


def test_profile_keeps_every_array_that_is_learned() -> None:
    assert set(BOARD) == {field.name for field in fields(EmptyBoard)}
    assert set(DISCS) == {field.name for field in fields(Colours)} - {"board"}


def test_profile_of_a_board_alone_knows_no_colours(shelf: Shelf, learned: Learned) -> None:
    shelf.save(profile_of(learned, taught=False))
    profile = shelf.load()
    assert profile.taught is None
    with pytest.raises(ProfileMissing, match="colours are not learned"):
        profile.need_taught()


def test_profile_that_is_not_there_is_missing(shelf: Shelf) -> None:
    with pytest.raises(ProfileMissing) as raised:
        shelf.load()
    assert raised.value.exit_code == 4 and "quadrow calibrate all" in raised.value.remedy


def test_profile_before_is_kept_with_its_date(kept: Shelf, learned: Learned) -> None:
    kept.save(replace(profile_of(learned), saved_at=TUESDAY))
    assert [path.name for path in kept.history] == ["eye-2026-11-30T093000Z.toml"]
    assert kept.before == kept.history[0]
    assert kept.load().saved_at == TUESDAY
    assert kept.load(kept.history[0]).saved_at == MONDAY


def test_profile_can_be_taken_back_by_copying(kept: Shelf, learned: Learned) -> None:
    kept.save(replace(profile_of(learned, taught=False), saved_at=TUESDAY))
    shutil.copy(kept.history[0], kept.path)
    back = kept.load()
    assert back.saved_at == MONDAY and back.taught is not None


def test_profile_history_ends_somewhere(shelf: Shelf, learned: Learned) -> None:
    for day in range(KEPT + 5):
        shelf.save(replace(profile_of(learned), saved_at=MONDAY + timedelta(days=day)))
    assert len(shelf.history) == KEPT
    assert shelf.load(shelf.history[0]).saved_at == MONDAY + timedelta(days=KEPT + 3)
    assert len(list(shelf.folder.glob("*.npz"))) == 1


def test_profile_leaves_arrays_to_the_history_that_names_them(kept: Shelf, learned: Learned) -> None:
    for day in (1, 2):
        board = replace(learned.board.empty, plastic=learned.board.empty.plastic * np.float32(1 - day / 10))
        other = replace(learned.board, empty=board)
        kept.save(Profile("sim:1", other, None, MONDAY + timedelta(days=day)))
    assert [kept.load(path).saved_at for path in kept.history] == [TUESDAY, MONDAY]
    assert len(list(kept.folder.glob("*.npz"))) == 3


def test_profile_is_compared_with_what_was_written(tmp_path: Path, learned: Learned) -> None:
    class Forgetful(Disk):
        def rename(self, path: Path, to: Path) -> None:
            if to.name == "eye.toml":
                path.write_text(path.read_text().replace('side = "front"', 'side = "back"'))
            super().rename(path, to)

    with pytest.raises(CalibrationError, match="does not read back"):
        Shelf(tmp_path, Forgetful()).save(profile_of(learned))


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("schema_version", "2", "from 1 to 1"),
        ("schema_version", "true", "not a whole number"),
        ("schema_version", "0x" + "f" * 9000, "thousands of digits, not a whole number from 1 to 1"),
        ("saved_at", '"yesterday"', "not a date"),
        ("saved_at", "0001-01-01T00:00:00+14:00", "not a date from 2020"),
        ("saved_at", "2026-01-01T00:00:00", "not a date"),
        ("width_px", "640.0", "not a whole number from 16 to 20000"),
        ("width_px", "1" + "0" * 400, "from 16 to 20000"),
        ("top_left_px", "[nan, 1.0]", "not a number from -20000 to 20000"),
        ("top_left_px", "[1.0]", "no list of 2 numbers"),
        ("top_left_px", "[inf, 1.0]", "not a number"),
        ("top_left_px", "[9000.0, 9000.0]", "corners"),
        ("hole_radius_pitches", "0.9", "from 0.2 to 0.5"),
        ("residual_px", "-1.0", "from 0 to 100"),
        ("by_hand", "0", "not true or false"),
        ("name", "5", "a camera's name"),
        ("file", '"../../etc/passwd"', "eye-HASH.npz"),
        ("sha256", '"00"', "64 hexadecimal digits"),
        ("red", '"pink"', "one of red"),
        ("red", '"yellow"', "same colour"),
        ("camera_side", '"left"', "one of front, back"),
    ],
)
def test_profile_out_of_bounds_is_refused_by_key(kept: Shelf, key: str, value: str, said: str) -> None:
    changed(kept, line(kept, key), f"{key} = {value}")
    why = refusal(kept)
    assert str(kept.path) in why and said in why and (key in why or "corners" in why or "same colour" in why)


def test_profile_with_an_unknown_key_is_refused_with_the_nearest(kept: Shelf) -> None:
    changed(kept, "residual_px", "residaul_px")
    assert "grid.residaul_px" in refusal(kept) and "did you mean grid.residual_px?" in refusal(kept)


def test_profile_with_an_unknown_table_is_refused(kept: Shelf) -> None:
    changed(kept, "[discs]", "[disks]")
    assert "no table 'disks', did you mean discs?" in refusal(kept)


def test_profile_with_a_key_twice_is_refused_by_name(kept: Shelf) -> None:
    changed(kept, line(kept, "residual_px"), "residual_px = 1.0\nresidual_px = 2.0")
    assert "'residual_px' stands there twice" in refusal(kept)


def test_profile_without_a_key_is_refused_by_name(kept: Shelf) -> None:
    changed(kept, line(kept, "height_px") + "\n", "")
    assert "camera.height_px is missing" in refusal(kept)


def test_profile_without_its_arrays_is_refused(kept: Shelf) -> None:
    next(kept.folder.glob("*.npz")).unlink()
    assert "is missing" in refusal(kept)


def test_profile_with_the_arrays_of_another_is_refused(kept: Shelf, learned: Learned, tmp_path: Path) -> None:
    other = Shelf(tmp_path / "other")
    other.save(profile_of(learned, taught=False))
    shutil.copy(next(other.folder.glob("*.npz")), next(kept.folder.glob("*.npz")))
    assert "not the one that was saved with it" in refusal(kept)


def test_profile_that_says_more_than_its_arrays_is_refused(shelf: Shelf, learned: Learned) -> None:
    shelf.save(profile_of(learned, taught=False))
    shelf.path.write_text(shelf.path.read_text() + '\n[discs]\nred = "red"\nyellow = "yellow"\ncamera_side = "back"\n')
    assert "other arrays" in refusal(shelf)


def test_profile_names_the_one_before_as_a_way_out(kept: Shelf, learned: Learned) -> None:
    kept.save(replace(profile_of(learned), saved_at=TUESDAY))
    kept.path.write_bytes(b"\xff")
    with pytest.raises(ProfileDamaged) as raised:
        kept.load()
    assert str(kept.history[0]) in raised.value.remedy


@pytest.mark.parametrize(
    ("age", "words"),
    [
        (timedelta(seconds=5), "less than a minute old"),
        (timedelta(minutes=1), "1 minute old"),
        (timedelta(hours=5), "5 hours old"),
        (timedelta(days=40), "40 days old"),
        (timedelta(days=-3), "saved on 2026-11-30, which this machine's clock says is to come"),
    ],
)
def test_profile_tells_its_age(age: timedelta, words: str) -> None:
    assert age_words(MONDAY, MONDAY + age) == words


def test_profile_in_whose_place_a_folder_stands_is_said_to_be_moved(shelf: Shelf) -> None:
    shelf.path.mkdir(parents=True)
    with pytest.raises(ProfileDamaged, match="is a folder") as caught:
        shelf.load()
    assert "move it away" in caught.value.remedy


def test_profile_takes_the_place_of_a_link_to_itself_and_calls_no_other_the_one_before(
    kept: Shelf, learned: Learned
) -> None:
    kept.save(replace(profile_of(learned), saved_at=TUESDAY))
    kept.path.unlink()
    kept.path.symlink_to(kept.path)
    with pytest.raises(ProfileDamaged, match="levels of symbolic links") as caught:
        kept.load()
    assert caught.value.remedy == "move it away"
    kept.save(replace(profile_of(learned), saved_at=TUESDAY))
    assert kept.load().saved_at == TUESDAY and kept.before is None


def test_profile_that_is_named_and_is_a_folder_is_said_to_be_named_better(kept: Shelf) -> None:
    with pytest.raises(ProfileDamaged, match="is a folder") as caught:
        kept.load(Path())
    assert caught.value.remedy == "name an eye.toml"
