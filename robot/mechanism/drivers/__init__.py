"""The servo drivers, one file each, found by their name; names that begin with _ are no drivers.

A driver file has two functions, and imports what its hardware needs inside them, so that a missing library is noticed
only by who asks for that driver:

    open_driver(wiring, clock) -> Driver           pulses and sensors
    off_switch(wiring) -> Callable[[], None]       for the guard process: prepare all that is needed, so that the
                                                   function it gives ends all pulses at once; that may raise OSError

The simulated driver is not here: it belongs to the simulated world that it moves.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from typing import cast

from robot.clock import Clock
from robot.mechanism.drivers._guarded import Driver, Guard, Guarded
from robot.mechanism.errors import DriverError
from robot.mechanism.wiring import Wiring


def names() -> tuple[str, ...]:
    """The names of all drivers in this folder, in alphabetical order."""
    found = (module.name for module in pkgutil.iter_modules(__path__))
    return tuple(sorted(name for name in found if not name.startswith("_")))


def open_driver(name: str, wiring: Wiring, clock: Clock) -> Guarded:
    """The driver called `name`, ready for use, with its guard process.

    Raises DriverError when there is no such driver or when its library is not installed; what the driver itself
    raises passes through.
    """
    driver = cast(Driver, _call(name, "open_driver", wiring, clock))
    try:
        return Guarded(driver, lambda: Guard(name, wiring))
    except BaseException:
        driver.close()
        raise


def off_switch(name: str, wiring: Wiring) -> Callable[[], None]:
    """What ends all pulses of the driver called `name`; raises as `open_driver` does."""
    return cast(Callable[[], None], _call(name, "off_switch", wiring))


def _call(name: str, function: str, *words: object) -> object:
    known = names()
    if name not in known:
        raise DriverError(
            f"there is no servo driver {name!r}",
            f"choose one of: {', '.join(known)}" if known else "play on the simulated board (--sim)",
        )
    module = importlib.import_module(f"{__name__}.{name}")
    try:
        return getattr(module, function)(*words)
    except ImportError as error:
        raise DriverError(f"the servo driver {name!r} needs {error.name}", f"install {error.name}") from error
