"""The door: refuse to start beside Robot Framework, else hand over to `robot.cli`.

Robot Framework calls its package `robot` too. Where both are installed Python imports one of the two by chance of
order, so the look comes before anything of ours is imported; that is why this file stands outside the package.
Standard library only, and little of it before `main` catches Ctrl-C.
"""

from __future__ import annotations

import os
import sys

CLOSED = "standard output is closed - leave it open, or send it to a file"


def main() -> int:
    """Run the command line; give the exit code. Whatever ends the program from outside ends it in one line."""
    try:
        return _enter()
    except KeyboardInterrupt as stop:
        if "--debug" in sys.argv:
            raise
        number = stop.args[0] if stop.args else 2
        print("quadrow: interrupted", file=sys.stderr)
        return 128 + int(number)


def _enter() -> int:
    _heed_signals()
    if not _open_streams():
        return _refuse(CLOSED)
    found = robot_framework()
    if found:
        remedy = "install Quadrow in an environment of its own: python3 -m venv .venv && .venv/bin/pip install quadrow"
        return _refuse(f"Robot Framework {found} is installed here and its package is also called robot - {remedy}")
    from robot.cli import main as run

    return run()


def robot_framework() -> str:
    """Give the version of Robot Framework in this environment, empty when there is none."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("robotframework")
    except PackageNotFoundError:
        return ""


def _refuse(what: str) -> int:
    print(f"quadrow: {what}", file=sys.stderr)
    return 1


def _heed_signals() -> None:
    """Let a kill and a lost terminal do what Ctrl-C does, so that hands stop and folders are tidied up.

    What the caller told the program to ignore (nohup) stays ignored. The second of them changes nothing any more.
    """
    import signal

    heeded = [number for number in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(number) is signal.SIG_DFL]

    def leave(number: int, _: object) -> None:
        for one in heeded:
            signal.signal(one, signal.SIG_IGN)
        raise KeyboardInterrupt(number)

    for number in heeded:
        signal.signal(number, leave)


def _open_streams() -> bool:
    """Put the null device where the caller closed standard input or error; tell whether there is an output."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")
    return sys.stdout is not None


if __name__ == "__main__":
    sys.exit(main())
