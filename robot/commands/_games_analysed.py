"""The part of `games` that judges: every move of a game, where it was decided, and the puzzles in it."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from robot.commands._contest import SIGNS, result_words
from robot.commands._draw import printable
from robot.commands._games_puzzles import in_order, puzzle_lines
from robot.commands._games_shown import known, replayed
from robot.commands._progress import ERASE_LINE
from robot.commands._worth import legend, worth_text
from robot.errors import BadInput
from robot.rules.board import Board
from robot.rules.contest import Contest
from robot.rules.moves import text_of, written
from robot.solver.general_search import is_known
from robot.solver.teacher import Teacher
from robot.solver.teacher_analysis import Analysis, Grade, Judged, Puzzle
from robot.store import Store, StoredGame


def games_analyse(args: argparse.Namespace, store: Store) -> int:
    """Judge the moves of one game and print what stands out, or all of it as an object."""
    game = known(store, args.game)
    played = replayed(game).games
    contest = played[-1]
    if not contest.moves:
        raise BadInput(f"game {game.number} has no moves", "choose another one: quadrow games list")
    teacher, board = Teacher(), contest.state.rules.board
    shown = sys.stderr.isatty() and not args.quiet

    def told(done: int, of: int) -> None:
        if shown:
            print(f"{ERASE_LINE}looking at move {done + 1} of {of}", end="", file=sys.stderr, flush=True)

    try:
        found = teacher.analyse(contest, told)
        puzzles = tuple(in_order(teacher.puzzles(contest)))
    finally:
        if shown:
            print(ERASE_LINE, end="", file=sys.stderr, flush=True)
    if args.json:
        print(json.dumps(_said(game, found, puzzles, board)))
    else:
        print("\n".join(_told(game, found, puzzles, played)))
    return 0


def _told(game: StoredGame, found: Analysis, puzzles: tuple[Puzzle, ...], played: tuple[Contest, ...]) -> list[str]:
    names, board = [printable(name) for name in game.names], played[0].state.rules.board
    lines = [f"game {game.number}  {' - '.join(names)}  {result_words(game.result, game.reason)}", ""]
    wrong = [judged for judged in found.moves if judged.grade in (Grade.MISTAKE, Grade.BLUNDER)]
    lines += dict.fromkeys(legend(played[judged.ply].state) for judged in wrong)
    lines += [_move_line(judged, board) for judged in wrong]
    unknown = [judged.ply + 1 for judged in found.moves if judged.grade is Grade.UNKNOWN]
    if unknown:
        lines.append(f"not judged: {moves_named(unknown)}; {_why_not(played[0])}")
    for colour, name in enumerate(reversed(names) if game.swapped else names):
        lines.append(f"{name} ({SIGNS[colour]}): {_kept(found, colour)}")
    if found.decided is not None:
        lines.append(f"decided by move {found.decided + 1}; best would have been {written(found.line, board)}")
    for puzzle in puzzles:
        lines += ["", f"puzzle after move {len(puzzle.moves)}:"]
        lines += puzzle_lines(puzzle, played[len(puzzle.moves)], answer=True)
    return lines


def moves_named(numbers: Sequence[int]) -> str:
    """Numbers of moves in words, three and more that follow each other as a range: moves 2, 5 to 8 and 11."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words = [word for run in runs for word in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run))]
    listed = " and ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)
    return f"{'move' if len(numbers) == 1 else 'moves'} {listed}"


def _why_not(start: Contest) -> str:
    """Why moves of a game were not judged."""
    rules = start.state.rules
    if rules.colours > 2:
        return "of a move between three sides it can hardly be told what will come"
    if not is_known(start):
        return "by these rules nothing is known of a move but what it does at once"
    if rules.pops:
        return "where discs are pushed out, wins and losses can be proven, but not draws"
    return "that would take too long"


def _kept(found: Analysis, colour: int) -> str:
    share, judged = found.accuracy[colour], found.judged(colour)
    if share is None:
        return "not judged"
    words = f"{share:.0%} of {judged} judged {'move' if judged == 1 else 'moves'} kept the result"
    slower = sum(each.colour == colour and each.grade is Grade.KEPT for each in found.moves)
    return f"{words}, {slower} of them for a later win or an earlier loss" if slower else words


def _move_line(judged: Judged, board: Board) -> str:
    better = "" if judged.best is None else f"; better {text_of(judged.best, board)}{_worth(judged.best_score)}"
    move = f"{text_of(judged.move, board)} ({SIGNS[judged.colour]})"
    return f"{judged.ply + 1}. {move}  {judged.grade.value}{_worth(judged.score)}{better}"


def _worth(score: int | None) -> str:
    return "" if score is None else f" ({worth_text(score)})"


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
