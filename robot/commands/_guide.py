"""Draw a calibration's prompts on a terminal: its words, its pictures as PNG files, its boards in letters."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from calibration.prompts import Answer, Prompt, Said, Shown, Wish
from robot.commands._arguments import corners
from robot.commands._draw import board_lines, named_board, printable, sketch_lines, wants_colour
from robot.commands._keys import read_line
from robot.errors import BadInput
from vision.cameras.picture import write_picture
from vision.overlay import overlay
from vision.types import COLUMNS, ROWS, Cell, Image

Ask = Callable[[Prompt], Answer]
NO_DISCS = ((Cell.EMPTY,) * COLUMNS,) * ROWS
KEPT_PICTURES = ("board", "proof")
"""Pictures that stay beside what was learned."""
PICTURES = (*KEPT_PICTURES, "discs")
WISHES = {
    Wish.CONFIRM: "press Enter if so",
    Wish.POINT: "press Enter to give up",
    Wish.TAKE_OUT: f"press Enter when all discs are out, or type {Said.EMPTY.value}",
}


class Guide:
    """Shows each prompt to the person, waits for them with `ask`, then has it carried out with `fulfil`.

    Pictures go into `folder`, beside those of the calibration that is kept until `keep_pictures`. `write` takes one
    line. `steps` are those that will come, as the prompts number them.
    """

    def __init__(
        self, fulfil: Ask, ask: Ask, folder: Path, write: Callable[[str], None], steps: Sequence[int] = ()
    ) -> None:
        self._fulfil, self._ask, self._folder, self._write = fulfil, ask, folder, write
        self._steps = steps
        self._names: set[str] = set()

    def __call__(self, prompt: Prompt) -> Answer:
        if prompt.wish is Wish.WAIT:
            return self._fulfil(prompt)
        at = f"{self._steps.index(prompt.step) + 1} of {len(self._steps)}. " if self._steps else ""
        self._write(f"{at}{prompt.words[0].upper()}{prompt.words[1:]}.")
        if prompt.shown is not None:
            self._show(prompt.shown)
        answer = self._ask(prompt)
        done = self._fulfil(prompt)
        return done if answer is None else answer

    def keep_pictures(self) -> None:
        """Put the new pictures in the place of those of the calibration before; of that none stays."""
        if "board" in self._names:
            for name in KEPT_PICTURES:
                (self._folder / f"{name}.png").unlink(missing_ok=True)
        for name in self._names.intersection(KEPT_PICTURES):
            if self._new(name).exists():
                self._new(name).replace(self._folder / f"{name}.png")
        self.drop_pictures()

    def drop_pictures(self) -> None:
        """Take the new pictures away, those of a calibration that was killed, too."""
        for name in PICTURES:
            self._new(name).unlink(missing_ok=True)
        self._names.clear()

    def _new(self, name: str) -> Path:
        return self._folder / f"{name}-new.png"

    def _show(self, shown: Shown) -> None:
        image, grid = shown.image, shown.grid
        drawn = image if grid is None else overlay(image, grid, shown.cells or NO_DISCS)
        if shown.cells is not None:
            letters = ["".join(cell.letter for cell in row) for row in reversed(shown.cells)]
            colour = wants_colour()
            named = named_board(letters, names=shown.columns, colour=colour) if shown.columns else None
            self._write_all(named or board_lines(letters, colour=colour))
            if shown.columns[:1] == "g":
                self._write("(seen from behind, as the camera stands; a is at your left)")
        elif grid is not None:
            self._write_all(sketch_lines(grid.centres().reshape(-1, 2).tolist(), (image.shape[1], image.shape[0])))
            places = "  ".join(f"{x:.0f},{y:.0f}" for x, y in grid.corners.tolist())
            self._write(f"   corner holes in the picture, px: {places}")
        self._write(f"   picture: {self._kept(shown.name, drawn)}")

    def _kept(self, name: str, drawn: Image) -> str:
        """Keep a picture and tell where; one that cannot be written is told, and does not stop the calibration."""
        path = self._new(name)
        self._names.add(name)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_picture(path, drawn)
        except OSError as error:
            path.unlink(missing_ok=True)
            return f"{path} cannot be written: {error.strerror}"
        return str(path)

    def _write_all(self, lines: list[str]) -> None:
        for line in lines:
            self._write(f"   {line}")


def go_on(_: Prompt) -> Answer:
    """Wait for nobody."""
    return None


def ask_person(prompt: Prompt) -> Answer:
    """Wait for a line of standard input: empty, or what else the prompt takes. Raises BadInput at its end."""
    return _ask(prompt, "press Enter when it is done")


def ask_to_watch(prompt: Prompt) -> Answer:
    """Like `ask_person` where somebody simulated does what is asked."""
    return _ask(prompt, "press Enter, and the simulated person does it")


def _ask(prompt: Prompt, usual: str) -> Answer:
    pointing = prompt.wish in (Wish.CONFIRM, Wish.POINT)
    corners_too = ", or type the corner holes, clockwise from the top left: X,Y X,Y X,Y X,Y" if pointing else ""
    enter = WISHES.get(prompt.wish, usual)
    while True:
        print(f"   [{enter}{corners_too}] ", end="", flush=True)
        line = read_line(sys.stdin.fileno())
        if line is None:
            print()
            raise BadInput("the input ended before the calibration did", "give one line a step, or use a terminal")
        said = line.strip().lower()
        if not said:
            return None
        if prompt.wish is Wish.TAKE_OUT and said == Said.EMPTY.value:
            return Said.EMPTY
        if not pointing:
            words = f"'{printable(line.strip()[:60])}' is no answer here"
            print(f"   {words} - press Enter, or Ctrl-C to stop", file=sys.stderr, flush=True)
            continue
        try:
            return corners(line.split())
        except BadInput as error:
            print(f"   {error} - {error.remedy}", file=sys.stderr, flush=True)
