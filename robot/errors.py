"""What can go wrong above the packages, as one tree.

    QuadrowError            every error a person may see; says what, where and what to do next
    ├── BadInput            what was typed or handed in cannot be used          exit 2
    ├── HardwareMissing     a part that is needed does not answer               exit 3
    ├── NotCalibrated       the robot does not know its board yet               exit 4
    └── GameStopped         a game could not be brought to its end              exit 1

`vision` and `calibration` own trees of their own (they import nothing of `robot`); the commands turn all of
them into one line through the two attributes that every tree shares: `str(error)` and `error.remedy`.
"""


class QuadrowError(Exception):
    """Carry what went wrong and the remedy."""

    exit_code = 1

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(what)
        self.remedy = remedy


class BadInput(QuadrowError):
    """What was typed or handed in cannot be used."""

    exit_code = 2


class HardwareMissing(QuadrowError):
    """A part that is needed does not answer."""

    exit_code = 3


class NotCalibrated(QuadrowError):
    """The robot does not know its board, its colours or its servos yet."""

    exit_code = 4


class GameStopped(QuadrowError):
    """A game could not be brought to its end."""
