"""What the robot believed, held against what the simulated world knows. For the demo and the long proofs.

The truth is the world's log of who let which disc fall where; the referee's own rules are not asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from robot.messages import Drop, Effect, Judged
from robot.plastic import is_played, on_board
from robot.referee import Extra, Kind, Missing, Moved, Unchanged, Unreadable, Verified, Wrong, WrongColumn
from robot.rules.contest import Contest
from robot.rules.errors import IllegalMove
from robot.rules.moves import DROPS
from robot.sim.world import Happening, World
from robot.sim.world import Kind as Happened
from vision.types import COLUMNS, Cell


@dataclass
class Counts:
    """What went wrong and out of how much. `unknown` counts `?` cells of observations with no hand in the picture."""

    observations: int = 0
    unknown: int = 0
    misread: int = 0
    misjudged: int = 0
    double_drops: int = 0


class Audit:
    """A spectator that compares every observation and every verdict with the world. `misses` says what and when."""

    def __init__(self, world: World) -> None:
        self.counts = Counts()
        self.misses: list[str] = []
        self._world = world
        self._released = 0

    def __call__(self, effect: Effect, now_s: float) -> None:
        match effect:
            case Judged():
                self._check_reading(effect, now_s)
                self._check_verdict(effect, now_s)
            case Drop():
                self._check_drop(now_s)

    def _check_reading(self, judged: Judged, now_s: float) -> None:
        seen = judged.observation
        if not seen.readable:
            return
        truth = self._world.cells_at(seen.time_s)
        pairs = list(zip(chain(*seen.cells), chain(*truth), strict=True))
        wrong = sum(s is not Cell.UNKNOWN and s is not t for s, t in pairs)
        self.counts.observations += 1
        self.counts.misread += wrong
        if self._world.scene(now_s).hand is None:
            self.counts.unknown += sum(s is Cell.UNKNOWN for s, _ in pairs)
        if wrong:
            self.misses.append(f"{now_s:.2f} s: {wrong} cells misread")

    def _check_verdict(self, judged: Judged, now_s: float) -> None:
        if isinstance(judged.verdict, Unreadable):
            return
        right = self._expected(judged)
        if _essence(judged.verdict) != right:
            self.counts.misjudged += 1
            self.misses.append(f"{now_s:.2f} s: {_essence(judged.verdict)} instead of {right}")

    def _check_drop(self, now_s: float) -> None:
        """A disc that the robot has let go and nobody has accounted for must not be followed by another."""
        released = [h for h in self._world.log if h.kind is Happened.RELEASED and h.by == "robot"]
        if len(released) > self._released + 1:
            self.counts.double_drops += len(released) - self._released - 1
            self.misses.append(f"{now_s:.2f} s: {len(released) - self._released} discs were released for one")
        self._released = len(released)

    # -- the truth ---------------------------------------------------------------------------------------------------

    def _expected(self, judged: Judged) -> tuple[object, ...]:
        new = self._new_discs(judged.game, judged.observation.time_s)
        if new is None:
            return (Kind.EMPTIED,)
        if judged.sent is not None:
            return self._expected_proof(judged, new)
        cells = frozenset((disc.column, disc.row) for disc in new if disc.column is not None and disc.row is not None)
        if not new:
            return (Unchanged,)
        if len(new) > 1:
            return Kind.TWO_DISCS, cells
        board = judged.game.state.rules.board
        if not all(is_played(board, cell) for cell in cells):
            return Kind.CLOSED, cells
        if not judged.open_turn:
            return Kind.OUT_OF_TURN, cells
        own = new[0].red is (judged.mover is Cell.RED)
        column = new[0].column
        assert column is not None
        return (Moved, on_board(board, column)) if own else (Kind.WRONG_COLOUR, cells)

    def _expected_proof(self, judged: Judged, new: list[Happening]) -> tuple[object, ...]:
        robots = [disc for disc in new if disc.by == "robot"]
        others = [disc for disc in new if disc.by != "robot"]
        if not new:
            return (Missing,)
        if len(robots) != 1 or len(others) > 1:
            return (Extra,)
        assert robots[0].column is not None
        column = on_board(judged.game.state.rules.board, robots[0].column)
        try:
            after = judged.game.play(DROPS[column])
        except (IllegalMove, IndexError):
            return (Extra,)
        lies_right = robots[0].row == _height(judged.game, robots[0].column)
        if not lies_right or (others and (after.over or others[0].red is (judged.mover is Cell.RED))):
            return (Extra,)
        return (Verified, column) if column == judged.sent else (WrongColumn, column)

    def _new_discs(self, game: Contest, time_s: float) -> list[Happening] | None:
        """The discs that lie in the grid beyond the agreed ones; None when the agreed ones are gone."""
        lying: dict[tuple[int, int], Happening] = {}
        for happening in self._world.log:
            if happening.time_s > time_s:
                break
            if happening.kind is Happened.SPILLED:
                lying.clear()
            elif happening.kind is Happened.SETTLED and happening.column is not None and happening.row is not None:
                lying[happening.column, happening.row] = happening
        heights = [_height(game, column) for column in range(COLUMNS)]
        if sum(heights) and not lying:
            return None
        return [disc for (column, row), disc in lying.items() if row >= heights[column]]


def _height(game: Contest, column: int) -> int:
    """How many discs the agreed game has in a column of the grid."""
    state = game.state
    board, at = state.rules.board, on_board(state.rules.board, column)
    return (state.mask & board.columns[at]).bit_count() if 0 <= at < board.width else 0


def _essence(verdict: object) -> tuple[object, ...]:
    match verdict:
        case Wrong(kind, cells):
            return (kind, frozenset(cells)) if cells else (kind,)
        case Moved(column) | Verified(column) | WrongColumn(column):
            return type(verdict), column
        case _:
            return (type(verdict),)
