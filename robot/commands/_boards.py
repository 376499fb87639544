"""Where the games of an evening are played: the real board, the simulated one, or words alone."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from robot.clock import Clock
from robot.commands._keyboard import Keyboard
from robot.commands._live_board import LiveBoard
from robot.commands._setup import Setup
from robot.commands._sides import Side
from robot.commands._simulated import Simulation
from robot.messages import Event
from robot.phases import Patience, Seat, Terms
from robot.rules.contest import Contest
from robot.rules.timecontrol import ChessClock
from robot.runner import Spectator
from robot.sim.people import Manner
from robot.store import Store
from robot.table import Table
from vision.types import Cell


class Board(Protocol):
    """A place where one game after the other is played."""

    @property
    def clock(self) -> Clock: ...

    @property
    def table(self) -> Table: ...

    def post(self, event: Event) -> None: ...

    def play(
        self,
        store: Store,
        spectators: tuple[Spectator, ...],
        seats: tuple[Seat, ...],
        terms: Terms,
        clock: ChessClock | None,
        number: int,
    ) -> Contest: ...


def simulated_board(
    sides: Sequence[Side], keyboard: Keyboard, level: str, seed: int, discs: tuple[str, str], pace: Clock | None
) -> Simulation:
    """A simulated board whose person does what is typed.

    On `pace` games take their time, None makes nobody wait.
    """
    hand = next((seat.colour for side in sides for seat in side.members if seat.robot_hand), Cell.YELLOW)
    setup = Setup(
        seed=seed,
        level=level,
        person_red=hand is not Cell.RED,
        discs=discs,
        manner=Manner.CORRECT,
        choose=keyboard.choose,
        look=keyboard.wait_for_ready,
        patience=Patience(),
        limit_s=math.inf,
    )
    return Simulation(setup, pace)


@contextmanager
def ready_to_play(board: Board, sides: Sequence[Side], *, quiet: bool) -> Iterator[None]:
    """Let the eye be calibrated, or the real board be looked at and filled, and in the end let go."""
    if isinstance(board, LiveBoard):
        hands = (seat.disc for side in sides for seat in side.members if seat.robot_hand)
        with board.opened(next(hands, None)):
            yield
        return
    if isinstance(board, Simulation):
        board.calibrate() if quiet else board.calibrate(lambda text: print(text, end="", flush=True))
    yield
