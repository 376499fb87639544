"""Procedural surfaces, all from a generator: uint8 BGR pictures of wood, cloth, paper and paint.

Every function takes the generator first and a size (width, height) in texels; nothing is read from a file.
"""

from __future__ import annotations

import cv2
import numpy as np

from robot.sim.render.light import Colour
from robot.sim.render.view import Floats
from vision.types import Image

Size = tuple[int, int]


def cloud(rng: np.random.Generator, size: Size, cells: tuple[int, int], octaves: int = 3) -> Floats:
    """Return soft noise of mean 0 and about +-1, `cells` blobs across and down in the coarsest octave, (H, W)."""
    total = np.zeros((size[1], size[0]), dtype=np.float32)
    for octave in range(octaves):
        shape = (min(size[1], (cells[1] << octave) + 1), min(size[0], (cells[0] << octave) + 1))
        coarse = rng.random(shape, dtype=np.float32) * 2.0 - 1.0
        total += cv2.resize(coarse, size, interpolation=cv2.INTER_CUBIC) * np.float32(0.6**octave)
    return total


def tinted(colour: Colour, brightness: Floats) -> Image:
    """Return `colour` (BGR 0..255) times a brightness map around 1."""
    light = np.asarray(colour, dtype=np.float32) * brightness[..., None]
    return np.asarray(np.clip(light, 0.0, 255.0), dtype=np.uint8)


def wood(rng: np.random.Generator, size: Size, colour: Colour, planks: int) -> Image:
    """Return planks with grain that runs along x."""
    width, height = size
    grain = cloud(rng, size, (4, height // 3), 1) * 0.075 + cloud(rng, size, (3, 40), 2) * 0.06
    rings = np.sin(cloud(rng, size, (1, 4 * planks), 1) * 9.0) * 0.05
    plank = np.minimum((np.arange(height) * planks) // height, planks - 1)
    tone = rng.uniform(0.90, 1.08, planks)[plank][:, None]
    seam = np.where(np.diff(plank, prepend=plank[0]) != 0, 0.6, 1.0)[:, None]
    return tinted(colour, np.asarray((1.0 + grain + rings) * tone * seam, dtype=np.float32))


def plaster(rng: np.random.Generator, size: Size, colour: Colour) -> Image:
    """Return a painted wall: nearly even, a little blotchy."""
    return tinted(colour, 1.0 + cloud(rng, size, (6, 4), 4) * np.float32(0.025))


def checked(rng: np.random.Generator, size: Size, one: Colour, other: Colour, squares: int) -> Image:
    """Return a checked tablecloth."""
    x = (np.arange(size[0]) * squares // size[0]) % 2
    y = (np.arange(size[1]) * squares // size[0]) % 2
    which = (x[None, :] + y[:, None])[..., None].astype(np.float32) / 2.0
    cloth = np.asarray(one, dtype=np.float32) * (1.0 - which) + np.asarray(other, dtype=np.float32) * which
    return np.asarray(np.clip(cloth * (1.0 + 0.05 * cloud(rng, size, (40, 40), 2)[..., None]), 0, 255), dtype=np.uint8)


def laminate(rng: np.random.Generator, size: Size, colour: Colour) -> Image:
    """Return a smooth desk top with faint specks."""
    specks = rng.standard_normal((size[1] // 2, size[0] // 2), dtype=np.float32) * np.float32(0.02)
    return tinted(colour, 1.0 + cv2.resize(specks, size) + cloud(rng, size, (5, 5), 2) * np.float32(0.02))


def cloth(rng: np.random.Generator, size: Size, colour: Colour, folds: float) -> Image:
    """Return cloth with long soft folds (mostly upright) and a fine weave."""
    waves = cloud(rng, size, (7, 3), 3) * np.float32(folds)
    weave = rng.standard_normal((size[1], size[0]), dtype=np.float32) * np.float32(0.03)
    return tinted(colour, 1.0 + waves + weave)


def paper_spines(rng: np.random.Generator, size: Size) -> Image:
    """Return a row of book spines of all colours, standing on a shelf in the dark of the case."""
    width, height = size
    row = np.full((height, width, 3), 26, dtype=np.uint8)
    x = int(rng.integers(0, 6))
    while x < width - 8:
        thick = int(rng.integers(7, 20))
        top = int(height * rng.uniform(0.04, 0.32))
        _spine(rng, row[top:, x : min(x + thick, width)])
        x += thick + (int(rng.integers(8, 30)) if rng.random() < 0.08 else 1)
    return row


def _spine(rng: np.random.Generator, book: Image) -> None:
    colour = np.array(SPINES[int(rng.integers(len(SPINES)))], dtype=np.float32) * rng.uniform(0.75, 1.05)
    across = 1.0 - 0.5 * np.abs(np.linspace(-1.0, 1.0, book.shape[1])) ** 3
    book[:] = np.clip(colour * across[None, :, None], 0, 255).astype(np.uint8)
    band = int(book.shape[0] * rng.uniform(0.15, 0.5))
    light = 235 if rng.random() < 0.6 else 40
    book[band : band + max(3, book.shape[0] // 6), 2:-2] = (light, light, light - 10)


SPINES: tuple[Colour, ...] = (
    (58, 54, 160), (66, 84, 180), (80, 170, 205), (90, 150, 200), (130, 80, 40), (170, 110, 50), (70, 120, 50),
    (60, 60, 60), (215, 220, 225), (140, 150, 165), (110, 50, 110), (90, 150, 60), (45, 70, 120), (200, 180, 90),
)  # fmt: skip
