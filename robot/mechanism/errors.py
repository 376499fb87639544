"""What can go wrong in the hand, as one tree; every error carries its remedy.

    MechanismError          a servo, a sensor or a driver does not do what it was told
    ├── EnvelopeError       a pulse, a limit or a position that could break the machine
    └── DriverError         a servo driver that is not there or cannot be used

A mechanical failure (jam, empty magazine, stuck slider) is no error: it is the ending of a `Receipt`.
"""

from robot.errors import HardwareMissing


class MechanismError(HardwareMissing):
    """A servo, a sensor or a driver does not do what it was told."""


class EnvelopeError(MechanismError):
    """A pulse, a limit or a position that could break the machine."""

    exit_code = 2


class DriverError(MechanismError):
    """A servo driver that is not there or cannot be used."""
