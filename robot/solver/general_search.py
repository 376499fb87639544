"""The searches in C over the lines of a board, for a game of discs that fall: what each move is worth.

Two sides in turn, with or without pops, and three sides. Pop 10, Power Up and boards of more than 64 bits are for
`general_turns`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from robot.rules.contest import Contest
from robot.rules.model import Rules
from robot.rules.moves import DROPS, POPS, Move
from robot.rules.state import Due, State
from robot.solver import _general
from robot.solver._general import WON

BITS = 64
ANY_MARGIN = 2 * WON
"""A margin that no move is outside of."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What each move is worth for the side that makes it: WON - n or n - WON for a win or loss in n plies.

    Nearer to 0 than SURE it is an estimate. Moves of which nothing was found out are missing.
    """

    values: dict[Move, int]
    nodes: int


def is_known(contest: Contest) -> bool:
    """Whether these searches know the rules of the game."""
    state, rules = contest.state, contest.state.rules
    in_turn = all(a != b for a, b in zip(rules.seats, (*rules.seats[1:], rules.seats[0]), strict=True))
    three = rules.seats == tuple(range(3))
    return type(state) is State and (in_turn and rules.colours == 2 or three) and _bits(rules) < BITS


def look(contest: Contest, lines: Sequence[int], depth: int, nodes: int, margin: int, table_mib: int) -> Outlook:
    """Look `depth` plies ahead, as far as `nodes` last, by these lines of the board alone.

    Of moves that are worse than the best by more than `margin` it is only known that they are.
    """
    state, limits = contest.state, (depth, nodes, margin, table_mib)
    board = _board(state.rules, lines)
    if state.rules.colours - len(state.gone) == 3:
        discs = state.discs[0], state.discs[1], state.discs[2]
        return _outlook(state, _general.look_three(board, discs, state.mask, state.turn, limits))
    own, other = _sides(state)
    if state.rules.pops:
        return _outlook(state, _general.look_pops(board, own, other, state.mask, limits, _past(contest)))
    return _outlook(state, _general.look(board, own, other, state.mask, limits))


def exact(contest: Contest, nodes: int, table_mib: int) -> Outlook:
    """Whether each move wins (1), draws (0) or loses (-1).

    No values where `nodes` do not suffice to tell, nor with pops or for three sides.
    """
    found = exact_so_far(contest, nodes, table_mib)
    return found if len(found.values) == len(contest.state.legal_moves()) else Outlook({}, found.nodes)


def exact_so_far(contest: Contest, nodes: int, table_mib: int) -> Outlook:
    """The same with the values of the moves for which `nodes` sufficed."""
    state = contest.state
    if state.rules.pops or state.rules.colours - len(state.gone) == 3:
        return Outlook({}, 0)
    limits = (1, nodes, 0, table_mib)
    return _outlook(
        state, _general.exact(_board(state.rules, state.rules.board.masks), *_sides(state), state.mask, limits)
    )


def _outlook(state: State, found: _general.Outlook) -> Outlook:
    values, _, nodes = found
    width = state.rules.board.width
    moves = (*DROPS[:width], *(POPS[:width] if state.due is Due.PLAY else ()))
    return Outlook({move: value for move, value in zip(moves, values, strict=False) if value is not None}, nodes)


def _board(rules: Rules, lines: Sequence[int]) -> _general.Board:
    return lines, rules.board.columns, rules.board.open, rules.misere, rules.double_draws


def _bits(rules: Rules) -> int:
    return rules.board.width * (rules.board.height + 1)


def _sides(state: State) -> tuple[int, int]:
    own = state.discs[state.colour]
    return own, sum(state.discs) ^ own


def _past(contest: Contest) -> list[int]:
    """The keys of the positions before this one in which free play had begun, the oldest first."""
    keys = []
    game = contest.before
    while game is not None and game.state.due is Due.PLAY:
        keys.append(game.state.discs[game.state.colour] + game.state.mask)
        game = game.before
    return keys[::-1]
