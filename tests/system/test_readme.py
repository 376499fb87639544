"""The README's commands work as they stand there: every line of its `sh` blocks is run, make's targets excepted.

`make demo` and `make test` would run this test again; of them it is checked that the targets are there.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.system.shell import CHECKOUT, quadrow

README = (CHECKOUT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    line for block in re.findall(r"^```sh\n(.*?)^```", README, re.M | re.S) for line in block.splitlines() if line
]
TO_RUN = [command for command in COMMANDS if not command.startswith("make ")]


@pytest.fixture(scope="module")
def environ(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What a reader has after `make demo`: `quadrow` on the path, here as a script of its own; a home that is empty."""
    folder = tmp_path_factory.mktemp("bin")
    script = folder / "quadrow"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m quadrow "$@"\n')
    script.chmod(0o755)
    return {
        **os.environ,
        "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(CHECKOUT),
        "QUADROW_HOME": str(tmp_path_factory.mktemp("home")),
    }


@pytest.mark.parametrize("command", TO_RUN)
def test_readme_command_works(command: str, environ: dict[str, str], tmp_path: Path) -> None:
    for name in ("tests", "docs", "Makefile"):
        (tmp_path / name).symlink_to(CHECKOUT / name)
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=tmp_path,
        env=environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_readme_shows_the_two_commands_first() -> None:
    assert COMMANDS[:2] == ["make demo", "make test"]
    assert len(TO_RUN) >= 3


def test_readme_make_targets_are_in_the_makefile() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (CHECKOUT / "Makefile").read_text(encoding="utf-8"), re.M))
    pages = README + (CHECKOUT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\bmake ([a-z]+(?:-[a-z]+)?)\b(?=[\s`])", pages)) <= targets


def test_readme_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (CHECKOUT / target).exists(), target


def test_readme_picture_is_read_without_a_doubt() -> None:
    """A newcomer tries it first."""
    seen = json.loads(quadrow("look", str(CHECKOUT / "docs/board.jpg"), "--json").stdout)
    assert seen["grid"] == [".......", "..YR..Y", ".RYY..R", ".YYY..R", "YRRR..R", "RYRRYRY"]
    assert min(min(row) for row in seen["margin"]) == 1.0 and seen["reason"] == ""
