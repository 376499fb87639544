"""The calibrated eye as a witness: what is on the board once it is at rest, and where a disc went."""

from __future__ import annotations

from collections.abc import Callable

from calibration.board import find_again
from calibration.profile import Profile
from calibration.prompts import Answer, Prompt, guide
from robot.clock import Clock
from robot.messages import Blind, Seen
from robot.runner import Watch
from vision.reader import Reader
from vision.stable import Stable
from vision.types import Camera, Cell, Cells

SEES_S = 5.0
"""How long the board may take to be seen at rest."""


class Witness:
    """Looks through `camera` with what `profile` knows. The board has to be empty at first; `fulfil` sees to that.

    Raises CameraError, CalibrationError, ProfileMissing where the board is not as it was calibrated.
    """

    def __init__(self, camera: Camera, profile: Profile, clock: Clock, fulfil: Callable[[Prompt], Answer]) -> None:
        taught = profile.need_taught()
        board = guide(find_again(camera, profile.board), fulfil)
        reader = Reader(board.grid, taught.colours, taught.camera_side, size=board.size)
        self._watch = Watch(camera, reader, Stable(repeat_s=0.5))
        self._clock = clock
        self._known = self._look()

    def where_dropped(self, column: int) -> tuple[str, bool]:
        """Say where the disc is that was dropped into a column, and whether it is there and nowhere else."""
        before, self._known = self._known, self._look()
        if before is None or self._known is None:
            return "the board cannot be read", False
        if any(cell is Cell.UNKNOWN for row in self._known for cell in row):
            return "a hole cannot be read", False
        pairs = zip(self._known, before, strict=True)
        found = sorted(at for row, old in pairs for at, cell in enumerate(row) if cell is not old[at])
        where = " and ".join("abcdefg"[at] for at in found)
        return f"seen in {where}" if where else "not seen", found == [column]

    def is_emptied(self) -> tuple[str, bool]:
        """Say what is left on a board that was emptied, and whether it is nothing."""
        self._known = self._look()
        if self._known is None:
            return "the board cannot be read", False
        left = sum(cell is not Cell.EMPTY for row in self._known for cell in row)
        return (f"{left} holes are not empty", False) if left else ("seen empty", True)

    def _look(self) -> Cells | None:
        """Wait until the board is seen at rest; None when it is not."""
        self._watch.stable.break_off()
        until_s = self._clock.now() + SEES_S
        while self._clock.now() < until_s:
            seen = self._watch.look()
            if isinstance(seen, Blind):
                self._clock.sleep(0.1)
            if isinstance(seen, Seen) and seen.observation.readable:
                return seen.observation.cells
        return None
