"""Read the frames of one steady camera in order of time, learning the board from the frames themselves.

The first frame shows the empty board: it gives the grid and the empty look of every hole. Discs are learned from the
first that appear. From then on frames are read warm, and a calm frame that only adds to what came before is learned
from. Physical sense goes no further than that: discs rest on discs, and do not vanish. Sans I/O; nobody's turn here.

    first frame -> grid, empty look        frame -> grid followed -> cells warm -> held against what came before
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.cells import as_cells, as_margins, read_cold
from vision.colours import Colours, EmptyBoard, HiddenColours, TooFewSites, learn_discs, learn_empty, light
from vision.edges import polish
from vision.evidence import Pair
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
KNOCKED = 0.2
"""Pitches by which two separately found grids may differ while nothing was knocked."""
TURNED = 0.12
"""Pitches by which a knock may move corner holes against each other: a roll of 1 degree and a zoom of 1 % do not; from
farther on the board is seen from another side and its holes show another part of the room."""
HAND_WORDS = "something stands before the board"
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
    """Reads frame after frame of one camera; the board is empty at first, or the first frame shows what it holds.

    `known` is what was learned of the board, None to read every frame cold. `image` is a picture of the size to come.
    """

    def __init__(
        self,
        grid: Grid,
        known: Colours | EmptyBoard | None,
        colours: Pair | str,
        image: Image,
        locate: Locate = locate,
    ) -> None:
        self._place, self._home = Place.of(grid, image), grid
        self._shape = image.shape
        self._board = known.board if isinstance(known, Colours) else known
        self._colours = known if isinstance(known, Colours) else None
        self._declared = colours
        self._pair: Pair | None = None if isinstance(colours, str) else colours
        self._locate = locate
        self._warm: Warm | None = None
        self._past = Past()

    @classmethod
    def starting(
        cls, first: Image, colours: Pair | str = "auto", grid: Grid | None = None, locate: Locate = locate
    ) -> Sequence:
        """Start with a picture of the empty board, uint8 BGR (H, W, 3); `colours` are a pair, or "auto".

        When it is no empty board but shows discs past all doubt, or when its plastic is not of one colour, nothing can
        be learned and all is read cold.
        Raises BoardNotFound.
        """
        laid = grid or locate(first).grid
        cold = _flat(read_cold(first, laid, colours).cells)
        if shows_a_game(cold):
            return cls(laid, None, colours, first, locate)
        try:
            fitted = polish(first, laid)
            return cls(fitted, learn_empty([first], fitted), colours, first, locate)
        except TooFewSites:
            return cls(laid, None, colours, first, locate)

    def read(self, image: Image, grid: Grid | None = None) -> Sight:
        """Read the next frame. `grid` says where the board is should it no longer be in its place.

        Raises BoardNotFound when it is not in its place and nowhere else.
        """
        board = self._board
        if board is None or image.shape != self._shape:
            return self._read_elsewhere(image, grid)
        try:
            moved, (look, gain, hidden) = False, self._look(image, board)
            if not self._place.fits(image, board, hidden):
                if not self._follow(image, board):
                    return self._read_elsewhere(image, grid)
                moved, (look, gain, hidden) = True, self._look(image, board)
        except TooFewSites as error:
            return Sight(ALL_UNKNOWN, NO_MARGINS, self._place.grid, self._names, False, False, str(error))
        memory = Memory.of(image, self._place.grid, look, gain)
        if moved and self._past.strange(memory):
            return self._read_elsewhere(image, grid)
        values, margins, doubtful = self._values(image, look, gain, board)
        hand = bool(hidden.sum() >= HAND)
        seen = in_sight(values, doubtful, hidden)
        if moved and hand:
            return self._read_elsewhere(image, grid, only_whole=True)
        held = self._past.judge(seen, memory, hand=hand, moved=moved)
        if held.still and not moved:
            self._learn(image, held.values, board)
        return self._tell(held, margins, hand=hand, moved=moved)

    @property
    def _names(self) -> Pair:
        return self._pair or ("red", "yellow")

    def _read_elsewhere(self, image: Image, grid: Grid | None, *, only_whole: bool = False) -> Sight:
        """Read a board whose empty look is not known, or not from here: cold, against what came before.

        With `only_whole` nothing is read unless every hole is certain: what seems to be a hand may be one.
        """
        laid = grid or self._locate(image).grid
        cold = read_cold(image, laid, self._pair or self._declared)
        if only_whole and (_flat(cold.cells) == UNKNOWN).any():
            return Sight(ALL_UNKNOWN, NO_MARGINS, laid, cold.colours, False, True, HAND_WORDS)
        held = self._past.judge(self._past.agreeing(_flat(cold.cells), _flat(cold.likely)), None)
        off = np.linalg.norm(laid.corners - self._place.grid.corners, axis=1).max()
        moved = self._board is not None or bool(off > KNOCKED * laid.pitch_px)
        if self._board is None:
            self._place = Place.of(laid, image)
        self._past.bumped()
        told = self._tell(held, np.array(cold.margins, dtype=np.float32)[::-1].ravel(), hand=False, moved=moved)
        at_rest = told.still and bool((held.values != UNKNOWN).any())  # what cannot be read may be anything
        return replace(told, grid=laid, colours=cold.colours, reason=cold.reason or told.reason, still=at_rest)

    def _follow(self, image: Image, board: EmptyBoard) -> bool:
        """Find the board where it lies now; False when it is lost, or seen from another side."""
        place = find_near(image, self._place.grid, board) or find_anywhere(image, self._locate, board)
        if place is None or _apart(place.grid, self._home) > TURNED:
            return False
        self._place, self._warm = place, None
        self._past.bumped()
        return True

    def _look(self, image: Image, board: EmptyBoard) -> tuple[Look, Floats, Bools]:
        look = self._place.spots.look(image)
        gain = light(look, board)
        return look, gain, covered(look.sites, board, gain)

    def _values(self, image: Image, look: Look, gain: Floats, board: EmptyBoard) -> tuple[Values, Floats, Bools]:
        """Read the holes by themselves: cell numbers, margins, and which of them a covered place makes doubtful."""
        if self._colours is None:
            return self._first_discs(look, gain, board)
        if self._warm is None:
            self._warm = Warm(self._colours, self._place.spots, self._place.grid)
        warm = self._warm.read(image)
        return warm.values, warm.margins, warm.changed

    def _first_discs(self, look: Look, gain: Floats, board: EmptyBoard) -> tuple[Values, Floats, Bools]:
        seen = Newcomers.of(look, board, gain)
        values = np.where(seen.empty, EMPTY, UNKNOWN).astype(np.intp)
        if seen.filled.any():
            hues = seen.hue_deg[seen.filled]
            kinds = two_kinds(hues, self._declared)
            if kinds is not None:
                values[seen.filled] = np.where(kinds[0], RED, YELLOW)
                self._pair = kinds[1]
            else:
                is_red = of_one_kind(hues, self._declared)
                values[seen.filled] = UNKNOWN if is_red is None else RED if is_red else YELLOW
        margins = np.where(values == UNKNOWN, 0.0, FIRST_MARGIN).astype(np.float32)
        return values, margins, seen.filled

    def _learn(self, image: Image, held: Values, board: EmptyBoard) -> None:
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
            with suppress(HiddenColours):
                self._colours = learn_discs(board, [image], self._place.grid, *places)

    def _tell(self, held: Held, margins: Floats, *, hand: bool, moved: bool) -> Sight:
        unknown = held.values == UNKNOWN
        reason = ""
        if hand:
            reason = HAND_WORDS
        elif unknown.any():
            reason = "some holes show neither a disc nor what is seen through them when they are empty"
            reason = reason if held.still else "something moves in the board or above it"
        sure = as_margins(np.where(unknown, 0.0, np.maximum(margins, FIRST_MARGIN)))
        return Sight(as_cells(held.values), sure, self._place.grid, self._names, held.still, moved, reason)


def shows_a_game(values: Values) -> bool:
    """Tell whether a cold reading (42,) shows discs past all doubt: all certain, as many of one colour as of the other.

    What is seen through the holes of an empty board may look like discs, but not like fair shares of both colours.
    """
    red, yellow = np.count_nonzero(values == RED), np.count_nonzero(values == YELLOW)
    return bool(red and yellow and abs(red - yellow) <= 1 and not (values == UNKNOWN).any())


def _apart(one: Grid, other: Grid) -> float:
    """Give the largest distance between corner holes of two grids, a common shift apart, in pitches."""
    moved = one.corners - other.corners
    return float(np.linalg.norm(moved - moved.mean(axis=0), axis=1).max() / other.pitch_px)


def _flat(cells: Cells) -> Values:
    """Give cells as numbers (42,), top row first."""
    return np.array(cells, dtype=np.intp)[::-1].ravel()
