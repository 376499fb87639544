"""Every round thing in one picture that could be a hole, whatever the colour of the board.

Many cheap thresholds of lightness and saturation; each closed contour is measured by its moments; what is an ellipse
is kept, and the same ellipse seen at several thresholds is one candidate with that many sightings. All contours of a
picture are measured together, so the cost does not grow with their number in Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

LEVELS = range(20, 244, 12)
"""Fixed thresholds, of 255: closer than the contrast of any hole that a person would call visible."""
BLOCKS_PX = (25, 61, 121)
"""Windows of the adaptive thresholds, px: about one hole of a far, a usual and a near board at 1280 px."""
OFFSET = 2
"""How far from the local mean an adaptive threshold lies, of 255, on either side."""
LENGTHS_PX = (18, 900)
"""Length of a hole's contour, px: from 3 px radius to a board that fills a picture of 1280 px."""
LEAST_AREA = 0.04
"""Area over the square of the length in pixels: a circle has 0.091 to 0.096, an ellipse of 3 to 1 0.058 to 0.063."""
FULLNESS = 0.965
"""Area of a contour over that of the ellipse of equal moments: 1 for an ellipse, 0.955 for a square."""
ROUGHNESS = 0.09
"""Mean distance of a contour's points from that ellipse, in radii."""
ASPECT = 3.0
"""Longest to shortest axis of a hole: seen from 70 degrees aside."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Ellipses: `centre` (N, 2) px, `spread` (N, 2, 2) px^2 (points x with x' spread^-1 x = 1 are the rim),
    `radius` (N,) px (of the circle of equal area), `sightings` (N,) thresholds at which it appeared."""

    centre: Floats
    spread: Floats
    radius: Floats
    sightings: Floats

    def __len__(self) -> int:
        return len(self.radius)

    def take(self, index: Ints) -> Candidates:
        """Give the candidates at `index`."""
        return Candidates(self.centre[index], self.spread[index], self.radius[index], self.sightings[index])


def find_candidates(soft: Image) -> Candidates:
    """Find the round things in a slightly blurred picture (H, W, 3) uint8 BGR, each once, most often seen first."""
    contours: list[NDArray[np.int32]] = []
    for channel in channels(soft):
        for binary in binaries(channel):
            found, _ = cv2.findContours(binary, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
            contours += [np.asarray(c, dtype=np.int32) for c in found if may_be_round(c)]
    return merge(measure(contours))


def may_be_round(contour: NDArray[np.integer[Any] | np.floating[Any]]) -> bool:
    """Tell cheaply whether a contour (n, 1, 2) has the length of a hole's and encloses enough for it."""
    return LENGTHS_PX[0] <= len(contour) <= LENGTHS_PX[1] and cv2.contourArea(contour) > LEAST_AREA * len(contour) ** 2


def channels(soft: Image) -> list[Image]:
    """Give lightness and saturation (H, W) uint8 of a picture."""
    lightness = cv2.extractChannel(cv2.cvtColor(soft, cv2.COLOR_BGR2LAB), 0)
    saturation = cv2.extractChannel(cv2.cvtColor(soft, cv2.COLOR_BGR2HSV), 1)
    return [np.asarray(lightness), np.asarray(saturation)]


def binaries(channel: Image) -> Iterator[Image]:
    """Cut a channel (H, W) at fixed levels and around its local mean."""
    for level in LEVELS:
        yield np.asarray(cv2.threshold(channel, level, 255, cv2.THRESH_BINARY)[1])
    for block in BLOCKS_PX:
        for offset in (-OFFSET, OFFSET):
            yield np.asarray(
                cv2.adaptiveThreshold(channel, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, block, offset)
            )


def measure(contours: list[NDArray[np.int32]]) -> Candidates:
    """Measure closed contours, each (n, 1, 2) int px, and keep those that are ellipses."""
    if not contours:
        return Candidates(np.zeros((0, 2)), np.zeros((0, 2, 2)), np.zeros(0), np.zeros(0))
    lengths = np.array([len(contour) for contour in contours])
    points = np.concatenate(contours)[:, 0].astype(np.float64)
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    middle = np.add.reduceat(points, starts) / lengths[:, None]
    points -= np.repeat(middle, lengths, axis=0)
    area, shift, spread = moments(points, starts, lengths)
    good = is_ellipse(area, spread)
    good &= roughness(points, starts, lengths, shift, spread) < ROUGHNESS
    index = np.flatnonzero(good)
    radius = np.sqrt(np.sqrt(np.linalg.det(spread[index])))
    return Candidates((middle + shift)[index], spread[index], radius, np.ones(len(index)))


def moments(points: Floats, starts: Ints, lengths: Ints) -> tuple[Floats, Floats, Floats]:
    """Integrate over polygons: area (N,), centroid (N, 2), and four times the covariance (N, 2, 2).

    An ellipse whose rim is x' M^-1 x = 1 has covariance M / 4. Green's theorem, edge by edge.
    """
    after = np.roll(points, -1, axis=0)
    after[starts + lengths - 1] = points[starts]
    x, y, x1, y1 = points[:, 0], points[:, 1], after[:, 0], after[:, 1]
    cross = x * y1 - x1 * y
    terms = [
        cross,
        (x + x1) * cross,
        (y + y1) * cross,
        (x * x + x * x1 + x1 * x1) * cross,
        (y * y + y * y1 + y1 * y1) * cross,
        (2 * x * y + x * y1 + x1 * y + 2 * x1 * y1) * cross,
    ]
    twice, sx, sy, sxx, syy, sxy = (np.add.reduceat(term, starts) for term in terms)
    with np.errstate(divide="ignore", invalid="ignore"):
        cx, cy = sx / (3 * twice), sy / (3 * twice)
        xx, yy, xy = sxx / (6 * twice) - cx * cx, syy / (6 * twice) - cy * cy, sxy / (12 * twice) - cx * cy
    spread = 4 * np.stack([xx, xy, xy, yy], axis=1).reshape(-1, 2, 2)
    return np.abs(twice) / 2, np.stack([cx, cy], axis=1), spread


def is_ellipse(area: Floats, spread: Floats) -> NDArray[np.bool_]:
    """Tell which contours fill the ellipse of their own moments, and are not too flat."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        determinant = spread[:, 0, 0] * spread[:, 1, 1] - spread[:, 0, 1] ** 2
        trace = spread[:, 0, 0] + spread[:, 1, 1]
        fullness = area / (np.pi * np.sqrt(np.maximum(determinant, 0)))
        flatness = trace * trace / determinant
    flattest = (ASPECT + 1 / ASPECT) ** 2
    return np.asarray((area > 20) & (determinant > 0) & (fullness > FULLNESS) & (flatness < flattest))


def roughness(points: Floats, starts: Ints, lengths: Ints, shift: Floats, spread: Floats) -> Floats:
    """Measure the mean distance of contour points from the ellipse of their moments, in radii (N,)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        determinant = spread[:, 0, 0] * spread[:, 1, 1] - spread[:, 0, 1] ** 2
        xx, yy, xy = (np.repeat(spread[:, i, j] / determinant, lengths) for i, j in ((1, 1), (0, 0), (0, 1)))
        x, y = (points - np.repeat(shift, lengths, axis=0)).T
        distance = np.sqrt(np.maximum(xx * x * x - 2 * xy * x * y + yy * y * y, 0))
        off = np.add.reduceat(np.abs(distance - 1), starts) / lengths
    return np.asarray(np.nan_to_num(off, nan=np.inf))


def merge(found: Candidates) -> Candidates:
    """Make one candidate of ellipses with the same centre (within 0.3 radius) and size (within a fifth)."""
    found = found.take(np.argsort(found.radius, kind="stable"))
    place = found.centre @ np.array([1, 1j])
    until = np.searchsorted(found.radius, found.radius * 1.22)
    group = np.full(len(found), -1)
    for i, end in enumerate(until):
        if group[i] < 0:
            near = np.abs(place[i:end] - place[i]) < 0.3 * found.radius[i]
            group[i:end][near & (group[i:end] < 0)] = i
    return _average(found, group)


def _average(found: Candidates, group: Ints) -> Candidates:
    _, group = np.unique(group, return_inverse=True)
    count = np.bincount(group).astype(np.float64)

    def mean(values: Floats) -> Floats:
        flat = values.reshape(len(values), -1)
        sums = [np.bincount(group, weights=column) / count for column in flat.T]
        return np.stack(sums, axis=1).reshape(-1, *values.shape[1:])

    if not len(found):
        return found
    merged = Candidates(mean(found.centre), mean(found.spread), mean(found.radius), count)
    return merged.take(np.argsort(-count, kind="stable"))
