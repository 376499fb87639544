"""Other programs that know the rules, each behind the two questions that ours answer too.

Every peer is asked in the way that is fastest for it: one that can take moves back does, one that cannot copies.
"""

from __future__ import annotations

import contextlib
import io
import random
from importlib import import_module
from typing import Any, ClassVar

from robot.commands._raced import Peer

INSTALL = "pip install"
COLUMNS = range(7)


class Missing(Exception):
    """The peer is not installed; says its name in the registry."""


class ConnectFourLib:
    """Lists of columns; moves are taken back."""

    name: ClassVar[str] = "connect-four-lib"

    def __init__(self) -> None:
        self._make = load(self.name, "connect_four_lib.connect_four_judge").ConnectFourJudge
        self._goes_on = load(self.name, "duo_game_lib.game_state").GameState.CONTINUE

    def nodes(self, depth: int) -> int:
        return self._below(self._make(), depth)

    def game(self, luck: random.Random) -> int:
        judge, plies = self._make(), 0
        while judge.is_game_over() is self._goes_on:
            judge.add_move(str(luck.choice(judge.get_valid_moves())))
            plies += 1
        return plies

    def _below(self, judge: Any, depth: int) -> int:
        count = 0
        for move in judge.get_valid_moves():
            judge.add_move(str(move))
            count += 1
            if judge.is_game_over() is self._goes_on and depth > 1:
                count += self._below(judge, depth - 1)
            judge.remove_last_move()
        return count


class GymnasiumConnectFour:
    """An array of numpy; positions are copied."""

    name: ClassVar[str] = "gymnasium-connect-four"

    def __init__(self) -> None:
        self._start = load(self.name, "connect_four_gymnasium.ConnectFourEnv").ConnectFourEnv()
        self._start.reset()

    def nodes(self, depth: int) -> int:
        return self._below(self._start, depth)

    def game(self, luck: random.Random) -> int:
        board, plies, over = self._start.clone(), 0, False
        while not over:
            _, _, over, _, _ = board.step(luck.choice(board.get_valid_actions()))
            plies += 1
        return plies

    def _below(self, board: Any, depth: int) -> int:
        count = 0
        for column in board.get_valid_actions():
            after = board.clone()
            after.play_action(column)
            _, over = after.is_finish()
            after.switch_player()
            count += 1
            if depth > 1 and not over:
                count += self._below(after, depth - 1)
        return count


class Connect4Py:
    """Lists of rows; it takes no move back, so that is done on its lists."""

    name: ClassVar[str] = "connect4-py"

    def __init__(self) -> None:
        module = load(self.name, "connect4.core")
        self._make, self._empty = module.Connect4, module.Players.NONE

    def nodes(self, depth: int) -> int:
        return self._below(self._make(), depth)

    def game(self, luck: random.Random) -> int:
        game = self._make()
        while not game.is_over:
            game.play(luck.choice(self._columns(game)))
        return len(game.plays_history)

    def _below(self, game: Any, depth: int) -> int:
        count, turn = 0, game.turn
        for column in self._columns(game):
            game.play(column)
            count += 1
            if depth > 1 and not game.is_over:
                count += self._below(game, depth - 1)
            column, row = game.plays_history.pop()
            game.board[row][column] = self._empty
            game.turn = turn
            game._win_points.clear()
        return count

    def _columns(self, game: Any) -> list[int]:
        return [column for column in COLUMNS if game.board[0][column] is self._empty]


class BitBully:
    """Bitboards in C++; positions are copied."""

    name: ClassVar[str] = "bitbully"

    def __init__(self) -> None:
        self._make = load(self.name, "bitbully").Board

    def nodes(self, depth: int) -> int:
        return self._below(self._make(), depth)

    def game(self, luck: random.Random) -> int:
        board, plies = self._make(), 0
        while not board.is_game_over():
            board.play(luck.choice(board.legal_moves()))
            plies += 1
        return plies

    def _below(self, board: Any, depth: int) -> int:
        count = 0
        for column in board.legal_moves():
            after = board.play_on_copy(column)
            count += 1
            if depth > 1 and not after.is_game_over():
                count += self._below(after, depth - 1)
        return count


RACED: tuple[type[Peer], ...] = (ConnectFourLib, GymnasiumConnectFour, Connect4Py)
COMPILED: tuple[type[Peer], ...] = (BitBully,)


def load(name: str, module: str) -> Any:
    """Import a module of a peer; what it prints is not ours. Raises Missing."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return import_module(module)
    except ImportError:
        raise Missing(name) from None
