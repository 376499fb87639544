"""A robot that a program finds as it would find a real one: a serial port, a camera in the network, a person.

Behind them are the simulated world, the real firmware in the simulated chip, and rendered frames, all in real time.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import cv2

from calibration.hand import Hand, HandShelf
from calibration.profile import Profile, Shelf
from robot.clock import RealClock, utc_now
from robot.commands._setup import Setup
from robot.commands._simulated import Simulation
from robot.sim.controller import SimController
from robot.sim.firmware import Mcu, ResetCause
from robot.sim.people import DropDisc, Manner, SortDiscs
from robot.sim.pseudo import PseudoPort
from robot.sim.servos import SimServoDriver
from tests.vision.server import begin, part, serving
from vision.types import Cell

SLICE_S = 0.02
FRAME_S = 0.1
PANEL = {"lamp": 23, "ready": 24}


class Stage:
    """The world in real time. `choose` is the person's move, by the moves so far; red and first."""

    def __init__(self, built: Path, seed: int, choose: Callable[[tuple[int, ...]], int]) -> None:
        self.sim = Simulation(Setup(seed=seed, manner=Manner.CORRECT))
        self.learned = self.sim.calibrate()
        self.mcu = Mcu(built / "mcu.so", built / "quadrow.elf")
        self.port: PseudoPort | None = None
        self.moves: list[int] = []
        self._choose = choose
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._clock = RealClock()
        SimController(self.mcu, SimServoDriver(self.sim.world), self.sim.clock, lambda: self.port and self.port.pump())
        self._thread = threading.Thread(target=self._run, daemon=True)

    def save(self, home: Path, address: str) -> None:
        """Keep what was learned as the calibration of the robot called default, and plug the controller in."""
        self._name = home / "by-id"
        self.plug_in()
        folder = home / "calibration" / "default"
        Shelf(folder).save(Profile(f"stream:{address}", self.learned.board, self.learned.taught, utc_now()))
        HandShelf(folder).save(Hand("controller", str(self._name), utc_now(), panel=PANEL))

    def plug_in(self) -> None:
        """Give the controller its supply, and its port the name under which it is always found."""
        with self._lock:
            self.mcu.reset(ResetCause.POWER)
            self.port = PseudoPort(self.mcu, lockstep=False)
            self._name.symlink_to(self.port.name)

    def unplug(self) -> None:
        """Pull the cable, from which the controller has its supply too."""
        with self._lock:
            assert self.port is not None
            self._name.unlink()
            self.port.close()
            self.port = None
            self.mcu.reset(ResetCause.POWER)

    def stream(self, handler: BaseHTTPRequestHandler) -> None:
        """Send frames until the stage is taken down."""
        begin(handler)
        while not self._over.is_set():
            with self._lock:
                image = self.sim.camera.capture().image
            _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 95])
            part(handler, data.tobytes(), length=len(data))
            self._over.wait(FRAME_S)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._over.set()
        self._thread.join(5)
        if self.port is not None:
            self.port.close()
        self.mcu.close()

    def sort(self, done: Callable[[], None], robot_red: bool | None = None) -> None:
        """Let the person put the discs back, into the magazine those of the robot's colour if that is another now."""
        with self._lock:
            self.moves.clear()
            self.sim.person.asked(SortDiscs(robot_red), done)

    @property
    def dropped(self) -> int:
        """Discs that the hand has let fall."""
        return self.sim.world.machine.passages

    def _run(self) -> None:
        due_s = self._clock.now()
        while not self._over.is_set():
            with self._lock:
                self._watch()
                self.sim.clock.sleep(SLICE_S)
            due_s += SLICE_S
            time.sleep(max(0.0, due_s - self._clock.now()))

    def _watch(self) -> None:
        """Follow the game by the world's own truth, and drop the person's disc when it is their turn."""
        heights = [sum(row[column] is not Cell.EMPTY for row in self.sim.world.cells) for column in range(7)]
        known = Counter(self.moves)
        for column in range(7):
            if heights[column] > known[column]:
                self.moves.append(column)
                return
        idle = not self.sim.person.is_busy and not self.sim.world.machine.in_chute
        if self.waiting and idle and len(self.moves) % 2 == 0:
            self.waiting = False
            self.sim.person.asked(DropDisc(self._choose(tuple(self.moves))))

    waiting = False
    """Whether the person has been asked for a move."""


@contextmanager
def staged(built: Path, home: Path, seed: int, choose: Callable[[tuple[int, ...]], int]) -> Iterator[Stage]:
    """Put a stage up, calibrated, and take it down again."""
    stage = Stage(built, seed, choose)
    with serving(stage.stream) as address:
        stage.save(home, address)
        stage.start()
        try:
            yield stage
        finally:
            stage.close()
