"""What every sound player of any variant sees: a turn that wins, and a turn that the next player would win after.

A turn may have several parts (Power Up, Pop 10); it ends when another colour is to move.
"""

from __future__ import annotations

from collections.abc import Iterator

from robot.rules.contest import Contest
from robot.rules.moves import Move
from robot.rules.state import State


def sensible_moves(contest: Contest) -> tuple[Move, ...]:
    """The moves that a sound player thinks about, by the last of these rules that leaves any.

    All; those that do not lose at once; those after which the next player cannot win at once; those that win.
    The game must go on. Draws by repetition count, so that the next player is not feared where the game has ended.
    """
    colour = contest.state.colour
    after = {move: contest.play(move) for move in contest.state.legal_moves()}
    winning = tuple(move for move, game in after.items() if wins(game, colour))
    if winning:
        return winning
    standing = {move: game for move, game in after.items() if not _lost(game, colour)} or after
    return tuple(move for move, game in standing.items() if survives(game, colour)) or tuple(standing)


def wins(game: Contest, colour: int) -> bool:
    """Whether `colour` has won, or wins with what is left of its turn."""
    if game.outcome is not None:
        return game.outcome.winner == colour
    return game.state.colour == colour and can_win(game.state)


def can_win(state: State) -> bool:
    """Whether the side to move wins with this turn."""
    return any(end.outcome is not None and end.outcome.winner == state.colour for end in turn_ends(state))


def survives(game: Contest, colour: int) -> bool:
    """Whether `colour` can end its turn, if that goes on, so that the next player has not won after his."""
    if game.outcome is not None:
        return True
    return any(end.outcome is not None or not can_win(end) for end in _ends_for(game.state, colour))


def turn_ends(state: State) -> Iterator[State]:
    """Every position at the end of this turn; positions come twice where two ways lead there."""
    for move in state.legal_moves():
        yield from _ends_for(state.play(move), state.colour)


def _ends_for(state: State, colour: int) -> Iterator[State]:
    if state.outcome is not None or state.colour != colour:
        yield state
    else:
        yield from turn_ends(state)


def _lost(game: Contest, colour: int) -> bool:
    return game.outcome is not None and game.outcome.winner not in (None, colour)
