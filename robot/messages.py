"""What goes into the table (events) and comes out of it (effects): plain values, so a game can be kept and replayed.

    events    Start  Seen  Blind  Lit  Thought  Considered  Chosen  Said  Reported  Ready  Quit  Tick
    effects   Home  Drop  Slide  Load  Think  Consider  Ask  Announce  Judged  Made  Ended

Columns for the hands (Drop, Ask) are those of the plastic grid, columns in moves those of the board (`robot.plastic`).

A stored game is the list of its events (`robot.codec`).
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from robot.mechanism.types import Receipt
from robot.referee import Proof, Verdict
from robot.rules.contest import Contest
from robot.rules.moves import Move
from vision.types import Cell, Observation


@dataclass(frozen=True, slots=True)
class Start:
    """The parts are connected; begin."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The board was seen at rest."""

    observation: Observation


@dataclass(frozen=True, slots=True)
class Blind:
    """The camera gives no usable picture: why, and what to do."""

    reason: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Lit:
    """The light on the board is another than it was: what was found, and what to do when it is not fine."""

    words: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Thought:
    """The engine has chosen; `moves` is the game it thought about, `score` None when it was not proven."""

    moves: tuple[Move, ...]
    move: Move
    score: int | None


@dataclass(frozen=True, slots=True)
class Considered:
    """The engine of `colour` has weighed the draw that was offered in the game `moves`."""

    moves: tuple[Move, ...]
    colour: int
    accepts: bool


@dataclass(frozen=True, slots=True)
class Chosen:
    """A person has chosen a move in words."""

    move: Move


class Word(enum.Enum):
    """What a player may say besides a move; the values are what is typed."""

    UNDO = "undo"
    DRAW = "draw"
    YES = "yes"
    NO = "no"
    RESIGN = "resign"


@dataclass(frozen=True, slots=True)
class Said:
    """The person of a seat has said a word."""

    seat: int
    word: Word


@dataclass(frozen=True, slots=True)
class Reported:
    """The hand has ended a motion."""

    receipt: Receipt


@dataclass(frozen=True, slots=True)
class Ready:
    """A person says that what was asked is done."""


@dataclass(frozen=True, slots=True)
class Quit:
    """A person gives the game up; nobody gets a point."""


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed."""


Event = Start | Seen | Blind | Lit | Thought | Considered | Chosen | Said | Reported | Ready | Quit | Tick


class Request(enum.Enum):
    """What a person may be asked to do."""

    DROP = "drop a disc"
    CHOOSE = "say a move"
    GO_ON = "say when the final position may go"
    EXCHANGE = "exchange the discs in the magazine for those of the other colour"
    SORT = "sort the discs and fill the magazine"
    REFILL = "fill the magazine"
    FREE = "free the stuck part"
    CONFIRM = "say whether a disc lies in a hole"


@dataclass(frozen=True, slots=True)
class Home:
    """Bring the hand to its safe pose."""

    action: int


@dataclass(frozen=True, slots=True)
class Drop:
    """Let one disc fall into `column` of the grid."""

    action: int
    column: int


@dataclass(frozen=True, slots=True)
class Slide:
    """Open or close the slider."""

    action: int
    opened: bool


@dataclass(frozen=True, slots=True)
class Load:
    """The magazine now holds `count` discs, says the person who filled it."""

    count: int


@dataclass(frozen=True, slots=True)
class Think:
    """Choose a move in this game."""

    game: Contest


@dataclass(frozen=True, slots=True)
class Consider:
    """Weigh the draw that is offered to the engine that plays `colour`."""

    game: Contest
    colour: int


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask the person of `seat` (None: whoever is there); `column` of the grid, None leaves the choice to them.

    The same `number` again is a reminder of what was asked before.
    """

    number: int
    seat: int | None
    request: Request
    column: int | None
    words: str


@dataclass(frozen=True, slots=True)
class Announce:
    """Say something to everybody; `trouble` when the game is paused by it."""

    words: str
    trouble: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """The referee has spoken about an observation that was held against `game`.

    `mover`: the colour of the disc that comes next; `open_turn`: a person's disc was waited for; `sent`: the board's
    column into which the robot's disc was sent.
    """

    game: Contest
    observation: Observation
    verdict: Verdict | Proof
    mover: Cell
    open_turn: bool = False
    sent: int | None = None


@dataclass(frozen=True, slots=True)
class Made:
    """A move was made: the last one of `game`."""

    game: Contest


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over and the table is tidy."""

    game: Contest


Motion = Home | Drop | Slide
Effect = Motion | Load | Think | Consider | Ask | Announce | Judged | Made | Ended
