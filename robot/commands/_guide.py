"""Draw a calibration's prompts on a terminal: its words, its pictures as PNG files, its boards in letters."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from calibration.prompts import Answer, Prompt, Shown, Wish
from robot.commands._arguments import corners
from robot.commands._draw import board_lines, sketch_lines, wants_colour
from robot.commands._keys import read_line
from robot.errors import BadInput
from vision.cameras.picture import write_picture
from vision.overlay import overlay
from vision.types import COLUMNS, ROWS, Cell, Image

Ask = Callable[[Prompt], Answer]
NO_DISCS = ((Cell.EMPTY,) * COLUMNS,) * ROWS


class Guide:
    """Shows each prompt to the person, waits for them with `ask`, then has it carried out with `fulfil`.

    Pictures go into `folder`; `write` takes one line. `steps` are those that will come, as the prompts number them.
    """

    def __init__(
        self, fulfil: Ask, ask: Ask, folder: Path, write: Callable[[str], None], steps: Sequence[int] = ()
    ) -> None:
        self._fulfil, self._ask, self._folder, self._write = fulfil, ask, folder, write
        self._steps = steps

    def __call__(self, prompt: Prompt) -> Answer:
        if prompt.wish is Wish.WAIT:
            return self._fulfil(prompt)
        at = f"{self._steps.index(prompt.step) + 1} of {len(self._steps)}. " if self._steps else ""
        self._write(f"{at}{prompt.words[0].upper()}{prompt.words[1:]}.")
        if prompt.shown is not None:
            self._show(prompt.shown)
        answer = self._ask(prompt)
        self._fulfil(prompt)
        return answer

    def _show(self, shown: Shown) -> None:
        image, grid = shown.image, shown.grid
        drawn = image if grid is None else overlay(image, grid, shown.cells or NO_DISCS)
        if shown.cells is not None:
            letters = ["".join(cell.letter for cell in row) for row in reversed(shown.cells)]
            self._write_all(board_lines(letters, colour=wants_colour()))
        elif grid is not None:
            self._write_all(sketch_lines(grid.centres().reshape(-1, 2).tolist(), (image.shape[1], image.shape[0])))
            places = "  ".join(f"{x:.0f},{y:.0f}" for x, y in grid.corners.tolist())
            self._write(f"   corner holes in the picture, px: {places}")
        self._write(f"   picture: {self._kept(shown.name, drawn)}")

    def _kept(self, name: str, drawn: Image) -> str:
        """Keep a picture and tell where; one that cannot be written is told, and does not stop the calibration."""
        path = self._folder / f"{name}.png"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_picture(path, drawn)
        except OSError as error:
            return f"{path} cannot be written: {error.strerror}"
        return str(path)

    def _write_all(self, lines: list[str]) -> None:
        for line in lines:
            self._write(f"   {line}")


def go_on(_: Prompt) -> Answer:
    """Wait for nobody."""
    return None


def ask_person(prompt: Prompt) -> Answer:
    """Wait for a line of standard input: empty, or four corners where asked for. Raises BadInput at its end."""
    return _ask(prompt, "press Enter when it is done")


def ask_to_watch(prompt: Prompt) -> Answer:
    """Like `ask_person` where somebody simulated does what is asked."""
    return _ask(prompt, "press Enter, and the simulated person does it")


def _ask(prompt: Prompt, usual: str) -> Answer:
    pointing = prompt.wish in (Wish.CONFIRM, Wish.POINT)
    corners_too = ", or type the corner holes, clockwise from the top left: X,Y X,Y X,Y X,Y" if pointing else ""
    enter = {Wish.CONFIRM: "press Enter if so", Wish.POINT: "press Enter to give up"}.get(prompt.wish, usual)
    while True:
        print(f"   [{enter}{corners_too}] ", end="", flush=True)
        line = read_line(sys.stdin.fileno())
        if line is None:
            print()
            raise BadInput("the input ended before the calibration did", "give one line a step, or use a terminal")
        if not pointing or not line.strip():
            return None
        try:
            return corners(line.split())
        except BadInput as error:
            print(f"   {error} - {error.remedy}", file=sys.stderr, flush=True)
