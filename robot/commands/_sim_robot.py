"""The simulated robot of a seed, as it is calibrated and tried: a camera put askew, and a machine that nobody knows."""

from __future__ import annotations

import random
import re

from calibration.colours import Names
from calibration.profile import Profile
from robot.commands._setup import Setup
from robot.commands._simulated import Simulation
from robot.commands._workbench import SIM_PORT, drawn_rig
from robot.sim.people import Manner
from robot.sim.world import Bump
from vision.reader import Side
from vision.types import Camera

ASKEW_PX, ASKEW_DEG = 25.0, 8.0
"""How far the simulated camera is pushed and turned at most."""


def simulated_robot(seed: int, gates: int = 1, discs: Names = ("red", "yellow")) -> Simulation:
    """Put a simulated board before a camera that is askew, on either side of it, a person and a machine beside it.

    `discs` name the colours of the discs, the red side's first.
    """
    rng = random.Random(seed)
    askew = Bump(*(rng.uniform(-most, most) for most in (ASKEW_PX, ASKEW_PX, ASKEW_DEG)))
    side: Side = "back" if rng.random() < 1 / 3 else "front"
    rig = drawn_rig(seed, gates)
    return Simulation(Setup(seed=seed, manner=Manner.CORRECT, camera_side=side, askew=askew, rig=rig, discs=discs))


def discs_of(eye: Profile | None) -> Names:
    """Name the discs that an eye was taught; red and yellow ones where it was taught none."""
    return eye.taught.names if eye is not None and eye.taught is not None else ("red", "yellow")


def simulated_camera(name: str) -> Camera | None:
    """Give the camera of the simulated robot that a name like sim:1 tells; None for any other name."""
    return simulated_robot(seed_in(name)).camera if is_simulated(name) else None


def seed_in(name: str) -> int:
    """Give the seed in the name of a simulated camera."""
    return int(name.removeprefix(SIM_PORT))


def is_simulated(name: str) -> bool:
    """Tell whether a camera's name is that of a simulated robot."""
    return re.fullmatch(rf"{SIM_PORT}[0-9]{{1,18}}", name) is not None


def camera_name(seed: int) -> str:
    """Name the simulated camera of a seed, as its profile does."""
    return f"{SIM_PORT}{seed}"
