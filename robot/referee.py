"""Hold the agreed game against what is seen, and say in words what happened. The only file that knows both.

    judge    between moves:      Moved | Unchanged | Wrong(kind, cells, words, remedy) | Unreadable
    verify   after a robot drop: Verified | WrongColumn | Missing | Extra | Unreadable

A cell that cannot be read (`?`) is harmless where the agreed game has a disc (nothing takes a single disc out of the
grid), where a disc would float, and where the variant plays no discs; at the top of a column it makes the board
unreadable, for a disc may lie there. The referee never adopts a board that it cannot explain.

Cells are those of the plastic grid, the columns of moves those of the board (see `robot.plastic`).
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass

from robot.plastic import Colours, agreed_cell, cell_name, is_played, on_board
from robot.rules.contest import Contest
from robot.rules.errors import IllegalMove
from robot.rules.lines import Square
from robot.rules.moves import DROPS
from vision.types import COLUMNS, ROWS, Cell, Observation


class Kind(enum.Enum):
    """What can be wrong with a board that can be read."""

    OUT_OF_TURN = "out of turn"
    WRONG_COLOUR = "wrong colour"
    TWO_DISCS = "two discs"
    DISC_GONE = "disc gone"
    DISC_CHANGED = "disc changed"
    FLOATING = "floating disc"
    CLOSED = "closed cell"
    EMPTIED = "board emptied"


@dataclass(frozen=True, slots=True)
class Moved:
    """The side to move has dropped one disc into `column`, legally."""

    column: int


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The board is as agreed."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """The board is not as agreed: the kind, the cells, and in words what happened and what to do."""

    kind: Kind
    cells: tuple[Square, ...]
    words: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The board cannot be judged from this picture; `cells` are those in doubt, empty when all are."""

    words: str
    cells: tuple[Square, ...] = ()


@dataclass(frozen=True, slots=True)
class Verified:
    """The robot's disc lies where it was sent."""

    column: int


@dataclass(frozen=True, slots=True)
class WrongColumn:
    """The robot's disc lies in the grid, in another column."""

    column: int


@dataclass(frozen=True, slots=True)
class Missing:
    """The robot's disc is not in the grid."""


@dataclass(frozen=True, slots=True)
class Extra:
    """More has changed than one disc of the robot can explain."""

    wrong: Wrong


Verdict = Moved | Unchanged | Wrong | Unreadable
Proof = Verified | WrongColumn | Missing | Extra | Unreadable


def judge(game: Contest, seen: Observation, colours: Colours, *, open_turn: bool) -> Verdict:
    """Say what happened to the board since the agreed game.

    `open_turn` is True while a person is waited for who may drop a disc of the side to move, False while nobody may.
    """
    doubt = _unreadable(game, seen, colours)
    if doubt is not None:
        return doubt
    changes = _changes(game, seen, colours)
    if not changes:
        return Unchanged()
    if changes.gone or changes.swapped:
        return _discs_lost(game, seen, colours, changes)
    return _discs_added(game, seen, colours, changes.added, open_turn=open_turn)


def verify(game: Contest, column: int, seen: Observation, colours: Colours) -> Proof:
    """Say where the robot's disc went; `game` is the agreed game before it was sent to `column`.

    A person who answers at once, correctly, does not spoil the proof: the answer is judged with the next look.
    """
    verdict = judge(game, seen, colours, open_turn=True)
    if isinstance(verdict, Unreadable):
        return verdict
    if isinstance(verdict, Unchanged):
        return Missing()
    if isinstance(verdict, Moved):
        return Verified(column) if verdict.column == column else WrongColumn(verdict.column)
    others = (move.column for move in game.state.drops() if move.column != column)
    for tried in (column, *others):
        if _explains(game, tried, seen, colours):
            return Verified(tried) if tried == column else WrongColumn(tried)
    return Extra(verdict)


def _explains(game: Contest, column: int, seen: Observation, colours: Colours) -> bool:
    try:
        after = game.play(DROPS[column])
    except IllegalMove:
        return False
    return isinstance(judge(after, seen, colours, open_turn=not after.over), Unchanged | Moved)


@dataclass(frozen=True, slots=True)
class _Changes:
    added: tuple[Square, ...]
    gone: tuple[Square, ...]
    swapped: tuple[Square, ...]

    def __bool__(self) -> bool:
        return bool(self.added or self.gone or self.swapped)


def _squares() -> Iterator[Square]:
    return ((column, row) for row in range(ROWS) for column in range(COLUMNS))


def _changes(game: Contest, seen: Observation, colours: Colours) -> _Changes:
    added: list[Square] = []
    gone: list[Square] = []
    swapped: list[Square] = []
    for square in _squares():
        was, now = agreed_cell(game.state, square, colours), seen.cells[square[1]][square[0]]
        if now in (was, Cell.UNKNOWN):
            continue
        (added if was is Cell.EMPTY else gone if now is Cell.EMPTY else swapped).append(square)
    return _Changes(tuple(added), tuple(gone), tuple(swapped))


def _unreadable(game: Contest, seen: Observation, colours: Colours) -> Unreadable | None:
    if not seen.readable:
        return Unreadable(seen.reason or "the board cannot be read")
    doubtful = tuple(square for square in _squares() if _in_doubt(game, seen, colours, square))
    if not doubtful:
        return None
    names = _names(game, doubtful)
    return Unreadable(f"I cannot tell what is in {names}", doubtful)


def _in_doubt(game: Contest, seen: Observation, colours: Colours, square: Square) -> bool:
    column, row = square
    if seen.cells[row][column] is not Cell.UNKNOWN or agreed_cell(game.state, square, colours) is not Cell.EMPTY:
        return False
    if not is_played(game.state.rules.board, square):
        return False
    return row == 0 or _filled(game, seen, colours, (column, row - 1))


def _filled(game: Contest, seen: Observation, colours: Colours, square: Square) -> bool:
    now = seen.cells[square[1]][square[0]]
    return (agreed_cell(game.state, square, colours) if now is Cell.UNKNOWN else now) is not Cell.EMPTY


def _discs_lost(game: Contest, seen: Observation, colours: Colours, changes: _Changes) -> Wrong:
    kept = any(
        agreed_cell(game.state, square, colours) is not Cell.EMPTY
        and seen.cells[square[1]][square[0]] in (Cell.RED, Cell.YELLOW)
        for square in _squares()
    )
    if not kept and not changes.added:
        return Wrong(Kind.EMPTIED, (), "the board is empty in the middle of the game", _REBUILD)
    if changes.gone:
        return _wrong(game, Kind.DISC_GONE, changes.gone, "there is no disc any more in {}")
    return _wrong(game, Kind.DISC_CHANGED, changes.swapped, "the disc has another colour in {}")


def _discs_added(
    game: Contest, seen: Observation, colours: Colours, added: tuple[Square, ...], *, open_turn: bool
) -> Moved | Wrong:
    floating = tuple(square for square in added if _floats(seen, square))
    if floating:
        remedy = "tap the board so that it falls; else " + _REBUILD
        return _wrong(game, Kind.FLOATING, floating, "a disc hangs in {}", remedy)
    if len(added) > 1:
        return _wrong(game, Kind.TWO_DISCS, added, "more than one disc is new: {}")
    column, row = added[0]
    board = game.state.rules.board
    if not is_played(board, added[0]):
        return _wrong(game, Kind.CLOSED, added, "nothing is played in {} in this game")
    if not open_turn or game.over:
        return _wrong(game, Kind.OUT_OF_TURN, added, "it was not the turn for the disc in {}")
    if seen.cells[row][column] is not colours[game.state.colour]:
        return _wrong(game, Kind.WRONG_COLOUR, added, "the disc has the wrong colour in {}")
    return Moved(on_board(board, column))


def _floats(seen: Observation, square: Square) -> bool:
    column, row = square
    return row > 0 and seen.cells[row - 1][column] is Cell.EMPTY


def _wrong(game: Contest, kind: Kind, cells: tuple[Square, ...], words: str, remedy: str = "") -> Wrong:
    return Wrong(kind, cells, words.format(_names(game, cells)), remedy or _REBUILD)


def _names(game: Contest, cells: tuple[Square, ...]) -> str:
    return ", ".join(cell_name(game.state.rules.board, cell) for cell in cells)


_REBUILD = "hands off, please: the grid will be emptied and built up again"
