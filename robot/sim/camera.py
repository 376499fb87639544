"""The simulated camera: a vision Camera that takes pictures of the simulated board and nothing else."""

from __future__ import annotations

from collections.abc import Callable

from robot.clock import Clock
from robot.sim.render import Renderer
from robot.sim.scene import Scene
from vision.errors import CameraError
from vision.types import Frame

FRAME_PERIOD_S = 0.1
TIME_OUT_S = 1.0


class SimCamera:
    """Take a frame of whatever `look` says can be seen now.

    A frame comes every `frame_period_s` at most: `capture` waits on the clock for the next one, as a real camera
    does. `misses` says before each frame whether it gets lost; then `capture` waits for the time-out and raises a
    CameraError.
    """

    name = "simulated camera"

    def __init__(
        self,
        look: Callable[[], Scene],
        clock: Clock,
        renderer: Renderer,
        frame_period_s: float = FRAME_PERIOD_S,
        misses: Callable[[], bool] | None = None,
    ) -> None:
        self._look, self._clock, self._renderer = look, clock, renderer
        self._frame_period_s, self._misses = frame_period_s, misses
        self._sequence = 0
        self._next_s = clock.now()
        self._closed = False

    def capture(self) -> Frame:
        """Return the next frame; raise CameraError when it is lost or the camera is closed."""
        if self._closed:
            raise CameraError("the simulated camera is closed", "open it again")
        self._clock.sleep(self._next_s - self._clock.now())
        self._next_s = self._clock.now() + self._frame_period_s
        if self._misses is not None and self._misses():
            self._clock.sleep(TIME_OUT_S)
            raise CameraError("no frame arrived within 1 s", "check the camera's cable; the next frame may come")
        self._sequence += 1
        image = self._renderer.render(self._look(), self._renderer.room.seed * 1_000_003 + self._sequence)
        image.setflags(write=False)
        return Frame(image, self._sequence, self._clock.now())

    def close(self) -> None:
        """Give the camera back; no frame comes after it."""
        self._closed = True
