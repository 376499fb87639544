"""The light of a frame: which verdict it gets, and that it is told once per change."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.drawn import Drawing
from vision.colours import learn_discs, learn_empty, light
from vision.light import HOLD_S, Light, LightWatch, judge, measure
from vision.occlusion import covered
from vision.reader import Reader
from vision.rectify import Grid
from vision.spots import Spots
from vision.types import Frame

FINE = Light(1.0, 1.0, 0.0, 1.05)


def lit(bright: float = 1.0, tint: float = 1.0, clipped: float = 0.0, uneven: float = 1.05) -> Light:
    return Light(bright, tint, clipped, uneven)


@pytest.mark.parametrize(
    ("seen", "kind"),
    [
        (FINE, "fine"),
        (lit(0.3), "too dark"),
        (lit(5.0), "too bright"),
        (lit(5.0, clipped=0.5), "cut off"),
        (lit(uneven=2.0), "uneven"),
        (lit(0.3, uneven=2.0), "too dark"),
        (lit(tint=2.0), "fine"),
    ],
)
def test_judge_names_what_is_wrong_with_a_light_and_what_to_do(seen: Light, kind: str) -> None:
    verdict = judge(seen)
    assert verdict.kind == kind and verdict.words and bool(verdict.remedy) == (kind != "fine")


def test_judge_tells_of_another_tint() -> None:
    assert "tint" in judge(lit(tint=2.0)).words and "tint" not in judge(FINE).words


def told(watch: LightWatch, lights: list[Light], start_s: float = 0.0) -> list[tuple[float, str]]:
    """Show a light every half second; when and which verdicts are told."""
    said = [(start_s + number / 2, watch.add(seen, start_s + number / 2)) for number, seen in enumerate(lights)]
    return [(time_s, verdict.kind) for time_s, verdict in said if verdict is not None]


def test_light_that_is_fine_from_the_start_is_not_told() -> None:
    assert told(LightWatch(), [FINE] * 40) == []


def test_light_is_told_when_it_has_held_and_once_per_change() -> None:
    assert told(LightWatch(), [FINE] * 10 + [lit(0.3)] * 20 + [FINE] * 20) == [
        (5.0 + HOLD_S, "too dark"),
        (15.0 + HOLD_S, "fine"),
    ]


def test_light_that_a_hand_takes_for_a_moment_is_not_told() -> None:
    assert told(LightWatch(), [FINE] * 20 + [lit(0.4)] * 2 + [FINE] * 20) == []


def test_light_at_a_limit_is_not_told_again_and_again() -> None:
    at_the_limit = [lit(0.44), lit(0.44), lit(0.44), lit(0.44), lit(0.46), lit(0.46), lit(0.46), lit(0.46)]
    assert [kind for _, kind in told(LightWatch(), at_the_limit * 6)] == ["too dark"]


def test_light_that_never_rests_is_told_as_such_and_a_lamp_that_is_switched_is_not() -> None:
    restless = [lit(1.0), lit(1.0), lit(1.5), lit(1.5)] * 10
    assert [kind for _, kind in told(LightWatch(), restless)] == ["changing"]
    assert told(LightWatch(), [FINE] * 20 + [lit(1.5)] * 40) == []


def measured(later: Drawing) -> Light:
    """The light of a drawing against that of an empty board in daylight."""
    grid, bare = Grid.from_corners(Drawing().place()), Drawing().picture(1)
    board = learn_empty([bare], grid)
    look = Spots.of(grid, bare).look(later.picture(2))
    gain = light(look, board)
    return measure(look.sites, board, gain, covered(look.sites, board, gain))


def test_measure_tells_brightness_and_tint_of_a_lamp() -> None:
    dim = measured(Drawing(lamp=(0.5, 0.5, 0.5)))
    assert dim.bright == pytest.approx(0.5, abs=0.03) and dim.tint < 1.1 and dim.uneven < 1.2 and dim.clipped == 0
    warm = measured(Drawing(lamp=(0.4, 0.8, 1.0)))
    assert warm.tint == pytest.approx(2.5, rel=0.1) and judge(warm).kind == "fine"


def test_measure_tells_how_uneven_the_light_is(monkeypatch: pytest.MonkeyPatch) -> None:
    shadow = np.where(np.arange(640) < 320, 1.0, 0.4)[None, :, None]
    drawn = Drawing.picture

    def half_in_the_shadow(drawing: Drawing, seed: int = 0) -> np.ndarray:
        image = drawn(drawing, seed)
        return image if seed == 1 else (255 * (image / 255) * shadow ** (1 / 2.2)).astype(np.uint8)

    monkeypatch.setattr(Drawing, "picture", half_in_the_shadow)
    assert measured(Drawing()).uneven == pytest.approx(2.5, rel=0.15)


def test_measure_leaves_out_what_a_hand_covers() -> None:
    assert measured(Drawing(hand=(3.0, 2.0))).uneven < 1.2


def test_reader_tells_the_light_even_when_it_is_too_dark_to_read_and_none_of_a_board_that_is_hidden() -> None:
    grid = Grid.from_corners(Drawing().place())
    board = learn_empty([Drawing().picture(1)], grid)
    discs = Drawing((*(".......",) * 5, "R.....Y"))
    reader = Reader(grid, learn_discs(board, [discs.picture(2)], grid, red=[(0, 0)], yellow=[(0, 6)]))
    assert reader.light is None
    reading = reader.read(Frame(Drawing(lamp=(0.01, 0.01, 0.01)).picture(3), 0, 0.0))
    assert "too dark" in reading.reason and reader.light is not None and judge(reader.light).kind == "too dark"
    reader.read(Frame(Drawing().picture(4), 1, 0.1))
    assert reader.light is not None and judge(reader.light).kind == "fine"
    gone = np.random.default_rng(1).normal(128, 3, (480, 640, 3)).astype(np.uint8)
    reader.read(Frame(gone, 2, 0.2))
    assert reader.light is None
