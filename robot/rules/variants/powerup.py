"""Power Up: classic with four special discs a side, each to be used once.

    _   anvil    the discs under it are pushed out of the column; it lies at the bottom alone
    |   wall     a second, ordinary disc at once; neither of the two may be meant to win
    +   twice    a second, ordinary disc at once, which may win
    !   bomb     then push one of the other side's discs out of the bottom row

Set-up  As in classic. Each side has one anvil, one wall, one twice and one bomb; each is also a disc of its colour.
Move    Drop a disc, or one special disc, and do what belongs to it.
Win     Four in a line, looked for after every disc. With the wall, the second disc may not go where it would make a
        four; if the wall itself makes one, it simply wins and there is no second disc. After the anvil lines are
        looked for once, when it has fallen. A bomb that makes four for both wins for who threw it; one that makes
        four for the other side only, loses.
Draw    The board is full. Dead-draw does not apply.

The second disc is left out only when no column is left for it; the bomb pushes nothing out when no disc of the other
side lies in the bottom row. A bomb whose own drop makes four wins at once. All this is ours: the rule texts name the
four discs and little more.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from robot.rules.errors import BadRules, IllegalMove
from robot.rules.model import Played, Rules
from robot.rules.moves import POPS, Kind, Move
from robot.rules.state import Due, State

SPECIALS = (Kind.ANVIL, Kind.WALL, Kind.TWICE, Kind.BOMB)


@dataclass(frozen=True)
class PowerUp(State):
    """A position of Power Up.

    unused   the special discs that each colour has left
    owed     the special disc whose second part is due, or None
    """

    unused: tuple[frozenset[Kind], ...] = (frozenset(SPECIALS), frozenset(SPECIALS))
    owed: Kind | None = None

    def legal_moves(self) -> tuple[Move, ...]:
        """Ordinary discs, then special ones; or the second part of a special disc."""
        if self.outcome is not None or self.due is not Due.PLAY:
            return State.legal_moves(self)
        if self.owed is not None:
            return self._second_parts(self.owed)
        drops, unused = self.drops(), self.unused[self.colour]
        return drops + tuple(Move(kind, drop.column) for kind in SPECIALS if kind in unused for drop in drops)

    def play(self, move: Move) -> State:
        """The position after a move. Raises IllegalMove."""
        if self.outcome is not None or self.due is not Due.PLAY:
            return State.play(self, move)
        if move not in self.legal_moves():
            raise IllegalMove("this cannot be played now", self._remedy())
        if move.kind is Kind.POP:
            return self._ended(self.popped(move.column, 1 - self.colour), shifted=True)
        if move.kind is Kind.DROP:
            return self._ended(self.dropped(move.column))
        return self._special(move)

    def holdings(self) -> tuple[str, ...]:
        """The special discs that each colour has left."""
        return tuple(" ".join(kind.value for kind in SPECIALS if kind in left) or "none" for left in self.unused)

    def is_dead(self) -> bool:
        """Never: anvils and bombs bring lines back to life."""
        return False

    def _special(self, move: Move) -> State:
        unused = tuple(left - {move.kind} if colour == self.colour else left for colour, left in enumerate(self.unused))
        if move.kind is Kind.ANVIL:
            return replace(self, unused=unused)._ended(self._crushed(move.column))
        discs, mask = self.dropped(move.column)
        after = replace(self, discs=discs, mask=mask, unused=unused, owed=move.kind)
        if after.judged(self.colour) is None and after.legal_moves():
            return after
        return after._ended((discs, mask))

    def _second_parts(self, owed: Kind) -> tuple[Move, ...]:
        if owed is Kind.BOMB:
            other = self.discs[1 - self.colour]
            return tuple(POPS[column] for column, bottom in enumerate(self.rules.board.bottoms) if other & bottom)
        return tuple(move for move in self.drops() if owed is Kind.TWICE or not self._makes_line(move))

    def _makes_line(self, move: Move) -> bool:
        return self.rules.board.has_line(self.dropped(move.column)[0][self.colour])

    def _crushed(self, column: int) -> tuple[tuple[int, ...], int]:
        board = self.rules.board
        cells, bottom = board.columns[column], board.bottoms[column]
        discs = tuple(own & ~cells | bottom * (colour == self.colour) for colour, own in enumerate(self.discs))
        return discs, self.mask & ~cells | bottom

    def _ended(self, moved: tuple[tuple[int, ...], int], *, shifted: bool = False) -> State:
        """The position after the last part of a turn."""
        after = replace(self, discs=moved[0], mask=moved[1], owed=None, turn=self.next_turn())
        return replace(after, outcome=after.judged(self.colour, shifted=shifted))

    def _remedy(self) -> str:
        if self.owed is Kind.BOMB:
            return "push out one of the other side's bottom discs"
        return "drop a disc into a column with room, or a special disc that is left"


def start(rules: Rules) -> State:
    """The empty board. Raises BadRules for what does not go with discs that leave the board."""
    if rules.colours != 2 or rules.dead_draw or rules.time_draw or rules.misere or rules.pops:
        raise BadRules(
            "Power Up is for two sides, to win, without draws by dead lines and pops", "leave these options out"
        )
    if rules.board.blocked or rules.board.capped or rules.prefilled:
        raise BadRules("Power Up needs columns without obstacles and prefilled cells", "use an empty board")
    return PowerUp.start(rules)


RULES = Rules()
PLAYED = Played.SIMULATED
