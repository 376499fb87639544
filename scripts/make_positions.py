"""Write tests/data/positions.txt: late positions of random games, each scored by the C search and by the reference.

    python scripts/make_positions.py [SEED]

A score is kept at most MOST_OF_ONE_SCORE times, so that draws and far wins are not drowned by immediate ones.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from pathlib import Path

from robot.rules.notation import DIGITS
from robot.rules.position import Position
from robot.solver.engine import Solver
from robot.solver.reference import reference_score

POSITIONS = 200
MOST_OF_ONE_SCORE = 16
PLIES = range(26, 41)
TARGET = Path(__file__).parent.parent / "tests" / "data" / "positions.txt"


def random_moves(luck: random.Random, plies: int) -> tuple[int, ...] | None:
    """Random legal moves, or None when the game ends on the way."""
    position, moves = Position(), []
    for _ in range(plies):
        column = luck.choice(position.legal_columns())
        position = position.play(column)
        moves.append(column)
        if position.last_mover_has_line():
            return None
    return tuple(moves)


def replayed(moves: tuple[int, ...]) -> Position:
    position = Position()
    for column in moves:
        position = position.play(column)
    return position


def make(seed: int) -> list[str]:
    """The lines of the file. Raises AssertionError when the two searches disagree."""
    luck, solver = random.Random(seed), Solver(table_mib=1)
    lines: list[str] = []
    seen: Counter[int] = Counter()
    while len(lines) < POSITIONS:
        moves = random_moves(luck, luck.choice(PLIES))
        score = None if moves is None else solver.solve(replayed(moves)).score
        if moves is None or score is None or seen[score] >= MOST_OF_ONE_SCORE:
            continue
        assert reference_score(moves) == score, moves
        seen[score] += 1
        lines.append(f"{''.join(DIGITS[column] for column in moves)} {score}")
    return lines


def main() -> None:
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    head = f"# moves and score; written by scripts/make_positions.py {seed}, two searches agree on every line"
    TARGET.write_text("\n".join([head, *make(seed)]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
