"""The same reading over time: what the board shows once it is at rest. Sans I/O; time comes with the readings."""

from __future__ import annotations

from vision.frame import check_time
from vision.types import COLUMNS, ROWS, Cell, Observation, Reading

ALL_UNKNOWN = ((Cell.UNKNOWN,) * COLUMNS,) * ROWS


class Stable:
    """Turns readings into observations.

    A settled run is `count` or more readings in a row with equal cells, no hand and no moved grid, over at least
    `settle_s`. Its observation comes once, again at most every `repeat_s` while the run lasts (a listener that was
    busy hears it again; `first_s` stays that of the run), and anew when other cells have settled. A cell that is
    UNKNOWN throughout the run stays UNKNOWN. When nothing settles for `patience_s`, an observation that is not
    readable says why, again every `patience_s`; also when no cell at all can be read.
    """

    def __init__(self, count: int = 3, settle_s: float = 0.25, repeat_s: float = 1.0, patience_s: float = 5.0) -> None:
        self._count, self._settle_s, self._repeat_s, self._patience_s = count, settle_s, repeat_s, patience_s
        self._run: list[Reading] = []
        self._sequence: int | None = None
        self._told_s: float | None = None
        self._restless_s: float | None = None

    def break_off(self) -> None:
        """Forget the run: the camera was blind, and anything may have happened meanwhile."""
        self._run, self._told_s = [], None

    def add(self, reading: Reading) -> Observation | None:
        """Take the next reading and give an observation when there is something to tell, else None.

        A reading with the number of the last one is the same picture again and counts for nothing.
        Raises CameraError for a time that is not finite.
        """
        check_time(reading.time_s)
        if reading.sequence == self._sequence:
            return None
        self._sequence = reading.sequence
        if not _continues(self._run[-1:], reading):
            self.break_off()
        if _at_rest(reading):
            self._run = [*self._run[:1], *self._run[1:][-self._count :], reading]
        if self._settled(reading):
            self._restless_s = reading.time_s
            return self._tell(reading)
        return self._complain(reading)

    def _settled(self, reading: Reading) -> bool:
        return len(self._run) >= self._count and reading.time_s - self._run[0].time_s >= self._settle_s - 1e-9

    def _tell(self, reading: Reading) -> Observation | None:
        if self._told_s is not None and reading.time_s - self._told_s < self._repeat_s - 1e-9:
            return None
        self._told_s = reading.time_s
        return Observation(reading.cells, self._run[0].time_s, reading.time_s, reading.sequence, reason=reading.reason)

    def _complain(self, reading: Reading) -> Observation | None:
        if self._restless_s is None:
            self._restless_s = reading.time_s
        if reading.time_s - self._restless_s < self._patience_s - 1e-9:
            return None
        first_s, self._restless_s = self._restless_s, reading.time_s
        return Observation(ALL_UNKNOWN, first_s, reading.time_s, reading.sequence, readable=False, reason=_why(reading))


def _at_rest(reading: Reading) -> bool:
    return not reading.hand and not reading.moved and reading.cells != ALL_UNKNOWN


def _continues(last: list[Reading], reading: Reading) -> bool:
    return bool(last) and _at_rest(reading) and last[0].cells == reading.cells


def _why(reading: Reading) -> str:
    if reading.moved:
        return reading.reason or "the board or the camera was moved"
    if reading.hand:
        return reading.reason or "something stands before the board"
    return reading.reason or "the board does not come to rest"
