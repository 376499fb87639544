"""Pop 10: take your discs out of lines of four, and be the first to keep ten.

    |O X O X O X O|
    |X O X O X O X|     X takes out b1, which lies in the line a1 to d1,
    |O X O X O X O|     keeps it, and goes on. O would have to put e1
    |X O X O X O X|     back on top of a column.
    |O O X O X X O|
    |X X X X O O O|
     a b c d e f g

Set-up  In turn, the players fill the bottom row, then the next one, and so on until the board is full: a disc goes
        into any free cell of the lowest row that is not full. Lines do not count yet. Or begin with a full board
        that was filled by lot, 21 discs of each colour (`filled`).
Move    Push one of your own discs out of the bottom row. If it was in a four (or longer) of your colour at that
        moment, before its column fell, keep it and go on: you must. If not, drop it into another column with
        room; into the same one only when no other has room. Then it is the other side's turn.
Win     Who first keeps ten discs.
Draw    Both keep equally many when neither has a disc in the bottom row, or when a position comes for the third time;
        otherwise who keeps more wins then.

A side without a disc in the bottom row passes, also in the middle of a turn. After the filling the first player
begins. Whether the rows are filled in turn or the board is loaded full is told in two ways; we have both
(`pop10:full`).
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from robot.rules.errors import BadNotation, BadRules, IllegalMove
from robot.rules.game import Outcome, Reason
from robot.rules.lines import Square
from robot.rules.model import Opening, Played, Rules
from robot.rules.moves import DROPS, Kind, Move
from robot.rules.state import Due, State

ENOUGH = 10
WIDTH, HEIGHT = 7, 6


@dataclass(frozen=True)
class Pop10(State):
    """A position of Pop 10.

    kept      how many discs each colour has kept
    filling   whether the board is still being filled
    hand      the column that the disc in the mover's hand came from, or None
    """

    kept: tuple[int, ...] = (0, 0)
    filling: bool = True
    hand: int | None = None

    def legal_moves(self) -> tuple[Move, ...]:
        """The cells of the row that is being filled, the columns for the disc in hand, or one's own bottom discs."""
        if self.outcome is not None or self.due is Due.CHOOSE:
            return State.legal_moves(self)
        if self.filling:
            return self._row()
        if self.hand is None:
            return self._pops()
        return tuple(move for move in self.drops() if move.column != self.hand) or (DROPS[self.hand],)

    def play(self, move: Move) -> State:
        """The position after a move. Raises IllegalMove."""
        if self.outcome is not None or self.due is Due.CHOOSE:
            return State.play(self, move)
        if move not in self.legal_moves():
            raise IllegalMove("this disc cannot be moved so now", self._remedy())
        if move.kind is Kind.POP:
            return self._popped_out(move.column)
        discs, mask = self.dropped(move.column)
        filling = bool(self.filling and self.rules.board.open & ~mask)
        after = replace(self, discs=discs, mask=mask, due=self.due_after(mask), filling=filling, hand=None)
        return replace(after, turn=self.next_turn()).passed()

    def holdings(self) -> tuple[str, ...]:
        """How many discs each colour has kept."""
        return tuple(f"{count} kept" for count in self.kept)

    def passed(self) -> Pop10:
        """The position after sides without a disc in the bottom row have passed; the end when both would."""
        if self.filling or self._pops():
            return self
        other = replace(self, turn=self.next_turn())
        return other if other._pops() else replace(self, outcome=self.when_repeated())

    def when_repeated(self) -> Outcome:
        """Who keeps more wins; equal is a draw."""
        first, second = self.kept
        return Outcome(None if first == second else int(second > first), Reason.COUNT)

    def _popped_out(self, column: int) -> Pop10:
        board, own = self.rules.board, self.discs[self.colour]
        lined = any(board.bottoms[column] & line and own & line == line for line in board.masks)
        discs, mask = self.popped(column, self.colour)
        if not lined:
            return replace(self, discs=discs, mask=mask, hand=column)
        kept = tuple(count + (colour == self.colour) for colour, count in enumerate(self.kept))
        after = replace(self, discs=discs, mask=mask, kept=kept)
        if kept[self.colour] == ENOUGH:
            return replace(after, outcome=Outcome(self.colour, Reason.COUNT))
        return after.passed()

    def _row(self) -> tuple[Move, ...]:
        row = min((self.mask & cells).bit_count() for cells in self.rules.board.columns)
        return tuple(move for move in self.drops() if not self.mask & self.rules.board.bit(move.column, row))

    def _remedy(self) -> str:
        if self.filling:
            return "drop it into a free cell of the lowest row that is not full"
        return "push out one of your own bottom discs" if self.hand is None else "drop the disc into another column"


def start(rules: Rules) -> State:
    """The empty board, or the full one. Raises BadRules where the rules are not those of two sides who fill it."""
    if rules.colours != 2 or not rules.pops or rules.drawn:
        raise BadRules("Pop 10 is for two sides who fill the board themselves", "leave these options out")
    if rules.prefilled and rules.opening is not Opening.NONE:
        raise BadRules("on a full board no disc is left to settle the colours by", "begin with the empty board")
    state = Pop10.start(rules)
    return replace(state, filling=False).passed() if rules.prefilled else state


def filled(luck: random.Random) -> Rules:
    """The rules on a full board of 21 discs of each colour, each anywhere."""
    cells = [(column, row) for column in range(WIDTH) for row in range(HEIGHT)]
    first = set(luck.sample(cells, len(cells) // 2))
    return _full(first, set(cells) - first)


def on_board(text: str) -> Rules:
    """The rules on a full board: its rows from the top, `XOXOXOX/OXOXOXO/...`, X for the first. Raises BadNotation."""
    signs = {
        (column, row): sign for row, line in enumerate(reversed(text.split("/"))) for column, sign in enumerate(line)
    }
    first, second = ({cell for cell, sign in signs.items() if sign == own} for own in SIGNS)
    whole = [len(line) for line in text.split("/")] == [WIDTH] * HEIGHT
    if not whole or len(first) != len(second) or len(first | second) != len(signs):
        raise BadNotation(
            f"{text[:60]!r} is no full board", "write six rows of seven X and O, 21 of each, with / between"
        )
    return _full(first, second)


def board_text(rules: Rules) -> str:
    """The full board, as `on_board` reads it; empty where the players fill it."""
    if not rules.prefilled:
        return ""
    first, _ = rules.prefilled
    rows = range(HEIGHT - 1, -1, -1)
    return "/".join("".join(SIGNS[(column, row) not in first] for column in range(WIDTH)) for row in rows)


def _full(first: set[Square], second: set[Square]) -> Rules:
    return replace(RULES, prefilled=(tuple(sorted(first)), tuple(sorted(second))))


SIGNS = "XO"
RULES = Rules(pops=True, repetition=3)
PLAYED = Played.SIMULATED
