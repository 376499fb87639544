"""The simulated camera: a vision Camera that takes pictures of the simulated board and nothing else."""

from __future__ import annotations

from collections.abc import Callable

from robot.clock import Clock
from robot.sim.render import Renderer
from robot.sim.scene import Scene
from vision.errors import CameraError
from vision.types import Frame

FRAME_PERIOD_S = 0.1


class SimCamera:
    """Take a frame of whatever `look` says can be seen now.

    A frame comes every `frame_period_s` at most: `capture` waits on the clock for the next one, as a real camera
    does. Lost frames are the business of `robot.sim.faults`.
    """

    name = "simulated camera"

    def __init__(
        self, look: Callable[[], Scene], clock: Clock, renderer: Renderer, frame_period_s: float = FRAME_PERIOD_S
    ) -> None:
        self._look, self._clock, self._renderer = look, clock, renderer
        self._frame_period_s = frame_period_s
        self._sequence = 0
        self._next_s = clock.now()
        self._closed = False

    def capture(self) -> Frame:
        """Return the next frame; raise CameraError when the camera is closed."""
        if self._closed:
            raise CameraError("the simulated camera is closed", "open it again")
        self._clock.sleep(self._next_s - self._clock.now())
        time_s = self._clock.now()
        self._next_s = time_s + self._frame_period_s
        self._sequence += 1
        image = self._renderer.render(self._look(), self._renderer.room.seed * 1_000_003 + self._sequence)
        image.setflags(write=False)
        return Frame(image, self._sequence, time_s)

    def close(self) -> None:
        """Give the camera back; no frame comes after it."""
        self._closed = True
