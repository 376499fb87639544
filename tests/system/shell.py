"""Run `quadrow` as a person would: another process, its output, its exit code."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
QUADROW = [sys.executable, "-W", "error", "-m", "quadrow"]


def quadrow(
    *words: str, cwd: Path | None = None, feed: str = "", prepare: Callable[[], None] | None = None, **environ: str
) -> subprocess.CompletedProcess[str]:
    """Run to the end, at most three minutes; `prepare` runs in the child before the program starts."""
    return subprocess.run(
        [*QUADROW, *words],
        cwd=cwd,
        input=feed,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT), **environ},
        preexec_fn=prepare,
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )


def is_one_line(text: str) -> bool:
    """Whether an error was said in exactly one line, without a traceback."""
    return text.count("\n") == 1 and "Traceback" not in text
