"""What a simulated game is made of, down to the last seed."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field

from calibration.colours import Names
from robot.clock import VirtualClock
from robot.mechanism.types import Mechanism
from robot.phases import Patience, Seat
from robot.rules.contest import Contest
from robot.rules.moves import Move
from robot.sim.people import Manner
from robot.sim.rig import Rig
from robot.sim.world import Bump, World
from vision.reader import Side
from vision.types import Cell

PERSON, ROBOT = "you", "robot"

Deciding = Generator[float, None, Move | None]
"""Takes its time and gives a move, or None when none is asked for any more."""


@dataclass(frozen=True)
class Setup:
    """What a simulated game is made of; equal set-ups play equal games.

    `choose` decides for the person; None lets an engine of `person_level` do it. `look` is how long the person looks at
    the final position of a game of a match; None is not at all. `manner` None is drawn by the seed.
    `person` is what the person is called. `camera_side` is where the camera stands, `askew` how it is turned and
    pushed out of the room's usual place. `discs` name the colours of the discs, the red side's first. `rig` is the
    machine's body, None the usual one. `hand` makes the robot's hand; None is the one with servos at the Pi's own pins.
    """

    seed: int = 1
    level: str = "4"
    person_level: str = "3"
    person: str = PERSON
    person_first: bool = True
    person_red: bool = True
    fault_rate: float = 0.0
    manner: Manner | None = None
    choose: Callable[[Contest], Deciding] | None = None
    look: Callable[[], Generator[float, None, None]] | None = None
    size: tuple[int, int] = (640, 480)
    camera_side: Side = "front"
    askew: Bump = Bump()
    discs: Names = ("red", "yellow")
    rig: Rig | None = None
    hand: Callable[[World, VirtualClock], Mechanism] | None = None
    patience: Patience = field(default_factory=lambda: Patience(give_up_s=120.0))
    limit_s: float = 7200.0

    def seats(self) -> tuple[Seat, Seat]:
        """First and second, where a person plays against the robot."""
        red, yellow = Cell.RED, Cell.YELLOW
        yours, other = (red, yellow) if self.person_red else (yellow, red)
        person = Seat(self.person, yours, engine=False, robot_hand=False, discs=self.discs)
        robot = Seat(ROBOT, other, engine=True, robot_hand=True, discs=self.discs)
        return (person, robot) if self.person_first else (robot, person)
