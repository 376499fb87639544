"""A hint: a move, and why, as data and in words."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from robot.rules.board import Board
from robot.rules.contest import Contest
from robot.rules.lines import Square
from robot.rules.moves import Kind, Move, text_of
from robot.rules.state import Due, State
from robot.solver.teacher_threats import Threat, landing_cells, threats

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


class Why(enum.Enum):
    """Why a move is good, the strongest reason first; the value says it, `MOVE` and the rest being filled in."""

    WINS = "{move} makes {k} {where}"
    BLOCKS = "{move} blocks {less} {where}"
    TWO_THREATS = "{move} makes two threats"
    ONLY = "every other column lets them land on {cell}"
    WIN_KNOWN = "{move} wins with best play"
    THREAT = "{move} makes a threat on {cell}"
    DRAW_KNOWN = "{move} holds the draw"
    LINES = "{move} takes a cell of {number} lines"
    LONGEST = "{move} holds out longest"
    LOST = "{move} is as good as any other: they win with best play"
    SIDE = "{move}: that side is no worse"
    ENGINE = "{move} is what the engine would play"


class Danger(enum.Enum):
    """Why a move is bad."""

    LOSES = "{move} makes {k} {where} and loses"
    LETS_LAND = "{move} lets them land on {cell}"


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason for or against a move.

    why     what it is
    cells   what to show: the line that is made or blocked, or the cells that are threatened
    text    the reason in words
    """

    move: Move
    why: Why | Danger
    cells: tuple[Square, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Hint:
    """The best move with its reason, what to keep away from, and the score of every move (None: not known).

    taken   the cell in which the disc of the move will land, where it is a disc that is dropped
    """

    move: Move
    reason: Reason
    dangers: tuple[Reason, ...]
    scores: tuple[tuple[Move, int | None], ...]

    taken: Square | None

    @property
    def text(self) -> str:
        """The reason, and the dangers that it does not name already, in one line."""
        named = {self.taken, *(self.reason.cells if self.reason.why is Why.ONLY else ())}
        dangers = [danger.text for danger in self.dangers if not named & set(danger.cells)]
        return "; ".join([self.reason.text, *dangers])


def landing_cell(state: State, move: Move) -> Square | None:
    """The cell in which the disc of a move will land; None for a move that drops none."""
    return next((cell for cell in landing_cells(state) if cell[0] == move.column and move.kind is Kind.DROP), None)


def dangers(contest: Contest) -> tuple[Reason, ...]:
    """The drops that lose at once, or let the next player win at once; none where every drop does."""
    drops = [move for move in contest.state.legal_moves() if move.kind is Kind.DROP]
    found = [danger for move in drops if (danger := _danger(contest, move)) is not None]
    return tuple(found) if len(found) < len(contest.state.legal_moves()) else ()


def reason_for(contest: Contest, move: Move, scores: Mapping[Move, int | None], shunned: Sequence[Reason]) -> Reason:
    """Why this move was chosen; `scores` are those of all moves, `shunned` the dangers of the position."""
    state = contest.state
    if state.due is Due.CHOOSE:
        return _reason(state, move, Why.SIDE)
    if move.kind is not Kind.DROP:
        return _reason(state, move, Why.ENGINE)
    after = contest.play(move)
    if after.outcome is not None and after.outcome.winner == state.colour and after.outcome.lines:
        return _reason(state, move, Why.WINS, after.outcome.lines[0])
    cell = landing_cell(state, move)
    assert cell is not None
    met = next((threat for threat in _of(state, state.rules.seats[state.next_turn()]) if threat.cell == cell), None)
    if met is not None and not state.rules.misere:
        return _reason(state, move, Why.BLOCKS, tuple(each for each in met.line if each != cell), cell)
    if len(shunned) == len(state.legal_moves()) - 1 and shunned:
        return _reason(state, move, Why.ONLY, shunned[0].cells[:1])
    return _quiet_reason(state, after.state, move, cell, scores)


def _quiet_reason(state: State, after: State, move: Move, cell: Square, scores: Mapping[Move, int | None]) -> Reason:
    misere, board = state.rules.misere, state.rules.board
    own = [threat for threat in _of(after, state.colour) if not misere]
    ready = {threat.cell for threat in own if threat.open}
    stacked = {threat.cell for threat in own if (threat.cell[0], threat.cell[1] - 1) in ready}
    if len(ready | stacked) > 1:
        return _reason(state, move, Why.TWO_THREATS, tuple(sorted(ready | stacked)))
    score = scores[move]
    if score is not None and score > 0:
        return _reason(state, move, Why.WIN_KNOWN)
    old = {threat.cell for threat in _of(state, state.colour)}
    new = tuple(threat.cell for threat in own if threat.cell not in old)
    if new and (score is None or score == 0):
        return _reason(state, move, Why.THREAT, new)
    if score is not None and score < 0:
        return _reason(state, move, Why.LOST if set(scores.values()) == {score} else Why.LONGEST)
    if score == 0:
        return _reason(state, move, Why.DRAW_KNOWN)
    lines = [line for line in board.lines if cell in line and _is_own(state, line)]
    if misere or not lines:
        return _reason(state, move, Why.ENGINE)
    return _reason(state, move, Why.LINES, (cell,), number=len(lines))


def _danger(contest: Contest, move: Move) -> Reason | None:
    state, after = contest.state, contest.play(move)
    if after.outcome is not None:
        lost = after.outcome.winner not in (None, state.colour)
        return _reason(state, move, Danger.LOSES, after.outcome.lines[0]) if lost and after.outcome.lines else None
    if state.rules.misere or after.state.colour == state.colour:
        return None
    threat = next((each for each in _of(after.state, after.state.colour) if each.open), None)
    return None if threat is None else _reason(state, move, Danger.LETS_LAND, (threat.cell,))


def _of(state: State, colour: int) -> list[Threat]:
    return [threat for threat in threats(state) if threat.colour == colour]


def _is_own(state: State, line: tuple[Square, ...]) -> bool:
    """Whether this side can still complete the line."""
    cells = sum(state.rules.board.bit(*cell) for cell in line)
    return not cells & (state.mask & ~state.discs[state.colour]) and not cells & ~state.rules.board.open


def _reason(
    state: State,
    move: Move,
    why: Why | Danger,
    cells: tuple[Square, ...] = (),
    extra: Square | None = None,
    number: int = 0,
) -> Reason:
    board = state.rules.board
    whole = (*cells, extra) if extra is not None else cells
    text = why.value.format(
        move=text_of(move, board),
        k=NUMBERS[board.k],
        less=NUMBERS[board.k - 1],
        where=_where(whole, board) if len(whole) > 1 else "",
        cell=_cell(cells[0], board) if cells else "",
        number=number,
    )
    return Reason(move, why, cells, text)


def _where(line: tuple[Square, ...], board: Board) -> str:
    columns, rows = {column for column, _ in line}, {row for _, row in line}
    if len(rows) == 1:
        return f"on row {rows.pop() + 1}"
    return f"in column {board.names[columns.pop()]}" if len(columns) == 1 else "on a diagonal"


def _cell(cell: Square, board: Board) -> str:
    return f"{board.names[cell[0]]}{cell[1] + 1}"
