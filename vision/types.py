"""What the eye says, and what it is given. Standard library only, so that anything may import it.

Convention: `cells[row][column]`, row 0 at the bottom, column 0 (a) at the left of the FRONT of the board, the side
where the person sits. A camera behind the board sees the columns mirrored; the reader turns them round, nobody else.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]
else:
    Image = Any

ROWS = 6
COLUMNS = 7


class Cell(enum.IntEnum):
    """What one hole shows."""

    EMPTY = 0
    RED = 1
    YELLOW = 2
    UNKNOWN = 3

    @property
    def letter(self) -> str:
        return ".RY?"[self]


Cells = tuple[tuple[Cell, ...], ...]
Margins = tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of a camera.

    `image` is uint8 BGR of shape (H, W, 3) and is not written to by anyone; `sequence` rises by one with every
    frame that the camera really took; `time_s` is the monotonic time of the exposure.
    """

    image: Image
    sequence: int
    time_s: float


@dataclass(frozen=True, slots=True)
class Reading:
    """What one frame shows: 6 rows of 7 cells, each with a margin from 0 (no idea) to 1 (certain).

    `hand` says that something stands before the board or moves there; `moved` that the grid is no longer where it
    was; `reason` says in words why cells are UNKNOWN, empty when none is.
    """

    cells: Cells
    margins: Margins
    sequence: int
    time_s: float
    hand: bool = False
    moved: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Observation:
    """The same reading over time: nothing moves, no hand in front.

    `first_s` is the time of the first frame of the settled run, `time_s` and `sequence` those of the last.
    `readable` is False when the board has been unreadable for so long that somebody must be told; then `reason`
    says why.
    """

    cells: Cells
    first_s: float
    time_s: float
    sequence: int
    readable: bool = True
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Locked:
    """What holds of a camera's settings: `fixed`, with the values read back; `loose` goes on changing by itself."""

    fixed: tuple[str, ...] = ()
    loose: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """One line for people."""
        parts = []
        if self.fixed:
            parts.append(f"locked: {', '.join(self.fixed)}")
        if self.loose:
            parts.append(f"not lockable: {', '.join(self.loose)}; the light is measured in every picture all the same")
        return "; ".join(parts)


class Camera(Protocol):
    """Where frames come from. `capture` gives the newest frame or raises a CameraError with its remedy."""

    @property
    def name(self) -> str: ...

    def capture(self) -> Frame: ...

    def close(self) -> None: ...
