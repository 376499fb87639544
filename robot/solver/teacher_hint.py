"""A hint: a move, and why, as data and in words."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from robot.rules.board import Board
from robot.rules.contest import Contest
from robot.rules.lines import Square
from robot.rules.moves import Kind, Move, text_of
from robot.rules.position import Position
from robot.rules.state import Due, State
from robot.rules.variants.pop10 import Pop10
from robot.solver.general import classic_position, evens
from robot.solver.general_forced import wins
from robot.solver.teacher_threats import Threat, landing_cells, threats

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


class Why(enum.Enum):
    """Why a move is good, the strongest reason first; the value says it, `{move}` and the rest being filled in."""

    WINS = "{move} makes {k} {where}"
    TOO_LATE = "whatever you play, they win at once"
    SIDE = "{move}: that side {fares}"
    BLOCKS = "{move} blocks {less} {where}"
    ONLY = "{move} is the only move that does not lose at once"
    TWO_THREATS = "{move} makes two threats"
    WIN_KNOWN = "{move} {threat}wins{soon} with best play{alone}"
    DRAW_KNOWN = "{move} {threat}holds the draw{alone}"
    THREAT = "{move} makes a threat on {cell}"
    LOST = "{move} is as good as any other: they win{soon} with best play"
    LONGEST = "{move} holds out longest: they win{soon} with best play"
    LINES = "{move} takes a cell of {number} lines"
    EVEN = "{move} leaves the sides most nearly even, and the other side chooses"
    ENGINE = "{move} looks best"


class Danger(enum.Enum):
    """Why a move is bad."""

    LOSES = "{move} makes {k} {where} and loses"
    LETS_LAND = "{move} lets them land on {cell} and win"
    LETS_PLAY = "{move} lets them play {reply} and win"


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

    dangers the moves that lose at once, or let the next player win at once; none where every move does
    taken   the cell in which the disc of the move will land, where it is a disc that is dropped
    """

    move: Move
    reason: Reason
    dangers: tuple[Reason, ...]
    scores: tuple[tuple[Move, int | None], ...]
    taken: Square | None

    @property
    def text(self) -> str:
        """The reason, and the dangers that it leaves to be named, in one line."""
        named = self.reason.why in (Why.WINS, Why.ONLY)
        dangers = [danger for danger in self.dangers if not named and self.taken not in danger.cells]
        return "; ".join([self.reason.text, *(danger.text for danger in dangers)])


def landing_cell(state: State, move: Move) -> Square | None:
    """The cell in which the disc of a move will land; None for a move that drops none."""
    return next((cell for cell in landing_cells(state) if cell[0] == move.column and move.kind is Kind.DROP), None)


def dangers(contest: Contest) -> tuple[Reason, ...]:
    """The moves that lose at once, or let the next player win at once."""
    return tuple(danger for move in contest.state.legal_moves() if (danger := _danger(contest, move)) is not None)


def reason_for(contest: Contest, move: Move, scores: Mapping[Move, int | None], shunned: Sequence[Reason]) -> Reason:
    """Why this move was chosen; `scores` are those of all moves, `shunned` the dangers of the position."""
    state = contest.state
    if state.due is Due.CHOOSE:
        return _reason(state, move, Why.SIDE, fares=_fares(scores[move]))
    if evens(state):
        return _reason(state, move, Why.EVEN)
    after = contest.play(move)
    if after.outcome is not None and after.outcome.winner == state.colour and after.outcome.lines:
        return _reason(state, move, Why.WINS, after.outcome.lines[0])
    if len(shunned) == len(state.legal_moves()):
        return _reason(state, move, Why.TOO_LATE)
    cell = landing_cell(state, move)
    met = _met(state, cell) if cell is not None and _lines_win(state) else None
    if met is not None:
        return _reason(state, move, Why.BLOCKS, tuple(each for each in met.line if each != cell), cell)
    if shunned and len(shunned) == len(state.legal_moves()) - 1:
        return _reason(state, move, Why.ONLY)
    return _quiet_reason(contest, after.state, move, scores)


def _lines_win(state: State) -> bool:
    """Whether a side wants lines that are whole and nothing else."""
    return not state.rules.misere and not isinstance(state, Pop10)


def _met(state: State, cell: Square) -> Threat | None:
    """The threat of the next player that a disc in a cell ends."""
    following = state.rules.seats[state.next_turn()]
    return next((threat for threat in _of(state, following) if threat.cell == cell), None)


def _quiet_reason(contest: Contest, after: State, move: Move, scores: Mapping[Move, int | None]) -> Reason:
    """The reason for a move that neither wins nor ends what would win at once."""
    state, score = contest.state, scores[move]
    own = _of(after, state.colour) if _lines_win(state) and move.kind is Kind.DROP else []
    old = {threat.cell for threat in _of(state, state.colour)}
    new = tuple(threat.cell for threat in own if threat.cell not in old)
    pair = _two_threats(own)
    if pair and (score is None or score > 0):
        return _reason(state, move, Why.TWO_THREATS, pair)
    if score is not None:
        return _known_reason(contest, move, scores, new)
    if new:
        return _reason(state, move, Why.THREAT, new)
    return _rough_reason(state, move)


def _two_threats(own: Sequence[Threat]) -> tuple[Square, ...]:
    """The cells of threats of which one alone can be met: two that are open, or one above another that is."""
    ready = {threat.cell for threat in own if threat.open}
    stacked = {threat.cell for threat in own if (threat.cell[0], threat.cell[1] - 1) in ready}
    return tuple(sorted(ready | stacked)) if len(ready | stacked) > 1 else ()


def _known_reason(contest: Contest, move: Move, scores: Mapping[Move, int | None], new: tuple[Square, ...]) -> Reason:
    """The reason where it is known what comes of a move with best play; `new` are the cells that it threatens."""
    state, score = contest.state, scores[move]
    assert score is not None
    soon = _soon(contest, score)
    if score < 0:
        alike = all(other == score for other in scores.values())
        return _reason(state, move, Why.LOST if alike else Why.LONGEST, soon=soon)
    as_good = sum(other is None or _sign(other) >= _sign(score) for other in scores.values())
    alone = ", and no other move does" if as_good == 1 < len(scores) else ""
    threat = f"makes a threat on {_cell(new[0], state.rules.board)} and " if new else ""
    why = Why.WIN_KNOWN if score else Why.DRAW_KNOWN
    return _reason(state, move, why, new, threat=threat, soon=soon, alone=alone)


def _rough_reason(state: State, move: Move) -> Reason:
    """The reason where nothing is known: the lines that a disc may still become part of."""
    cell = landing_cell(state, move)
    lines = [line for line in state.rules.board.lines if cell in line and _is_own(state, line)]
    if not lines or not _lines_win(state) or state.due is not Due.PLAY:
        return _reason(state, move, Why.ENGINE)
    return _reason(state, move, Why.LINES, (cell,) if cell else (), number=len(lines))


def _soon(contest: Contest, score: int) -> str:
    """How soon a classic score wins: in how many moves of the side that does."""
    position = classic_position(contest.state)
    if position is None or not score:
        return ""
    left = Position.WIDTH * Position.HEIGHT - position.ply
    moves = (left + 1 if score > 0 else left) // 2 - abs(score) + 1
    return f" in {moves} moves"


def _fares(score: int | None) -> str:
    """What comes of a side that may be chosen."""
    if score is None:
        return "looks better"
    return "wins with best play" if score > 0 else "draws with best play"


def _danger(contest: Contest, move: Move) -> Reason | None:
    state, after = contest.state, contest.play(move)
    if after.outcome is not None:
        lost = after.outcome.winner not in (None, state.colour)
        return _reason(state, move, Danger.LOSES, after.outcome.lines[0]) if lost and after.outcome.lines else None
    colour = after.state.colour
    if colour == state.colour:
        return None
    reply = next((each for each in after.state.legal_moves() if wins(after.play(each), colour)), None)
    if reply is None:
        return None
    cell = landing_cell(after.state, reply)
    if cell is None:
        return _reason(state, move, Danger.LETS_PLAY, reply=text_of(reply, state.rules.board))
    return _reason(state, move, Danger.LETS_LAND, (cell,))


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
    **words: object,
) -> Reason:
    board = state.rules.board
    whole = (*cells, extra) if extra is not None else cells
    text = why.value.format(
        move=text_of(move, board),
        k=NUMBERS[board.k],
        less=NUMBERS[board.k - 1],
        where=_where(whole, board) if len(whole) > 1 else "",
        cell=_cell(cells[0], board) if cells else "",
        **words,
    )
    return Reason(move, why, cells, text)


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


def _where(line: tuple[Square, ...], board: Board) -> str:
    columns, rows = {column for column, _ in line}, {row for _, row in line}
    if len(rows) == 1:
        return f"on row {rows.pop() + 1}"
    return f"in column {board.names[columns.pop()]}" if len(columns) == 1 else "on a diagonal"


def _cell(cell: Square, board: Board) -> str:
    return f"{board.names[cell[0]]}{cell[1] + 1}"
