"""What can go wrong while calibrating, as one tree; every error carries its remedy.

CalibrationError
└── ProofFailed     what was learned does not read the board that was shown
"""


class CalibrationError(Exception):
    """Carry what went wrong and the remedy."""

    exit_code = 4

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(what)
        self.remedy = remedy


class ProofFailed(CalibrationError):
    """What was learned does not read the board that was shown."""
