"""What the teacher says at the table to who is to move: `hint`, `threats` and `scores`, each in one line."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from robot.commands._worth import legend, worth_text
from robot.rules.contest import Contest
from robot.rules.moves import KEEP, SWAP, text_of
from robot.solver.teacher import Teacher
from robot.solver.teacher_threats import Threat

HINT, THREATS, SCORES = "hint", "threats", "scores"
ADVICE = {HINT: "a hint", THREATS: THREATS, SCORES: SCORES}
"""The words, and what is asked for by them."""


class Advice:
    """Gives help, all of it alike: `used` is called before it is given; where `refused` says why, none is.

    `disc` gives the colour of a side's discs in a word.
    """

    def __init__(self, disc: Callable[[int], str], used: Callable[[], None], refused: str | None = None) -> None:
        self._disc = disc
        self._used = used
        self._refused = refused

    def about(self, word: str, game: Contest, *, to_move: bool) -> str:
        """Answer a word of `ADVICE`; `to_move`: a person is asked for a move of this game now."""
        if self._refused is not None:
            return f"there are no {'hints' if word == HINT else word} in this game: {self._refused}"
        if not to_move:
            return f"ask for {ADVICE[word]} when it is your move"
        self._used()
        if word == HINT:
            return self._teacher.hint(game).text
        return self._threats(game) if word == THREATS else self._scores(game)

    @cached_property
    def _teacher(self) -> Teacher:
        return Teacher()

    def _threats(self, game: Contest) -> str:
        """Whose disc on which cell makes a line, and whether one can come to lie there now."""
        cells: dict[int, list[str]] = {}
        for threat in self._teacher.threats(game):
            cells.setdefault(threat.colour, []).append(_cell_words(threat, game))
        if not cells:
            return "no single disc makes a line, now or later"
        told = "; ".join(f"{self._disc(colour)}: {', '.join(cells[colour])}" for colour in sorted(cells))
        return f"{told} (a line loses)" if game.state.rules.misere else told

    def _scores(self, game: Contest) -> str:
        """What every move is worth, and what the numbers mean."""
        scores = self._teacher.scores(game)
        if all(score is None for score in scores.values()):
            return "what the moves are worth is not known here"
        board, words = game.state.rules.board, {KEEP: "keep", SWAP: "swap"}
        told = "  ".join(f"{words.get(move) or text_of(move, board)} {worth_text(at)}" for move, at in scores.items())
        unknown = ", ? not known" if None in scores.values() else ""
        return f"{told}  ({legend(game.state)}{unknown})"


def _cell_words(threat: Threat, game: Contest) -> str:
    column, row = threat.cell
    cell = f"{game.state.rules.board.names[column]}{row + 1}"
    return f"{cell} now" if threat.open else f"{cell} later (an {'odd' if threat.odd else 'even'} row)"
