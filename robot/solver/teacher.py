"""The teacher: a hint with its reason, the score of every move, threats, the analysis of a game, puzzles.

    teacher = Teacher()
    teacher.hint(contest).text       "d blocks three on row 1; b lets them land on b4 and win"
    teacher.threats(contest)         cells, each with its colour and whether its row is odd
    teacher.analyse(contest)         for a game that is over: accuracy, where it was decided, the best line
    teacher.puzzles(contest)         positions of the game with one winning move

Everything that comes back is plain data (frozen dataclasses) for the terminal and the page to draw. In `play`, the
typed word `hint` prints `hint(contest).text`: it takes a second or two where the board is nearly empty.
"""

from __future__ import annotations

from robot.rules.contest import Contest
from robot.rules.moves import Move
from robot.solver.errors import BadPosition
from robot.solver.teacher_analysis import Analysis, Puzzle, Told, analyse, puzzles
from robot.solver.teacher_hint import Hint, dangers, landing_cell, reason_for
from robot.solver.teacher_threats import Threat, threats
from robot.solver.teacher_values import Values


class Teacher:
    """Explains games of any variant. One question at a time; two teachers share nothing."""

    def __init__(self, values: Values | None = None) -> None:
        self._values = values or Values()

    def hint(self, contest: Contest) -> Hint:
        """The best move and why. Raises BadPosition when the game is over."""
        scores = self.scores(contest)
        move = self._values.best_move(contest, scores)
        shunned = dangers(contest)
        reason, taken = reason_for(contest, move, scores, shunned), landing_cell(contest.state, move)
        avoidable = shunned if len(shunned) < len(scores) else ()
        return Hint(move, reason, avoidable, tuple(scores.items()), taken)

    def scores(self, contest: Contest) -> dict[Move, int | None]:
        """The score of every move, for the side that makes it; None where it is not known. Raises BadPosition."""
        if contest.over:
            raise BadPosition("the game is over", "ask about an earlier position")
        return self._values.scores(contest)

    def threats(self, contest: Contest) -> tuple[Threat, ...]:
        """The empty cells that complete a line of some colour."""
        return threats(contest.state)

    def analyse(self, contest: Contest, told: Told | None = None) -> Analysis:
        """Judge every move of a game that was played; `told` hears how far it is."""
        return analyse(contest, self._values, told)

    def puzzles(self, contest: Contest) -> tuple[Puzzle, ...]:
        """The positions of a game in which one move alone begins a win in 2, 3 or 4."""
        return puzzles(contest)
