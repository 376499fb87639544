"""Read the frames of one steady camera in order of time, learning the board from the frames themselves.

The first frame shows the empty board: it gives the grid and the empty look of every hole. Discs are learned from the
first that appear. From then on frames are read warm, and a calm frame that only adds to what came before is learned
from. Physical sense goes no further than that: discs rest on discs, and do not vanish. Sans I/O; nobody's turn here.

    first frame -> grid, empty look        frame -> grid followed -> cells warm -> held against what came before
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.cells import Pair, as_cells, as_margins, read_cold
from vision.colours import Colours, TooFewSites, learn_discs, learn_empty, light
from vision.edges import polish
from vision.errors import BoardNotFound
from vision.follow import Locate, Place, find_anywhere, find_near
from vision.locate import locate
from vision.memory import Memory
from vision.newcomers import Newcomers, of_one_kind, two_kinds
from vision.occlusion import HAND, covered, in_sight
from vision.past import EMPTY, RED, UNKNOWN, YELLOW, Held, Past
from vision.rectify import Grid
from vision.spots import Look
from vision.stable import ALL_UNKNOWN
from vision.types import COLUMNS, ROWS, Cell, Cells, Image, Margins
from vision.warm import Warm

Values = NDArray[np.intp]
Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]

NO_MARGINS: Margins = ((0.0,) * COLUMNS,) * ROWS
FIRST_MARGIN = 0.3
"""Margin of a cell that is read before both disc colours are known, and least margin of one that is not UNKNOWN."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """One frame of a sequence; `cells` and `margins` as the camera sees them, row 0 at the bottom.

    `still`: no hand and nothing in flight. `moved`: the board or the camera was knocked since the frame before.
    `colours` are the disc colours, RED's first, as far as they are known; `reason` says why cells are UNKNOWN.
    """

    cells: Cells
    margins: Margins
    grid: Grid
    colours: Pair
    still: bool
    moved: bool
    reason: str


class Sequence:
    """Reads frame after frame.

    `first` is the picture of the empty board, uint8 BGR (H, W, 3); `colours` the pair of disc colours, or "auto".
    Raises BoardNotFound, and TooFewSites when the board's plastic is not of one colour.
    """

    def __init__(
        self, first: Image, colours: Pair | str = "auto", grid: Grid | None = None, locate: Locate = locate
    ) -> None:
        laid = polish(first, grid or locate(first).grid)
        self._locate = locate
        self._declared = colours
        self._pair: Pair = ("red", "yellow") if isinstance(colours, str) else colours
        self._known = not isinstance(colours, str)
        self._shape = first.shape
        self._board = learn_empty([first], laid)
        self._place = Place.of(laid, first)
        self._colours: Colours | None = None
        self._warm: Warm | None = None
        self._past = Past()

    def read(self, image: Image) -> Sight:
        """Read the next frame of the same size."""
        if image.shape != self._shape:
            return self._read_elsewhere(image, moved=True)
        moved = False
        try:
            look, gain, hidden = self._look(image)
            if not self._place.fits(image, self._board, hidden):
                moved = True
                if not self._follow(image):
                    return self._read_elsewhere(image, moved=True)
                look, gain, hidden = self._look(image)
        except TooFewSites as error:
            return self._nothing(str(error), moved=moved)
        values, margins, doubtful = self._values(image, look, gain)
        hand = bool(hidden.sum() >= HAND)
        seen = in_sight(values, doubtful, hidden)
        held = self._past.judge(seen, Memory.of(image, self._place.grid, look, gain), hand=hand)
        if held.still and not moved:
            self._learn(image, held.values)
        return self._tell(held, np.maximum(margins, FIRST_MARGIN), hand=hand, moved=moved)

    def _read_elsewhere(self, image: Image, *, moved: bool) -> Sight:
        """Read a board that was moved so far that its empty look says nothing: cold, against what came before."""
        try:
            grid = self._locate(image).grid
        except BoardNotFound as error:
            return self._nothing(str(error), moved=moved)
        cold = read_cold(image, grid, self._pair if self._known else self._declared)
        held = self._past.judge(np.array(cold.cells, dtype=np.intp)[::-1].ravel(), None)
        self._past.bumped()
        margins = np.array(cold.margins)[::-1].ravel()
        told = self._tell(held, np.maximum(margins, FIRST_MARGIN), hand=False, moved=moved)
        return replace(told, grid=grid, colours=cold.colours)

    def _follow(self, image: Image) -> bool:
        """Find the board where it lies now."""
        board = self._board
        place = find_near(image, self._place.grid, board) or find_anywhere(image, self._locate, board)
        if place is None:
            return False
        self._place, self._warm = place, None
        self._past.bumped()
        return True

    def _look(self, image: Image) -> tuple[Look, Floats, Bools]:
        look = self._place.spots.look(image)
        gain = light(look, self._board)
        return look, gain, covered(look.sites, self._board, gain)

    def _values(self, image: Image, look: Look, gain: Floats) -> tuple[Values, Floats, Bools]:
        """Read the holes by themselves: cell numbers, margins, and which of them a covered place makes doubtful."""
        if self._colours is None:
            return self._first_discs(look, gain)
        if self._warm is None:
            self._warm = Warm(self._colours, self._place.spots)
        warm = self._warm.read(image)
        return warm.values, warm.margins, warm.changed

    def _first_discs(self, look: Look, gain: Floats) -> tuple[Values, Floats, Bools]:
        seen = Newcomers.of(look, self._board, gain)
        values = np.where(seen.empty, EMPTY, UNKNOWN).astype(np.intp)
        if seen.filled.any():
            hues = seen.hue_deg[seen.filled]
            kinds = two_kinds(hues, self._declared)
            if kinds is not None:
                values[seen.filled] = np.where(kinds[0], RED, YELLOW)
                self._pair, self._known = kinds[1], True
            else:
                is_red = of_one_kind(hues, self._declared)
                values[seen.filled] = UNKNOWN if is_red is None else RED if is_red else YELLOW
        margins = np.where(values == UNKNOWN, 0.0, FIRST_MARGIN).astype(np.float32)
        return values, margins, seen.filled

    def _learn(self, image: Image, held: Values) -> None:
        """Learn from a calm frame."""
        cells = as_cells(held)
        if self._colours is not None:
            self._colours = self._colours.confirmed(image, self._place.grid, cells)
            self._board, self._warm = self._colours.board, None
        elif (held == RED).any() and (held == YELLOW).any():
            places = [
                [(row, column) for row in range(ROWS) for column in range(COLUMNS) if cells[row][column] == cell]
                for cell in (Cell.RED, Cell.YELLOW)
            ]
            self._colours = learn_discs(self._board, [image], self._place.grid, *places)

    def _tell(self, held: Held, margins: Floats, *, hand: bool, moved: bool) -> Sight:
        unknown = held.values == UNKNOWN
        reason = ""
        if hand:
            reason = "something stands before the board"
        elif unknown.any():
            reason = "some holes show neither a disc nor what is seen through them when they are empty"
            reason = reason if held.still else "something moves in the board or above it"
        sure = as_margins(np.where(unknown, 0.0, margins))
        return Sight(as_cells(held.values), sure, self._place.grid, self._pair, held.still, moved, reason)

    def _nothing(self, reason: str, *, moved: bool) -> Sight:
        return Sight(ALL_UNKNOWN, NO_MARGINS, self._place.grid, self._pair, False, moved, reason)
