"""The rules of a variant as parameters. Standard library only.

Everything that differs between the variants of one family is a value here; `State` plays by it. What no parameter
can say (Pop 10, Power Up) is said in the variant's own file.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from functools import cached_property

from robot.rules.board import Board
from robot.rules.errors import BadRules
from robot.rules.lines import Square
from robot.rules.moves import DROPS, Move


class Played(enum.Enum):
    """Where a variant can be played."""

    BOARD = "on the plastic board"
    HELP = "on the plastic board with a person's help"
    SIMULATED = "on the simulated board"


class Opening(enum.Enum):
    """What happens before free play."""

    NONE = "none"
    PIE = "pie"
    """After the first disc the second player may exchange the colours."""
    SWAP3 = "swap3"
    """The first player places three discs of both colours, the second chooses a side."""
    DRAWN = "drawn"
    """The first discs were drawn by lot."""


@dataclass(frozen=True)
class Rules:
    """The parameters of a game; `Rules()` is classic.

    board         the grid, and how many in a line count
    seats         the colour of each seat, in the order of their turns; seats of one colour are a team
    misere        a line loses
    pops          a turn may push one's own disc out of the bottom row
    prefilled     the cells of each colour that are taken before the first move
    opening       what happens before free play
    drawn         the columns of the discs that were drawn by lot
    dead_draw     the game is drawn as soon as every line is dead
    time_draw     a fallen flag draws where the other side cannot win any more, instead of losing
    repetition    the occurrence of a position that ends the game, or None
    longest       the ply after which the game is drawn, or None
    double_draws  a pop that makes lines of both colours draws, instead of winning for the mover

    Raises BadRules where parameters contradict each other.
    """

    board: Board = Board()
    seats: tuple[int, ...] = (0, 1)
    misere: bool = False
    pops: bool = False
    prefilled: tuple[tuple[Square, ...], ...] = ()
    opening: Opening = Opening.NONE
    drawn: tuple[int, ...] = ()
    dead_draw: bool = False
    time_draw: bool = False
    repetition: int | None = None
    longest: int | None = None
    double_draws: bool = False

    def __post_init__(self) -> None:
        if not 2 <= self.colours <= 3 or set(self.seats) != set(range(self.colours)):
            raise BadRules(f"seats {self.seats} are no table", "use the colours 0, 1 and, for three, 2")
        if self.colours > 2 and (self.misere or self.pops or self.opening is not Opening.NONE):
            raise BadRules("misère, pops and swaps are for two sides", "play them with two colours")
        if bool(self.drawn) != (self.opening is Opening.DRAWN):
            raise BadRules("the discs that were drawn and the opening contradict each other", "give both or neither")
        if self.pops and self.misere:
            raise BadRules("nobody has said how misère is played with pops", "choose one of the two")
        if self.pops and (self.dead_draw or self.time_draw):
            raise BadRules(
                "no line is dead for good where discs can be pushed out", "play without dead-draw and time-draw"
            )
        if self.colours > 2 and self.time_draw:
            raise BadRules("of three whose time is over one leaves, and the others go on", "play without time-draw")
        if self.pops and (self.board.blocked or self.board.capped):
            raise BadRules("pops need columns without obstacles", "use a board without them")
        if self.prefilled and not self._prefilled_can_lie():
            raise BadRules("the prefilled discs cannot lie so", "put each on the floor or on another one")

    @property
    def colours(self) -> int:
        """How many colours there are: two, or three."""
        return max(self.seats) + 1

    @cached_property
    def ends_early(self) -> bool:
        """Whether a game without a line can end while there is room."""
        return self.dead_draw or self.pops

    @cached_property
    def drops(self) -> dict[int, tuple[Move, ...]]:
        """The discs that can be dropped, from the left, by the tops of columns that are taken."""
        return _Drops(self.board.tops)

    @cached_property
    def following(self) -> tuple[int, ...]:
        """The turn after every turn, while nobody has left."""
        return (*range(1, len(self.seats)), 0)

    def _prefilled_can_lie(self) -> bool:
        cells = [cell for mine in self.prefilled for cell in mine]
        if len(self.prefilled) > self.colours or len(cells) != len(set(cells)) or not self.board.holds(cells):
            return False
        discs = sum(self.board.bit(*cell) for cell in cells)
        mask = self.board.neutral | discs
        return not discs & ~self.board.open and not mask & ~(mask << 1 | sum(self.board.bottoms))


class _Drops(dict[int, tuple[Move, ...]]):
    """Filled as it is asked for: a board of many columns has many combinations, and a game few."""

    def __init__(self, tops: tuple[int, ...]) -> None:
        super().__init__()
        self._tops = tops

    def __missing__(self, taken: int) -> tuple[Move, ...]:
        drops = tuple(DROPS[column] for column, top in enumerate(self._tops) if top & ~taken)
        return self.setdefault(taken, drops)
