"""What can go wrong in the eye, as one tree; every error carries its remedy.

VisionError
├── PictureError        a file that is no picture, or one that cannot be used
├── BoardNotFound       no board, not 7 by 6, or cut off (`kind` says which)
└── CameraError         the camera is missing, busy, silent, frozen, black or of the wrong size
    └── CameraEnded     a file has given its last picture
"""


class VisionError(Exception):
    """Carry what went wrong and the remedy."""

    exit_code = 1

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(what)
        self.remedy = remedy


class PictureError(VisionError):
    """A file that is no picture, or one that cannot be used."""

    exit_code = 2


class BoardNotFound(VisionError):
    """No 7 by 6 board can be seen. `kind` is "no board", "not 7 by 6" or "cut off"."""

    def __init__(self, kind: str, what: str, remedy: str) -> None:
        super().__init__(what, remedy)
        self.kind = kind


class CameraError(VisionError):
    """The camera does not deliver."""

    exit_code = 3


class CameraEnded(CameraError):
    """A file that stands for a camera has given its last picture."""
