"""Keep one picture of every ply, with what the reader saw drawn over it, and make a contact sheet of them."""

from __future__ import annotations

from pathlib import Path

from robot.commands._simulated import Simulation
from robot.messages import Effect, Judged
from robot.referee import Moved, Verified, WrongColumn
from vision.cameras.picture import write_picture
from vision.overlay import contact_sheet, overlay
from vision.types import Image


class Album:
    """A spectator that looks over the reader's shoulder."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._pictures: list[Image] = []
        self._titles: list[str] = []

    def __call__(self, effect: Effect, now_s: float) -> None:
        match effect:
            case Judged(game, _, Moved(column) | Verified(column) | WrongColumn(column)):
                self._take(f"{len(game.moves) + 1}. {game.state.rules.board.names[column]}  {now_s:.1f} s")
            case _:
                return

    def save(self, folder: Path) -> Path:
        """Write the sheet into `folder` (made when missing); gives its path. Raises OSError."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"seed-{self._simulation.setup.seed}.png"
        write_picture(path, contact_sheet(self._pictures, self._titles))
        return path

    def _take(self, title: str) -> None:
        watch = self._simulation.watch
        if watch is None or watch.last is None:
            return
        frame, reading = watch.last
        self._pictures.append(overlay(frame.image, watch.reader.grid, reading.cells, reading.margins))
        self._titles.append(title)
