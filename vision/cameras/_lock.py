"""Lock a camera's exposure and colours once its automatic has come to rest, and look whether that holds.

    settling --- the picture is steady, or patience is over ---> locked, a few frames later looked at ---> told

Drivers agree to anything and do what they like: what was locked is read back, and compared in the picture itself with
what was seen before. Standard library only; a picture comes as its three means.
"""

from __future__ import annotations

import enum
from collections import deque
from dataclasses import dataclass, field
from typing import Protocol

from vision.types import Locked

Means = tuple[float, float, float]
"""Mean of a picture's blue, green and red, 0..255."""

DARK = 8.0
"""Mean green below which nothing is lit: many cameras begin with black frames."""
STEADY = 0.03
"""Change of a mean, as a share, up to which a picture is steady: lamps on 50 Hz make it waver by a hundredth or two."""
STEADY_S = 1.0
"""So long it must be steady."""
PATIENCE_S = 3.0
"""So long a picture may take to become steady; automatic exposure needs about two seconds (picamera2 manual, 5.1)."""
AFTER = 8
"""Frames from an order to a picture that certainly obeys it: drivers queue four, and the order waits as long."""
JUMP = 1.25
"""Change of a mean by which a lock has spoilt the picture: some cameras leave automatic with a value of long ago."""


class Jump(enum.Flag):
    """What a lock has changed in the picture."""

    NOTHING = 0
    BRIGHTNESS = enum.auto()
    COLOUR = enum.auto()


class Controls(Protocol):
    """The settings of one camera."""

    def lock(self) -> None:
        """Order the settings to stay as they are now."""
        ...

    def told(self, jump: Jump) -> Locked:
        """Read back what holds; what has spoilt the picture is left to the camera's automatic again."""
        ...


@dataclass
class Lock:
    """Watches the frames of one camera, locks it and says what came of it: `locked` is None until then."""

    controls: Controls
    locked: Locked | None = field(default=None, init=False)
    _seen: deque[tuple[float, Means]] = field(default_factory=deque, init=False)
    _begun_s: float | None = field(default=None, init=False)
    _before: Means | None = field(default=None, init=False)
    _after: int = field(default=0, init=False)

    def saw(self, means: Means, time_s: float) -> None:
        """Take the means of the next frame."""
        if self.locked is not None:
            return
        if self._before is not None:
            self._after += 1
            if self._after == AFTER:
                self.locked = self.controls.told(jump_between(self._before, means))
        elif self._settled(means, time_s):
            self._before = means
            self.controls.lock()

    def _settled(self, means: Means, time_s: float) -> bool:
        """Whether the picture is steady, or has had time enough; darkness teaches the automatic nothing."""
        if means[1] < DARK:
            self._seen.clear()
            self._begun_s = None
            return False
        if self._begun_s is None:
            self._begun_s = time_s
        self._seen.append((time_s, means))
        while len(self._seen) > 1 and self._seen[1][0] <= time_s - STEADY_S:
            self._seen.popleft()
        long_enough = time_s - self._seen[0][0] >= STEADY_S
        calm = all(_apart(old, means) <= 1 + STEADY for _, old in self._seen)
        return (long_enough and calm) or time_s - self._begun_s >= PATIENCE_S


def jump_between(before: Means, after: Means) -> Jump:
    """Tell what differs between two pictures of one scene: their brightness (green), their colour (against green)."""
    found = Jump.NOTHING
    if _ratio(before[1], after[1]) > JUMP:
        found |= Jump.BRIGHTNESS
    blue_before, red_before = before[0] / before[1], before[2] / before[1]
    green = max(after[1], 1.0)
    if max(_ratio(blue_before, after[0] / green), _ratio(red_before, after[2] / green)) > JUMP:
        found |= Jump.COLOUR
    return found


def _apart(one: Means, other: Means) -> float:
    """How many times the larger of two means is the smaller, of the colour where they differ most."""
    return max(map(_ratio, one, other))


def _ratio(one: float, other: float) -> float:
    """The larger over the smaller."""
    low, high = sorted((max(one, 1e-3), max(other, 1e-3)))
    return high / low
