"""Does the grid still lie on the board, and where did it go? The board's plastic and the rims of the holes say so.

Where the front rims stand round the grid was learned; a grid that is off by a twentieth of a pitch finds less than
half of them in their place. After a bump every place of the grid within a pitch is tried: where the plastic lies
between the holes again, the rims are fitted. That asks for nothing but the board itself: what the holes show, the
lamp and the room may all have changed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.colours import EmptyBoard
from vision.edges import DIRECTIONS, TELLING, Floats, RimPath, align, aside, drift, polish
from vision.occlusion import unlike
from vision.rectify import HOLES, Grid, disc_offsets, project, sample
from vision.spots import LINEAR, SITES
from vision.types import COLUMNS, ROWS, Image

NEAR = 0.03
"""Pitches by which an edge may stand elsewhere and still count as in place."""
SURE = 0.52
STEADY = ((0.45, 0.06), (0.39, 0.04))
"""The grid lies right when the first share of the edges is in place; or one of the others, and they drift by no more
than belongs to it (pitches). On rendered boards at least 0.81 are in place on the right grid, in light from the side,
glare and noise 0.4 with a drift of 0.037; of 1746 grids that were off by a tenth of a pitch or more, 0.45 at most, and
0.38 of those that drift by less than 0.04."""
MANY, ENOUGH = 0.5, len(HOLES) * DIRECTIONS // 3
"""Of a smaller share of the edges that tell a move, a drift cannot be told: they may all lie at one end; nor of fewer
edges, where rings round the holes hide most that could tell one."""
FARTHEST, STEP = 0.7, 0.1
"""Pitches: how far around a lost grid is searched, and how finely. Beyond half a pitch the grid repeats itself, but
the sites along the board's edges do not."""
FAR = 0.2
"""How much fitness a move of one pitch must bring to be believed: beyond half of one the grid repeats itself."""
LINE, FRAMED, CLEAR = 0.4, 0.25, 0.6
"""Least share of the edges of an outer line in place: on rendered boards 0.47 with a hand before it, 0.64 without; at
most 0.37 where the grid lies right only on one side. The least where the board's edge is seen beyond it and it stands
in place in the mean, for light from the side, blur and JPEG hide rims. And the share up to which a line may be none of
the board's: the grid is off by a hole, then, and a line beyond its other end is in its place."""
ASIDE = 0.03
"""Pitches by which the rims of a line in place stand aside in the mean, at most."""
OUTER_LINES = tuple(
    np.flatnonzero(HOLES[:, axis] == end) for axis, end in ((0, 0), (0, COLUMNS - 1), (1, 0), (1, ROWS - 1))
)
OPPOSITE, AWAY = (1, 0, 3, 2), ((1, 0), (-1, 0), (0, 1), (0, -1))
"""The line at the other end, and the way to it by one hole."""
FITTED, APART = 10, 0.25
"""So many of the best places, so many pitches apart, are fitted to the rims."""


def in_place(edges: Floats, learned: Floats) -> tuple[Floats, NDArray[np.intp]]:
    """Tell of each hole which share of its learned edges (42, 12) stands in its place, (42,), and how many tell it."""
    near, known = _standing(edges, learned)
    count = known.sum(axis=1)
    return np.asarray(near.sum(axis=1) / np.maximum(count, 1), dtype=np.float32), count


def share_in_place(edges: Floats, learned: Floats, holes: NDArray[np.intp] | None = None) -> float:
    """Tell which share of the learned edges (42, 12) stands in its place; of some `holes` only when given."""
    near, known = _standing(edges, learned)
    if holes is not None:
        near, known = near[holes], known[holes]
    return int(np.count_nonzero(near)) / max(1, int(np.count_nonzero(known)))


def _standing(edges: Floats, learned: Floats) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Tell which edges (42, 12) stand in their place, and which can tell it."""
    known = learned < TELLING
    return (np.abs(edges - learned) < NEAR) & known, known


def lies_right(edges: Floats, learned: Floats, holes: NDArray[np.intp] | None = None) -> bool:
    """Tell whether the grid lies where it was learned, within a tenth of a pitch, by the rims of all or some holes."""
    share = share_in_place(edges, learned, holes)
    steady = max((drifts for least, drifts in STEADY if share >= least), default=None)
    if share >= SURE or steady is None:
        return share >= SURE
    chosen = slice(None) if holes is None else holes
    known = np.full(learned.shape, np.nan, dtype=np.float32)
    known[chosen] = learned[chosen]
    count = np.count_nonzero(known < TELLING)
    enough = count >= max(ENOUGH, MANY * np.count_nonzero(learned < TELLING))
    return bool(enough and drift(edges, known) <= steady)


def search_around(image: Image, grid: Grid, board: EmptyBoard) -> Grid:
    """Find the grid after a bump of less than a pitch: the place whose rims agree best with what was learned.

    There is always an answer; whether it is right, the caller has to prove.
    """
    shifts = disc_offsets(FARTHEST, STEP)
    strange = strangers(image, grid, board, shifts)
    starts = [
        _shifted(grid, *shift) for shift in _spread(shifts[np.lexsort([np.linalg.norm(shifts, axis=1), strange])])
    ]
    best = [align(image, polish(image, start), board.rims) for start in starts]
    return max(best, key=lambda one: _fitness(image, one, board) - FAR * _moved(one, grid))


def ends_right(image: Image, grid: Grid, edges: Floats, learned: Floats, framed: NDArray[np.bool_]) -> bool:
    """Tell whether each outer line of holes stands in its place; `framed` (4,): those with the board's edge in sight.

    A grid that is off by a hole has a line with nothing in it, as good as all the others may be.
    """
    for number, line in enumerate(OUTER_LINES):
        share = share_in_place(edges, learned, line)
        if share < (FRAMED if framed[number] else LINE):
            return False
        if share < LINE and aside(edges[line], learned[line]) > ASIDE:
            return False
        if share < CLEAR and _beyond(image, grid, learned, number) >= share:
            return False
    return True


def _beyond(image: Image, grid: Grid, learned: Floats, number: int) -> float:
    """Tell which share of a line of rims is in place one hole beyond the end that lies opposite to an outer line."""
    edges = RimPath.of(_shifted(grid, *AWAY[number])).edges(image)
    return share_in_place(edges, learned, OUTER_LINES[OPPOSITE[number]])


def _spread(ranked: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Choose FITTED of some shifts (N, 2), the best first, that are not close to each other."""
    chosen: list[NDArray[np.float64]] = []
    for shift in ranked:
        if len(chosen) < FITTED and all(np.linalg.norm(shift - other) >= APART for other in chosen):
            chosen.append(shift)
    return chosen


def _moved(one: Grid, other: Grid) -> float:
    """Give the mean move of the corner holes between two grids, in pitches."""
    return float(np.linalg.norm((one.corners - other.corners).mean(axis=0)) / other.pitch_px)


def _fitness(image: Image, grid: Grid, board: EmptyBoard) -> float:
    """Weigh rims in place against sites without plastic; a grid that is off by a whole pitch has worse of both."""
    strange = int(strangers(image, grid, board, np.zeros((1, 2)))[0])
    return share_in_place(RimPath.of(grid).edges(image), board.rims) - strange / int(np.count_nonzero(board.steady))


def strangers(image: Image, grid: Grid, board: EmptyBoard, shifts: NDArray[np.float64]) -> NDArray[np.intp]:
    """Count, for the grid moved by each of `shifts` (N, 2) pitches, the sites that show no plastic: (N,)."""
    sites = SITES[board.steady]
    points = project(grid.homography, sites[None] + shifts[:, None])
    light = LINEAR[np.moveaxis(sample(image, points), -1, 0)]
    plastic = board.plastic[:, None, board.steady]
    gain = np.median(light / np.maximum(plastic, 1e-4), axis=2, keepdims=True)
    return np.asarray(np.count_nonzero(unlike(light, np.minimum(plastic * gain, 1.0)), axis=1))


def _shifted(grid: Grid, across: float, down: float) -> Grid:
    move = np.array([[1, 0, across], [0, 1, down], [0, 0, 1]])
    return Grid.from_homography(grid.homography @ move, grid.radius)
