"""A serial port without a cable: a pseudo-terminal between the simulated controller and whoever opens its name.

The kernel hands bytes from one end to the other when it likes. Where both ends run on one virtual clock (`lockstep`)
they wait for it, so that equal seeds stay equal games.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import struct
import termios
import tty
from collections.abc import Callable

from robot.clock import RealClock
from robot.mechanism.errors import MechanismError
from robot.sim.firmware import Mcu

ROOM = 4096
LONGEST_S = 2.0
"""How long the kernel may take to hand bytes over; it takes microseconds."""


class PseudoPort:
    """The controller's end. `name` is the device that the host opens.

    Its other end is kept open here too, so that a host may close and open the port again.
    """

    def __init__(self, mcu: Mcu, *, lockstep: bool) -> None:
        self._mcu, self._lockstep = mcu, lockstep
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        self.name = os.ttyname(self._theirs)

    def pump(self) -> None:
        """Carry what has been said in both directions."""
        with contextlib.suppress(BlockingIOError):
            self._mcu.say(os.read(self._ours, ROOM))
        data = self._mcu.heard()
        if not data:
            return
        waiting = _waiting(self._theirs)
        with contextlib.suppress(BlockingIOError):  # nobody reads: what does not fit is lost
            os.write(self._ours, data)
        if self._lockstep:
            _await(lambda: _waiting(self._theirs) >= waiting + len(data))

    def arrived(self, count: int) -> None:
        """Wait until so many bytes of the host's have reached our end. Raises MechanismError when they do not."""
        _await(lambda: _waiting(self._ours) >= count)

    def close(self) -> None:
        """Pull the plug."""
        os.close(self._ours)
        os.close(self._theirs)


def _waiting(end: int) -> int:
    """Tell how many bytes can be read."""
    return int(struct.unpack("i", fcntl.ioctl(end, termios.FIONREAD, b"\0" * 4))[0])


def _await(there: Callable[[], bool]) -> None:
    clock = RealClock()
    until_s = clock.now() + LONGEST_S
    while not there():
        if clock.now() > until_s:
            raise MechanismError("the pseudo-terminal does not hand its bytes over", "start it again")
        clock.sleep(0.0)
