"""The simulated builder, led through a lesson of the hand: looks at the machine, turns the keys, presses the switches.

The builder sees where the parts really stand, as a person beside the machine does, and knows no pulse.
"""

from __future__ import annotations

from collections.abc import Sequence

from calibration.lesson import Do, Feel, Look, Prompt, Turn
from robot.commands._keys import ENTER
from robot.mechanism.types import Sensor
from robot.sim.rig import Rig
from robot.sim.world import World
from vision.types import Cell

EYE_US = 3.0
"""How well the builder sees whether a part stands right: less than a millimetre at the chute's end."""
FURTHER_US = 15
"""How much further than needed the slider is turned."""
REST, FURTHEST_US = 1.5, (620.0, 2080.0)
"""The chute rests so many columns beside column a, as far as it turns so far."""
STEPS = ((25.0, ("k", "j")), (5.0, ("l", "h")), (EYE_US, ("+", "-")))
"""From how far away which keys are pressed: towards longer and towards shorter pulses."""


class Builder:
    """Implements `Keys` beside the simulated machine of `world`, whose body is `rig`."""

    def __init__(self, world: World, rig: Rig) -> None:
        self._world, self._machine = world, world.machine
        self._places = places_of(rig)
        self._prompt: Prompt | None = None
        self._begun = False
        self._stood_us = 0.0

    def attend(self, prompt: Prompt) -> None:
        """Hear what is to be done, and do at once what is done by hand."""
        self._prompt, self._begun = prompt, False
        if isinstance(prompt, Feel):
            self._touch(dict(prompt.wanted))
        if isinstance(prompt, Do) and prompt.discs is not None:
            self._machine.magazine = prompt.discs

    def poll(self) -> Sequence[str]:
        match self._prompt:
            case Turn():
                return self._turn(self._prompt)
            case Do():
                return [ENTER]
            case Look(column=column):
                return [ENTER] if self._lies_in(column) else ["x"]
            case _:
                return []

    def poll_line(self) -> str:
        return "it lies elsewhere"

    def _touch(self, wanted: dict[Sensor, int]) -> None:
        for sensor, value in wanted.items():
            match sensor:
                case Sensor.EMERGENCY_STOP:
                    self._machine.emergency_stop = bool(value)
                case Sensor.SLIDER_OPEN:
                    self._machine.slide_by_hand(bool(value))
                case Sensor.MAGAZINE:
                    self._machine.magazine = value
                case Sensor.DISC:
                    self._machine.passages = value
                case Sensor.SLIDER_CLOSED:
                    pass  # goes with the other end

    def _turn(self, turn: Turn) -> Sequence[str]:
        """Have the servo moved to its start, then press a key whenever it stands still, until it stands right."""
        stands_us = self._machine.stands_at(turn.servo)
        still, self._stood_us = stands_us == self._stood_us, stands_us
        if not self._begun:
            self._begun = True
            return [ENTER]
        if not still:
            return []
        away_us = self._places[turn.name] - stands_us
        for step_us, (more, less) in STEPS:
            if abs(away_us) >= step_us:
                return [more if away_us > 0 else less]
        return [ENTER]

    def _lies_in(self, column: int) -> bool:
        discs = [sum(row[at] is not Cell.EMPTY for row in self._world.cells) for at in range(len(self._world.cells[0]))]
        return discs[column] > 0 and sum(discs) == discs[column]


def places_of(rig: Rig) -> dict[str, float]:
    """Say where each part of a machine stands right, by the names of `Turn`, us."""
    columns = rig.chute_columns_us
    onwards = FURTHER_US if rig.slider_open_us > rig.slider_closed_us else -FURTHER_US
    return {
        **dict(zip("abcdefg", columns, strict=True)),
        "park": min(max(columns[0] - REST * (columns[1] - columns[0]), FURTHEST_US[0]), FURTHEST_US[1]),
        "hold": rig.gate_hold_us,
        "feed": rig.gate_feed_us,
        "shut": rig.lower_shut_us,
        "pass": rig.lower_pass_us,
        "closed": rig.slider_closed_us - onwards,
        "open": rig.slider_open_us + onwards,
    }
