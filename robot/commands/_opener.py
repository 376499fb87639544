"""Who opens the first game of a match: as was asked for, by lot, by age, or by the last game of the same players."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date

from robot.clock import utc_now
from robot.commands._sides import Side
from robot.errors import BadInput
from robot.rules.match import OpenerRule, Played, choose_opener
from robot.store import Member, Store

Members = Sequence[tuple[Member, ...]]
"""The sides as the store keeps them."""


def opener_of(first: str, sides: Sequence[Side], members: Members, store: Store, luck: random.Random) -> int:
    """Give the side that opens, by what `--first` says. Raises BadInput where nobody of that kind plays."""
    people = [at for at, side in enumerate(sides) if not all(seat.engine for seat in side.members)]
    robots = [at for at in range(len(sides)) if at not in people]
    if first in ("human", "robot"):
        wanted = people if first == "human" else robots
        if not wanted:
            raise BadInput(f"no {first} plays here", "choose --first toss")
        return wanted[0]
    ages = tuple(_age(side, store) for side in members)
    return choose_opener(OpenerRule(first), _last(members, store), ages, luck)


def _age(side: tuple[Member, ...], store: Store) -> float | None:
    """The age of the youngest of a side, by their profiles."""
    today = date.fromisoformat(utc_now().date().isoformat())
    players = [store.players.find(member.name) for member in side if member.player is not None]
    ages = [age for player in players if player is not None and (age := player.age(today)) is not None]
    return min(ages, default=None)


def _last(members: Members, store: Store) -> Played | None:
    """The last game of these sides that came to an end, for `--first loser` and `alternate`."""
    names = [tuple(member.name for member in side) for side in members]
    for number in reversed(store.games()):
        game = store.game(number)
        if game is None or game.result is None or [tuple(m.name for m in side) for side in game.sides] != names:
            continue
        role = {"first": 0, "second": 1, "third": 2}.get(game.result)
        winner = None if role is None else (game.opener + (role ^ game.swapped)) % len(names)
        return Played(game.opener, winner, game.result == "annulled")
    return None
