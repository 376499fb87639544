"""Lattices of like holes among the candidates of one picture.

A hole is a circle, so the ellipse that one shows says how the board is tilted there: measured by that ellipse, its
right and its lower neighbour are equally far and at right angles. Such a triple is a seed. It grows ring by ring, an
affine guess first, a homography as soon as there is enough to fit one.

Convention: lattice coordinates are whole numbers (u, v), u to the right, v down, (0, 0) is the seed; which of the
nodes are the 42 holes of a board is not decided here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.candidates import Candidates
from vision.rectify import project

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Bools = NDArray[np.bool_]

NEIGHBOUR = (1.8, 4.8)
"""Distance of neighbouring holes in radii: holes of 0.21 to 0.55 pitch."""
LIKE = 0.3
"""Largest difference of the logarithms of the radii of neighbours."""
SQUARE = 0.45
"""Largest deviation of a seed's two arms from equal (logarithm) and from square (cosine)."""
MOST_SEEDS = 700
"""Only so many of the most often seen candidates may seed."""
NEAR = 0.22
"""A candidate belongs to a node when it is this near, in pitches."""
LEAST = 9
"""Fewest members of a lattice."""
FARTHEST = 10
"""Rings grown round the seed: the far corner of a board and a little more."""


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """Holes on a homography: `nodes` (N, 2) whole numbers, `members` (N,) their candidates, `homography` (3, 3) lattice
    coordinates to px, `radius` of a hole in pitches (median), `residual` of the members in pitches (median)."""

    nodes: Ints
    members: Ints
    homography: Floats
    radius: float
    residual: float


def lattices(found: Candidates, most: int) -> Iterator[Lattice]:
    """Grow lattices from the best seeds, at most `most` of them; what has become a member seeds no other."""
    if len(found) < LEAST:
        return
    used = np.zeros(len(found), dtype=bool)
    grown = 0
    for seed in seeds(found):
        if grown == most:
            return
        if used[seed[0]]:
            continue
        lattice = grow(found, seed)
        used[seed[0]] = True
        if lattice is not None:
            used |= covered(found, lattice)
            grown += 1
            yield lattice


def covered(found: Candidates, lattice: Lattice) -> Bools:
    """Tell which candidates (N,) sit on a node of a lattice, whatever their size."""
    place = project(inverse(lattice.homography), found.centre)
    low, high = lattice.nodes.min(axis=0) - 0.5, lattice.nodes.max(axis=0) + 0.5
    off = np.hypot(*(place - np.rint(place)).T)
    return np.asarray((off < NEAR) & (place > low).all(axis=1) & (place < high).all(axis=1))


def seeds(found: Candidates) -> Ints:
    """Find triples (S, 3) of candidates: a hole, its right and its lower neighbour; with most like triples first."""
    some = found.take(np.arange(min(len(found), MOST_SEEDS)))
    step = some.centre[None, :] - some.centre[:, None]
    white = np.einsum("nij,nmj->nmi", whiten(some.spread), step)
    distance = np.hypot(white[..., 0], white[..., 1])
    like = np.abs(np.log(some.radius[None, :] / some.radius[:, None])) < LIKE
    like &= (distance > NEIGHBOUR[0]) & (distance < NEIGHBOUR[1])
    x, y = step[..., 0], step[..., 1]
    right = _nearest(distance, like & (x > 0) & (np.abs(y) < 0.9 * x))
    below = _nearest(distance, like & (y > 0) & (np.abs(x) < 0.9 * y))
    index = np.flatnonzero((right >= 0) & (below >= 0))
    a, b = white[index, right[index]], white[index, below[index]]
    index = index[_is_square(a, b)]
    triples = np.stack([index, right[index], below[index]], axis=1)
    return np.asarray(triples[np.argsort(-_company(some.radius[index]), kind="stable")])


def whiten(spread: Floats) -> Floats:
    """Give matrices (N, 2, 2) that take each ellipse to the unit circle: Cholesky factors of spread^-1."""
    return np.asarray(np.linalg.cholesky(np.linalg.inv(spread)).transpose(0, 2, 1))


def _nearest(distance: Floats, allowed: Bools) -> Ints:
    masked = np.where(allowed, distance, np.inf)
    nearest = np.argmin(masked, axis=1)
    return np.where(np.isfinite(masked[np.arange(len(masked)), nearest]), nearest, -1)


def _is_square(a: Floats, b: Floats) -> Bools:
    across, down = np.hypot(*a.T), np.hypot(*b.T)
    cosine = (a * b).sum(axis=1) / (across * down)
    return np.asarray((np.abs(np.log(across / down)) < SQUARE) & (np.abs(cosine) < SQUARE))


def _company(radius: Floats) -> Ints:
    return np.asarray((np.abs(np.log(radius[None, :] / radius[:, None])) < 0.2).sum(axis=1))


def grow(found: Candidates, seed: Ints) -> Lattice | None:
    """Grow one seed ring by ring; None when fewer than LEAST holes come together."""
    origin, right, below = found.centre[seed]
    homography = np.eye(3)
    homography[:2] = np.column_stack([right - origin, below - origin, origin])
    radius = float(unit_radius(homography, np.zeros((1, 2)), found.radius[seed[:1]])[0])
    for ring in range(1, FARTHEST + 1):
        better = refit(found, homography, radius, ring, min(LEAST, 3 + 2 * ring))
        if better is None:
            return None
        homography, radius = better
    return settle(found, homography, radius)


def refit(
    found: Candidates, homography: Floats, radius: float, reach: int, least: int, *, robust: bool = False
) -> tuple[Floats, float] | None:
    """Match all candidates anew and fit homography and radius to them; None with fewer than `least` matches."""
    nodes, members = match(found, homography, radius, reach)
    if len(members) < least:
        return None
    fitted = fit(nodes, found.centre[members], robust=robust)
    if fitted is None:
        return None
    radii = unit_radius(fitted, nodes.astype(np.float64), found.radius[members])
    return fitted, float(np.median(radii))


def settle(found: Candidates, homography: Floats, radius: float) -> Lattice | None:
    """Fit robustly, twice, and gather the members."""
    for _ in range(2):
        better = refit(found, homography, radius, FARTHEST, LEAST, robust=True)
        if better is None:
            return None
        homography, radius = better
    nodes, members = match(found, homography, radius, FARTHEST)
    if len(members) < LEAST:
        return None
    place = project(inverse(homography), found.centre[members])
    residual = float(np.median(np.hypot(*(place - nodes).T)))
    return Lattice(nodes, members, homography, radius, residual)


def inverse(homography: Floats) -> Floats:
    """Invert a homography (3, 3); `fit` gives none that is singular."""
    return np.asarray(np.linalg.inv(homography), dtype=np.float64)


def unit_radius(homography: Floats, place: Floats, radius: Floats) -> Floats:
    """Turn radii in px (N,) at lattice places (N, 2) into pitches, by the area scale of the homography there."""
    depth = place @ homography[2, :2] + homography[2, 2]
    with np.errstate(divide="ignore", invalid="ignore"):
        scale = np.sqrt(np.abs(np.linalg.det(homography) / depth**3))
        return np.asarray(radius / scale)


def match(found: Candidates, homography: Floats, radius: float, reach: int) -> tuple[Ints, Ints]:
    """Give the nodes (N, 2) within `reach` of the seed that have a candidate, and the nearest and likest one (N,)."""
    place = project(inverse(homography), found.centre)
    near = np.isfinite(place).all(axis=1) & (np.abs(place) < reach + 0.5).all(axis=1)
    near &= place @ homography[2, :2] + homography[2, 2] > 0
    index = np.flatnonzero(near)
    place = place[index]
    nodes = np.rint(place).astype(np.intp)
    off = np.hypot(*(place - nodes).T)
    unlike = np.abs(np.log(unit_radius(homography, place, found.radius[index]) / radius))
    good = (off < NEAR) & (unlike < LIKE)
    index, nodes, cost = index[good], nodes[good], (off + 0.3 * unlike)[good]
    order = np.argsort(cost, kind="stable")
    key = (nodes[order] + 64) @ np.array([1000, 1])
    _, first = np.unique(key, return_index=True)
    chosen = order[first]
    return nodes[chosen], index[chosen]


def fit(nodes: Ints, centre: Floats, *, robust: bool = False) -> Floats | None:
    """Fit a homography (3, 3) of nodes (N, 2) to px (N, 2); None when the points do not fix one."""
    spread = nodes.max(axis=0) - nodes.min(axis=0)
    if spread.min() < 1:
        return None
    if len(nodes) < 6:
        return _affine(nodes, centre)
    threshold = 0.12 * float(np.sqrt(np.prod(np.ptp(centre, axis=0) / spread)))
    method = cv2.RANSAC if robust else 0
    matrix, _ = cv2.findHomography(nodes.astype(np.float64), centre, method, threshold)
    if matrix is None or not np.isfinite(matrix).all() or abs(np.linalg.det(matrix)) < 1e-9:
        return None
    return np.asarray(matrix, dtype=np.float64)


def _affine(nodes: Ints, centre: Floats) -> Floats:
    ones = np.column_stack([nodes, np.ones(len(nodes))])
    solved = np.linalg.lstsq(ones, centre, rcond=None)[0]
    return np.vstack([solved.T, [0, 0, 1]])
