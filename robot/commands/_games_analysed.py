"""The part of `games` that judges: every move of a game, where it was decided, and the puzzles in it."""

from __future__ import annotations

import argparse
import json
import sys

from robot.commands._contest import SIGNS, result_words
from robot.commands._draw import printable
from robot.commands._games_shown import known, replayed
from robot.commands._progress import ERASE_LINE
from robot.errors import BadInput
from robot.rules.board import Board
from robot.rules.moves import text_of, written
from robot.solver.teacher import Teacher
from robot.solver.teacher_analysis import Analysis, Grade, Judged, Puzzle
from robot.store import Store, StoredGame


def games_analyse(args: argparse.Namespace, store: Store) -> int:
    """Judge the moves of one game and print what stands out, or all of it as an object."""
    game = known(store, args.game)
    contest = replayed(game).games[-1]
    if not contest.moves:
        raise BadInput(f"game {game.number} has no moves", "choose another one: quadrow games list")
    teacher, board = Teacher(), contest.state.rules.board
    shown = sys.stderr.isatty() and not args.quiet

    def told(done: int, of: int) -> None:
        if shown:
            print(f"{ERASE_LINE}looking at move {done + 1} of {of}", end="", file=sys.stderr, flush=True)

    try:
        found = teacher.analyse(contest, told)
        puzzles = teacher.puzzles(contest)
    finally:
        if shown:
            print(ERASE_LINE, end="", file=sys.stderr, flush=True)
    if args.json:
        print(json.dumps(_said(game, found, puzzles, board)))
    else:
        print("\n".join(_told(game, found, puzzles, board)))
    return 0


def _told(game: StoredGame, found: Analysis, puzzles: tuple[Puzzle, ...], board: Board) -> list[str]:
    names = [printable(name) for name in game.names]
    lines = [f"game {game.number}  {' - '.join(names)}  {result_words(game.result, game.reason)}", ""]
    lines += [_move_line(judged, board) for judged in found.moves if judged.grade in (Grade.MISTAKE, Grade.BLUNDER)]
    unknown = sum(judged.grade is Grade.UNKNOWN for judged in found.moves)
    if unknown:
        lines.append(f"{unknown} of {len(found.moves)} moves would take too long to judge")
    for colour, name in enumerate(reversed(names) if game.swapped else names):
        lines.append(f"{name} ({SIGNS[colour]}): {_kept(found, colour)}")
    if found.decided is not None:
        lines.append(f"decided by move {found.decided + 1}; best would have been {written(found.line, board)}")
    for puzzle in puzzles:
        wins = f"{SIGNS[puzzle.colour]} wins in {puzzle.wins_in}: {written(puzzle.solution, board)}"
        lines.append(f"puzzle after move {len(puzzle.moves)}: {wins}")
    return lines


def _kept(found: Analysis, colour: int) -> str:
    share, judged = found.accuracy[colour], found.judged(colour)
    if share is None:
        return "not judged"
    return f"{share:.0%} of {judged} judged {'move' if judged == 1 else 'moves'} kept all"


def _move_line(judged: Judged, board: Board) -> str:
    better = "" if judged.best is None else f"; better {text_of(judged.best, board)}{_worth(judged.best_score)}"
    return f"{judged.ply + 1}. {text_of(judged.move, board)}  {judged.grade.value}{_worth(judged.score)}{better}"


def _worth(score: int | None) -> str:
    return "" if score is None else f" ({score:+d})" if score else " (0)"


def _said(game: StoredGame, found: Analysis, puzzles: tuple[Puzzle, ...], board: Board) -> dict[str, object]:
    return {
        "game": game.number,
        "moves": [
            {
                "ply": judged.ply + 1,
                "move": text_of(judged.move, board),
                "grade": judged.grade.value,
                "score": judged.score,
                "best": None if judged.best is None else text_of(judged.best, board),
                "best_score": judged.best_score,
            }
            for judged in found.moves
        ],
        "accuracy": found.accuracy,
        "judged": [found.judged(colour) for colour in range(len(found.accuracy))],
        "decided": None if found.decided is None else found.decided + 1,
        "line": [text_of(move, board) for move in found.line],
        "puzzles": [
            {
                "moves": [text_of(move, board) for move in puzzle.moves],
                "wins_in": puzzle.wins_in,
                "solution": [text_of(move, board) for move in puzzle.solution],
            }
            for puzzle in puzzles
        ],
    }
