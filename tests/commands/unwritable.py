"""A home as on a disk that is mounted to be read, and `quadrow` run with it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.system.shell import CHECKOUT, QUADROW

UNWRITABLE = ["unshare", "-rm", "sh", "-c", 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"']
"""Run with a folder as on a disk that is mounted to be read; nobody else sees it so."""


def _can_unshare() -> bool:
    try:
        return not subprocess.run([*UNWRITABLE, "/tmp", "true"], capture_output=True, check=False).returncode
    except FileNotFoundError:
        return False


needs_unwritable = pytest.mark.skipif(not _can_unshare(), reason="nothing can be mounted here")


def quadrow_on_unwritable(home: Path, *words: str) -> tuple[int, str, str]:
    """Run `quadrow` with a home that cannot be written: exit code, output, errors."""
    done = subprocess.run(
        [*UNWRITABLE, str(home), *QUADROW, *words],
        env={**os.environ, "PYTHONPATH": str(CHECKOUT), "QUADROW_HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr
