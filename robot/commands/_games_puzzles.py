"""The part of `games` that asks: puzzles out of games that are kept, with or without their answers."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from robot.commands._contest import SIGNS, contest_board, grid_of
from robot.commands._draw import printable, wants_colour
from robot.commands._games_shown import known, replayed
from robot.commands._progress import Progress
from robot.errors import BadInput
from robot.rules.contest import Contest
from robot.rules.moves import text_of, written
from robot.solver.teacher import Teacher
from robot.solver.teacher_analysis import Puzzle
from robot.store import Store, StoredGame


@dataclass(frozen=True)
class Found:
    """A puzzle with its number, the game that it comes from, and that game at the move that is asked for."""

    number: int
    game: StoredGame
    contest: Contest
    puzzle: Puzzle


def games_puzzles(args: argparse.Namespace, store: Store) -> int:
    """Print the puzzles of all games, or of those that are named; 2 where one of them cannot be played again."""
    numbers = tuple(dict.fromkeys(args.games)) or store.games()
    search = Search(store, Progress(sys.stderr, not args.quiet), args.wins_in)
    count = 0
    for found in search.through(numbers):
        count = found.number
        if args.json:
            print(json.dumps(_said(found)), flush=True)
        else:
            print("\n".join([*([""] if count > 1 else []), *_told(found, answer=args.answers)]), flush=True)
    if not (count or search.failed or args.quiet):
        print(_none(numbers, args.wins_in), file=sys.stderr)
    return BadInput.exit_code if search.failed else 0


class Search:
    """Looks for puzzles, all or those that are won in `wins_in`; `failed`: a game could not be played again."""

    def __init__(self, store: Store, line: Progress, wins_in: int | None) -> None:
        self._store = store
        self._line = line
        self._wins_in = wins_in
        self.failed = False

    def through(self, numbers: Sequence[int]) -> Iterator[Found]:
        """Give the puzzles of one game after the other, numbered; the line of progress is taken away before each."""
        teacher, count = Teacher(), 0
        for done, number in enumerate(numbers, start=1):
            self._line.say(f"looking at game {done} of {len(numbers)}")
            try:
                found = self._of(number, teacher)
            except BadInput as error:
                self._line.clear()
                self.failed = True
                print(f"quadrow games: {error} - {error.remedy}", file=sys.stderr, flush=True)
                continue
            finally:
                self._line.clear()
            for game, contest, puzzle in found:
                count += 1
                yield Found(count, game, contest, puzzle)

    def _of(self, number: int, teacher: Teacher) -> list[tuple[StoredGame, Contest, Puzzle]]:
        game = known(self._store, number)
        played = replayed(game).games
        wanted = (each for each in in_order(teacher.puzzles(played[-1])) if self._wins_in in (None, each.wins_in))
        return [(game, played[len(puzzle.moves)], puzzle) for puzzle in wanted]


def in_order(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Puzzles of one game as they came in it."""
    return sorted(puzzles, key=lambda puzzle: len(puzzle.moves))


def puzzle_lines(puzzle: Puzzle, contest: Contest, *, answer: bool) -> list[str]:
    """A puzzle for a terminal: the board, what is asked, and the answer on a line of its own."""
    lines = contest_board(contest, colour=wants_colour())
    lines.append(f"{SIGNS[puzzle.colour]} to move and win in {puzzle.wins_in}")
    return [*lines, f"answer: {written(puzzle.solution, contest.state.rules.board)}"] if answer else lines


def _told(found: Found, *, answer: bool) -> list[str]:
    game, moves = found.game, len(found.puzzle.moves)
    when = f"after move {moves}" if moves else "before the first move"
    head = f"puzzle {found.number}: game {game.number}  {printable(' - '.join(game.names))}, {when}"
    return [head, *puzzle_lines(found.puzzle, found.contest, answer=answer)]


def _said(found: Found) -> dict[str, object]:
    board = found.contest.state.rules.board
    return {
        "puzzle": found.number,
        "game": found.game.number,
        "variant": found.game.variant,
        "moves": [text_of(move, board) for move in found.puzzle.moves],
        "turn": found.puzzle.colour,
        "wins_in": found.puzzle.wins_in,
        "solution": [text_of(move, board) for move in found.puzzle.solution],
        "board": grid_of(found.contest),
    }


def _none(numbers: Sequence[int], wins_in: int | None) -> str:
    """Why there is nothing to see."""
    if not numbers:
        return "no games are kept yet; play one: quadrow play --sim"
    where = f"game {numbers[0]}" if len(numbers) == 1 else f"these {len(numbers)} games"
    what = "" if wins_in is None else f" that is won in {wins_in}"
    return f"there is no puzzle{what} in {where}: a puzzle has one winning move, and the win takes 2 to 4 moves"
