"""One program at a time moves a hand at the Pi's own pins: the kernel's file of the pins is locked while it does.

lgpio gives a pin to one program alone; pigpio and RPi.GPIO let two write to the same servo without a word.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Sequence

from robot.mechanism.errors import DriverError

NODES = ("/dev/gpiochip0", "/dev/gpiomem")
"""The kernel's files of the pins; the first that is there is locked. Other programs may go on using it."""


class Claim:
    """The right to move the hand, until `close`. Raises DriverError when another program has it.

    Where the kernel shows no pins (a test, another machine) there is nothing to claim.
    """

    def __init__(self, nodes: Sequence[str] = NODES) -> None:
        self._file: int | None = None
        for node in nodes:
            try:
                self._file = os.open(node, os.O_RDONLY | os.O_CLOEXEC)
                break
            except OSError:  # who may not open it cannot use the pins either, which the pin factory says better
                continue
        if self._file is not None:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                self.close()
                raise DriverError(
                    "another program moves the hand at this Pi's pins", "end it: another quadrow"
                ) from error

    def close(self) -> None:
        """Give the right back; the end of a program does so too."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
