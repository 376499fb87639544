"""The one hole that cannot be read for long: a person is asked what is in it, and believed until it can be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from robot.messages import Ask, Request, Word
from robot.phases import Phase
from robot.plastic import cell_name, in_grid
from robot.rules.lines import Square
from robot.table.steps import Steps
from vision.types import Cell, Observation


@dataclass(frozen=True, slots=True)
class Doubt:
    """A hole that nobody has spoken about, since when it alone is in doubt, and the number of the question; 0: none."""

    square: Square
    since_s: float
    number: int = 0


@dataclass(frozen=True, slots=True)
class Hearsay:
    """What a person says is in a hole, and when it was said."""

    cell: Cell
    when_s: float


class Doubting(Steps):
    """A table that takes a person's word for what it cannot see; the eye does not learn from it."""

    _doubt: Doubt | None = None
    _hearsay: Mapping[Square, Hearsay] = MappingProxyType({})

    @property
    def doubted(self) -> Square | None:
        """The hole of the plastic grid that people are asked about."""
        return self._doubt.square if self._doubt is not None and self._doubt.number else None

    def _enter(self, phase: Phase) -> None:
        """Forget what was said of holes in which a disc may lie from now on, or none."""
        if phase is Phase.OPENING:
            self._hearsay = {}
        elif phase is Phase.MOVING:
            column = in_grid(self.game.state.rules.board, self._column)
            self._hearsay = {square: said for square, said in self._hearsay.items() if square[0] != column}
        super()._enter(phase)

    def _as_told(self, seen: Observation) -> Observation:
        """What is seen, with what people have said of the holes that still cannot be read."""
        if not seen.readable:
            return seen
        self._hearsay = {square: said for square, said in self._hearsay.items() if self._holds(square, said, seen)}
        rows = (
            tuple(self._hearsay[at, row].cell if (at, row) in self._hearsay else cell for at, cell in enumerate(cells))
            for row, cells in enumerate(seen.cells)
        )
        return replace(seen, cells=tuple(rows)) if self._hearsay else seen

    def _holds(self, square: Square, said: Hearsay, seen: Observation) -> bool:
        """Whether a word still counts: until the hole is read; if none lies there, in a turn until something moves."""
        column, row = square
        moved = said.cell is Cell.EMPTY and self.phase is Phase.TURN and seen.first_s > said.when_s
        return seen.cells[row][column] is Cell.UNKNOWN and not moved

    def _doubts(self, cells: tuple[Square, ...]) -> None:
        """Ask about a hole once it alone has been in doubt for long: a hand before it would have gone."""
        if len(cells) != 1:
            self._doubt = None
        elif self._doubt is None or self._doubt.square != cells[0]:
            self._doubt = Doubt(cells[0], self._now_s)
        elif not self._doubt.number and self._now_s - self._doubt.since_s >= self.patience.doubt_s:
            self._asks += 1
            self._doubt = replace(self._doubt, number=self._asks)
            self._ask_again_what_lies()

    def _ask_again_what_lies(self) -> None:
        """Say the question that is open, if one is."""
        if self._doubt is not None and self._doubt.number:
            self._ask_what_lies(self._doubt.square, self._doubt.number)

    def _ask_what_lies(self, square: Square, number: int) -> None:
        words = f"does {self._disc_awaited()} lie in {self._hole(square)}? say yes or no"
        self._effects.append(Ask(number, None, Request.CONFIRM, square[0], words))

    def _answers_doubt(self, word: Word) -> bool:
        """Take a word for the answer to the question about a hole; False when it is none."""
        square = self.doubted
        if square is None or word not in (Word.YES, Word.NO):
            return False
        self._doubt = None
        lies = self.colours[self.game.state.colour] if word is Word.YES else Cell.EMPTY
        self._hearsay = {**self._hearsay, square: Hearsay(lies, self._now_s)}
        disc, name = self._disc_awaited(), self._hole(square)
        self._say(f"thank you: {disc} lies in {name}" if word is Word.YES else f"thank you: {name} is empty")
        return True

    def _disc_awaited(self) -> str:
        if self.phase in (Phase.TURN, Phase.VERIFYING):
            return f"a {self.disc_of(self.game.state.colour)} disc"
        return "a disc"

    def _hole(self, square: Square) -> str:
        return cell_name(self.game.state.rules.board, square)
