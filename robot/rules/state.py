"""A position of any variant: whose discs lie where, who has to do what, and how the game ended. Immutable.

The order of the checks after a move (variants, section 0): a line of the mover; after a pop, a line of somebody else;
then, where the rules ask for it, a board on which every line is dead; then a full board; then the next player.
Standard library only.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field, replace
from typing import Self

from robot.rules.errors import IllegalMove
from robot.rules.game import Outcome, Reason
from robot.rules.model import Opening, Rules
from robot.rules.moves import DROPS, KEEP, POPS, SWAP, Kind, Move


class Due(enum.Enum):
    """What the player to move has to do."""

    PLAY = "play"
    PLACE = "place"
    """Place a disc of the opening."""
    CHOOSE = "choose"
    """Keep the colours or exchange them."""


_PLAY, _DROP, _new, _set = Due.PLAY, Kind.DROP, object.__new__, object.__setattr__
"""Looked up once."""

FULL = Outcome(None, Reason.FULL)
DEAD = Outcome(None, Reason.DEAD)
NO_MOVE = Outcome(None, Reason.NO_MOVE)
REPEATED = Outcome(None, Reason.REPETITION)


@dataclass(frozen=True)
class State:
    """A position. Two under the same rules are equal when everything that can happen from here on is.

    discs     a bitboard for each colour
    mask      all cells that are taken: discs, obstacles, and discs of players who have left
    turn      the index into `rules.seats` of the colour to move
    swapped   whether the two sides have exchanged their colours
    gone      the colours that have left a game of three
    """

    rules: Rules = field(compare=False, repr=False)
    discs: tuple[int, ...]
    mask: int
    turn: int = 0
    due: Due = Due.PLAY
    swapped: bool = False
    gone: frozenset[int] = frozenset()
    outcome: Outcome | None = None

    @classmethod
    def start(cls, rules: Rules) -> Self:
        """The position before the first move."""
        cells = (*rules.prefilled, *[()] * rules.colours)[: rules.colours]
        discs = tuple(sum(rules.board.bit(*cell) for cell in mine) for mine in cells)
        due = Due.PLAY if rules.opening is Opening.NONE else Due.PLACE
        return cls(rules, discs, rules.board.neutral | sum(discs), due=due)

    @property
    def colour(self) -> int:
        """The colour to move."""
        return self.rules.seats[self.turn]

    @property
    def seat(self) -> int:
        """The seat that has to act, which is not the one of the turn while colours are being settled or swapped."""
        if self.due is Due.CHOOSE:
            return 1
        return 0 if self.due is Due.PLACE and self.rules.opening is Opening.SWAP3 else self.turn ^ self.swapped

    def colour_of(self, seat: int) -> int:
        """The colour that a seat plays now."""
        return self.rules.seats[seat] ^ self.swapped

    def at(self, column: int, row: int) -> int | None:
        """The colour of the disc in a cell, or None."""
        cell = self.rules.board.bit(column, row)
        return next((colour for colour, discs in enumerate(self.discs) if discs & cell), None)

    def legal_moves(self) -> tuple[Move, ...]:
        """All moves, from the left, pops last; none when the game is over."""
        if self.outcome is not None:
            return ()
        if self.due is not _PLAY:
            return self._opening_moves()
        return self.drops() + self._pops() if self.rules.pops else self.drops()

    def drops(self) -> tuple[Move, ...]:
        """The discs that can be dropped, from the left."""
        rules = self.rules
        return rules.drops[self.mask & rules.board.lid]

    def play(self, move: Move) -> State:
        """The position after a move. Raises IllegalMove, which says why the move cannot be made."""
        if self.outcome is not None:
            raise IllegalMove("the game is over", "start a new game")
        kind, column = move
        if self.due is not _PLAY:
            if self.due is Due.CHOOSE:
                return self._chosen(move)
            if self.rules.drawn and move not in self.legal_moves():
                name = self.rules.board.names[self.legal_moves()[0].column]
                raise IllegalMove("another disc was drawn for this move", f"drop it into column {name}")
        if kind is _DROP:
            return self._with_disc(column)
        if kind is Kind.POP and self.rules.pops and self.due is _PLAY:
            return self._after(*self.popped(column, self.colour), shifted=True)
        raise IllegalMove(f"{kind.name.lower()} is no move here", "drop a disc into a column")

    def _with_disc(self, column: int) -> State:
        """The position after a disc was dropped.

        Games and searches spend their time here: of the lines only those through the disc's cell are looked at, and
        the copy is made by hand, because `replace` and the constructor of a frozen class take several times as long.
        """
        rules, turn, discs = self.rules, self.turn, list(self.discs)
        cell, colour = self.landing(column), rules.seats[turn]
        mask = self.mask | cell
        discs[colour] |= cell
        fields = self.__dict__.copy()
        fields["discs"] = tuple(discs)
        fields["mask"] = mask
        fields["turn"] = self.next_turn() if self.gone else rules.following[turn]
        if self.due is not _PLAY:
            fields["due"] = self.due_after(mask)
        after = _new(type(self))
        _set(after, "__dict__", fields)
        board = rules.board
        if board.completes(cell, discs[colour]):
            fields["outcome"] = after._lined(colour)
        elif rules.ends_early or not board.open & ~mask:
            fields["outcome"] = after._drawn()
        return after

    def dropped(self, column: int) -> tuple[tuple[int, ...], int]:
        """Discs and mask after a disc of the colour to move fell into a column. Raises IllegalMove."""
        cell = self.landing(column)
        colour = self.colour
        discs = tuple(own | cell if each == colour else own for each, own in enumerate(self.discs))
        return discs, self.mask | cell

    def landing(self, column: int) -> int:
        """The mask of the cell where a disc would come to rest. Raises IllegalMove."""
        board = self.rules.board
        if not 0 <= column < board.width:
            raise IllegalMove("there is no such column", f"choose one of {board.names[0]} to {board.names[-1]}")
        cell = (self.mask + board.bottoms[column]) & board.stacks[column]
        if not cell:
            raise IllegalMove(f"column {board.names[column]} is full", "choose another column")
        return cell

    def popped(self, column: int, colour: int) -> tuple[tuple[int, ...], int]:
        """Discs and mask after a disc of `colour` was pushed out of the bottom of a column. Raises IllegalMove."""
        board = self.rules.board
        if not (0 <= column < board.width and self.discs[colour] & board.bottoms[column]):
            raise IllegalMove("no such disc lies at the bottom of that column", "choose another move")
        cells = board.columns[column]
        fallen = tuple(own & ~cells | (own & cells) >> 1 & cells for own in self.discs)
        return fallen, self.mask & ~cells | (self.mask & cells) >> 1 & cells

    def holdings(self) -> tuple[str, ...]:
        """What each colour has besides its discs on the board, in words; nothing in most variants."""
        return ()

    def is_dead(self) -> bool:
        """Whether every line holds discs of two colours or a cell that is nobody's: no line can be made any more.

        Never where discs can be pushed out: that can bring a line back to life.
        """
        if self.rules.pops:
            return False
        nobodys = self.mask ^ sum(self.discs)
        return not any(self._is_alive(line) for line in self.rules.board.masks if not line & nobodys)

    def can_win(self, colour: int) -> bool:
        """Whether one of two colours can still win: a line is left to it, in misère one to the other colour."""
        others = self.mask ^ self.discs[colour ^ self.rules.misere]
        return any(not line & others for line in self.rules.board.masks)

    def is_full(self) -> bool:
        """Whether no cell is left to drop a disc into."""
        return not self.rules.board.open & ~self.mask

    def without(self, colour: int) -> State:
        """The position after a player has left: the discs stay, as nobody's. Who is left alone is not asked here."""
        gone = self.gone | {colour}
        discs = tuple(0 if each == colour else own for each, own in enumerate(self.discs))
        state = replace(self, discs=discs, gone=gone)
        if self.rules.dead_draw and state.is_dead():
            return replace(state, outcome=DEAD)
        return replace(state, turn=state.next_turn()) if self.colour == colour else state

    def when_repeated(self) -> Outcome:
        """How the game ends when this position has come too often."""
        return REPEATED

    def next_turn(self) -> int:
        """The turn after this one; colours that have left are passed over."""
        turn = (self.turn + 1) % len(self.rules.seats)
        while self.rules.seats[turn] in self.gone:
            turn = (turn + 1) % len(self.rules.seats)
        return turn

    def judged(self, mover: int, *, shifted: bool = False) -> Outcome | None:
        """How the game ended with the move of colour `mover` that led here, if so; `shifted` where discs fell."""
        board = self.rules.board
        if board.has_line(self.discs[mover]):
            return self._lined(mover)
        if shifted:
            for colour, discs in enumerate(self.discs):
                if board.has_line(discs):
                    return Outcome(colour, Reason.LINE, board.lines_in(discs))
        return self._drawn()

    def _drawn(self) -> Outcome | None:
        """How a game without a line ended, if so."""
        if self.rules.pops:
            return None if self.legal_moves() else NO_MOVE
        if self.rules.dead_draw and self.is_dead():
            return DEAD
        return FULL if self.is_full() else None

    def _lined(self, mover: int) -> Outcome:
        board = self.rules.board
        named = board.lines_in(self.discs[mover])
        if self.rules.double_draws and board.has_line(self.discs[1 - mover]):
            return Outcome(None, Reason.LINE, named + board.lines_in(self.discs[1 - mover]))
        return Outcome(1 - mover if self.rules.misere else mover, Reason.LINE, named)

    def _after(self, discs: tuple[int, ...], mask: int, *, shifted: bool = False) -> State:
        after = replace(self, discs=discs, mask=mask, due=self.due_after(mask), turn=self.next_turn())
        outcome = after.judged(self.colour, shifted=shifted)
        return replace(after, outcome=outcome) if outcome else after

    def due_after(self, mask: int) -> Due:
        """What is due when these cells are taken: the opening ends with its last disc."""
        if self.due is Due.PLAY:
            return Due.PLAY
        opening = self.rules.opening
        if self._placed(mask) < {Opening.PIE: 1, Opening.SWAP3: 3}.get(opening, len(self.rules.drawn)):
            return Due.PLACE
        return Due.PLAY if opening is Opening.DRAWN else Due.CHOOSE

    def _placed(self, mask: int) -> int:
        return (mask & ~State.start(self.rules).mask).bit_count()

    def _chosen(self, move: Move) -> State:
        if move not in (KEEP, SWAP):
            raise IllegalMove("the colours have to be settled first", "keep them (=) or exchange them (x)")
        return replace(self, due=Due.PLAY, swapped=move == SWAP)

    def _opening_moves(self) -> tuple[Move, ...]:
        if self.due is Due.CHOOSE:
            return KEEP, SWAP
        return (DROPS[self.rules.drawn[self._placed(self.mask)]],) if self.rules.drawn else self.drops()

    def _pops(self) -> tuple[Move, ...]:
        own = self.discs[self.colour]
        return tuple(POPS[column] for column, bottom in enumerate(self.rules.board.bottoms) if own & bottom)

    def _is_alive(self, line: int) -> bool:
        return sum(1 for discs in self.discs if line & discs) <= 1
