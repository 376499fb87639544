"""Measure: how well photographs are read, how long a simulated game takes, how fast rules and solver are.

Every subject is a file `_bench_SUBJECT.py` beside this one, with a docstring, `add_arguments` and `run` like a verb's.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path
from types import ModuleType

PREFIX = "_bench_"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the subjects of `bench`, each with its arguments."""
    subjects = parser.add_subparsers(metavar="SUBJECT", title="subjects", dest="subject", required=True)
    for name in sorted(path.stem.removeprefix(PREFIX) for path in Path(__file__).parent.glob(f"{PREFIX}*.py")):
        module = _module(name)
        line = (module.__doc__ or "").partition("\n")[0].rstrip(".")
        module.add_arguments(subjects.add_parser(name, help=line, description=line))


def run(args: argparse.Namespace) -> int:
    """Measure the subject that was asked for."""
    code: int = _module(args.subject).run(args)
    return code


def _module(subject: str) -> ModuleType:
    return import_module(f"robot.commands.{PREFIX}{subject}")
