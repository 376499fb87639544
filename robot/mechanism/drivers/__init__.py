"""The servo drivers, one file each, found by their name.

A driver file has one function, `open_driver(settings: Mapping[str, str]) -> ServoDriver`, and imports what its
hardware needs inside it, so that a missing library is noticed only by who asks for that driver. The simulated
driver is not here: it belongs to the simulated world that it moves.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from typing import cast

from robot.mechanism.errors import DriverError
from robot.mechanism.types import ServoDriver


def names() -> tuple[str, ...]:
    """The names of all drivers in this folder, in alphabetical order."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


def open_driver(name: str, settings: Mapping[str, str]) -> ServoDriver:
    """The driver called `name`, ready for use.

    Raises DriverError when there is no such driver or when its library is not installed; what the driver itself
    raises passes through.
    """
    known = names()
    if name not in known:
        raise DriverError(
            f"there is no servo driver {name!r}",
            f"choose one of: {', '.join(known)}" if known else "play on the simulated board (--sim)",
        )
    module = importlib.import_module(f"{__name__}.{name}")
    try:
        return cast(ServoDriver, module.open_driver(settings))
    except ImportError as error:
        raise DriverError(f"the servo driver {name!r} needs {error.name}", f"install {error.name}") from error
