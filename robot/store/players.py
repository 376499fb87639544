"""The people who play, and what became of them."""

from __future__ import annotations

from datetime import date
from difflib import get_close_matches

from robot.clock import utc_now
from robot.errors import BadInput
from robot.rules.game import ROLES
from robot.rules.rating import Rating
from robot.store.database import Database
from robot.store.values import Player, Tally

LONGEST_NAME = 40
SEPARATORS = ",+:"
"""What stands between names where sides are typed."""
ROBOTS = ("robot", "second robot", "third robot", "fourth robot")
RESERVED = frozenset({*ROBOTS, "you", "your partner", "visitor"})
"""Whoever had such a name would be rated for the games of others."""
_COLUMNS = "player, name, born, created"
_ENDED = """
    SELECT s.side, s.match, g.game, g.opener, g.swapped, g.result, (SELECT COUNT(DISTINCT side) FROM sides
    WHERE match = s.match) AS sides FROM sides s JOIN games g ON g.match = s.match
    WHERE s.player = ? AND g.result IN ('first', 'second', 'third', 'draw')
"""


class Players:
    """The players of one store."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def add(self, name: str, born: date | None = None, created: str | None = None) -> Player:
        """Make a profile, now unless told. Raises BadInput for a name that is taken or cannot be one."""
        name = self._free(name)
        created = created or utc_now().isoformat()
        number = self._db.write(
            "INSERT INTO players (name, born, created) VALUES (?, ?, ?)", name, born and born.isoformat(), created
        )
        return Player(number, name, born, created)

    def all(self) -> tuple[Player, ...]:
        """Every player, in the order of the alphabet."""
        rows = self._db.rows(f"SELECT {_COLUMNS} FROM players ORDER BY name, player")
        return tuple(self._player(row) for row in rows)

    def find(self, name: str) -> Player | None:
        """The player of this name, capital letters or not; None when there is none."""
        row = self._db.row(f"SELECT {_COLUMNS} FROM players WHERE name = ?", " ".join(name.split()))
        return None if row is None else self._player(row)

    def named(self, name: str) -> Player:
        """The player of this name. Raises BadInput when there is none."""
        player = self.find(name)
        if player is None:
            near = get_close_matches(name, [player.name for player in self.all()], n=1)
            hint = f"did you mean {near[0]!r}?" if near else "see who there is: quadrow players list"
            raise BadInput(f"there is no player {name[:LONGEST_NAME]!r}", hint)
        return player

    def rename(self, player: Player, name: str) -> Player:
        """Give a player another name, in all games too. Raises BadInput for a name that is taken or cannot be one."""
        name = self._free(name, player)
        with self._db.transaction():
            self._db.write("UPDATE players SET name = ? WHERE player = ?", name, player.player)
            self._db.write("UPDATE sides SET name = ? WHERE player = ?", name, player.player)
        return Player(player.player, name, player.born, player.created)

    def games(self, player: Player) -> tuple[int, ...]:
        """The numbers of a player's games, the oldest first."""
        found = self._db.rows(
            "SELECT DISTINCT game FROM games JOIN sides USING (match) WHERE player = ? ORDER BY game", player.player
        )
        return tuple(number for (number,) in found)

    def tally(self, player: Player) -> Tally:
        """A player's games and ratings. A game between partners counts for each of them."""
        wins = draws = losses = 0
        for side, _, _, opener, swapped, result, sides in self._db.rows(_ENDED, player.player):
            winner = ROLES.index(result) if result != "draw" else None
            draws += winner is None
            wins += winner is not None and (opener + (winner ^ swapped)) % sides == side
            losses += winner is not None and (opener + (winner ^ swapped)) % sides != side
        ratings = self._db.rows(
            "SELECT value, r.matches FROM ratings r JOIN matches m USING (match) WHERE player = ? ORDER BY m.counted",
            player.player,
        )
        curve = tuple(Rating(value, matches) for value, matches in ratings)
        return Tally(player, wins + draws + losses, wins, draws, losses, curve)

    def _player(self, row: tuple[int, str, str | None, str]) -> Player:
        number, name, born, created = row
        with self._db.reading(f"player {number}"):
            return Player(number, name, date.fromisoformat(born) if born else None, created)

    def _free(self, name: str, own: Player | None = None) -> str:
        name = profile_name(name)
        taken = self.find(name)
        if taken is not None and (own is None or taken.player != own.player):
            raise BadInput(f"there is a player {taken.name!r} already", "choose another name")
        return name


def checked_name(name: str) -> str:
    """A name without spaces around it. Raises BadInput where a line of text cannot show it or sides are told by it."""
    name = " ".join(name.split())
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or set(name) & set(SEPARATORS):
        raise BadInput(
            f"{name[:LONGEST_NAME]!r} is no name",
            f"use 1 to {LONGEST_NAME} letters, digits, spaces and signs, but none of {' '.join(SEPARATORS)}",
        )
    return name


def profile_name(name: str) -> str:
    """A name for a profile. Raises BadInput as `checked_name`, and for what the table calls those without one."""
    name = checked_name(name)
    if name.casefold() in RESERVED:
        raise BadInput(f"{name!r} is what the table calls somebody without a profile", "choose another name")
    return name
