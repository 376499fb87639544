"""A file of another kind is called by its name, and nothing is ever advised that would write over it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from calibration.colours import Learned
from calibration.errors import CalibrationError
from calibration.hand import Hand, HandShelf
from calibration.kinds import EYE, HAND, LENS, SETTINGS, kind_of
from calibration.lens import BadLens, read_lens
from calibration.profile import Shelf
from tests.calibration.dates import MONDAY, TUESDAY
from tests.calibration.stage import profile_of

LENS_FILE = "width_px = 640\nheight_px = 480\nfocal_px = [600, 600]\ncentre_px = [320, 240]\nbend = [0, 0, 0, 0, 0]\n"
READERS: dict[str, Callable[[Path], object]] = {
    EYE: lambda path: Shelf(path.parent).load(path),
    HAND: lambda path: HandShelf(_as(path, "hand.toml")).load(),
    LENS: read_lens,
}


def _as(path: Path, name: str) -> Path:
    """Put a copy where a shelf looks for it; give its folder."""
    folder = path.parent / "placed"
    folder.mkdir()
    (folder / name).write_bytes(path.read_bytes())
    return folder


@pytest.fixture
def files(tmp_path: Path, learned: Learned) -> dict[str, Path]:
    """A whole file of each kind, none of them where a shelf keeps its own."""
    shelf, hands = Shelf(tmp_path), HandShelf(tmp_path)
    eye, hand = shelf.save(profile_of(learned)), hands.save(Hand("controller", "/dev/one", MONDAY))
    lens, settings = tmp_path / "lens.toml", tmp_path / "config.toml"
    lens.write_text(LENS_FILE)
    settings.write_text('camera = "usb:0"\nrobot = "anna"\n')
    eye, hand = eye.rename(tmp_path / "one.toml"), hand.rename(tmp_path / "two.toml")
    return {EYE: eye, HAND: hand, LENS: lens, SETTINGS: settings}


def test_file_of_each_kind_is_known_by_what_it_holds(files: dict[str, Path]) -> None:
    assert {kind: kind_of(path.read_bytes()) for kind, path in files.items()} == {kind: kind for kind in files}
    assert [kind_of(data) for data in (b"", b"[grid]\n", b'camera = "usb"\n[grid]\n', b"robot = 1")] == [""] * 4


@pytest.mark.parametrize("given", [EYE, HAND, LENS, SETTINGS])
@pytest.mark.parametrize("wanted", list(READERS))
def test_file_of_another_kind_is_told_as_such(wanted: str, given: str, files: dict[str, Path]) -> None:
    if wanted == given:
        READERS[wanted](files[given])
        return
    with pytest.raises(CalibrationError) as raised:
        READERS[wanted](files[given])
    assert str(raised.value).endswith(f": this is {given}, not {wanted}")
    assert "over it" not in raised.value.remedy and raised.value.remedy


def test_profile_that_was_named_is_never_to_be_written_over(tmp_path: Path, learned: Learned) -> None:
    shelf = Shelf(tmp_path)
    for day in (MONDAY, TUESDAY):
        shelf.save(replace(profile_of(learned), saved_at=day))
    hand = HandShelf(tmp_path).save(Hand("controller", "/dev/one", MONDAY))
    (damaged := tmp_path / "mine.toml").write_text("[grid]\n")
    for path, code in ((hand, 2), (damaged, 4)):
        with pytest.raises(CalibrationError) as raised:
            shelf.load(path)
        assert raised.value.exit_code == code and "copy" not in raised.value.remedy
        assert "eye.toml" in raised.value.remedy


def test_other_kind_in_the_place_of_a_profile_is_moved_away_first(tmp_path: Path, learned: Learned) -> None:
    shelf, hands = Shelf(tmp_path), HandShelf(tmp_path)
    for day in (MONDAY, TUESDAY):
        shelf.save(replace(profile_of(learned), saved_at=day))
        hands.save(Hand("controller", "/dev/one", day))
    eye, hand = shelf.path.read_bytes(), hands.path.read_bytes()
    shelf.path.write_bytes(hand)
    hands.path.write_bytes(eye)
    for load, old in ((shelf.load, shelf.history[0]), (hands.load, hands.history[0])):
        with pytest.raises(CalibrationError) as raised:
            load()
        remedy = raised.value.remedy
        assert remedy.startswith("move it away, then type: quadrow calibrate") and f"copy {old} to its place" in remedy


def test_lens_that_is_damaged_is_told_by_its_key(tmp_path: Path) -> None:
    path = tmp_path / "lens.toml"
    path.write_text(LENS_FILE.replace("[600, 600]", "[600]"))
    with pytest.raises(BadLens, match="focal_px is no list of 2 numbers"):
        read_lens(path)
