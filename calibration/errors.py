"""What can go wrong while calibrating, as one tree; every error carries its remedy.

CalibrationError
├── BadCorners      four points that cannot be the corner holes of the board in the picture
├── ProofFailed     what was learned does not read the board that was shown
├── ProfileMissing  nothing was saved yet, or not all that is needed
├── WrongProfile    the file that was named is of another kind
├── ProfileDamaged  what was saved cannot be used; nothing of it is
└── ProfileBusy     another calibration of the same robot is running
"""


class CalibrationError(Exception):
    """Carry what went wrong and the remedy."""

    exit_code = 4

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(what)
        self.remedy = remedy


class BadCorners(CalibrationError):
    """Four points that cannot be the corner holes of the board in the picture."""

    exit_code = 2


class ProofFailed(CalibrationError):
    """What was learned does not read the board that was shown."""


class ProfileMissing(CalibrationError):
    """Nothing was saved yet, or not all that is needed."""


class WrongProfile(CalibrationError):
    """The file that was named is of another kind."""

    exit_code = 2


class ProfileDamaged(CalibrationError):
    """What was saved cannot be used; nothing of it is."""


class ProfileBusy(CalibrationError):
    """Another calibration of the same robot is running."""

    exit_code = 1
