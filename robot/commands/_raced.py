"""What is asked of everybody whose rules are raced, and our own rules behind it."""

from __future__ import annotations

import random
from typing import ClassVar, Protocol

from robot.rules.contest import Contest
from robot.rules.model import Rules
from robot.rules.state import State


class Peer(Protocol):
    """`nodes` counts the tree of `depth` plies, `game` plays one at random and gives its plies."""

    name: ClassVar[str]

    def nodes(self, depth: int) -> int: ...

    def game(self, luck: random.Random) -> int: ...


class Positions:
    """Our rules: positions, one after the other."""

    name: ClassVar[str] = "quadrow"

    def __init__(self) -> None:
        self._start = State.start(Rules())

    def nodes(self, depth: int) -> int:
        return self._below(self._start, depth)

    def game(self, luck: random.Random) -> int:
        state, plies = self._start, 0
        while state.outcome is None:
            state = state.play(luck.choice(state.legal_moves()))
            plies += 1
        return plies

    def _below(self, state: State, depth: int) -> int:
        count = 0
        for move in state.legal_moves():
            after = state.play(move)
            count += 1
            if depth > 1 and after.outcome is None:
                count += self._below(after, depth - 1)
        return count


class Contests:
    """Our rules: games with all that can be taken back, offered and claimed."""

    name: ClassVar[str] = "quadrow, with offers and undo"

    def __init__(self) -> None:
        self._start = Contest(State.start(Rules()))

    def nodes(self, depth: int) -> int:
        return self._below(self._start, depth)

    def game(self, luck: random.Random) -> int:
        game = self._start
        while game.outcome is None:
            game = game.play(luck.choice(game.state.legal_moves()))
        return len(game.moves)

    def _below(self, game: Contest, depth: int) -> int:
        count = 0
        for move in game.state.legal_moves():
            after = game.play(move)
            count += 1
            if depth > 1 and after.outcome is None:
                count += self._below(after, depth - 1)
        return count


OURS: tuple[type[Peer], ...] = (Positions, Contests)
