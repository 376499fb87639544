"""scripts/setup.sh and .ci/run: what they say when something is missing. Nothing is installed here."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.system.shell import CHECKOUT, is_one_line

TOOLS = ("sh", "bash", "dirname", "cat", "cksum", "id", "rm", "tail", "printf", "env", "mkdir")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The files that the script reads, in a folder of their own: its environment never touches ours."""
    for name in ("scripts/setup.sh", "pyproject.toml", "constraints-bookworm.txt", ".ci/run", "robot/solver", "vision"):
        target = tmp_path / "checkout" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (CHECKOUT / name).is_dir() else shutil.copy)(CHECKOUT / name, target)
    return tmp_path / "checkout"


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A path with the plainest tools and nothing else: no Python, no compiler, no apt."""
    folder = tmp_path / "machine"
    folder.mkdir()
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found, tool
        (folder / tool).symlink_to(found)
    return folder


def put(machine: Path, name: str, script: str) -> None:
    path = machine / name
    path.unlink(missing_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def python_that_lacks(*words: str) -> str:
    """A Python 3.11 whose every check succeeds but those whose code names one of the words."""
    cases = "".join(f"    *{word}*) exit 1;;\n" for word in words)
    return f'case "$2" in\n{cases}    *%d*) echo 3.11;;\nesac'


def stand_in(version: str) -> str:
    """This Python, saying that it is of another version."""
    major, minor = version.split(".")
    inside = f"import sys; sys.version_info = ({major}, {minor}, 0);"
    return f"exec \"{sys.executable}\" -c \"{inside} exec(compile('''$2''', 'x', 'exec'))\""


def setup(checkout: Path, machine: Path, *words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(machine / "sh"), "scripts/setup.sh", *words],
        cwd=checkout,
        env={"PATH": str(machine), "HOME": str(checkout), **environ},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def test_setup_without_a_python_says_what_to_install(checkout: Path, machine: Path) -> None:
    done = setup(checkout, machine)
    assert done.returncode == 1
    assert done.stderr.startswith("setup: Python 3.11, 3.12 or 3.13 is missing - ")
    assert is_one_line(done.stderr)


@pytest.mark.parametrize("version", ["3.10", "3.14"])
def test_setup_takes_no_python_that_is_too_old_or_too_new(checkout: Path, machine: Path, version: str) -> None:
    put(machine, "python3", stand_in(version))
    done = setup(checkout, machine)
    assert done.returncode == 1
    assert "Python 3.11, 3.12 or 3.13 is missing" in done.stderr


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_setup_takes_the_pythons_that_were_tried(checkout: Path, machine: Path, version: str) -> None:
    put(machine, "python3", stand_in(version))
    assert setup(checkout, machine).stderr.startswith("setup: a C compiler is missing")


def test_setup_refuses_a_named_python_that_does_not_suit(checkout: Path, machine: Path) -> None:
    done = setup(checkout, machine, PYTHON="/nowhere/python")
    assert done.returncode == 1
    assert done.stderr == "setup: PYTHON=/nowhere/python is no Python 3.11 to 3.13 - name another one\n"


@pytest.mark.parametrize(
    ("lacks", "says", "packages"),
    [
        ("ensurepip", "the venv module of Python 3.11", "python3.11-venv"),
        ("Python.h", "the header Python.h", "python3.11-dev"),
    ],
)
def test_setup_names_the_package_where_apt_may_not_be_used(
    checkout: Path, machine: Path, lacks: str, says: str, packages: str
) -> None:
    put(machine, "python3", python_that_lacks(lacks))
    put(machine, "cc", "exit 0")
    put(machine, "apt-get", "echo apt was called >&2; exit 1")
    done = setup(checkout, machine, QUADROW_NO_APT="1")
    assert done.returncode == 1
    assert done.stderr.startswith(f"setup: {says}")
    assert done.stderr.endswith(f"type: sudo apt-get update && sudo apt-get install -y {packages}\n")
    assert is_one_line(done.stderr)


def test_setup_without_a_compiler_says_how_to_get_one(checkout: Path, machine: Path) -> None:
    put(machine, "python3", python_that_lacks("nothing"))
    done = setup(checkout, machine)
    assert done.returncode == 1
    assert done.stderr == "setup: a C compiler is missing - install one (macOS: xcode-select --install)\n"


def test_setup_asks_no_password(checkout: Path, machine: Path) -> None:
    """A user with a sudo that wants a password gets the command to type."""
    put(machine, "python3", python_that_lacks("nothing"))
    put(machine, "id", "echo 1000")
    put(machine, "apt-get", "exit 0")
    put(machine, "sudo", '[ "$1" = -n ] || exit 99; exit 1')
    done = setup(checkout, machine)
    assert done.returncode == 1
    assert done.stderr == (
        "setup: a C compiler is missing - type: sudo apt-get update && sudo apt-get install -y gcc libc6-dev\n"
    )


def test_setup_updates_the_package_list_when_a_package_is_not_known(checkout: Path, machine: Path) -> None:
    put(machine, "python3", python_that_lacks("nothing"))
    put(machine, "id", "echo 0")
    put(
        machine,
        "apt-get",
        'echo "$1" >> "$HOME/called"; [ "$1" = update ] || [ -e "$HOME/known" ] || { : > "$HOME/known"; exit 100; }',
    )
    setup(checkout, machine)
    assert (checkout / "called").read_text().split() == ["install", "update", "install"]


def test_setup_knows_only_its_words(checkout: Path, machine: Path) -> None:
    done = setup(checkout, machine, "new")
    assert done.returncode == 2
    assert is_one_line(done.stderr)


def test_setup_is_quick_when_the_stamp_fits_and_not_when_a_source_changed(checkout: Path, machine: Path) -> None:
    """An environment that is ready is left alone; without a Python on the path anything more would fail."""
    environment = checkout / ".venv/bin"
    environment.mkdir(parents=True)
    for name in ("python", "quadrow"):
        put(environment, name, "exit 0")
    files = "pyproject.toml constraints-bookworm.txt scripts/setup.sh robot/solver/*.c robot/solver/*.h vision/*.c"
    sums = f"cat {files} | cksum"
    stamp = subprocess.run(["sh", "-c", sums], cwd=checkout, capture_output=True, text=True, check=True).stdout
    (checkout / ".venv/.stamp").write_text(f"{checkout} {stamp}")
    done = setup(checkout, machine)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    with (checkout / "robot/solver/search.c").open("a") as source:
        source.write("/* changed */\n")
    assert setup(checkout, machine).returncode == 1


def test_setup_sources_are_those_that_are_compiled() -> None:
    """The list in pyproject.toml names every C file; a forgotten one shows only where it is used."""
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    modules = project["tool"]["setuptools"]["ext-modules"]
    for ending, key in ((".c", "sources"), (".h", "depends")):
        found = [path for folder in ("robot/solver", "vision") for path in (CHECKOUT / folder).glob(f"*{ending}")]
        named = [name for module in modules for name in module.get(key, [])]
        assert sorted(named) == sorted(str(path.relative_to(CHECKOUT)) for path in found)


def test_ci_run_fails_clearly_without_the_photographs(checkout: Path) -> None:
    done = subprocess.run(["bash", ".ci/run"], cwd=checkout, capture_output=True, text=True, env=os.environ)
    assert done.returncode == 1
    assert (
        done.stderr
        == f".ci/run: the folder {checkout.parent}/shared/photos is missing - put the test data beside the checkout\n"
    )
