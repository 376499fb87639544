"""The compiled work at every point, held against the same in plain numpy."""

from __future__ import annotations

import numpy as np
import pytest

from vision._points import box_means, compare, outermost
from vision.edges import ENOUGH, NOISE, OUTERMOST
from vision.rectify import Grid, project
from vision.spots import AROUND, OFFSETS, SITES, Spots
from vision.types import Image

LIKE = 12.0
HOLES, SEEN, FILLED = 42, 9, 6


def speckled(height: int, width: int, seed: int) -> Image:
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)


def plain_means(image: Image, points: np.ndarray, side: int) -> np.ndarray:
    """Mean of the square round every point, rounded; a mirror on its last pixel stands at each edge."""
    half = side // 2
    wide = np.pad(image.astype(np.int64), ((half, half), (half, half), (0, 0)), mode="reflect")
    return np.array([np.rint(wide[y : y + side, x : x + side].mean(axis=(0, 1))) for x, y in points], dtype=np.uint8)


@pytest.mark.parametrize("side", [1, 3, 5, 7, 9, 21, 63])
def test_box_means_are_the_means_of_squares_inside_and_at_the_edges(side: int) -> None:
    image = speckled(90, 110, side)
    points = np.random.default_rng(2).integers(0, (110, 90), (200, 2)).astype(np.int32)
    points[:4] = (0, 0), (109, 0), (0, 89), (109, 89)
    means = np.empty((200, 3), np.uint8)
    box_means(image, 110, points, side, means)
    assert np.array_equal(means, plain_means(image, points, side))


def test_box_means_of_white_do_not_overflow() -> None:
    means = np.empty((1, 3), np.uint8)
    box_means(np.full((80, 80, 3), 255, np.uint8), 80, np.array([[40, 40]], np.int32), 63, means)
    assert means.tolist() == [[255, 255, 255]]


@pytest.mark.parametrize(("width", "side", "room"), [(0, 3, 9), (7, 3, 9), (8, 0, 9), (8, 64, 9), (8, 3, 8)])
def test_box_means_refuse_what_does_not_fit(width: int, side: int, room: int) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        box_means(speckled(5, 8, 0), width, np.zeros((3, 2), np.int32), side, np.empty(room, np.uint8))


def test_spots_look_where_the_grid_says() -> None:
    grid = Grid.from_corners([[60.0, 40.0], [330.0, 55.0], [322.0, 270.0], [52.0, 262.0]])
    image = speckled(300, 400, 5)
    look = Spots.of(grid, image).look(image)
    for hole in (0, 6, 20, 41):
        centre = np.array([hole % 7, hole // 7])
        at = np.rint(project(grid.homography, centre + OFFSETS)).astype(int)
        assert np.array_equal(look.pixels[:, hole], plain_means(image, at, 3).T)
    at = np.rint(project(grid.homography, SITES[100] + AROUND)).astype(int)
    share = plain_means(image, at, 3) / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    assert look.sites[:, 100] == pytest.approx(linear.mean(axis=0), abs=1e-6)


class Learned:
    """Random things learned and seen, and what compare makes of them."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.pixels = rng.integers(0, 256, (3, HOLES, SEEN), dtype=np.uint8)
        self.points = np.sort(rng.permutation(SEEN)[:FILLED]).astype(np.int32)
        self.roots = np.cbrt(np.linspace(0, 1, 256)).astype(np.float32)
        self.empty = plain_features(self.seen_light()) + rng.normal(0, 12, (3, HOLES, FILLED))
        self.certainty = 1 / rng.uniform(3, 9, self.empty.shape)
        self.unlikely = rng.uniform(3, 6, (HOLES, FILLED))
        middles = plain_features(self.seen_light())[:, [3, 30], [1, 4]].T
        self.discs = np.hstack([middles, 1 / rng.uniform(20, 60, (2, 3)), rng.uniform(8, 12, (2, 1))])
        self.telling = rng.random((2, HOLES, FILLED)) < 0.5

    def seen_light(self) -> np.ndarray:
        return np.linspace(0, 1, 256)[self.pixels[:, :, self.points]]

    def compared(self, **other: object) -> tuple[np.ndarray, np.ndarray]:
        shares, colours = np.empty((10, HOLES), np.float32), np.empty((3, HOLES, FILLED), np.float32)
        given = {name: np.asarray(value, np.float32) for name, value in vars(self).items()}
        given |= {"pixels": self.pixels, "points": self.points, "telling": self.telling} | other
        compare(*given.values(), LIKE, (0.25, -0.5), shares, colours)
        return shares, colours


def plain_features(light: np.ndarray) -> np.ndarray:
    blue, green, red = np.cbrt(light)
    bright = (blue + green + red) / 3
    share = 100 / (bright + 0.04)
    return np.stack([100 * np.log(bright + 0.05), (red - green) * share, (green - blue) * share])


def plain_shares(learned: Learned) -> list[np.ndarray]:
    seen = plain_features(learned.seen_light())
    from_empty = (((seen - learned.empty) * learned.certainty) ** 2).sum(axis=0)
    likely_empty = -np.minimum(from_empty, 60) / 2 - learned.unlikely
    is_empty = from_empty < LIKE
    shares = [is_empty, np.minimum(from_empty, 20)]
    discs, only, wall, lead = [], [], [], []
    for disc, telling in zip(learned.discs, learned.telling, strict=True):
        apart = (((seen - disc[:3, None, None]) * disc[3:6, None, None]) ** 2).sum(axis=0)
        discs.append(apart < LIKE)
        only.append(is_empty & (apart >= LIKE))
        wall.append(only[-1] & telling)
        lead.append(np.clip(likely_empty + np.minimum(apart, 60) / 2 + disc[6], -8, 8))
    return [each.mean(axis=1) for each in (*shares, *discs, *only, *wall, *lead)]


@pytest.mark.parametrize("seed", range(5))
def test_compare_agrees_with_plain_numpy(seed: int) -> None:
    learned = Learned(seed)
    shares, colours = learned.compared()
    expected = np.array(plain_shares(learned))
    assert np.allclose(shares, expected, atol=2e-3)
    assert all(0 < row.mean() < 1 for row in expected[[0, 2, 3, 4, 5, 6, 7]])
    x, y = plain_features(learned.seen_light())[1:]
    assert np.allclose(colours, [x, y, 0.25 * x - 0.5 * y], atol=1e-2)


@pytest.mark.parametrize(
    "other",
    [
        {"points": np.array([0, 1, 2, 3, 4, SEEN], np.int32)},
        {"points": np.array([0, 1, 2, 3, 4, -1], np.int32)},
        {"points": np.arange(FILLED - 1, dtype=np.int32)},
        {"empty": np.zeros((3, HOLES, FILLED))},
        {"discs": np.zeros((2, 6), np.float32)},
        {"roots": np.zeros(255, np.float32)},
        {"pixels": np.zeros((3, 41, SEEN), np.uint8)},
    ],
)
def test_compare_refuses_what_does_not_fit(other: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        Learned(0).compared(**other)


def plain_number(line: np.ndarray) -> int:
    """Number of the outermost edge on one normal, samples (15, 3)."""
    step = [int(np.abs(line[k + 2] - line[k]).sum()) for k in range(13)]
    least = min(max(OUTERMOST * max(step), NOISE), ENOUGH)
    edges = [k + 1 for k in range(13) if step[k] >= least and step[k] >= max(step[max(0, k - 1)], step[min(12, k + 1)])]
    return max(edges, default=0)


@pytest.mark.parametrize("strength", [3, 12, 40, 255])
def test_outermost_agrees_with_plain_numpy(strength: int) -> None:
    rng = np.random.default_rng(strength)
    line = np.clip(128 + rng.normal(0, strength / 2, (15, 504, 3)), 0, 255).astype(np.uint8)
    numbers = np.empty(504, np.uint8)
    outermost(line, OUTERMOST, NOISE, ENOUGH, numbers)
    expected = [plain_number(line[:, normal].astype(int)) for normal in range(504)]
    assert numbers.tolist() == expected
    assert (0 in expected) == (strength == 3) and len(set(expected)) > 3


def test_outermost_refuses_what_does_not_fit() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        outermost(speckled(15, 503, 0), OUTERMOST, NOISE, ENOUGH, np.empty(503, np.uint8))
