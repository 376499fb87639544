"""The simulated board as a camera sees it: `Room(seed)` and `Renderer(room).render(scene, seed_of_noise)`."""

from robot.sim.render.renderer import Renderer
from robot.sim.render.room import Room
from robot.sim.render.sheet import contact_sheet

__all__ = ["Renderer", "Room", "contact_sheet"]
