"""Who plays: the sides of a match, from what was typed, and who sits where in each of its games.

--people you              one person against the robot, which is the default
--people ann,bob          two people; the robot watches and empties the grid
--people you+ann          partners against two robots; `robot` as a name makes the robot a partner
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from robot.errors import BadInput
from robot.phases import Seat
from robot.rules.match import Match, partners_order
from robot.rules.model import Rules
from robot.solver.levels import ANCHORS
from robot.store import Member, Store
from robot.store.players import ROBOTS, checked_name
from vision.types import Cell

ROBOT = ROBOTS[0]
UNNAMED = ("you", "your partner")
"""What people are called who gave no names."""


@dataclass(frozen=True, slots=True)
class Side:
    """One player or two partners, the lead of the first game first; `colour` None is the third colour."""

    members: tuple[Seat, ...]

    @property
    def name(self) -> str:
        return " and ".join(seat.name for seat in self.members)

    def named(self, members: Sequence[Member]) -> Side:
        """The same side with the names of these members, as their profiles write them."""
        return Side(tuple(replace(seat, name=member.name) for seat, member in zip(self.members, members, strict=True)))

    def recoloured(self, colour: Cell | None) -> Side:
        """The same side with other discs."""
        return Side(tuple(replace(seat, colour=colour) for seat in self.members))


def sides_of(
    typed: str | None, rules: Rules, colour: str | None, discs: tuple[str, str] = ("red", "yellow")
) -> tuple[Side, ...]:
    """The sides for a game of these rules; the first has the discs of `colour`, of the two `discs`. Raises BadInput."""
    size = len(rules.seats) // rules.colours
    names = [side.split("+") for side in (typed or "+".join(UNNAMED[:size])).split(",")]
    if len(names) > rules.colours or any(len(side) != size for side in names):
        raise BadInput(
            f"{(typed or '')[:60]!r} do not fit at the table",
            "name one a side: ann,bob" if size == 1 else "name two a side: you+robot,ann+bob",
        )
    names += [[ROBOT] * size] * (rules.colours - len(names))
    colours = (*cells_of(colour, discs), None)
    at_hand = _with_the_hand(names)
    robots = iter(ROBOTS)
    sides = tuple(
        Side(tuple(replace(_seat(name, colours[at], robots, robot_hand=at == at_hand), discs=discs) for name in side))
        for at, side in enumerate(names)
    )
    everybody = [seat.name.casefold() for side in sides for seat in side.members]
    if len(set(everybody)) != len(everybody):
        raise BadInput("two people have the same name", "give each another one")
    return sides


def cells_of(colour: str | None, discs: tuple[str, str]) -> tuple[Cell, Cell]:
    """What the eye sees of the discs of the side that asked for a `colour`, and of the other's. Raises BadInput."""
    if colour is not None and colour not in discs:
        raise BadInput(f"the discs are {' and '.join(discs)}, not {colour}", f"say --colour {' or '.join(discs)}")
    return (Cell.RED, Cell.YELLOW) if colour in (None, discs[0]) else (Cell.YELLOW, Cell.RED)


def _with_the_hand(names: Sequence[Sequence[str]]) -> int | None:
    """The side whose discs are in the magazine: one of robots alone if there is one, None where no robot plays."""
    with_robots = [at for at, side in enumerate(names) if ROBOT in side]
    alone = [at for at in with_robots if set(names[at]) == {ROBOT}]
    return next(iter(alone or with_robots), None)


def _seat(name: str, colour: Cell | None, robots: Iterator[str], *, robot_hand: bool) -> Seat:
    if name == ROBOT:
        return Seat(next(robots), colour, engine=True, robot_hand=robot_hand)
    return Seat(checked_name(name), colour, engine=False, robot_hand=False)


def seats_of(match: Match, sides: Sequence[Side], rules: Rules) -> tuple[Seat, ...]:
    """Who sits where in the next game of a match: sides in turn from the opener, partners by the rotation of leads."""
    if len(rules.seats) == rules.colours:
        return tuple(sides[match.side_of(colour)].members[0] for colour in rules.seats)
    order = partners_order(len(match.winners), match.first_opener)
    return tuple(sides[pair].members[member] for pair, member in order)


def members_of(side: Side, level: str, store: Store) -> tuple[Member, ...]:
    """A side as the store keeps it: people with their profiles where they have one, robots with their level."""
    return tuple(_member(seat, level, store) for seat in side.members)


def _member(seat: Seat, level: str, store: Store) -> Member:
    if seat.engine:
        return Member(seat.name, level=level, anchor=ANCHORS[level])
    player = store.players.find(seat.name)
    return Member(seat.name) if player is None else Member(player.name, player.player)
