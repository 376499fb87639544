"""What a finished game teaches: how well each move kept what there was, where it was decided, and puzzles from it."""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from robot.rules.contest import Contest
from robot.rules.moves import Move
from robot.rules.state import Due
from robot.solver._general import SURE, WON
from robot.solver.general_search import ANY_MARGIN, is_known, look
from robot.solver.teacher_values import Values

Told = Callable[[int, int], None]
"""Hears how many of how many positions have been looked at."""
LONGEST_LINE = 42
PUZZLE_NODES = 100_000
SHORTEST_WIN, LONGEST_WIN = 2, 4
"""Wins in so many moves of one's own make a puzzle."""


class Grade(enum.Enum):
    """How a move kept what there was."""

    BEST = "best"
    KEPT = "kept"
    """Not the best, but it wins or draws as the best would."""
    MISTAKE = "mistake"
    """A win became a draw, or a draw a loss."""
    BLUNDER = "blunder"
    """A win became a loss."""
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Judged:
    """A move of a game; `best` is one of the best. Scores are for the side that moved, None if not known."""

    ply: int
    colour: int
    move: Move
    grade: Grade
    score: int | None
    best: Move | None
    best_score: int | None


@dataclass(frozen=True, slots=True)
class Analysis:
    """A game, move by move.

    accuracy  for each colour the share of its judged moves that kept what there was; None without one
    decided   the ply (0 is the first) of the last move that changed what would come of the game; None without one, and
              where a later move is not judged, which may have been it
    line      best play on both sides from before that move, or from the start
    """

    moves: tuple[Judged, ...]
    accuracy: tuple[float | None, ...]
    decided: int | None
    line: tuple[Move, ...]

    def judged(self, colour: int) -> int:
        """How many moves of a colour were judged."""
        return sum(each.colour == colour and each.grade is not Grade.UNKNOWN for each in self.moves)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """The side to move after `moves` wins with its `wins_in`-th move from here; only `solution[0]` begins that."""

    moves: tuple[Move, ...]
    colour: int
    wins_in: int
    solution: tuple[Move, ...]


def analyse(contest: Contest, values: Values, told: Told | None = None) -> Analysis:
    """Judge every move of a game. Undecidable moves (too long to solve) are graded UNKNOWN."""
    games = _games(contest)
    judged = []
    for number, (before, move) in enumerate(zip(games, contest.moves, strict=False)):
        if told:
            told(number, len(contest.moves))
        judged.append(_judge(number, before, move, values))
    last = next((each for each in reversed(judged) if each.grade not in (Grade.BEST, Grade.KEPT)), None)
    decided = None if last is None or last.grade is Grade.UNKNOWN else last.ply
    colours = range(contest.state.rules.colours)
    accuracy = tuple(_accuracy([each for each in judged if each.colour == colour]) for colour in colours)
    return Analysis(tuple(judged), accuracy, decided, best_line(games[decided or 0], values))


def best_line(contest: Contest, values: Values, most: int = LONGEST_LINE) -> tuple[Move, ...]:
    """Best play on both sides, as far as scores are known, to the end of the game or `most` moves."""
    line: list[Move] = []
    while not contest.over and len(line) < most:
        move, _ = values.best(contest)
        if move is None:
            break
        line.append(move)
        contest = contest.play(move)
    return tuple(line)


def puzzles(contest: Contest) -> tuple[Puzzle, ...]:
    """The positions of a game in which one move alone begins a win in 2, 3 or 4, the longest wins last."""
    found = [puzzle for game in _games(contest) if (puzzle := puzzle_at(game)) is not None]
    return tuple(sorted(found, key=lambda puzzle: puzzle.wins_in))


def puzzle_at(contest: Contest) -> Puzzle | None:
    """The puzzle that a position is, if it is one."""
    state = contest.state
    if contest.over or state.due is not Due.PLAY or not is_known(contest) or state.rules.colours != 2:
        return None
    values = _look(contest)
    wins = [move for move, value in values.items() if value > SURE]
    if len(wins) != 1:
        return None
    wins_in = (WON - values[wins[0]] + 1) // 2
    if not SHORTEST_WIN <= wins_in <= LONGEST_WIN or not _is_alone(contest, wins[0], wins_in):
        return None
    return Puzzle(contest.moves, contest.state.colour, wins_in, _played_out(contest))


def _is_alone(contest: Contest, best: Move, wins_in: int) -> bool:
    """Whether no other move wins as soon: the look ahead that found one may have ended before it saw another's pops."""
    if not contest.state.rules.pops:
        return True
    others = (contest.play(move) for move in contest.state.legal_moves() if move != best)
    return not any(_loses_by(after, 2 * wins_in - 1) for after in others)


def _loses_by(after: Contest, plies: int) -> bool:
    """Whether the side to move has lost before so many plies, whatever it does."""
    if after.outcome is not None:
        return after.outcome.winner not in (None, after.state.colour)
    values = _look(after)
    return len(values) == len(after.state.legal_moves()) and max(values.values()) < plies - WON


def _look(contest: Contest) -> dict[Move, int]:
    lines = contest.state.rules.board.masks
    return look(contest, lines, 2 * LONGEST_WIN - 1, PUZZLE_NODES, ANY_MARGIN, 1).values


def _played_out(contest: Contest) -> tuple[Move, ...]:
    line: list[Move] = []
    while not contest.over and len(line) < 2 * LONGEST_WIN:
        values = _look(contest)
        line.append(max(values, key=lambda move: values[move]))
        contest = contest.play(line[-1])
    return tuple(line)


def _judge(ply: int, before: Contest, move: Move, values: Values) -> Judged:
    score, best_move, best = values.beside_best(before, move)
    colour = before.state.colour
    if best is None or score is None:
        return Judged(ply, colour, move, Grade.UNKNOWN, score, None, best)
    if score == best:
        return Judged(ply, colour, move, Grade.BEST, score, move, best)
    grade = (Grade.KEPT, Grade.MISTAKE, Grade.BLUNDER)[_sign(best) - _sign(score)]
    return Judged(ply, colour, move, grade, score, best_move, best)


def _accuracy(judged: Sequence[Judged]) -> float | None:
    known = [each.grade in (Grade.BEST, Grade.KEPT) for each in judged if each.grade is not Grade.UNKNOWN]
    return sum(known) / len(known) if known else None


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


def _games(contest: Contest) -> list[Contest]:
    """The game before every move and at its end, the start first."""
    games = [contest]
    while games[-1].before is not None:
        games.append(games[-1].before)
    return games[::-1]
