"""Who may import whom: the table of the house, read from the source of every file.

Every import counts, late ones and those for the type checker too. `types` stands for that one file; a fake raises
what the real part raises, so where the table says `types` the errors of that package come with it.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OURS = ("robot", "vision", "calibration", "quadrow")
EYE = ("vision.types", "vision.errors")
HAND = ("robot.mechanism.types", "robot.mechanism.errors")
BASE = ("robot.errors", "robot.clock")
TABLE = tuple(f"robot.{name}" for name in ("referee", "table", "messages", "codec", "phases", "plastic"))
ALL = ("robot", "vision", "calibration")


@dataclass(frozen=True)
class Room:
    """What one part of the house may import besides itself and the standard library."""

    ours: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()
    never: tuple[str, ...] = ()


HOUSE = {
    "robot.rules": Room(),
    "robot.solver": Room(("robot.rules",)),
    "vision": Room((), ("numpy", "cv2")),
    "robot.mechanism": Room(BASE, ("gpiozero", "serial", "smbus2")),
    "calibration": Room(("vision", "robot.mechanism.types"), ("numpy", "cv2", "platformdirs")),
    "robot.sim": Room((*BASE, "robot.rules", *EYE, *HAND), ("numpy", "cv2")),
    **dict.fromkeys(TABLE, Room((*BASE, *TABLE, "robot.rules", "robot.solver", *EYE, *HAND))),
    "robot.store": Room((*BASE, *TABLE, "robot.rules"), ("platformdirs",)),
    "robot.config": Room((*BASE, "robot.rules", "vision.files"), ("platformdirs",)),
    "robot.audit": Room(ALL, (), ("robot.commands", "robot.web", "robot.cli")),
    "robot.live": Room(ALL, (), ("robot.commands", "robot.web", "robot.cli")),
    "robot.one_thread": Room(ALL, (), ("robot.commands", "robot.web", "robot.cli")),
    "robot.runner": Room(ALL, (), ("robot.commands", "robot.web", "robot.cli")),
    "robot.web": Room(ALL, ("starlette", "uvicorn", "numpy", "cv2"), ("robot.commands", "robot.cli")),
    "robot.commands": Room(ALL, ("platformdirs", "uvicorn"), ("robot.cli",)),
    "robot.cli": Room(("robot.commands",)),
    "robot.errors": Room(),
    "robot.clock": Room(),
    "robot.__main__": Room(("quadrow",)),
    "quadrow": Room(("robot.cli",)),
}
TIME = {"time", "sched"}


def violations(root: Path) -> list[str]:
    """List every import under `root` that the house does not allow, as `file:line: why`."""
    files = [
        path for package in OURS for path in sorted([*root.glob(f"{package}/**/*.py"), *root.glob(f"{package}.py")])
    ]
    return [found for path in files for found in _violations_of(path, root)]


def _violations_of(path: Path, root: Path) -> Iterator[str]:
    module = _module_name(path, root)
    room_name = _room_of(module)
    if room_name is None:
        if path.read_text(encoding="utf-8").strip():
            yield f"{path.relative_to(root)}:1: this part of the house is not in the table"
        return
    for line, target in _imports(path, module, root):
        why = _forbidden(module, room_name, target)
        if why:
            yield f"{path.relative_to(root)}:{line}: {why}"


def _forbidden(module: str, room_name: str, target: str) -> str:
    room, top = HOUSE[room_name], target.partition(".")[0]
    if top in TIME and module != "robot.clock":
        return f"{target}: time is read in robot/clock.py alone"
    if top in OURS:
        allowed = _within(target, (room_name, *room.ours)) and not _within(target, room.never)
    else:
        allowed = top in sys.stdlib_module_names or top in room.outside
    return "" if allowed else f"{room_name} may not import {target}"


def _imports(path: Path, module: str, root: Path) -> Iterator[tuple[int, str]]:
    """Give line and full name of every module that a file imports, by statement or by import_module("...")."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = _absolute(node, module, path)
            for alias in node.names:
                name = f"{source}.{alias.name}"
                yield node.lineno, name if _is_module(name, root) else source
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module") and node.args:
            name = node.args[0]
            if isinstance(name, ast.Constant) and name.value != "picamera2":
                yield node.lineno, str(name.value)


def _absolute(node: ast.ImportFrom, module: str, path: Path) -> str:
    if not node.level:
        return node.module or ""
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    base = package[: len(package) - node.level + 1]
    return ".".join([*base, *([node.module] if node.module else [])])


def _is_module(name: str, root: Path) -> bool:
    path = root / name.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").is_file()


def _module_name(path: Path, root: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _room_of(module: str) -> str | None:
    return max((name for name in HOUSE if _within(module, (name,))), key=len, default=None)


def _within(module: str, names: tuple[str, ...]) -> bool:
    return any(module == name or module.startswith(f"{name}.") for name in names)


def test_imports_follow_the_table_of_the_design() -> None:
    assert violations(ROOT) == []


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("robot/rules/a.py", "import numpy"),
        ("robot/rules/a.py", "from robot.errors import QuadrowError"),
        ("robot/rules/a.py", "from robot.solver import engine"),
        ("robot/solver/a.py", "import numpy as np"),
        ("robot/solver/a.py", "from robot import clock"),
        ("robot/solver/a.py", "from vision.types import Cell"),
        ("vision/a.py", "from robot.rules.position import Position"),
        ("vision/a.py", "from robot.errors import QuadrowError"),
        ("vision/a.py", "import gpiozero"),
        ("vision/cameras/a.py", "import calibration"),
        ("robot/mechanism/a.py", "from vision.types import Cell"),
        ("robot/mechanism/drivers/a.py", "import numpy"),
        ("robot/mechanism/a.py", "from robot.rules import position"),
        ("calibration/a.py", "from robot.mechanism.servos import Servos"),
        ("calibration/a.py", "from robot.errors import BadInput"),
        ("calibration/a.py", "import gpiozero"),
        ("robot/sim/a.py", "from robot.mechanism.servos import Servos"),
        ("robot/sim/a.py", "from vision import locate"),
        ("robot/sim/a.py", "def late():\n    from robot.solver import engine"),
        ("robot/referee.py", "import numpy"),
        ("robot/table.py", "from vision.stable import Stable"),
        ("robot/table.py", "from robot.store import Store"),
        ("robot/messages.py", "from robot.mechanism import servos"),
        ("robot/store.py", "import cv2"),
        ("robot/store.py", "from robot.runner import Runner"),
        ("robot/runner.py", "from robot.commands import look"),
        ("robot/runner.py", "import numpy"),
        ("robot/web/a.py", "from importlib import import_module\nimport_module('robot.commands.look')"),
        ("robot/web/a.py", "import gpiozero"),
        ("robot/commands/a.py", "import cv2"),
        ("robot/commands/a.py", "import serial"),
        ("robot/commands/a.py", "from ..cli import main"),
        ("robot/cli.py", "import rich"),
        ("robot/table.py", "import time"),
        ("vision/a.py", "from time import sleep"),
        ("robot/attic.py", "x = 1"),
    ],
)
def test_imports_that_the_table_forbids_are_found(tmp_path: Path, file: str, line: str) -> None:
    for name in (
        "vision/locate.py",
        "robot/solver/engine.py",
        "robot/clock.py",
        "robot/rules/position.py",
        "robot/mechanism/servos.py",
        "robot/commands/look.py",
    ):
        _write(tmp_path / name, "")
    _write(tmp_path / file, line)
    assert [found.partition(":")[0] for found in violations(tmp_path)] == [file]


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("robot/solver/a.py", "from robot.rules.position import Position\nfrom robot.solver import b"),
        ("vision/a.py", "import cv2\nimport numpy as np\nfrom . import types"),
        ("robot/mechanism/a.py", "import serial\nfrom robot.clock import Clock"),
        ("calibration/a.py", "from vision.locate import locate\nfrom robot.mechanism import types"),
        ("robot/sim/a.py", "from vision import types\nimport numpy\nfrom robot.rules import position"),
        ("robot/table.py", "from robot.referee import judge\nfrom vision.types import Observation"),
        ("robot/runner.py", "from vision.stable import Stable\nfrom robot.sim import world"),
        ("robot/commands/a.py", "from calibration import profile\nimport platformdirs"),
        ("robot/clock.py", "import time"),
    ],
)
def test_imports_that_the_table_allows_are_left_alone(tmp_path: Path, file: str, line: str) -> None:
    for name in ("vision/types.py", "robot/mechanism/types.py", "robot/rules/position.py"):
        _write(tmp_path / name, "")
    _write(tmp_path / file, line)
    assert violations(tmp_path) == []


@pytest.mark.parametrize(
    "module",
    ["vision.types", "vision.errors", "vision.cameras", "robot.mechanism.types", "robot.sim.scene", "robot.referee"],
)
def test_imports_of_the_borders_bring_no_array_library(module: str) -> None:
    code = f"import sys, {module}; print([name for name in ('numpy', 'cv2', 'rich') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_folders_of_tests_hide_no_package_from_who_starts_in_them() -> None:
    """tests/vision is called as vision is, and `python -m pytest` looks for modules where it is started."""
    collected = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "vision/test_colours.py"],
        cwd=ROOT / "tests",
        capture_output=True,
        text=True,
    )
    assert collected.returncode == 0, collected.stdout
