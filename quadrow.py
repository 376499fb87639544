"""The door: refuse to start beside Robot Framework, else hand over to `robot.cli`.

Robot Framework calls its package `robot` too. Where both are installed Python imports one of the two by chance of
order, so the look comes before anything of ours is imported; that is why this file stands outside the package.
Standard library only.
"""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, version


def main() -> int:
    """Run the command line; give the exit code."""
    found = robot_framework()
    if found:
        remedy = "install Quadrow in an environment of its own: python3 -m venv .venv && .venv/bin/pip install quadrow"
        print(
            f"quadrow: Robot Framework {found} is installed here and its package is also called robot - {remedy}",
            file=sys.stderr,
        )
        return 1
    from robot.cli import main as run

    return run()


def robot_framework() -> str:
    """Give the version of Robot Framework in this environment, empty when there is none."""
    try:
        return version("robotframework")
    except PackageNotFoundError:
        return ""


if __name__ == "__main__":
    sys.exit(main())
