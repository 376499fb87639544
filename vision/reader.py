"""Read the frames of one camera warm: grid kept, bump seen and followed, hand told from discs, columns put right."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vision.cells import as_cells, as_margins
from vision.colours import Colours, TooFewSites, light
from vision.follow import MOST_HIDDEN, Locate, Place, find_anywhere, find_near, lay_again
from vision.frame import Gate
from vision.light import Light, measure
from vision.locate import locate
from vision.occlusion import HAND, in_sight
from vision.rectify import Grid
from vision.settled import Settled
from vision.spots import SITES, Look
from vision.stable import ALL_UNKNOWN
from vision.told import Told
from vision.types import COLUMNS, ROWS, Cell, Cells, Frame, Image, Margins, Reading
from vision.veil import Veil
from vision.warm import Warm, WarmReading

Side = Literal["front", "back"]

BLACK, DARK = 0.02, 0.2
"""Light against the calibration's below which the board cannot be seen, and below which its cells are not read."""
DIM, DIMMEST = 0.38, 0.035
"""Light against the calibration's below which dark things look alike, cells were read wrong up to 0.35; and linear
light of the plastic's brightest colour, about 55 of 255, below which cells are not read when it is DIM."""
TINTED = 5.0
"""Light of one channel by that of another, against the calibration's, above which nothing is read: lamps of 2700 and of
6500 K differ by 4 at most, a board that mirrors a lamp all over by 6."""
STILL = 0.005
"""Share of the pixels that may change by more than STIR while the picture counts as still."""
STIR = 30
SEARCH_AGAIN_S, LOCATE_AGAIN_S = 1.0, 5.0
"""Time between two searches for a board that was lost: around its last place, and anywhere."""
NUDGE_AGAIN_S = 0.5
"""Time between two looks whether the grid could lie better by a fraction of a pitch."""
AT_ONCE_S = 0.5
"""A frame that comes later does not follow the last at once: discs may have been dropped meanwhile."""
TOO_DARK = "it is too dark to tell the colours"
EMPTY, UNKNOWN = int(Cell.EMPTY), int(Cell.UNKNOWN)
NO_MARGINS: Margins = ((0.0,) * COLUMNS,) * ROWS


class Reader:
    """Reads one frame after the other.

    `camera_side` is "front" or "back": a camera behind the board sees the columns mirrored, they are turned here.
    `locate` finds the board when it was knocked farther than a search around its place reaches. `size`: width and
    height, px, of the pictures that the grid was found in; others are refused. It holds no clock.
    """

    def __init__(
        self,
        grid: Grid,
        colours: Colours,
        camera_side: Side = "front",
        locate: Locate = locate,
        size: tuple[int, int] | None = None,
    ) -> None:
        self._grid = grid
        self._colours = colours
        self._mirrored = camera_side == "back"
        self._locate = locate
        self._place: Place | None = None
        self._warm: Warm | None = None
        self._told = Told()
        self._veil = Veil()
        self._settled = Settled()
        self._gate = Gate(size)
        self._last: Reading | None = None
        self._lit: tuple[WarmReading, NDArray[np.bool_]] | None = None
        self._lost = False
        self._search_s = -np.inf
        self._locate_s = -np.inf
        self._nudge_s = -np.inf

    @property
    def grid(self) -> Grid:
        """Where the holes are now."""
        return self._grid

    @property
    def colours(self) -> Colours:
        """What is known of the board now."""
        return self._colours

    @property
    def light(self) -> Light | None:
        """How the frame that was read last is lit; None when too much of the board is hidden, or it is not found."""
        if self._lit is None:
            return None
        warm, hidden = self._lit
        if hidden.sum() > MOST_HIDDEN * self._colours.board.steady.sum():
            return None
        return measure(warm.look.sites, self._colours.board, warm.gain, hidden)

    def read(self, frame: Frame) -> Reading:
        """Read one frame.

        While the grid does not lie on the board, `moved` is True and no cell is read. The same picture as before is
        no news: its reading is given again, with its old number and time. Raises CameraError for a frame that must
        not be read, also of one that is frozen (see `vision.frame`).
        """
        previous = self._gate.previous
        if not self._gate.admit(frame) and self._last is not None:
            return self._last
        self._last = self._read_fresh(frame, previous)
        return self._last

    def _read_fresh(self, frame: Frame, previous: Frame | None) -> Reading:
        place = self._place or self._take(Place.of(self._grid, frame.image))
        if previous is None or frame.time_s - previous.time_s > AT_ONCE_S:
            self._told.interrupt()
        look = place.spots.look(frame.image)
        same = self._settled.same(look, frame.time_s)
        if same and place.fits(frame.image, self._colours.board, same[0]):
            return replace(same[1], sequence=frame.sequence, time_s=frame.time_s)
        self._settled.forget()
        self._lit = None
        try:
            warm = self._read(place, frame.image, look)
        except TooFewSites as error:
            return _nothing(frame, str(error))
        if float(warm.gain.max()) < BLACK:
            self._lit = warm, np.zeros(len(SITES), dtype=np.bool_)
            return _nothing(frame, TOO_DARK)
        hidden = warm.hidden
        if not place.fits(frame.image, self._colours.board, hidden):
            return self._search(frame, previous)
        self._lost, self._lit = False, (warm, hidden)
        if not hidden.any() and frame.time_s - self._nudge_s >= NUDGE_AGAIN_S:
            self._nudge_s = frame.time_s
            nudged = lay_again(frame.image, place, self._colours.board)
            if nudged is not None:
                self._take(nudged)
                return self._read_fresh(frame, previous)
        trouble = _hopeless(warm)
        if trouble:
            return _nothing(frame, trouble)
        warm = self._sure_in_the_dark(warm)
        veiled = self._veil.over(warm, self._told.values, self._colours.board, lambda: place.rims.edges(frame.image))
        warm = replace(warm, values=np.where(veiled, UNKNOWN, warm.values))
        came = (self._told.values == EMPTY) & (warm.values != EMPTY) & ~warm.proven
        values = in_sight(warm.values, warm.changed | came, hidden)
        whole = not (hidden.any() or veiled.any())
        known = np.array_equal(values, self._told.values) and not (values == UNKNOWN).any()
        self._told.note(np.where(came, values, warm.values), warm.look, warm.gain, whole=whole)
        reading = self._tell(frame, warm, values, bool(veiled.any() or hidden.sum() >= HAND))
        if known and not reading.hand:
            self._settled.keep(look, hidden, reading)
        return reading

    def confirmed(self, frame: Frame, cells: Cells) -> None:
        """Learn on from a frame whose `cells` (from the front) the referee has accepted."""
        seen = _mirror(cells) if self._mirrored else cells
        self._colours = self._colours.confirmed(frame.image, self._grid, seen)
        self._warm = None
        self._settled.forget()

    def shown(self, frame: Frame, cells: Cells) -> None:
        """Take `cells` (from the front) for what a frame shows, as if it had been read: somebody knows it.

        Raises TooFewSites when the plastic is hidden.
        """
        seen = _mirror(cells) if self._mirrored else cells
        look = (self._place or self._take(Place.of(self._grid, frame.image))).spots.look(frame.image)
        values = np.array(seen, dtype=np.intp)[::-1].ravel()
        self._told.note(values, look, light(look, self._colours.board), whole=True)
        self._settled.forget()

    def _take(self, place: Place) -> Place:
        self._grid, self._place, self._warm = place.grid, place, None
        self._settled.forget()
        return place

    def _read(self, place: Place, image: Image, look: Look) -> WarmReading:
        if self._warm is None:
            self._warm = Warm(self._colours, place.spots, place.grid, self._told)
        return self._warm.read(image, look)

    def _sure_in_the_dark(self, warm: WarmReading) -> WarmReading:
        """Leave open, in DIM light, what no wall proves and the frames before have not told."""
        if _brightness(warm) >= DIM:
            return warm
        sure = warm.proven | (warm.values == self._told.values)
        return replace(warm, values=np.where(sure, warm.values, UNKNOWN))

    def _tell(self, frame: Frame, warm: WarmReading, values: NDArray[np.intp], hand: bool) -> Reading:
        margins = np.where(values == UNKNOWN, 0.0, warm.margins)
        cells, how_sure = as_cells(values), as_margins(margins)
        if self._mirrored:
            cells, how_sure = _mirror(cells), tuple(row[::-1] for row in how_sure)
        reason = ""
        if hand:
            reason = "something stands before the board"
        elif np.any(values == UNKNOWN):
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
        board = self._colours.board
        place = find_near(image, self._grid, board)
        if place is None and now_s - self._locate_s >= LOCATE_AGAIN_S:
            self._locate_s = now_s
            place = find_anywhere(image, self._locate, board)
        if place is None:
            return False
        self._take(place)
        return True


def _hopeless(warm: WarmReading) -> str:
    """Say why no colour can be told in a light; empty where it can."""
    bright = _brightness(warm)
    if bright < DARK or (bright < DIM and float(np.median(warm.look.sites, axis=1).max()) < DIMMEST):
        return TOO_DARK
    if float(warm.gain.max() / warm.gain.min()) > TINTED:
        return "the light is of another colour than any lamp, or mirrored by the whole board"
    return ""


def _brightness(warm: WarmReading) -> float:
    """Give the light against the calibration's."""
    return float(np.cbrt(warm.gain.prod()))


def _mirror(cells: Cells) -> Cells:
    return tuple(row[::-1] for row in cells)


def _nothing(frame: Frame, reason: str, *, moved: bool = False) -> Reading:
    return Reading(ALL_UNKNOWN, NO_MARGINS, frame.sequence, frame.time_s, moved=moved, reason=reason)


def _still(image: Image, before: Image) -> bool:
    """Tell whether two pictures of one size show the same, noise apart."""
    sparse = np.s_[::6, ::6]
    stirred = np.abs(image[sparse].astype(np.int16) - before[sparse]).max(axis=2) > STIR
    return bool(stirred.mean() <= STILL)
