"""The simulated machine's own body: where its parts really are, and how its servos follow their pulses.

The robot has to be told (or to calibrate) what stands here; the world never asks the robot.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rig:
    """The truth about the machine: pulses in us, speeds in us per second, times in seconds.

    With two `gates` a chamber lies between them, which holds one disc. The chute delivers into a column when it points
    within `chute_reach_us` of that column's middle. A disc that leaves the last gate meets the beam after `beam_s`,
    and the end of the chute `chute_s` after that; a second one follows `follow_s` behind. Source of the chute's and
    the gates' speed: a small hobby servo turns 60 degrees (667 us) in 0.12 to 0.17 s.
    """

    chute_columns_us: tuple[int, ...] = (1050, 1200, 1350, 1500, 1650, 1800, 1950)
    chute_reach_us: float = 45.0
    gate_hold_us: int = 1000
    gate_feed_us: int = 1500
    gates: int = 1
    lower_shut_us: int = 1000
    lower_pass_us: int = 1500
    slider_closed_us: int = 1000
    slider_open_us: int = 2000
    chute_speed: float = 4000.0
    gate_speed: float = 4000.0
    slider_speed: float = 1700.0
    beam_s: float = 0.06
    chute_s: float = 0.18
    follow_s: float = 0.12

    @staticmethod
    def drawn(rng: random.Random, gates: int = 1) -> Rig:
        """Draw a machine as somebody might have built it, within what the usual limits allow.

        The chute may turn either way, and its lever makes the outer columns stand closer than the inner ones.
        """
        pitch_us = rng.uniform(110.0, 160.0)
        middle_us = 1350 + rng.uniform(-60.0, 60.0)
        bend = rng.uniform(0.0, 0.025)
        places = [middle_us + pitch_us * (at - bend * at**3) for at in range(-3, 4)]
        columns = [round(place) for place in places]
        hold_us, shut_us, closed_us = rng.randrange(930, 1150), rng.randrange(930, 1150), rng.randrange(950, 1150)
        return Rig(
            chute_columns_us=tuple(columns if rng.random() < 0.5 else reversed(columns)),
            chute_reach_us=0.3 * pitch_us * (1 - 19 * bend),
            gate_hold_us=hold_us,
            gate_feed_us=hold_us + rng.randrange(350, 520),
            gates=gates,
            lower_shut_us=shut_us,
            lower_pass_us=shut_us + rng.randrange(350, 520),
            slider_closed_us=closed_us,
            slider_open_us=closed_us + rng.randrange(700, 900),
            slider_speed=rng.uniform(1000.0, 2500.0),
            beam_s=rng.uniform(0.04, 0.15),
            chute_s=rng.uniform(0.12, 0.3),
        )

    def column_at(self, chute_us: float) -> int | None:
        """The column into which the chute would deliver, None between two columns or beside the board."""
        for column, middle_us in enumerate(self.chute_columns_us):
            if abs(chute_us - middle_us) <= self.chute_reach_us:
                return column
        return None


class Horn:
    """A servo's horn: it follows the pulse at a bounded speed and stands still without pulses.

    Positions are the pulse widths (us) at which the horn would stand where it is.
    """

    def __init__(self, at_us: float, speed: float) -> None:
        self._from_us = at_us
        self._to_us = at_us
        self._since_s = 0.0
        self._speed = speed

    def at(self, now_s: float) -> float:
        """Where the horn stands (us)."""
        way_us = self._to_us - self._from_us
        gone_us = min(abs(way_us), self._speed * (now_s - self._since_s))
        return self._from_us + math.copysign(gone_us, way_us)

    def go(self, to_us: float, now_s: float) -> float:
        """Follow a pulse from now on; the time (s) of arrival."""
        self._from_us, self._to_us, self._since_s = self.at(now_s), to_us, now_s
        return now_s + abs(to_us - self._from_us) / self._speed

    def halt(self, now_s: float) -> None:
        """Stand still where it is: the pulses are off."""
        self.go(self.at(now_s), now_s)
