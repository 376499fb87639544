"""A file is written whole or not at all: every state that a crash may leave is looked at.

The recorder keeps what is done to the disk. A crash may come after any of these steps, and then, as POSIX has it: what
was written but not synced may be there, in part, or not at all; a renaming that the folder was not synced after may
have happened or not.
"""

from __future__ import annotations

import errno
import itertools
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from calibration.files import Disk, write_whole

Step = tuple[str, str, object]
State = dict[str, bytes]
OLD, NEW = b"the old one", b"the new one, which is longer"


class Recorder(Disk):
    """Does all as the real one, and writes down every step of it."""

    def __init__(self) -> None:
        self.steps: list[Step] = []

    def write(self, path: Path, data: bytes) -> None:
        super().write(path, data)
        self.steps.append(("write", str(path), data))

    def rename(self, path: Path, to: Path) -> None:
        super().rename(path, to)
        self.steps.append(("rename", str(path), str(to)))

    def remove(self, path: Path) -> None:
        super().remove(path)
        self.steps.append(("remove", str(path), None))

    def sync(self, path: Path) -> None:
        super().sync(path)
        self.steps.append(("sync folder" if path.is_dir() else "sync", str(path), None))


class Careless(Recorder):
    """Does not care whether files are on the disk."""

    def sync(self, path: Path) -> None:
        if path.is_dir():
            super().sync(path)


def crashes(before: State, steps: list[Step]) -> Iterator[State]:
    """Every state of the disk that a crash during these steps may leave."""
    for count in range(len(steps) + 1):
        yield from _states(before, steps[:count])


def _states(before: State, steps: list[Step]) -> Iterator[State]:
    """Every outcome of steps of which the last was carried out when the power failed."""
    safe = max((i for i, (kind, _, _) in enumerate(steps) if kind == "sync folder"), default=-1)
    loose = [i for i, (kind, _, _) in enumerate(steps) if kind in ("rename", "remove") and i > safe]
    for happened in itertools.product((True, False), repeat=len(loose)):
        skipped = {step for step, did in zip(loose, happened, strict=True) if not did}
        yield from _contents(before, steps, skipped)


def _contents(before: State, steps: list[Step], skipped: set[int]) -> Iterator[State]:
    synced = {path for kind, path, _ in steps if kind == "sync"}
    unsure = [path for kind, path, _ in steps if kind == "write" and path not in synced]
    for share in itertools.product((0.0, 0.5, 1.0), repeat=len(unsure)):
        kept = dict(zip(unsure, share, strict=True))
        state = dict(before)
        for number, (kind, path, more) in enumerate(steps):
            if kind == "write":
                assert isinstance(more, bytes)
                state[path] = more[: int(len(more) * kept.get(path, 1.0))]
            elif number not in skipped and kind == "rename" and path in state:
                state[str(more)] = state.pop(path)
            elif number not in skipped and kind == "remove":
                state.pop(path, None)
        yield state


def test_files_crash_leaves_the_old_or_the_new_one(tmp_path: Path) -> None:
    path, disk = tmp_path / "a.toml", Recorder()
    path.write_bytes(OLD)
    write_whole(disk, path, NEW)
    states = list(crashes({str(path): OLD}, disk.steps))
    assert {state[str(path)] for state in states} == {OLD, NEW}
    assert states[-1] == {str(path): NEW}
    assert len(states) >= 6


def test_files_crash_states_catch_a_file_that_is_not_synced(tmp_path: Path) -> None:
    path, disk = tmp_path / "a.toml", Careless()
    write_whole(disk, path, NEW)
    assert not {state[str(path)] for state in crashes({str(path): OLD}, disk.steps)} <= {OLD, NEW}


def test_files_that_cannot_be_written_leave_nothing(tmp_path: Path) -> None:
    class Full(Disk):
        def write(self, path: Path, data: bytes) -> None:
            path.write_bytes(data[:3])
            raise OSError(28, "No space left on device", str(path))

    path = tmp_path / "a.toml"
    path.write_bytes(OLD)
    with pytest.raises(OSError, match="No space left"):
        write_whole(Full(), path, NEW)
    assert os.listdir(tmp_path) == ["a.toml"] and path.read_bytes() == OLD


def test_files_are_left_alone_when_interrupted(tmp_path: Path) -> None:
    class Interrupted(Disk):
        def rename(self, path: Path, to: Path) -> None:
            raise KeyboardInterrupt

    path = tmp_path / "a.toml"
    path.write_bytes(OLD)
    with pytest.raises(KeyboardInterrupt):
        write_whole(Interrupted(), path, NEW)
    assert os.listdir(tmp_path) == ["a.toml"] and path.read_bytes() == OLD


def test_files_are_synced_by_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced = []
    really = os.fsync

    def fsync(handle: int) -> None:
        synced.append(os.fstat(handle).st_ino)
        really(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    write_whole(Disk(), tmp_path / "a.toml", NEW)
    assert synced == [(tmp_path / "a.toml").stat().st_ino, tmp_path.stat().st_ino]


def test_full_disk_is_told_with_the_files_name_and_leaves_the_old_one(tmp_path: Path) -> None:
    class Full(Disk):
        def write(self, path: Path, data: bytes) -> None:
            super().write(path, data[:3])
            raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "hand.toml"
    path.write_text("old")
    with pytest.raises(OSError, match="hand.toml"):
        write_whole(Full(), path, b"new and longer")
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]
