"""What a move is worth, in numbers for people, and what the numbers mean."""

from __future__ import annotations

from robot.rules.state import Due, State
from robot.solver.general import classic_position

EXACT = "+n: the side to move wins with its n-th last disc, 0 a draw, -n it loses so"
SIGN = "+1: the side to move wins, 0 a draw, -1 it loses"


def worth_text(score: int | None) -> str:
    """A score with its sign; `?` where it is not known."""
    return "?" if score is None else f"{score:+d}" if score else "0"


def legend(state: State) -> str:
    """What the scores of this position mean: on the classic board how soon, elsewhere only who wins."""
    while state.due is not Due.PLAY:
        state = state.play(state.legal_moves()[0])
    return SIGN if classic_position(state) is None else EXACT
