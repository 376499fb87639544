"""What a table waits for, who sits at it, and how patient it is.

HOMING -> CHECKING -> THINKING or CHOOSING -+--> TURN -------------------------> (next turn)   a person's hand
              ^            (who decides)     '--> ARMED -> MOVING -> VERIFYING -> (next turn)   the robot's hand
              |                       ^___ missing, twice at most ___|
              |
CLOSING <- SORTING <- EMPTYING <- OPENING <- OVER, or a spoilt board
                                                     STUCK: a person is asked for help, then the phase again

A person who decides and drops by hand does both in TURN. Without plastic there are only THINKING, CHOOSING and OVER.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from robot.rules.contest import Contest
from robot.rules.state import State
from robot.rules.variants import classic
from vision.types import Cell

DISCS_EACH = 21
"""How many discs of each colour belong to the grid."""


class Phase(enum.Enum):
    """What is being waited for."""

    HOMING = "the hand takes its safe pose"
    CHECKING = "the grid must be seen empty"
    TURN = "a person drops a disc"
    THINKING = "the engine chooses"
    CHOOSING = "a person chooses in words"
    ARMED = "one more look before the drop"
    MOVING = "the hand drops a disc"
    VERIFYING = "the camera looks where the disc went"
    OVER = "the result is admired"
    OPENING = "the slider opens"
    EMPTYING = "the discs fall out"
    SORTING = "a person sorts the discs"
    CLOSING = "the slider closes"
    STUCK = "a person is needed at the machine"
    DONE = "nothing any more"


@dataclass(frozen=True, slots=True)
class Seat:
    """Who decides the moves of a seat, and whose hand places them: both True is the robot, both False a person.

    `colour` is that of the discs at the start of a game, None for the third colour, which the eye does not know.
    `discs` are the words for the eye's red and yellow.
    """

    name: str
    colour: Cell | None
    engine: bool
    robot_hand: bool
    discs: tuple[str, str] = ("red", "yellow")

    @property
    def disc(self) -> str:
        """The colour in a word."""
        if self.colour is None:
            return "green" if "blue" in self.discs else "blue"
        return self.discs[0 if self.colour is Cell.RED else 1]


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed before a game.

    start      the game before its first move
    plastic    it is played with discs in the plastic grid; else in words alone
    rated      it counts for a rating: nothing is taken back
    lingers    the final position stays until a person is ready to go on, as between the games of a match
    opener     the side of the match that moves first; the others follow in order
    shown      a game that was played before, as it ended: its moves are made again, and nobody decides anything
    """

    start: Contest = Contest(State.start(classic.RULES))
    plastic: bool = True
    rated: bool = False
    lingers: bool = False
    opener: int = 0
    shown: Contest | None = None


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the table waits, in seconds, and how often it tries again.

    `wrong_s`: a wrong board must last so long before the slider opens; `unreadable_s`: an unreadable one before
    it is said aloud; `blind_s`: the same for a camera that fails, which has waited a second already; `doubt_s`: a
    single hole must be in doubt so long before somebody is asked what is in it; `landing_s`: how long a disc may take
    to be seen after a drop; `answer_s`: how long engine and hand may be silent; `give_up_s`: when an unreadable board,
    an unanswered call for help or a missing move ends the game (None: never, the game waits).
    """

    wrong_s: float = 3.0
    unreadable_s: float = 5.0
    doubt_s: float = 10.0
    blind_s: float = 0.5
    landing_s: float = 1.5
    answer_s: float = 25.0
    remind_s: float = 20.0
    admire_s: float = 2.0
    give_up_s: float | None = None
    retries: int = 2
    rebuilds: int = 2
    calls: int = 3


WATCHED = (Phase.CHECKING, Phase.EMPTYING, Phase.TURN, Phase.THINKING, Phase.ARMED, Phase.VERIFYING)
"""The phases in which the board must be explained; elsewhere discs may be anywhere."""
