"""Read the frames of one camera warm: grid kept, bump seen and followed, hand told from discs, columns put right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vision import frame as frames
from vision.bump import lies_right, search_around
from vision.cells import as_cells, as_margins
from vision.colours import Colours, TooFewSites
from vision.edges import RimPath, align, polish
from vision.errors import BoardNotFound
from vision.locate import Located, locate
from vision.occlusion import HAND, beside, borders_gone, clear_holes, covered, off_by_holes
from vision.rectify import Grid
from vision.spots import Spots
from vision.stable import ALL_UNKNOWN
from vision.types import COLUMNS, ROWS, Cell, Cells, Frame, Image, Margins, Reading
from vision.warm import Warm, WarmReading, read_warm

Side = Literal["front", "back"]

ENOUGH_HOLES = 8
"""So many holes without a hand beside them suffice to judge the place of the grid."""
MOST_HIDDEN = 0.25
"""Share of the plastic that a hand may cover when the grid is laid anew."""
DARK = 0.02
"""Light against the calibration's below which nothing is read."""
STILL = 0.005
"""Share of the pixels that may change by more than STIR while the picture counts as still."""
STIR = 30
FROZEN_S = 1.0
"""A picture that stays the same for so long is frozen: no two pictures of a working sensor are alike."""
SEARCH_AGAIN_S, LOCATE_AGAIN_S = 1.0, 5.0
"""Time between two searches for a board that was lost: around its last place, and anywhere."""
NO_MARGINS: Margins = ((0.0,) * COLUMNS,) * ROWS


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """The grid in use with all that hangs on it."""

    grid: Grid
    spots: Spots
    rims: RimPath

    @classmethod
    def of(cls, grid: Grid, image: Image) -> Place:
        return cls(grid, Spots.of(grid, image), RimPath.of(grid))


class Reader:
    """Reads one frame after the other.

    `camera_side` is "front" or "back": a camera behind the board sees the columns mirrored, they are turned here.
    `locate` finds the board when it was knocked farther than a search around its place reaches. It holds no clock.
    """

    def __init__(
        self,
        grid: Grid,
        colours: Colours,
        camera_side: Side = "front",
        locate: Callable[[Image], Located] = locate,
    ) -> None:
        self._grid = grid
        self._colours = colours
        self._mirrored = camera_side == "back"
        self._locate = locate
        self._place: Place | None = None
        self._warm: Warm | None = None
        self._previous: Frame | None = None
        self._last: Reading | None = None
        self._lost = False
        self._search_s = -np.inf
        self._locate_s = -np.inf

    @property
    def grid(self) -> Grid:
        """Where the holes are now."""
        return self._grid

    @property
    def colours(self) -> Colours:
        """What is known of the board now."""
        return self._colours

    def read(self, frame: Frame) -> Reading:
        """Read one frame.

        While the grid does not lie on the board, `moved` is True and no cell is read. The same picture as before is
        no news: its reading is given again, with its old number and time. Raises CameraError for a frame that must
        not be read (see `vision.frame`) and for a picture that has been the same for FROZEN_S.
        """
        previous = self._previous
        frames.check(frame, previous)
        if previous is not None and self._last is not None and frames.same_picture(frame, previous):
            if frame.time_s - previous.time_s >= FROZEN_S:
                raise frames.frozen()
            return self._last
        self._previous = frame
        self._last = self._read_fresh(frame, previous)
        return self._last

    def _read_fresh(self, frame: Frame, previous: Frame | None) -> Reading:
        place = self._place or self._take(self._grid, frame.image)
        try:
            warm = self._read(place, frame.image)
        except TooFewSites as error:
            return _nothing(frame, str(error))
        if float(warm.gain.max()) < DARK:
            return _nothing(frame, "it is too dark to tell the colours")
        hidden = covered(warm.look.sites, self._colours.board, warm.gain)
        if self._in_place(place, frame.image, hidden):
            self._lost = False
            return self._tell(frame, warm, hidden)
        return self._search(frame, previous)

    def confirmed(self, frame: Frame, cells: Cells) -> None:
        """Learn on from a frame whose `cells` (from the front) the referee has accepted."""
        seen = _mirror(cells) if self._mirrored else cells
        self._colours = self._colours.confirmed(frame.image, self._grid, seen)
        self._warm = None

    def _take(self, grid: Grid, image: Image) -> Place:
        self._grid, self._place, self._warm = grid, Place.of(grid, image), None
        return self._place

    def _read(self, place: Place, image: Image) -> WarmReading:
        if self._warm is None:
            self._warm = Warm(self._colours, place.spots)
        return self._warm.read(image)

    def _in_place(self, place: Place, image: Image, hidden: NDArray[np.bool_]) -> bool:
        if off_by_holes(hidden, self._colours.board):
            return False
        clear = clear_holes(hidden)
        edges = place.rims.edges(image)
        chosen = clear if len(clear) >= ENOUGH_HOLES else None
        return lies_right(edges, self._colours.board.rims, chosen)

    def _tell(self, frame: Frame, warm: WarmReading, hidden: NDArray[np.bool_]) -> Reading:
        hand = bool(hidden.sum() >= HAND)
        values = warm.values.copy()
        values[beside(hidden) & (warm.changed | hand)] = int(Cell.UNKNOWN)
        margins = np.where(values == Cell.UNKNOWN, 0.0, warm.margins)
        cells, how_sure = as_cells(values), as_margins(margins)
        if self._mirrored:
            cells, how_sure = _mirror(cells), tuple(row[::-1] for row in how_sure)
        reason = ""
        if hand:
            reason = "something stands before the board"
        elif np.any(values == Cell.UNKNOWN):
            reason = "some holes show neither a disc nor what is seen through them when they are empty"
        return Reading(cells, how_sure, frame.sequence, frame.time_s, hand=hand, reason=reason)

    def _search(self, frame: Frame, previous: Frame | None) -> Reading:
        """The grid does not fit: find the board again once the picture is still, near its place, then anywhere."""
        first, self._lost = not self._lost, True
        still = previous is not None and _still(frame.image, previous.image)
        moved = _nothing(frame, "the board or the camera was moved", moved=True)
        if first or not still or frame.time_s - self._search_s < SEARCH_AGAIN_S:
            return moved
        self._search_s = frame.time_s
        if self._found(frame.image, frame.time_s):
            self._lost, self._search_s, self._locate_s = False, -np.inf, -np.inf
        return moved

    def _found(self, image: Image, now_s: float) -> bool:
        if self._adopt(search_around(image, self._grid, self._colours.board), image):
            return True
        if now_s - self._locate_s < LOCATE_AGAIN_S:
            return False
        self._locate_s = now_s
        try:
            found = polish(image, self._locate(image).grid)
            return self._adopt(align(image, found, self._colours.board.rims), image)
        except BoardNotFound:
            return False

    def _adopt(self, grid: Grid, image: Image) -> bool:
        """Take a grid that was found if the rims and the plastic confirm it."""
        board = self._colours.board
        try:
            warm = read_warm(image, grid, self._colours)
        except TooFewSites:
            return False
        hidden = covered(warm.look.sites, board, warm.gain)
        few = hidden.sum() <= MOST_HIDDEN * board.steady.sum() and not borders_gone(hidden, board).any()
        if not few or not lies_right(RimPath.of(grid).edges(image), board.rims):
            return False
        self._take(grid, image)
        return True


def _mirror(cells: Cells) -> Cells:
    return tuple(row[::-1] for row in cells)


def _nothing(frame: Frame, reason: str, *, moved: bool = False) -> Reading:
    return Reading(ALL_UNKNOWN, NO_MARGINS, frame.sequence, frame.time_s, moved=moved, reason=reason)


def _still(image: Image, before: Image) -> bool:
    """Tell whether two pictures of one size show the same, noise apart."""
    sparse = np.s_[::6, ::6]
    stirred = np.abs(image[sparse].astype(np.int16) - before[sparse]).max(axis=2) > STIR
    return bool(stirred.mean() <= STILL)
