"""What a frame showed in and above the board, kept to tell what the next one changed.

Everything is held under the light of the calibration, in places of the board, so that a lamp changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.alike import LIKE, squared, strays
from vision.rectify import Grid, project, sample
from vision.spots import LINEAR, OFFSETS, Look, features
from vision.types import COLUMNS, Image

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]

STIRRED = 0.02
"""Share of the strip above the board that may change while nothing moves there: without a hand nothing does in the
rendered games, a hand changes 0.046 or more."""
SMOOTH = 0.2
"""Side of the square that is averaged above the board, pitches."""


def _strip() -> NDArray[np.float64]:
    """Places (N, 2), in pitches, where a hand over the slots is seen."""
    across, down = np.meshgrid(np.arange(-0.5, COLUMNS - 0.4, 0.2), np.arange(-2.0, -0.8, 0.2))
    places = np.stack([across.ravel(), down.ravel()], axis=1)
    places.flags.writeable = False
    return places


def _around() -> Floats:
    """Weights (69, 69) that average every point of a hole with those beside it: noise is lone, a disc is not."""
    near = np.linalg.norm(OFFSETS[:, None] - OFFSETS[None], axis=2) < 0.11
    weights: Floats = (near / near.sum(axis=0)).astype(np.float32)
    weights.flags.writeable = False
    return weights


STRIP = _strip()
AROUND = _around()


@dataclass(frozen=True, slots=True, eq=False)
class Memory:
    """Features of a frame under the light of the calibration: `holes` float32 (3, 42, 69) and `above` (3, N)."""

    holes: Floats
    above: Floats

    @classmethod
    def of(cls, image: Image, grid: Grid, look: Look, gain: Floats) -> Memory:
        """Keep what a frame (H, W, 3) shows, given its look and light."""
        side_px = max(3, round(SMOOTH * grid.pitch_px))
        soft = np.asarray(cv2.blur(image, (side_px, side_px)), dtype=np.uint8)
        strip = LINEAR[sample(soft, project(grid.homography, STRIP))].T
        return cls(
            features(np.minimum(look.holes / gain[:, None, None], np.float32(2))) @ AROUND,
            features(np.minimum(strip / gain[:, None], np.float32(2))),
        )

    def same(self, earlier: Memory) -> Floats:
        """Tell which share of each hole's points looks as it did, (42,)."""
        return np.asarray(_alike(self.holes, earlier.holes).mean(axis=1), dtype=np.float32)

    def quiet_above(self, earlier: Memory) -> bool:
        """Tell whether nothing moved above the board."""
        return bool((~_alike(self.above, earlier.above)).mean() <= STIRRED)


def _alike(seen: Floats, before: Floats) -> Bools:
    return np.asarray(squared(seen, before, strays(before)) < LIKE)
