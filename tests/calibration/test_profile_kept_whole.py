"""A profile on the disk is whole or refused, whatever befalls the disk, the program and those who save at once."""

from __future__ import annotations

import errno
import random
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.colours import Learned
from calibration.errors import ProfileBusy, ProfileDamaged
from calibration.files import Disk
from calibration.profile import Profile, Shelf
from tests.calibration.damage import mutated
from tests.calibration.dates import MONDAY, TUESDAY
from tests.calibration.stage import profile_of
from tests.calibration.test_files import Recorder, crashes

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("pattern", "seeds"), [("*.toml", range(800)), ("*.npz", range(800, 1000))])
def test_profile_damaged_a_thousand_times_is_valid_or_one_line(kept: Shelf, pattern: str, seeds: range) -> None:
    path = next(kept.folder.glob(pattern))
    whole = path.read_bytes()
    refused = 0
    for seed in seeds:
        path.write_bytes(mutated(whole, random.Random(seed)))
        try:
            profile = kept.load()
            assert np.isfinite(profile.board.grid.corners).all(), seed
        except ProfileDamaged as error:
            refused += 1
            assert "\n" not in f"{error}{error.remedy}" and len(str(error)) < 600, seed
    assert refused > len(seeds) / 2


def test_profile_survives_a_power_cut_at_any_step(kept: Shelf, learned: Learned, tmp_path: Path) -> None:
    before = {str(path): path.read_bytes() for path in kept.folder.rglob("*") if path.is_file()}
    disk = Recorder()
    board = replace(
        learned.board, empty=replace(learned.board.empty, plastic=learned.board.empty.plastic * np.float32(0.9))
    )
    Shelf(kept.folder, disk).save(Profile("sim:1", board, learned.taught, TUESDAY))
    seen = set()
    for state in crashes(before, disk.steps):
        shutil.rmtree(kept.folder)
        for path, data in state.items():
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Path(path).write_bytes(data)
        seen.add(kept.load().saved_at)
    assert seen == {MONDAY, TUESDAY}


def test_profile_survives_being_killed_while_saving(kept: Shelf) -> None:
    script = (
        "import sys\nfrom dataclasses import replace\nfrom pathlib import Path\n"
        "from calibration.profile import Shelf\nfrom tests.calibration.dates import MONDAY, TUESDAY\n"
        "shelf = Shelf(Path(sys.argv[1])); profile = shelf.load(); print('go', flush=True)\n"
        "while True:\n    for date in (TUESDAY, MONDAY):\n        shelf.save(replace(profile, saved_at=date))\n"
    )
    for round_number in range(5):
        child = subprocess.Popen([sys.executable, "-c", script, kept.folder], cwd=ROOT, stdout=subprocess.PIPE)
        with child:
            assert child.stdout is not None and child.stdout.readline() == b"go\n"
            deadline = random.Random(round_number).uniform(0.02, 0.2)
            with pytest.raises(subprocess.TimeoutExpired):
                child.wait(timeout=deadline)
            child.send_signal(signal.SIGKILL)
        assert kept.load().saved_at in (MONDAY, TUESDAY)
    kept.save(kept.load())
    assert not list(kept.folder.rglob("*.part"))


def darker(learned: Learned, gain: float) -> Profile:
    """The same board with other arrays."""
    plastic = learned.board.empty.plastic * np.float32(gain)
    board = replace(learned.board, empty=replace(learned.board.empty, plastic=plastic))
    return Profile("sim:1", board, learned.taught, TUESDAY)


def test_profile_that_another_saves_in_the_middle_is_refused_to_him_and_whole(kept: Shelf, learned: Learned) -> None:
    told = []

    class Meanwhile(Disk):
        def rename(self, path: Path, to: Path) -> None:
            super().rename(path, to)
            if to.suffix == ".npz":
                with pytest.raises(ProfileBusy) as caught:
                    Shelf(kept.folder).save(darker(learned, 0.8))
                told.append(str(caught.value))

    Shelf(kept.folder, Meanwhile()).save(darker(learned, 0.9))
    assert len(told) == 1 and kept.load().saved_at == TUESDAY


def test_profile_that_cannot_be_kept_leaves_nothing(kept: Shelf, learned: Learned) -> None:
    class Full(Disk):
        def write(self, path: Path, data: bytes) -> None:
            if path.name == ".eye.toml.part":
                raise OSError(errno.ENOSPC, "No space left on device")
            super().write(path, data)

    before = {path: path.read_bytes() for path in kept.folder.glob("*") if path.is_file()}
    with pytest.raises(OSError, match="eye.toml"):
        Shelf(kept.folder, Full()).save(darker(learned, 0.9))
    assert {path: path.read_bytes() for path in kept.folder.glob("*") if path.is_file()} == before
    assert kept.load().saved_at == MONDAY


def test_first_profile_that_cannot_be_kept_leaves_nothing(shelf: Shelf, learned: Learned) -> None:
    class Full(Disk):
        def rename(self, path: Path, to: Path) -> None:
            if to.name == "eye.toml":
                raise OSError(errno.ENOSPC, "No space left on device")
            super().rename(path, to)

    with pytest.raises(OSError, match="eye.toml"):
        Shelf(shelf.folder, Full()).save(profile_of(learned))
    assert [path.name for path in shelf.folder.iterdir()] == ["history"]


def test_profile_is_whole_for_whoever_reads_while_it_is_saved(kept: Shelf, learned: Learned) -> None:
    one, other = replace(profile_of(learned), saved_at=MONDAY), darker(learned, 0.9)

    def save_often() -> None:
        for _ in range(15):
            kept.save(other)
            kept.save(one)

    with ThreadPoolExecutor(1) as threads:
        saving = threads.submit(save_often)
        seen = []
        while not saving.done():
            seen.append(Shelf(kept.folder).load().saved_at)
        saving.result()
    assert set(seen) == {MONDAY, TUESDAY}
