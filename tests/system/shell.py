"""Run `quadrow` as a person would: another process, its output, its exit code."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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


@contextmanager
def at_terminal(home: Path, *words: str, deadline_s: float = 120.0) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Run with a terminal for a keyboard: gives the program and our end of it. Past the deadline it is killed.

    Ctrl-C reaches the program even where whoever started the tests ignores it.
    """
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*QUADROW, *words],
        env={**os.environ, "PYTHONPATH": str(CHECKOUT), "QUADROW_HOME": str(home)},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        guard = threading.Timer(deadline_s, child.kill)
        guard.start()
        try:
            yield child, ours
        finally:
            guard.cancel()
            child.kill()
    os.close(ours)
    os.close(theirs)


def is_one_line(text: str) -> bool:
    """Whether an error was said in exactly one line, without a traceback."""
    return text.count("\n") == 1 and "Traceback" not in text
