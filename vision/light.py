"""How a frame is lit, against the light of the calibration: told by the board's own plastic, in words with the remedy.

Colours are read relative to the plastic, so most changes of light do no harm. What does is said: too little, too much,
cut off by the camera, very uneven, or changing all the time. Sans I/O; time comes with the light.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np

from vision.colours import CLIPPED, Bools, EmptyBoard, Floats

DARKEST, BRIGHTEST = 0.45, 3.5
"""Light against the calibration's between which boards are read: with the lamps of twelve simulated rooms turned down
and up no hole was read wrong in between, and at most 5 of 42 were unclear; outside both grow quickly."""
MOST_CLIPPED = 0.3
"""Share of the plastic that the camera may cut off for brightness."""
TINTED = 1.3
"""Change of one colour against another from which the light's tint is told of."""
UNEVEN = 1.5
"""Light of the board's brighter parts against its darker ones, both against the calibration's: another lamp keeps it
below 1.2; of 28 rendered boards in the edge of a shadow or in light from one side, those above had 10 unclear holes in
the mean and the only wrong ones, those below had 2."""
CHANGING, SPAN_S = 1.3, 3.0
"""Light that changes so many times within so long, and again in as long before, comes to no rest."""
SLACK = 1.1
"""How far a light must come back over the limit before it is called fine again."""
HOLD_S = 1.5
"""So long a light must stay before it is told of: a hand's shadow passes sooner."""
RELEARN = "or learn this light: quadrow calibrate colours"


@dataclass(frozen=True, slots=True)
class Light:
    """The light of one frame against the calibration's.

    `bright` and `tint`: how many times as bright, and the largest change of one colour against another; `clipped`: the
    share of the plastic that the camera cuts off; `uneven`: how many times as bright the ninth tenth of the plastic is
    as the first.
    """

    bright: float
    tint: float
    clipped: float
    uneven: float


@dataclass(frozen=True, slots=True)
class LightVerdict:
    """What is to be said of a light: `kind` in a word or two, what was found, and the remedy when it is not fine."""

    kind: str
    words: str
    remedy: str = ""

    @property
    def usable(self) -> bool:
        """Whether a game can be played in it: some holes may be unclear in uneven light."""
        return self.kind in ("fine", "uneven")


def measure(sites: Floats, board: EmptyBoard, gain: Floats, hidden: Bools) -> Light:
    """Measure the light at the places (3, 127) on the plastic, linear light.

    `gain` (3,) is `vision.colours.light` of the frame, `hidden` (127,) are the places that something covers.
    """
    clipped = float((sites[:, board.steady].max(axis=0) >= CLIPPED).mean())
    open_ = board.steady & ~hidden
    each = sites[:, open_].sum(axis=0) / np.maximum(board.plastic[:, open_].sum(axis=0), 1e-4)
    dark, light = np.percentile(each, (10, 90)) if open_.any() else (1.0, 1.0)
    return Light(float(np.cbrt(gain.prod())), float(gain.max() / gain.min()), clipped, float(light / max(dark, 1e-4)))


def judge(light: Light, before: str = "fine") -> LightVerdict:
    """Say whether a light will do; `before` is the kind that was told last, whose limit is not left by a hair."""

    def limit(kind: str, value: float) -> float:
        return value / SLACK if kind == before else value

    words = f"the light is {light.bright:.1f} times that of the calibration"
    if light.clipped > limit("cut off", MOST_CLIPPED):
        return LightVerdict(
            "cut off", f"it is so bright that {light.clipped:.0%} of the board is cut off", "turn lamps away from it"
        )
    if light.bright > limit("too bright", BRIGHTEST):
        return LightVerdict("too bright", words, f"less light, {RELEARN}")
    if 1 / light.bright > limit("too dark", 1 / DARKEST):
        return LightVerdict("too dark", words, f"more light, {RELEARN}")
    if light.uneven > limit("uneven", UNEVEN):
        found = f"parts of the board have {light.uneven:.1f} times the light of others"
        return LightVerdict("uneven", found, "take away what throws a shadow, or light the board from both sides")
    return LightVerdict("fine", words + (", of another tint" if light.tint > TINTED else ""))


class LightWatch:
    """Tells of the light when another verdict on it holds: of the first one only when it is not fine."""

    def __init__(self) -> None:
        self._told = "fine"
        self._kind, self._since_s = "fine", 0.0
        self._past: deque[tuple[float, float]] = deque()

    def add(self, light: Light, time_s: float) -> LightVerdict | None:
        """Take the light of a frame; give the verdict when there is something new to tell."""
        self._past.append((time_s, light.bright))
        while self._past[0][0] < time_s - 2 * SPAN_S:
            self._past.popleft()
        verdict = _restless() if self._changes(time_s) else judge(light, self._told)
        if verdict.kind != self._kind:
            self._kind, self._since_s = verdict.kind, time_s
        if self._kind == self._told or time_s - self._since_s < HOLD_S:
            return None
        self._told = self._kind
        return verdict

    def _changes(self, time_s: float) -> bool:
        """Whether the brightness has changed much in the last SPAN_S, and in the SPAN_S before."""
        if time_s - self._past[0][0] < 1.5 * SPAN_S:
            return False
        late = [bright for at_s, bright in self._past if at_s > time_s - SPAN_S]
        early = [bright for at_s, bright in self._past if at_s <= time_s - SPAN_S]
        return all(max(part) > CHANGING * min(part) for part in (late, early))


def _restless() -> LightVerdict:
    return LightVerdict(
        "changing", "the light changes all the time", "switch flickering lamps off, and lock the camera's exposure"
    )
