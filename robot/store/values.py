"""What the store gives: players, matches and games as plain values."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from robot.rules.match import Match
from robot.rules.rating import Rating
from robot.rules.record import Noted, Record
from robot.rules.timecontrol import ChessClock

ROLE_TAGS = ("First", "Second", "Third")


@dataclass(frozen=True, slots=True)
class Player:
    """A person with a profile. `born` may be unknown; `created` is a UTC date and time in ISO 8601."""

    player: int
    name: str
    born: date | None
    created: str

    def age(self, today: date) -> float | None:
        """Years, None where unknown."""
        return None if self.born is None else (today - self.born).days / 365.25


@dataclass(frozen=True, slots=True)
class Member:
    """Who plays: a person with a profile (`player`), a level of the robot (`level`), or just a name.

    `anchor` is the rating of a level, which never moves; without it a match against that level is not rated.
    """

    name: str
    player: int | None = None
    level: str | None = None
    anchor: float | None = None


Side = tuple[Member, ...]
"""One member, or two partners of whom the lead comes first."""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match: its state after the games that ended so far, and who plays.

    `rated`: the players chose to be rated; `counted` is its place in the order of rated matches, None where it is not
    one. `games` are the numbers of its games; `uid` names it on any machine; `resigned` is the side that gave it up.
    """

    number: int
    uid: str
    started: str | None
    match: Match
    sides: tuple[Side, ...]
    rated: bool
    counted: int | None
    games: tuple[int, ...]
    resigned: int | None = None


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game; `result` and `reason` are None while it runs.

    `sides` are those of the match, `opener` is the one that moves first; `tags` and `variant` are the set-up as in a
    record. `clock` is how the clocks stood last, and stands.
    """

    number: int
    match: int
    sides: tuple[Side, ...]
    opener: int = 0
    variant: str = "classic"
    tags: tuple[tuple[str, str], ...] = ()
    comment: str = ""
    moves: tuple[Noted, ...] = ()
    seed: int | None = None
    started: str | None = None
    swapped: bool = False
    helped: bool = False
    clock: ChessClock | None = field(default=None, compare=False)
    result: str | None = None
    reason: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """What the sides are called, in the order of their turns."""
        sides = self.sides[self.opener :] + self.sides[: self.opener]
        return tuple(side_name(side) for side in sides)

    @property
    def setup(self) -> Record:
        """The record of this game before its first move, without names and result."""
        return Record((), self.tags, self.variant, self.comment)

    @property
    def record(self) -> Record:
        """The whole game on paper: who played, when, and how it ended."""
        told = dict(zip(ROLE_TAGS, self.names, strict=False))
        told |= {"Date": self.started or "", "Result": self.result or "", "Reason": self.reason or ""}
        tags = tuple((name, text) for name, text in told.items() if text and name not in dict(self.tags))
        return Record(self.moves, (*tags, *self.tags), self.variant, self.comment)


@dataclass(frozen=True, slots=True)
class Tally:
    """A player's profile: games that ended with a result, and the rating after every rated match."""

    player: Player
    games: int
    wins: int
    draws: int
    losses: int
    curve: tuple[Rating, ...]

    @property
    def rating(self) -> Rating:
        return self.curve[-1] if self.curve else Rating()


def side_name(side: Side) -> str:
    """The names of one side."""
    return " and ".join(member.name for member in side)
