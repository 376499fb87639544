"""Read one picture of an unknown board whose grid is known: the cold reading.

Nothing was learned of this board, so the 42 holes are judged against each other. Every hole gets an evidence of
holding a disc: how colourful it is towards the nearer of the two declared disc colours, less what speaks against one
smooth piece of plastic; and the share of the hole in which the board's own plastic is seen: the wall of an empty
hole, that a disc hides. `vision.explain` finds the explanation of all holes together, in two opinions:

    by ratio        light scales colour, so ratios carry over from a bright picture to a dim one
    by difference   independent of how small the smallest evidence is

A cell is certain when its best explanation leads over every explanation in which the cell differs, and both opinions
agree. A disc over an empty hole, one that shows more of the plastic than the other discs, or one whose colour ends
within a hole (`vision.doubts`) is rather the room seen through the hole: it is left open. A hole that shows its wall is
empty, whatever is behind it (`vision.bare`). Holes that something hides are left open (`vision.occlusion`). Nothing is
ever put right by making a disc of a hole.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bare import bare
from vision.doubts import doubtful, unexplained
from vision.edges import polish
from vision.evidence import PAIRS, Pair, weigh
from vision.explain import Opinion, tell_red, two_opinions, under_disc
from vision.frame import check_form
from vision.nothing import unbelieved
from vision.occlusion import hidden
from vision.rectify import HOLES, Grid, disc_offsets, hole_points, inside, sample
from vision.spots import LINEAR, features
from vision.types import COLUMNS, ROWS, Cell, Cells, Image, Margins

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

CERTAIN = 0.15
"""Lead of an explanation, in its own units, from which a cell is certain."""
SURE = 4 * CERTAIN
"""Lead from which nothing speaks against it any more."""
WHOLE = 0.36
"""Pitches: radius of the hole in which plastic is looked for."""
PLASTIC = (25.0, 30.0)
"""How far the plastic of one board may stray in colour (features), wall and front."""
BETWEEN = np.array([[0.5, 0.5], [-0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]])
"""Places of the plastic round a hole, pitches."""
SHIFTS = 0.05 * np.array([[0.0, 0.0], [1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
"""How far, in pitches, the place of a single hole may be off."""
SHIFTS.flags.writeable = False
BETWEEN.flags.writeable = False
HIDES = "something hides a part of the board; take it away"
POOR = 0.25
"""An explanation that scores less might as well be one with other disc colours."""
CELLS = tuple(Cell)
OPENING, LARGEST_SHIFT, STEP = 0.22, 0.15, 0.05
"""Pitches: radius that is read, how far parallax may shift it, raster."""


@dataclass(frozen=True, slots=True)
class ColdReading:
    """One picture read without knowing the board.

    `cells` and `margins` (0..1) have row 0 at the bottom and column 0 at the left as the CAMERA sees it; `colours`
    are the disc colours, RED's first; `reason` says why cells are UNKNOWN, empty when none is. `likely` is the best
    explanation with all its doubtful cells: worth something only where something else says the same.
    """

    cells: Cells
    margins: Margins
    colours: Pair
    reason: str
    likely: Cells = ()


def lab(colours: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Take uint8 BGR (..., 3) to CIE Lab, float32: L 0..100, a and b in Lab units."""
    flat = colours.reshape(-1, 1, 3).astype(np.float32) / np.float32(255)
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2Lab), dtype=np.float32).reshape(colours.shape)


def as_cells(values: NDArray[np.integer]) -> Cells:
    """Take 42 cell numbers, top row first, across the border: row 0 at the bottom."""
    return tuple(tuple(CELLS[value] for value in row) for row in values.reshape(ROWS, COLUMNS)[::-1].tolist())


def as_margins(values: NDArray[np.floating]) -> Margins:
    """Take 42 margins, top row first, across the border: row 0 at the bottom, three decimals."""
    rounded = np.round(values.astype(np.float64), 3).reshape(ROWS, COLUMNS)[::-1]
    return tuple(tuple(row) for row in rounded.tolist())


def read_cold(image: Image, grid: Grid, colours: Pair | str = "auto") -> ColdReading:
    """Read the 42 holes of a uint8 BGR picture (H, W, 3) against each other.

    `colours` is the pair of disc colours, RED's first, or "auto". Raises ValueError for a colour nobody knows,
    CameraError for what is no such picture.
    Method after vision.md section 2 (methods A and B), measured there on 67 photographs.
    """
    check_form(image)
    holes, visible = openings(image, grid)
    shown = plastic_share(image, polish(image, grid))
    rival = np.zeros(len(HOLES), dtype=bool)
    if isinstance(colours, str):
        colours, rival = guess_colours(holes, shown, visible)
    signs, _ = weigh(holes, shown, visible, colours)
    first, second = two_opinions(signs)
    lead = np.where(first.discs == second.discs, first.lead, 0.0)
    is_red = tell_red(signs.towards, first.discs)
    room = doubtful(first.discs, is_red, holes, shown, visible)
    rival |= unexplained(signs, first)
    lead[~visible | under_disc(first.discs) | room | (rival & ~first.discs)] = 0.0
    board = plastic(image, grid)
    empty = bare(holes, shown, visible, board) & ~(first.discs & (lead >= CERTAIN))
    lead[empty] = SURE
    covered = hidden(image, grid)
    lead[covered] = 0.0
    sure, why = lead >= CERTAIN, ""
    if not (first.discs & sure).any():
        doubted, why = unbelieved(holes, shown, visible, sure, board)
        lead[doubted] = 0.0
    values = np.where(first.discs & ~empty, np.where(is_red, int(Cell.RED), int(Cell.YELLOW)), int(Cell.EMPTY))
    certain = np.where(lead < CERTAIN, int(Cell.UNKNOWN), values)
    margins = as_margins(np.minimum(1.0, lead / SURE))
    reason = _reason(first, room, visible, lead, why or HIDES * bool(covered.any()))
    return ColdReading(as_cells(certain), margins, colours, reason, as_cells(values))


def _reason(first: Opinion, room: Bools, visible: Bools, lead: Floats, why: str) -> str:
    """Say in words why cells are unknown, `why` being said of the picture as a whole; empty when none is."""
    if np.all(lead >= CERTAIN):
        return ""
    if not np.all(visible):
        return "part of the board lies outside the picture"
    if why:
        return why
    if np.any((lead < CERTAIN) & ~under_disc(first.discs) & ~room):
        return "I cannot tell discs from background here; more light or a plain background helps"
    if room.any():
        return "some discs may be things behind the board; a plain background helps"
    return "an empty hole under a disc: hidden by glare, or the disc is in flight"


def openings(image: Image, grid: Grid) -> tuple[Floats, Bools]:
    """Sample what is seen through the holes: Lab (42, N, 3), and which holes lie in the picture (42,).

    The opening of a thick board seen at an angle is shifted against its front rim, alike in all holes.
    """
    offsets = disc_offsets(OPENING + LARGEST_SHIFT + STEP, STEP)
    points = hole_points(grid, offsets)
    colours = lab(sample(image, points)).astype(np.float64)
    shift = common_shift(colours, offsets, plastic(image, grid))
    chosen = np.hypot(*(offsets - shift).T) <= OPENING + 1e-9
    return colours[:, chosen], inside(points, image)[:, chosen].mean(axis=1) > 0.7


def plastic(image: Image, grid: Grid) -> Floats:
    """Give the colour of the board, Lab (3,): the median over the places between four holes."""
    between = sample(image, hole_points(grid, BETWEEN))
    return np.asarray(np.median(lab(between).reshape(-1, 3), axis=0), dtype=np.float64)


def plastic_share(image: Image, grid: Grid) -> Floats:
    """Tell which share of each hole shows the board's own plastic, shading apart: (42,).

    Of some places of the hole, a little apart, the one that shows least of it: no grid lies right to the pixel.
    """
    places = disc_offsets(WHOLE, 0.04) + SHIFTS[:, None]
    inner = hole_points(grid, places.reshape(-1, 2))
    seen = features(LINEAR[np.moveaxis(sample(image, inner), -1, 0)])
    between = LINEAR[np.moveaxis(sample(image, hole_points(grid, BETWEEN)), -1, 0)]
    board = features(np.median(between.reshape(3, -1), axis=1))
    like = (np.abs(seen[1] - board[1]) < PLASTIC[0]) & (np.abs(seen[2] - board[2]) < PLASTIC[1])
    return np.asarray(like.reshape(len(HOLES), len(SHIFTS), -1).mean(axis=2).min(axis=1))


def common_shift(colours: Floats, offsets: Floats, board: Floats) -> Floats:
    """Find the shift (2,), pitches, at which the openings look least like the board; the smallest of equals."""
    unlike = np.minimum(np.linalg.norm((colours - board) * [0.5, 1.0, 1.0], axis=2), 30.0).mean(axis=0)
    candidates = disc_offsets(LARGEST_SHIFT, STEP)
    inner = np.linalg.norm(offsets[None] - candidates[:, None], axis=2) <= OPENING + 1e-9
    score = (inner * unlike).sum(axis=1) / inner.sum(axis=1) - 2.0 * np.hypot(*candidates.T)
    return np.asarray(candidates[int(score.argmax())])


def guess_colours(holes: Floats, shown: Floats, visible: Bools) -> tuple[Pair, Bools]:
    """Choose the pair of disc colours that explains a picture best; another than the first needs to show both.

    With it, (42,), the holes that other pairs take for discs: all of them when the best explanation is a poor one,
    those with a good reason when it sees no disc at all, and so no colour of discs.
    """
    scores, discs, able = {}, {}, [PAIRS[0]]
    for pair in PAIRS:
        signs, near = weigh(holes, shown, visible, pair)
        first, second = two_opinions(signs)
        both = len(set(np.sign(signs.towards[first.discs]).tolist())) == 2
        turned = float(near[first.discs].min(axis=1).mean()) if first.discs.any() else 0.0
        scores[pair] = first.score + 0.5 * both - turned
        discs[pair] = first.discs | second.discs
        able += [pair] * both
    best = max(able, key=lambda pair: scores[pair])
    poor, nothing = scores[best] < POOR, not discs[best].any()
    rivals = [discs[pair] & (poor or (nothing and scores[pair] >= POOR)) for pair in PAIRS]
    return best, np.asarray(np.any(rivals, axis=0))
