"""One calibration at a time, which knows before its first step that it can keep what it will learn."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

import pytest

from calibration.claim import ROOM_BYTES, Claim
from calibration.errors import ProfileBusy, ProfileDamaged
from tests.calibration.limits import files_of_at_most

ROOT = Path(__file__).parents[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "robot" / "eye.toml"


def names(path: Path) -> list[str]:
    return sorted(os.listdir(path.parent))


def test_claim_keeps_others_out_and_leaves_nothing(path: Path) -> None:
    with Claim(path).held():
        with (
            pytest.raises(ProfileBusy, match="another calibration of this robot is running") as caught,
            Claim(path).held(),
        ):
            pass
        assert (caught.value.remedy, caught.value.exit_code) == ("let it end, then try again", 1)
    with Claim(path).held():
        pass
    assert names(path) == []


def test_claim_within_itself_goes_on_with_the_outer_one(path: Path) -> None:
    claim = Claim(path)
    with claim.held():
        with claim.held():
            pass
        with pytest.raises(ProfileBusy), Claim(path).held():
            pass


def test_claim_is_let_go_when_a_step_fails(path: Path) -> None:
    claim = Claim(path)
    with pytest.raises(KeyboardInterrupt), claim.held():
        raise KeyboardInterrupt
    with claim.held(), pytest.raises(ProfileBusy), Claim(path).held():
        pass
    assert names(path) == []


def test_claim_of_the_eye_leaves_the_hand_alone(path: Path) -> None:
    with Claim(path).held(), Claim(path.with_name("hand.toml")).held():
        assert len(names(path)) == 2


def test_claim_of_a_process_that_was_killed_is_nobodys(path: Path) -> None:
    script = (
        "import sys, time\nfrom pathlib import Path\nfrom calibration.claim import Claim\n"
        "with Claim(Path(sys.argv[1])).held():\n    print('held', flush=True)\n    time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script, path], cwd=ROOT, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None and child.stdout.readline() == b"held\n"
        with pytest.raises(ProfileBusy), Claim(path).held():
            pass
        child.send_signal(signal.SIGKILL)
    with Claim(path).held():
        pass
    assert names(path) == []


def test_claim_of_a_file_that_was_taken_away_meanwhile_counts_for_nothing(path: Path) -> None:
    """The second opens the file of the first, who is done before the second has locked it; then comes a third."""
    others: list[None] = []
    with ExitStack() as first, ExitStack() as third:

        class Second(Claim):
            def _open(self, place: Path) -> BinaryIO:
                file = super()._open(place)
                if not others:
                    first.close()
                    others.append(third.enter_context(Claim(path).held()))
                return file

        first.enter_context(Claim(path).held())
        with pytest.raises(ProfileBusy), Second(path).held():
            pass


def test_claim_holds_the_room_until_it_is_needed(path: Path) -> None:
    claim = Claim(path)
    with claim.held():
        (file,) = path.parent.iterdir()
        assert file.stat().st_size == ROOM_BYTES
        claim.free_room()
        assert file.stat().st_size == 0


def test_claim_without_room_is_refused_and_leaves_nothing(path: Path) -> None:
    with files_of_at_most(ROOM_BYTES - 1), pytest.raises(OSError, match="eye.toml"), Claim(path).held():
        pass
    assert names(path) == []


@pytest.mark.parametrize("name", ["eye.toml", "eye-0123456789abcdef.npz"])
def test_claim_refuses_a_folder_where_a_file_belongs(path: Path, name: str) -> None:
    place = path.with_name(name)
    place.mkdir(parents=True)
    with pytest.raises(ProfileDamaged, match=f"{name} is a folder") as caught, Claim(path).held():
        pass
    assert caught.value.remedy == "move it away" and names(path) == [name]


def test_claim_refuses_a_file_where_the_history_belongs(path: Path) -> None:
    path.parent.mkdir()
    (path.parent / "history").write_text("")
    with pytest.raises(ProfileDamaged, match="history is no folder"), Claim(path).held():
        pass


def test_claim_refuses_a_profile_that_is_too_large_to_be_kept(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"#" * 100_000)
    with pytest.raises(ProfileDamaged, match="larger than 65536 bytes"), Claim(path).held():
        pass


def test_claim_takes_the_place_of_a_link_that_leads_nowhere(path: Path) -> None:
    path.parent.mkdir()
    path.symlink_to(path)
    with Claim(path).held():
        pass
