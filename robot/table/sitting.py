"""Who sits where, what both sides have agreed, and what stands in the grid now; no phases, no time.

Two games are kept: `agreed`, what the sides have accepted, and `game`, what stands in the grid. They are the same but
for a rebuild, where the grid starts empty again and every agreed move is made again in order.
"""

from __future__ import annotations

from robot.phases import Seat, Terms
from robot.plastic import Colours
from robot.rules.contest import Contest
from robot.rules.moves import Move
from robot.rules.state import Due
from vision.types import Cell


class Sitting:
    """The seats of one game, in the order of their turns, and how the game stands.

    `exchanged`: the discs have changed hands, because the sides have exchanged their colours.
    """

    def __init__(self, seats: tuple[Seat, ...], terms: Terms) -> None:
        self.seats = seats
        self.terms = terms
        self.agreed = terms.start
        self.game = terms.start
        self.colours: Colours = _colours(terms.start, seats)
        self.exchanged = False

    @property
    def rebuilding(self) -> bool:
        """Whether agreed moves are still to be dropped again."""
        return len(self.game.moves) < len(self.agreed.moves)

    @property
    def decider(self) -> Seat:
        """The seat that decides the next move."""
        return self.seats[self.game.state.seat]

    @property
    def dropper(self) -> Seat:
        """The seat whose hand drops the next disc: in an opening not always the one that decides."""
        return self.seats[self.game.state.turn ^ self.exchanged]

    def _known_move(self) -> Move | None:
        """The move that is to be made next whatever anybody thinks: an agreed one again, one shown, or one by lot."""
        made = len(self.game.moves)
        if self.rebuilding:
            return self.agreed.moves[made]
        if self.terms.shown is not None and made < len(self.terms.shown.moves):
            return self.terms.shown.moves[made]
        state = self.game.state
        return state.legal_moves()[0] if state.due is Due.PLACE and state.rules.drawn else None

    def _name(self, column: int) -> str:
        return self.game.state.rules.board.names[column]

    def side_of(self, seat: int) -> int:
        """The side of the match that a seat plays for."""
        rules = self.terms.start.state.rules
        return (self.terms.opener + rules.seats[seat]) % rules.colours

    def disc_of(self, colour: int) -> str:
        """The colour of a side's discs in a word."""
        return self.seats[self.terms.start.state.rules.seats.index(colour)].disc

    @property
    def robots_disc(self) -> str:
        """The colour that belongs into the magazine, once what was exchanged has changed hands."""
        hand = next((at for at, seat in enumerate(self.seats) if seat.robot_hand), 0)
        return self.seats[hand ^ self.agreed.state.swapped].disc

    def _still_needed(self) -> int:
        """How many discs the robot's hand may have to drop before the grid is full."""
        state = self.game.state
        cells = (state.rules.board.open & ~state.mask).bit_count()
        return sum(self.seats[(state.turn + ply) % len(self.seats) ^ self.exchanged].robot_hand for ply in range(cells))


def _colours(start: Contest, seats: tuple[Seat, ...]) -> Colours:
    """The cells of every colour; what the eye does not know is never held against a picture."""
    first = (seats[start.state.rules.seats.index(colour)] for colour in range(start.state.rules.colours))
    return tuple(Cell.UNKNOWN if seat.colour is None else seat.colour for seat in first)
