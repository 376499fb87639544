"""Find the first discs on a board whose empty look is known and whose discs are not.

A disc makes its hole look empty nowhere and shows one smooth colour that is not the board's. Its hue tells which of
the two it is: until both have been seen, by the colours that are expected; afterwards against each other.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.alike import DISC, LIKE, squared, strays
from vision.colours import PLASTIC, EmptyBoard
from vision.evidence import HUES_DEG, PAIRS, Pair
from vision.spots import OFFSETS, Look, features

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]

MIDDLE = np.hypot(OFFSETS[:, 0], OFFSETS[:, 1]) < 0.29
"""The points of a hole that a disc fills from every side it may be looked at."""
EMPTY, GONE, SMOOTH = 0.55, 0.15, 0.85
"""A hole is empty when the first share of its points looks as learned; it is filled when at most the second does and
the third is of one colour."""
APART_DEG, BAND_DEG = 25.0, 5.0
"""Discs whose hues differ by more are of two kinds; a lone disc within the second of the border is left open."""


@dataclass(frozen=True, slots=True, eq=False)
class Newcomers:
    """What the holes show before the discs are known, (42,): `empty`, `filled`, and the `hue` of Lab, degrees."""

    empty: Bools
    filled: Bools
    hue_deg: Floats

    @classmethod
    def of(cls, look: Look, board: EmptyBoard, gain: Floats) -> Newcomers:
        """Compare a look with the empty board in the light `gain` (3,)."""
        light = look.holes[..., MIDDLE]
        seen = features(light)
        empty = features(np.minimum(board.holes[..., MIDDLE] * gain[:, None, None], 1.0))
        like_empty = _share(squared(seen, empty, strays(empty) + board.stray[..., MIDDLE]) < LIKE)
        middle = np.median(seen, axis=2)
        smooth = _share(squared(seen, middle[..., None], DISC) < LIKE)
        plastic = np.median(features(board.plastic[:, board.steady]), axis=1)
        strange = (np.abs(middle[1:] - plastic[1:, None]) > np.array(PLASTIC[1:])[:, None]).any(axis=0)
        filled = (like_empty <= GONE) & (smooth >= SMOOTH) & strange
        return cls(like_empty >= EMPTY, np.asarray(filled), _hues(np.median(light / gain[:, None, None], axis=2)))


def _share(points: Bools) -> Floats:
    return np.asarray(points.mean(axis=1), dtype=np.float32)


def _hues(light: Floats) -> Floats:
    """Give the hue angle of Lab, degrees (N,), of linear light (3, N)."""
    srgb = np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.maximum(light, 1e-9) ** (1 / 2.4) - 0.055)
    lab = cv2.cvtColor(np.clip(srgb, 0, 1).astype(np.float32).T[None], cv2.COLOR_BGR2Lab)[0]
    return np.asarray(np.degrees(np.arctan2(lab[:, 2], lab[:, 1])), dtype=np.float32)


def two_kinds(hues_deg: Floats, pair: Pair | str) -> tuple[Bools, Pair] | None:
    """Divide discs into R (True) and Y by their hues (N,) and name the pair; None while they are of one kind."""
    turned = (hues_deg - hues_deg[0] + 180) % 360 - 180
    ranked = np.sort(turned)
    if len(ranked) < 2 or np.diff(ranked).max() < APART_DEG:
        return None
    low = turned <= ranked[int(np.diff(ranked).argmax())]
    middles = [float(np.median(turned[part]) + hues_deg[0]) for part in (low, ~low)]
    best, flipped = _pair_of(middles, PAIRS if isinstance(pair, str) else (pair,))
    return (~low if flipped else low), best


def _pair_of(hues_deg: list[float], pairs: tuple[Pair, ...]) -> tuple[Pair, bool]:
    """Choose the pair that two hues come nearest to, and whether the second of them is its first."""
    ways = [
        (sum(abs(_turn(hue, HUES_DEG[name])) for hue, name in zip(hues_deg[::step], pair, strict=True)), pair, step < 0)
        for pair in pairs
        for step in (1, -1)
    ]
    _, best, flipped = min(ways, key=lambda way: way[0])
    return best, flipped


def of_one_kind(hues_deg: Floats, pair: Pair | str) -> bool | None:
    """Tell whether discs of one kind are R; None when that cannot be told before the other kind is seen."""
    hue = float(np.median((hues_deg - hues_deg[0] + 180) % 360 - 180) + hues_deg[0])
    pairs = PAIRS if isinstance(pair, str) else (pair,)
    first = min(abs(_turn(hue, HUES_DEG[one])) for one, _ in pairs)
    second = min(abs(_turn(hue, HUES_DEG[other])) for _, other in pairs)
    return None if abs(first - second) < 2 * BAND_DEG else first < second


def _turn(one_deg: float, other_deg: float) -> float:
    return (one_deg - other_deg + 180) % 360 - 180
