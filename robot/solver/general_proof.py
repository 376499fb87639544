"""What is proven of a position of any variant: who wins with best play, and what comes of each move.

Nothing here is an estimate; of what nodes or searches do not suffice for, nothing is said. A look ahead over turns
proves no loss among three sides, since the other two need not play together as it assumes, and nothing in Pop 10,
since it does not know that positions come again.
"""

from __future__ import annotations

from dataclasses import dataclass

from robot.rules.contest import Contest
from robot.rules.moves import Move
from robot.rules.state import Due
from robot.rules.variants.pop10 import Pop10
from robot.solver._general import SURE, WON
from robot.solver.engine import Solver
from robot.solver.general import classic_position
from robot.solver.general_forced import survives, wins
from robot.solver.general_search import ANY_MARGIN, exact_so_far, is_known, look
from robot.solver.general_turns import look_at_turns

DEEPEST = 99
"""Plies of a look ahead that the nodes end."""
TABLE_MIB = 64
SHARE_OF_LOOK = 10
"""The part of the nodes, one of so many, that looks for what is decided soon; in Python that takes as long as all."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What is proven, for the side that has to act: 1 it wins, 0 it draws, -1 it loses, with best play of all.

    score    None where nothing is proven
    values   the same of every move of which something is proven; the others are missing
    nodes    what was searched for it
    """

    score: int | None
    values: dict[Move, int]
    nodes: int


def proof(contest: Contest, nodes: int, solver: Solver) -> Proof:
    """Prove what can be proven with so many nodes, give or take one; `solver` is asked where classic rules count.

    The game must go on. In an opening that ends with a choice of colours `nodes` is for each way through it.
    """
    state = contest.state
    if state.due is not Due.PLAY:
        return _in_opening(contest, nodes, solver)
    if position := classic_position(state):
        found = solver.solve(position, nodes=nodes)
        signs = {_sign(found.lower), _sign(found.upper)}
        return Proof(signs.pop() if len(signs) == 1 else None, {}, found.nodes)
    if is_known(contest) and state.rules.colours == 2:
        return _with_pops(contest, nodes) if state.rules.pops else _with_discs(contest, nodes)
    return _by_turns(contest, nodes)


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _proof(contest: Contest, values: dict[Move, int], nodes: int) -> Proof:
    """The score from the values: a win of one move suffices, anything else takes all. Who may claim a draw has one."""
    moves, best = contest.state.legal_moves(), max(values.values(), default=-1)
    suffices = best == 1 or len(values) == len(moves)
    may_claim = contest.state.rules.pops and contest.state.is_full()
    return Proof(max(best, 0 if may_claim else -1) if suffices else None, values, nodes)


def _decided(contest: Contest) -> dict[Move, int]:
    """The moves that end the game, or with which the mover's turn can win."""
    values, colour = {}, contest.state.colour
    for move in contest.state.legal_moves():
        after = contest.play(move)
        if wins(after, colour):
            values[move] = 1
        elif after.outcome is not None:
            values[move] = 0 if after.outcome.winner is None else -1
    return values


def _in_opening(contest: Contest, nodes: int, solver: Solver) -> Proof:
    """Play the opening out: who has to act after a move may be the same side."""
    values: dict[Move, int] = {}
    spent, side = 0, contest.state.seat % 2
    for move in contest.state.legal_moves():
        after = contest.play(move)
        found = proof(after, nodes, solver)
        spent += found.nodes
        if found.score is not None:
            values[move] = found.score if after.state.seat % 2 == side else -found.score
    return _proof(contest, values, spent)


def _with_discs(contest: Contest, nodes: int) -> Proof:
    """Two sides whose discs stay: what is decided soon, then all to the end."""
    soon = look(contest, contest.state.rules.board.masks, DEEPEST, nodes // SHARE_OF_LOOK, ANY_MARGIN, TABLE_MIB)
    values = {move: _sign(value) for move, value in soon.values.items() if abs(value) > SURE}
    if len(values) == len(contest.state.legal_moves()):
        return _proof(contest, values, soon.nodes)
    found = exact_so_far(contest, nodes - soon.nodes, TABLE_MIB)
    return _proof(contest, found.values | values, soon.nodes + found.nodes)


def _with_pops(contest: Contest, nodes: int) -> Proof:
    """PopOut: wins, losses, and draws at once. What is left of the nodes is for the moves that are not the best."""
    values, spent = _look_with_pops(contest, nodes)
    unknown = [move for move in contest.state.legal_moves() if move not in values]
    for number, move in enumerate(unknown):
        after = contest.play(move)
        replies, more = _look_with_pops(after, (nodes - spent) // (len(unknown) - number))
        reply = _proof(after, replies, more)
        spent += more
        if reply.score is not None:
            values[move] = -reply.score
    return _proof(contest, values, spent)


def _look_with_pops(contest: Contest, nodes: int) -> tuple[dict[Move, int], int]:
    """What the look ahead proves of each move, and the nodes.

    A win counts where it comes before the last move of a game and before the board can be full, when the other side
    could claim a draw.
    """
    rules, mask = contest.state.rules, contest.state.mask
    found = look(contest, rules.board.masks, DEEPEST, nodes, ANY_MARGIN, TABLE_MIB)
    most = (rules.board.open & ~mask).bit_count()
    if rules.longest is not None:
        most = min(most, rules.longest - len(contest.moves))
    sure = {move: _sign(value) for move, value in found.values.items() if abs(value) > max(SURE, WON - most - 1)}
    return sure | _decided(contest), found.nodes


def _by_turns(contest: Contest, nodes: int) -> Proof:
    """Three sides, and turns of several parts: what this turn and the next one decide, and what a look ahead proves."""
    state, values = contest.state, _decided(contest)
    for move in state.legal_moves():
        if move not in values and not survives(contest.play(move), state.colour):
            values[move] = -1
    if 1 in values.values() or len(values) == len(state.legal_moves()) or isinstance(state, Pop10):
        return _proof(contest, values, 0)
    found = look_at_turns(contest, DEEPEST, nodes // SHARE_OF_LOOK)
    sure = {move: _sign(value) for move, value in found.values.items() if abs(value) > SURE}
    if state.rules.colours > 2:
        sure = {move: value for move, value in sure.items() if value > 0}
    return _proof(contest, sure | values, found.nodes)
