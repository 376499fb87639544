"""The brute force in C, compiled once for all tests of the rules."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

SOURCE = Path(__file__).with_name("brute.c")

Brute = Callable[..., str]
"""Takes the words of brute.c's command line, gives what it prints."""


@pytest.fixture(scope="session")
def brute(tmp_path_factory: pytest.TempPathFactory) -> Brute:
    program = tmp_path_factory.mktemp("brute") / "brute"
    subprocess.run(["cc", "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", SOURCE, "-o", program], check=True)

    def run(*words: object) -> str:
        command = [str(program), *(str(word) for word in words)]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    return run
